import { eraseReviews } from "../import/run/erase-reviews.ts";
import type { DeletionReason } from "../model/review-kinds.ts";
import { OperatorError, usageError } from "../operator-error.ts";
import { keepStored, readLookAlikes } from "../owner/look-alikes.ts";
import { counted } from "../spelling.ts";
import { readReviews } from "../store/reviews/reviews.ts";
import type { Store } from "../store/store.ts";
import { parseIds } from "../terminal/answer-options.ts";
import { checkPublic } from "../terminal/check-public.ts";
import { askYes, type Command, choice, type Terminal, writeJson } from "../terminal/command.ts";
import { listLookAlikes, listReviews } from "../terminal/review-lines.ts";
import { withExistingStore } from "../terminal/with-store.ts";
import { keepLedger } from "../upkeep/erasure-ledger.ts";

const REASONS = ["erased_on_request", "legal"] as const satisfies readonly DeletionReason[];

async function erase(terminal: Terminal, store: Store, ids: readonly string[], reason: DeletionReason) {
  const found = await readLookAlikes(store, ids);
  const erased = await eraseReviews({ store, now: terminal.now }, ids, reason);
  await keepLedger(terminal, store);
  return { erased, alike: await keepStored(store, found) };
}

/** On a terminal, the operator sees what will be erased and can refuse. */
async function confirmErase(terminal: Terminal, ids: readonly string[]): Promise<void> {
  if (!terminal.ask) return;
  const { listed, alike } = await withExistingStore(terminal, async (store) => ({
    listed: listReviews(await readReviews(store, ids)),
    alike: await readLookAlikes(store, ids),
  }));
  terminal.out(listed);
  if (alike.length > 0) terminal.out(`look-alikes:\n${listLookAlikes(alike)}`);
  const question = `Erase ${counted(ids.length, "review")}? This cannot be reversed.`;
  if (!(await askYes(terminal.ask, question))) throw new OperatorError("nothing was erased");
}

export const eraseCommand: Command = {
  usage: `Usage: candor erase ID… --reason ${REASONS.join("|")} [--yes] [--json]

Erases reviews permanently: author and text are removed from the database, its
history and everything that is served, with copies from other sources that are held as
duplicates. Their URLs answer 410, and subscribers are notified. An import does not bring
them back, nor does a backup: a ledger of hashes beside the database is applied by candor
restore. This cannot be reversed. On a terminal it asks first; --yes does not.
Afterwards the public address is read for up to 5 seconds: if a review is still there, or
that cannot be checked, a line on standard error says so.
Other stored reviews that look alike are listed before and after: they stay, and may be
copies of the erased ones.

Examples:
  candor erase ID --reason erased_on_request
`,
  options: { reason: { type: "string" }, yes: { type: "boolean" }, json: { type: "boolean" } },
  async run(args, terminal) {
    const reason = choice(args, "reason", REASONS);
    if (!reason) throw usageError(`--reason is required: use ${REASONS.join(" or ")}`);
    const ids = parseIds(args.positionals, "candor erase ID --reason erased_on_request");
    if (!args.flag("yes")) await confirmErase(terminal, ids);
    const { erased, alike } = await withExistingStore(terminal, (store) => erase(terminal, store, ids, reason));
    const shown = await checkPublic(terminal, ids);
    if (args.flag("json")) writeJson(terminal, { erased, look_alikes: alike.map(({ id }) => id), public: shown });
    else {
      terminal.out(
        `${erased} erased: this cannot be reversed, and no import brings ${erased === 1 ? "it" : "them"} back\n`,
      );
      if (alike.length > 0) terminal.out(`look-alikes stay:\n${listLookAlikes(alike)}`);
    }
    return 0;
  },
};
