import { findRequests, refuseRequests } from "../owner/answer-requests.ts";
import { counted } from "../spelling.ts";
import { REQUEST_KINDS } from "../store/sync/source-requests.ts";
import { ANSWER_OPTIONS, confirmAnswer, parseRequests } from "../terminal/answer-options.ts";
import { type Command, writeJson } from "../terminal/command.ts";
import { withExistingStore } from "../terminal/with-store.ts";

export const refuseCommand: Command = {
  usage: `Usage: candor refuse ID… [--source NAME] [--yes] [--json]
       candor refuse --all-of KIND [--source NAME] [--yes] [--json]

Leaves reviews as they are, although a source of candor sync asks for something else. The
same is not asked for again; something else is. A review that only its source brought, and
that its origin erased or withholds, is yours from then on. candor waiting lists what is
asked for.

  --source NAME   answer this source only, if several ask
  --all-of KIND   answer all of a kind: ${REQUEST_KINDS.join(", ")}. Without a
                  terminal it needs --yes

Examples:
  candor refuse ID
  candor refuse --all-of source_removal --yes
`,
  options: { source: { type: "string" }, ...ANSWER_OPTIONS },
  async run(args, terminal) {
    const which = parseRequests(args, terminal, "refuse");
    const refused = await withExistingStore(terminal, async (store) => {
      const found = await findRequests(store, which);
      if (found.length > 0 && which.ids === null)
        await confirmAnswer(terminal, args, `Refuse ${counted(found.length, "request")}?`);
      return refuseRequests({ store, now: terminal.now }, found);
    });
    if (args.flag("json")) writeJson(terminal, { refused });
    else terminal.out(`${refused} refused: the reviews stay as they are\n`);
    return 0;
  },
};
