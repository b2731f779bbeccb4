import { completeSketches, copyOf, findLookAlikes, type LookAlike } from "../import/recognize/stored-sketches.ts";
import { readReviews, type StoredReview } from "../store/reviews/reviews.ts";
import { readEarlierSketches } from "../store/reviews/sketches.ts";
import type { Queryable, Store } from "../store/store.ts";

export type LookAlikeReview = StoredReview & Pick<LookAlike, "likeness">;

/** Other stored reviews that are, or may be, copies of these or of their words before an edit. */
export async function readLookAlikes(store: Store, ids: readonly string[]): Promise<LookAlikeReview[]> {
  await completeSketches(store);
  const reviews = await readReviews(store, ids);
  const earlier = await readEarlierSketches(store, ids);
  const copies = reviews.flatMap((review) =>
    [review.sketch, ...(earlier.get(review.id) ?? [])].flatMap((sketch) =>
      sketch === null ? [] : [copyOf({ ...review, sketch })],
    ),
  );
  if (copies.length === 0) return [];
  const found = (await findLookAlikes(store, copies)).filter(({ id }) => !ids.includes(id));
  const likeness = new Map(found.map((one) => [one.id, one.likeness]));
  const rows = await readReviews(store, [...likeness.keys()]);
  return rows.flatMap((row) => {
    const how = likeness.get(row.id);
    return how ? [{ ...row, likeness: how }] : [];
  });
}

/** The stored reviews of which held ones are copies, by the id of the copy. */
export async function readOriginals(store: Store, ids: readonly string[]): Promise<Map<string, StoredReview>> {
  const copies = (await readReviews(store, ids)).filter(({ held_reason }) => held_reason === "duplicate");
  const originals = await readReviews(
    store,
    copies.flatMap(({ duplicate_of }) => duplicate_of ?? []),
  );
  const found = new Map(originals.map((review) => [review.id, review]));
  return new Map(
    copies.flatMap(({ id, duplicate_of }) => {
      const original = found.get(duplicate_of ?? "");
      return original ? [[id, original] as const] : [];
    }),
  );
}

/** Those of them that are still stored. */
export async function keepStored(db: Queryable, found: readonly LookAlikeReview[]): Promise<LookAlikeReview[]> {
  const left = new Set(
    (
      await readReviews(
        db,
        found.map(({ id }) => id),
      )
    ).map(({ id }) => id),
  );
  return found.filter(({ id }) => left.has(id));
}
