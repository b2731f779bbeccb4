import type { ReviewKey } from "../../store/reviews/review-keys.ts";
import type { StoredReview } from "../../store/reviews/reviews.ts";
import { idOfVariant } from "../prepare/identity.ts";
import { hashKeys, lostKeys } from "../prepare/known-keys.ts";
import type { Prepared } from "../prepare/prepare-review.ts";
import type { Claims } from "./claimed-ids.ts";

type Noting = { identity_key: string; aliases: ReviewKey[]; claims: Claims };

/** The id of such a row belongs to a similar review of the same file. */
const isVariant = ({ claims }: Noting, { row, content }: Prepared, id: string): boolean =>
  content !== null && (claims.count(row.id) > 1 || idOfVariant(row.id, content.details, 0) === id);

/**
 * A row is stored under another id, or replaces what was known of its review: what the stored row will no longer tell is
 * remembered, so that erasing the review covers every file that ever brought it.
 */
export function noteAliases(
  run: Noting,
  incoming: Prepared,
  before: readonly StoredReview[],
  after: StoredReview,
): void {
  const lost = lostKeys(before, after);
  if (lost.length === 0) return;
  const own_id = `id ${incoming.row.id}`;
  const keys = isVariant(run, incoming, after.id) ? lost.filter((key) => key !== own_id) : lost;
  for (const hashed of hashKeys(run.identity_key, after.source, keys))
    run.aliases.push({ ...hashed, review_id: after.id });
}
