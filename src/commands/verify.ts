import { VERIFICATION_METHODS } from "../model/review.ts";
import { usageError } from "../operator-error.ts";
import { publishReview } from "../store/reviews.ts";
import { changeReviews, parseIds } from "../terminal/change-reviews.ts";
import { type Command, choice, writeJson } from "../terminal/command.ts";
import { withStore } from "../terminal/with-store.ts";

export const command: Command = {
  usage: `Usage: candor verify ID… --verified-by METHOD [--json]

Publishes held reviews and records how you know that the author was a customer.
METHOD is one of ${VERIFICATION_METHODS.join(", ")}.
candor status lists the reviews that are held.
`,
  options: { "verified-by": { type: "string" }, json: { type: "boolean" } },
  async run(args, terminal) {
    const method = choice(args, "verified-by", VERIFICATION_METHODS);
    if (!method) throw usageError(`--verified-by is required: use one of ${VERIFICATION_METHODS.join(", ")}`);
    const ids = parseIds(args.positionals, "candor verify ID --verified-by visit_record");
    const published = await withStore(terminal, (store) =>
      changeReviews({ store, now: terminal.now }, ids, async (tx, review, at) => {
        if (review.state === "published" && review.verification_method === method) return "unchanged";
        await publishReview(tx, review.id, { method, verified_at: at }, at);
        return "changed";
      }),
    );
    if (args.flag("json")) writeJson(terminal, { published });
    else terminal.out(`${published} of ${ids.length} published\n`);
    return 0;
  },
};
