import { CONSENT_ANSWERS } from "../model/review-kinds.ts";
import { usageError } from "../operator-error.ts";
import { answerConsent } from "../owner/answer-consent.ts";
import { ANSWER_OPTIONS, answerReviews } from "../terminal/answer-options.ts";
import { checkPublic } from "../terminal/check-public.ts";
import { type Command, writeJson } from "../terminal/command.ts";
import { listReviews } from "../terminal/review-lines.ts";

const EXAMPLE = "candor consent ID yes";

export const consentCommand: Command = {
  usage: `Usage: candor consent ID… yes|anonymous|no [--json]
       candor consent --all-of consent yes|anonymous|no [--yes] [--json]

Answers for the authors whether their reviews may be published: yes, yes without a name
(shown as Anonymous), or no. It is for reviews that are held as consent, because the file
does not say clearly that their authors agree, and for authors who change their minds.
A review without a verification is then held as unverified. If a file says later that the
author does not agree, the review is held again. candor waiting lists what waits.

  --all-of consent  answer for all reviews that are held as consent. Without a terminal
                    it needs --yes

Examples:
  candor consent ID yes
  candor consent ID anonymous
`,
  options: ANSWER_OPTIONS,
  async run(args, terminal) {
    const answer = CONSENT_ANSWERS.find((one) => one === args.positionals.at(-1));
    if (answer === undefined) throw usageError(`the last word is the answer, yes, anonymous or no: ${EXAMPLE}`);
    const given = { flag: args.flag, text: args.text, positionals: args.positionals.slice(0, -1) };
    const { changed, chosen } = await answerReviews(terminal, given, {
      kinds: ["consent"],
      example: EXAMPLE,
      ask: () => `Answer ${answer} for all that are held as consent?`,
      decide: (deps, which) => answerConsent(deps, which, answer),
    });
    const hidden = changed.filter(({ before, after }) => before.state === "published" && after.state === "held");
    const ids = hidden.map(({ before }) => before.id);
    if (ids.length > 0) await checkPublic(terminal, ids);
    const published = changed.filter(({ after }) => after.state === "published").length;
    if (args.flag("json")) writeJson(terminal, { changed: changed.length, published, answer });
    else {
      const after = changed.map((one) => one.after);
      terminal.out(`${changed.length} of ${chosen} answered: ${answer}; ${published} of them public\n`);
      terminal.out(listReviews(after, ({ held_reason }) => held_reason ?? "published"));
    }
    return 0;
  },
};
