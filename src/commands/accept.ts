import { OperatorError, usageError } from "../operator-error.ts";
import { acceptRequests, findRequests, type RequestChoice } from "../owner/answer-requests.ts";
import { counted } from "../spelling.ts";
import { REQUEST_KINDS, type SourceRequest } from "../store/sync/source-requests.ts";
import { parseIds } from "../terminal/change-reviews.ts";
import { checkPublic } from "../terminal/check-public.ts";
import { type Arguments, askYes, type Command, choice, type Terminal, writeJson } from "../terminal/command.ts";
import { withExistingStore } from "../terminal/with-store.ts";
import { keepLedger } from "../upkeep/erasure-ledger.ts";

export const ANSWER_OPTIONS: Command["options"] = {
  source: { type: "string" },
  "all-of": { type: "string" },
  yes: { type: "boolean" },
  json: { type: "boolean" },
};

/** The reviews from the command line, or all of a kind: without a terminal, that needs --yes. */
export function parseAnswer(args: Arguments, terminal: Terminal, verb: "accept" | "refuse"): RequestChoice {
  const kind = choice(args, "all-of", REQUEST_KINDS);
  const source = args.text("source");
  if (kind === null) return { ids: parseIds(args.positionals, `candor ${verb} ID`), kind, source };
  if (args.positionals.length > 0) throw usageError("give review ids or --all-of KIND, not both");
  if (!terminal.ask && !args.flag("yes"))
    throw usageError(`--all-of answers everything of its kind: add --yes, or run candor ${verb} on a terminal`);
  return { ids: null, kind, source };
}

/** On a terminal the owner may still stop. */
export async function confirmAnswer(terminal: Terminal, args: Arguments, question: string): Promise<void> {
  if (!terminal.ask || args.flag("yes")) return;
  if (!(await askYes(terminal.ask, question))) throw new OperatorError("nothing was changed");
}

function askToAccept(requests: readonly SourceRequest[]): string {
  const removals = requests.filter(({ kind }) => kind === "source_removal").length;
  const parts = [
    ...(removals < requests.length ? [`Change ${counted(requests.length - removals, "review")}?`] : []),
    ...(removals > 0 ? [`Remove ${counted(removals, "review")}? What is erased cannot be brought back.`] : []),
  ];
  return parts.join(" ");
}

export const acceptCommand: Command = {
  usage: `Usage: candor accept ID… [--source NAME] [--yes] [--json]
       candor accept --all-of KIND [--source NAME] [--yes] [--json]

Does what a source of candor sync asks for about reviews that it did not bring, or not
alone: takes its version over, or erases or withholds what its origin erased or withholds.
A change is an import with a number, and candor undo takes it back. An erasure cannot be
reversed. candor waiting lists what is asked for.

  --source NAME   answer this source only, if several ask
  --all-of KIND   answer all of a kind: ${REQUEST_KINDS.join(", ")}. Without a
                  terminal it needs --yes

Examples:
  candor accept ID
  candor accept --all-of source_change --yes
`,
  options: ANSWER_OPTIONS,
  async run(args, terminal) {
    const which = parseAnswer(args, terminal, "accept");
    const { requests, done } = await withExistingStore(terminal, async (store) => {
      const found = await findRequests(store, which);
      const removes = found.some(({ kind }) => kind === "source_removal");
      if (found.length > 0 && (which.ids === null || removes)) await confirmAnswer(terminal, args, askToAccept(found));
      const accepted = await acceptRequests({ store, now: terminal.now }, found);
      if (accepted.erased) await keepLedger(terminal, store);
      return { requests: found, done: accepted };
    });
    const removed = requests.filter(({ kind }) => kind === "source_removal").map(({ review_id }) => review_id);
    if (removed.length > 0) await checkPublic(terminal, removed);
    const { changed, run } = done;
    if (args.flag("json")) writeJson(terminal, { changed, removed: done.removed, run });
    else {
      const undo = run === null ? "" : `import ${run}: candor undo ${run} takes it back\n`;
      terminal.out(`${changed} changed, ${done.removed} removed, as the source asks\n${undo}`);
    }
    return 0;
  },
};
