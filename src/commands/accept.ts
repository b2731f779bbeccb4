import { acceptRequests, findRequests } from "../owner/answer-requests.ts";
import { counted } from "../spelling.ts";
import { REQUEST_KINDS, type SourceRequest } from "../store/sync/source-requests.ts";
import { ANSWER_OPTIONS, confirmAnswer, parseRequests } from "../terminal/answer-options.ts";
import { checkPublic } from "../terminal/check-public.ts";
import { type Command, writeJson } from "../terminal/command.ts";
import { withExistingStore } from "../terminal/with-store.ts";
import { keepLedger } from "../upkeep/erasure-ledger.ts";

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
  options: { source: { type: "string" }, ...ANSWER_OPTIONS },
  async run(args, terminal) {
    const which = parseRequests(args, terminal, "accept");
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
