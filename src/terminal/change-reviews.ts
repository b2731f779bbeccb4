import { reviewId } from "../model/review.ts";
import { usageError } from "../operator-error.ts";
import { bumpDataset, commitTime, lockDataset } from "../store/dataset/dataset.ts";
import { type Decision, saveDecision } from "../store/reviews/decisions.ts";
import { notStored, readReviews, type StoredReview } from "../store/reviews/reviews.ts";
import type { Queryable, Store } from "../store/store.ts";
import type { Terminal } from "./command.ts";

/** The ids from the command line, checked and without duplicates. */
export function parseIds(values: readonly string[], example: string): string[] {
  if (values.length === 0) throw usageError(`no review id was given: ${example}`);
  for (const value of values) {
    if (!reviewId.safeParse(value).success)
      throw usageError(`${JSON.stringify(value)} is not a review id: an id has 26 characters`);
  }
  return [...new Set(values)];
}

/** Decides about one review. Returns what to record, or null if nothing changes. */
export type Decide = (
  tx: Queryable,
  review: StoredReview,
  at: string,
) => Promise<Pick<Decision, "kind" | "detail"> | null>;

/**
 * Applies an operator's decision to stored reviews in one transaction, all or none, and records it. Returns the changed
 * reviews as they were before.
 */
export async function changeReviews(
  { store, now }: { store: Store; now: Terminal["now"] },
  ids: readonly string[],
  decide: Decide,
): Promise<StoredReview[]> {
  return store.transaction(async (tx) => {
    const dataset = await lockDataset(tx, store.dialect);
    const at = commitTime(dataset, now());
    const found = new Map((await readReviews(tx, ids)).map((row) => [row.id, row]));
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length > 0) throw notStored(missing);
    const changed: StoredReview[] = [];
    for (const review of found.values()) {
      const decision = await decide(tx, review, at);
      if (decision === null) continue;
      await saveDecision(tx, review, { ...decision, version: dataset.version, decided_at: at });
      changed.push(review);
    }
    if (changed.length > 0) await bumpDataset(tx, store.dialect, at);
    return changed;
  });
}
