import { readIdentityKey } from "../erasure/identity-key.ts";
import { hashMatch, readReviewKeys } from "../reviews/review-keys.ts";
import {
  holdReview,
  publishReview,
  readHeldCopies,
  readReviews,
  readReviewsByMatch,
  type StoredReview,
} from "../reviews/reviews.ts";
import { inChunks, type Queryable } from "../store.ts";
import { keepChanged } from "./former-reviews.ts";

/** Finds a copy of words that the original had before an edit. The keys of those words are stored. */
async function findOlderCopy(tx: Queryable, original: StoredReview, held: readonly StoredReview[]) {
  const key = held.length > 0 ? await readIdentityKey(tx) : null;
  if (key === null) return undefined;
  const known = new Set((await readReviewKeys(tx, [original.id])).map((one) => one.key));
  return held.find(({ id, match_key }) => {
    return id !== original.id && match_key !== null && known.has(hashMatch(key, match_key));
  });
}

/**
 * Call it before reviews are deleted because their source or their import is gone. If a deleted review has a held copy
 * from another source, the copy takes its place. The copy is kept as it was, so that undoing `run` holds it again.
 */
export async function releaseDuplicates(
  tx: Queryable,
  removed: readonly string[],
  { run, changed_at }: { run: number | null; changed_at: string },
): Promise<void> {
  const gone = new Set(removed);
  const held = removed.length > 0 ? (await readHeldCopies(tx)).filter(({ id }) => !gone.has(id)) : [];
  await inChunks(removed, async (chunk) => {
    for (const original of await readReviews(tx, chunk)) {
      if (original.state !== "published" || original.match_key === null) continue;
      const others = (await readReviewsByMatch(tx, [original.match_key])).filter(({ id }) => !gone.has(id));
      const copy =
        others.find(({ held_reason }) => held_reason === "duplicate") ?? (await findOlderCopy(tx, original, held));
      if (!copy || others.some(({ state }) => state === "published")) continue;
      if (run !== null) await keepChanged(tx, run, copy.id);
      const { verification_method: method, verified_at } = copy;
      if (method === null || verified_at === null) await holdReview(tx, copy.id, "unverified", changed_at);
      else await publishReview(tx, copy.id, { method, verified_at }, changed_at);
    }
  });
}

/** Reviews that a run added, and of which another import brought a copy that is held. */
export async function findCopied(db: Queryable, run: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM review WHERE added_by = $1 AND EXISTS (
       SELECT 1 FROM review AS copy WHERE copy.match_key = review.match_key AND copy.held_reason = 'duplicate'
         AND coalesce(copy.added_by, 0) <> $1)
     ORDER BY id`,
    [run],
  );
  return rows.map(({ id }) => id);
}
