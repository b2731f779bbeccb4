import { confirmSame, LIKENESS_KINDS } from "../owner/decide-likeness.ts";
import { ANSWER_OPTIONS, answerReviews } from "../terminal/answer-options.ts";
import { type Command, writeJson } from "../terminal/command.ts";
import { listReviews } from "../terminal/review-lines.ts";

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
    const { changed, chosen } = await answerReviews(terminal, args, {
      kinds: LIKENESS_KINDS,
      example: "candor same ID",
      ask: () => 'Answer "same" for all look-alikes?',
      decide: confirmSame,
    });
    if (args.flag("json")) writeJson(terminal, { same: changed.length });
    else terminal.out(`${changed.length} of ${chosen} held as the same review\n${listReviews(changed)}`);
    return 0;
  },
};
