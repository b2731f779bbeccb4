import { usageError } from "../operator-error.ts";
import { decideWords, WORDS_KINDS } from "../owner/decide-words.ts";
import { counted } from "../spelling.ts";
import { ANSWER_OPTIONS, confirmAnswer, parseAnswered } from "../terminal/answer-options.ts";
import { type Command, writeJson } from "../terminal/command.ts";
import { listReviews } from "../terminal/review-lines.ts";
import { withExistingStore } from "../terminal/with-store.ts";

const EXAMPLE = "candor words ID show";

export const wordsCommand: Command = {
  usage: `Usage: candor words ID… show|hide [--only WORDS] [--json]
       candor words --all-of doubtful_words show|hide [--yes] [--json]

Decides about words that were hidden because they may be the name of a private person.
show puts them back into the public text, hide keeps them hidden and deletes them here.
The decision lasts, whatever is imported, undone or restored. Words that wait for more
than 30 days stay hidden and are deleted. The opposite answer takes a decision back: words
that are no longer stored are shown when an import brings them again.
candor waiting lists the words.

  --only WORDS              of several, only these words, as candor waiting shows them
  --all-of doubtful_words   decide about all that wait. Without a terminal it needs --yes

Examples:
  candor words ID show
  candor words ID hide
`,
  options: { ...ANSWER_OPTIONS, only: { type: "string" } },
  async run(args, terminal) {
    const answer = args.positionals.at(-1);
    if (answer !== "show" && answer !== "hide") throw usageError(`words takes review ids and show or hide: ${EXAMPLE}`);
    const positionals = args.positionals.slice(0, -1);
    const which = parseAnswered(terminal, { ...args, positionals }, WORDS_KINDS, EXAMPLE);
    const show = answer === "show";
    if ("all_of" in which)
      await confirmAnswer(terminal, args, show ? "Show all doubtful words?" : "Keep all doubtful words hidden?");
    const only = args.text("only");
    const { changed, absent } = await withExistingStore(terminal, (store) =>
      decideWords({ store, now: terminal.now }, which, {
        show,
        isChosen: (_, words) => only === null || words === only,
      }),
    );
    if (args.flag("json")) {
      writeJson(terminal, { changed: changed.length, words: show ? "shown" : "hidden", absent });
      return 0;
    }
    if (changed.length === 0) {
      terminal.out("nothing changed\n");
      return 0;
    }
    terminal.out(`words ${show ? "shown" : "hidden"} in ${counted(changed.length, "review")}\n${listReviews(changed)}`);
    if (absent > 0)
      terminal.out(
        `the words are no longer stored in ${counted(absent, "review")}: an import of the file shows them\n`,
      );
    terminal.out(`to reverse: candor words ${changed.map(({ id }) => id).join(" ")} ${show ? "hide" : "show"}\n`);
    return 0;
  },
};
