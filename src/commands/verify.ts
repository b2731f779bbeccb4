import { VERIFICATION_METHODS } from "../model/review-kinds.ts";
import { OperatorError, usageError } from "../operator-error.ts";
import { readDecisions } from "../store/reviews/decisions.ts";
import { holdAgain, publishReview, type StoredReview } from "../store/reviews/reviews.ts";
import { changeReviews, parseIds } from "../terminal/change-reviews.ts";
import { type Arguments, type Command, choice, type Terminal, writeJson } from "../terminal/command.ts";
import { listReviews } from "../terminal/review-lines.ts";
import { withExistingStore } from "../terminal/with-store.ts";

/** Reverses the last verification by this command. The review is held again for its former reason. */
async function unverify(args: Arguments, terminal: Terminal): Promise<number> {
  if (args.text("verified-by") !== null) throw usageError("--undo takes no --verified-by: candor verify ID --undo");
  const ids = parseIds(args.positionals, "candor verify ID --undo");
  const held = await withExistingStore(terminal, (store) =>
    changeReviews({ store, now: terminal.now }, ids, async (tx, review, at) => {
      const last = (await readDecisions(tx, review.id)).findLast(({ kind }) => !kind.startsWith("reply"));
      if (last?.kind !== "verified" || last.former.state !== "held")
        throw new OperatorError(
          `review ${review.id} was not published by candor verify: only that can be taken back. Nothing was changed`,
        );
      await holdAgain(tx, review.id, last.former, at);
      return { kind: "unverified", detail: null };
    }),
  );
  if (args.flag("json")) writeJson(terminal, { held: held.length });
  else
    terminal.out(
      `${held.length} of ${ids.length} held again\n${listReviews(held)}to publish again: candor verify ${ids.join(" ")} --verified-by METHOD\n`,
    );
  return 0;
}

/** A withheld review keeps the time at which the same method verified it. */
const verifiedAt = ({ verification_method, verified_at }: StoredReview, method: string, at: string): string =>
  verification_method === method && verified_at !== null ? verified_at : at;

function renderPublished(published: readonly StoredReview[], count: number): string {
  const lines = [`${published.length} of ${count} published\n`, listReviews(published)];
  const held = published.filter(({ state }) => state === "held").map(({ id }) => id);
  if (held.length > 0) lines.push(`to reverse: candor verify ${held.join(" ")} --undo\n`);
  const others = published.filter(({ state }) => state !== "held");
  for (const { id, verification_method } of others)
    lines.push(`to reverse: candor verify ${id} --verified-by ${verification_method}\n`);
  return lines.join("");
}

export const verifyCommand: Command = {
  usage: `Usage: candor verify ID… --verified-by METHOD [--json]
       candor verify ID… --undo [--json]

Publishes held reviews and records how you know that the author was a customer.
METHOD is one of ${VERIFICATION_METHODS.join(", ")}.
--undo takes that back: the reviews are held again, for the reason they had.
candor status lists the reviews that are held.

Examples:
  candor verify ID --verified-by visit_record
  candor verify ID --undo
`,
  options: { "verified-by": { type: "string" }, undo: { type: "boolean" }, json: { type: "boolean" } },
  async run(args, terminal) {
    if (args.flag("undo")) return unverify(args, terminal);
    const method = choice(args, "verified-by", VERIFICATION_METHODS);
    if (!method) throw usageError(`--verified-by is required: use one of ${VERIFICATION_METHODS.join(", ")}`);
    const ids = parseIds(args.positionals, "candor verify ID --verified-by visit_record");
    const published = await withExistingStore(terminal, (store) =>
      changeReviews({ store, now: terminal.now }, ids, async (tx, review, at) => {
        if (review.state === "published" && review.verification_method === method) return null;
        await publishReview(tx, review.id, { method, verified_at: verifiedAt(review, method, at) }, at);
        return { kind: "verified", detail: method };
      }),
    );
    if (args.flag("json")) writeJson(terminal, { published: published.length });
    else terminal.out(renderPublished(published, ids.length));
    return 0;
  },
};
