import { usageError } from "../operator-error.ts";
import { holdReview } from "../store/reviews/reviews.ts";
import { changeReviews, parseIds } from "../terminal/change-reviews.ts";
import { checkPublic } from "../terminal/check-public.ts";
import { type Command, writeJson } from "../terminal/command.ts";
import { listReviews } from "../terminal/review-lines.ts";
import { withExistingStore } from "../terminal/with-store.ts";

export const withholdCommand: Command = {
  usage: `Usage: candor withhold ID… --reason legal [--json]

Withholds published reviews for a legal reason, such as a court order. The public sees
how many reviews are withheld and why. There is no other reason: a review cannot be
withheld for its text or its rating. candor verify publishes it again. Afterwards the
public address is read for up to 5 seconds: if a review is still there, or that cannot
be checked, a line on standard error says so.

Examples:
  candor withhold ID --reason legal
`,
  options: { reason: { type: "string" }, json: { type: "boolean" } },
  async run(args, terminal) {
    if (args.text("reason") !== "legal") throw usageError("withhold requires --reason legal: there is no other reason");
    const ids = parseIds(args.positionals, "candor withhold ID --reason legal");
    const withheld = await withExistingStore(terminal, (store) =>
      changeReviews({ store, now: terminal.now }, ids, async (tx, review, at) => {
        if (review.held_reason === "legal") return null;
        await holdReview(tx, review.id, "legal", at);
        return { kind: "withheld", detail: null };
      }),
    );
    const shown = await checkPublic(terminal, ids);
    if (args.flag("json")) {
      writeJson(terminal, { withheld: withheld.length, public: shown });
      return 0;
    }
    terminal.out(`${withheld.length} of ${ids.length} withheld\n${listReviews(withheld)}`);
    for (const { id, verification_method } of withheld)
      terminal.out(`to reverse: candor verify ${id} --verified-by ${verification_method ?? "METHOD"}\n`);
    return 0;
  },
};
