import { usageError } from "../operator-error.ts";
import { withholdReviews } from "../owner/decide-reviews.ts";
import { WAITING_KINDS } from "../owner/waiting.ts";
import { ANSWER_OPTIONS, answerReviews } from "../terminal/answer-options.ts";
import { checkPublic } from "../terminal/check-public.ts";
import { type Command, writeJson } from "../terminal/command.ts";
import { listReviews } from "../terminal/review-lines.ts";

export const withholdCommand: Command = {
  usage: `Usage: candor withhold ID… --reason legal [--json]
       candor withhold --all-of KIND --reason legal [--yes] [--json]

Withholds reviews for a legal reason, such as a court order. The public sees how many
reviews are withheld and why. There is no other reason: a review cannot be withheld for
its text or its rating. It stays withheld, whatever is imported, until candor verify
publishes it again. Afterwards the public address is read for up to 5 seconds: if a review
is still there, or that cannot be checked, a line on standard error says so.

  --all-of KIND   withhold all that wait as this kind (candor waiting). Without a terminal
                  it needs --yes

Examples:
  candor withhold ID --reason legal
`,
  options: { reason: { type: "string" }, ...ANSWER_OPTIONS },
  async run(args, terminal) {
    if (args.text("reason") !== "legal") throw usageError("withhold requires --reason legal: there is no other reason");
    const { changed, chosen, ids } = await answerReviews(terminal, args, {
      kinds: WAITING_KINDS,
      example: "candor withhold ID --reason legal",
      ask: (kind) => `Withhold all that wait as ${kind}?`,
      async decide(deps, which) {
        const done = await withholdReviews(deps, which);
        return { ...done, ids: "ids" in which ? which.ids : done.changed.map(({ id }) => id) };
      },
    });
    const shown = await checkPublic(terminal, ids);
    if (args.flag("json")) {
      writeJson(terminal, { withheld: changed.length, public: shown });
      return 0;
    }
    terminal.out(`${changed.length} of ${chosen} withheld\n${listReviews(changed)}`);
    for (const { id, verification_method } of changed)
      terminal.out(`to reverse: candor verify ${id} --verified-by ${verification_method ?? "METHOD"}\n`);
    return 0;
  },
};
