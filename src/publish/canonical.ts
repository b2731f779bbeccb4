import type { SnapshotSource } from "../model/snapshot-source.ts";
import { positionOf } from "../snapshot/review-at.ts";
import type { ReviewIndex } from "../snapshot/review-index.ts";
import type { Canonical } from "../snapshot/snapshot.ts";

/** A mirror has the reviews of another Candor: its pages name the origin's as the original. */
export function buildCanonical(mirrored: SnapshotSource["mirrored"], index: ReviewIndex): Canonical {
  const reviews = new Map<string, string>();
  for (const { review_id, mirror_of } of mirrored ?? []) {
    if (!reviews.has(review_id) && positionOf(index, review_id) !== null) reviews.set(review_id, mirror_of);
  }
  const [origin = null, ...others] = new Set(reviews.values());
  const all = reviews.size === index.count && others.length === 0;
  return all ? { site: origin, reviews: new Map() } : { site: null, reviews };
}
