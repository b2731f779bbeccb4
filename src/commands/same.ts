import { confirmSame, LIKENESS_KINDS } from "../owner/decide-likeness.ts";
import { ANSWER_OPTIONS, confirmAnswer, parseAnswered } from "../terminal/answer-options.ts";
import { type Command, writeJson } from "../terminal/command.ts";
import { listReviews } from "../terminal/review-lines.ts";
import { withExistingStore } from "../terminal/with-store.ts";

export const sameCommand: Command = {
  usage: `Usage: candor same ID… [--yes] [--json]
       candor same --all-of duplicate [--yes] [--json]

Says that look-alikes are the same review as the one that is stored already: they stay held
and no longer wait. If the other one disappears, they take its place.
candor waiting lists them; candor different ID… reverses this.

  --all-of duplicate   answer all look-alikes. Without a terminal it needs --yes

Examples:
  candor same ID
`,
  options: ANSWER_OPTIONS,
  async run(args, terminal) {
    const which = parseAnswered(terminal, args, LIKENESS_KINDS, "candor same ID");
    if ("all_of" in which) await confirmAnswer(terminal, args, 'Answer "same" for all look-alikes?');
    const { changed, chosen } = await withExistingStore(terminal, (store) =>
      confirmSame({ store, now: terminal.now }, which),
    );
    if (args.flag("json")) writeJson(terminal, { same: changed.length });
    else terminal.out(`${changed.length} of ${chosen} held as the same review\n${listReviews(changed)}`);
    return 0;
  },
};
