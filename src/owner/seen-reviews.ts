import { readReviews } from "../store/reviews/reviews.ts";
import { ChangedReviews, type SeenReview } from "./change-reviews.ts";
import type { OwnerDeps } from "./owner-deps.ts";

/** When each review was changed last. */
export async function readMarks({ store }: OwnerDeps, ids: readonly string[]): Promise<Map<string, string>> {
  return new Map((await readReviews(store, [...new Set(ids)])).map(({ id, changed_at }) => [id, changed_at]));
}

/** Those that changed since somebody saw them, or that are gone. */
export async function findChangedSince(deps: OwnerDeps, seen: readonly SeenReview[]): Promise<string[]> {
  const ids = seen.map(({ id }) => id);
  const marks = await readMarks(deps, ids);
  return seen.filter(({ id, changed_at }) => marks.get(id) !== changed_at).map(({ id }) => id);
}

/** Whether one of them is withheld for a legal reason now. */
export async function anyWithheld({ store }: OwnerDeps, seen: readonly SeenReview[]): Promise<boolean> {
  const ids = seen.map(({ id }) => id);
  return (await readReviews(store, [...new Set(ids)])).some(({ held_reason }) => held_reason === "legal");
}

/** What a change returns, or how many reviews somebody else changed at the same moment: then nothing was changed. */
export async function unlessChanged<T>(changing: Promise<T>): Promise<T | number> {
  try {
    return await changing;
  } catch (error) {
    if (error instanceof ChangedReviews) return error.count;
    throw error;
  }
}
