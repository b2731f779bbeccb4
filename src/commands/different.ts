import { LIKENESS_KINDS, tellApart } from "../owner/decide-likeness.ts";
import { ANSWER_OPTIONS, answerReviews } from "../terminal/answer-options.ts";
import { type Command, writeJson } from "../terminal/command.ts";
import { listReviews } from "../terminal/review-lines.ts";

export const differentCommand: Command = {
  usage: `Usage: candor different ID… [--yes] [--json]
       candor different --all-of duplicate [--yes] [--json]

Says that look-alikes are reviews of their own: they are published, or held as unverified if
nothing says how their authors are known to be customers. The decision lasts until the
words of one of the two change, whichever import brings them again.
candor waiting lists them; candor same ID… reverses this.

  --all-of duplicate   answer all look-alikes. Without a terminal it needs --yes

Examples:
  candor different ID
`,
  options: ANSWER_OPTIONS,
  async run(args, terminal) {
    const { changed, chosen } = await answerReviews(terminal, args, {
      kinds: LIKENESS_KINDS,
      example: "candor different ID",
      ask: () => 'Answer "different" for all look-alikes?',
      decide: tellApart,
    });
    if (args.flag("json")) writeJson(terminal, { different: changed.length });
    else terminal.out(`${changed.length} of ${chosen} told apart\n${listReviews(changed)}`);
    return 0;
  },
};
