import { reviewId } from "../model/review.ts";
import { OperatorError, usageError } from "../operator-error.ts";
import { bumpDataset, commitTime, lockDataset } from "../store/dataset.ts";
import type { StoredReview } from "../store/reviews.ts";
import { readReviews } from "../store/reviews.ts";
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

export type Change = (tx: Queryable, review: StoredReview, at: string) => Promise<"changed" | "unchanged">;

/** Applies an operator's decision to stored reviews in one transaction, all or none. Returns how many changed. */
export async function changeReviews(
  { store, now }: { store: Store; now: Terminal["now"] },
  ids: readonly string[],
  change: Change,
): Promise<number> {
  return store.transaction(async (tx) => {
    const at = commitTime(await lockDataset(tx, store.dialect), now());
    const found = new Map((await readReviews(tx, ids)).map((row) => [row.id, row]));
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length > 0) {
      throw new OperatorError(
        `no review ${missing.join(", ")} is stored; nothing was changed. candor status lists the held reviews`,
      );
    }
    let changed = 0;
    for (const review of found.values()) if ((await change(tx, review, at)) === "changed") changed += 1;
    if (changed > 0) await bumpDataset(tx, store.dialect, at);
    return changed;
  });
}
