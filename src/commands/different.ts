import { LIKENESS_KINDS, tellApart } from "../owner/decide-likeness.ts";
import { ANSWER_OPTIONS, confirmAnswer, parseAnswered } from "../terminal/answer-options.ts";
import { type Command, writeJson } from "../terminal/command.ts";
import { listReviews } from "../terminal/review-lines.ts";
import { withExistingStore } from "../terminal/with-store.ts";

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
    const which = parseAnswered(terminal, args, LIKENESS_KINDS, "candor different ID");
    if ("all_of" in which) await confirmAnswer(terminal, args, 'Answer "different" for all look-alikes?');
    const { changed, chosen } = await withExistingStore(terminal, (store) =>
      tellApart({ store, now: terminal.now }, which),
    );
    if (args.flag("json")) writeJson(terminal, { different: changed.length });
    else terminal.out(`${changed.length} of ${chosen} told apart\n${listReviews(changed)}`);
    return 0;
  },
};
