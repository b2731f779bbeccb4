import { nameOriginals } from "../store/imports/release-duplicates.ts";
import { readApartFrom, saveLikeness } from "../store/reviews/likeness.ts";
import { holdReview, publishReview, readReviews, type StoredReview } from "../store/reviews/reviews.ts";
import type { Queryable } from "../store/store.ts";
import { type Chosen, changeReviews, type Decided, refuseDecision } from "./change-reviews.ts";
import type { OwnerDeps } from "./owner-deps.ts";

/** What `same` and `different` answer. */
export const LIKENESS_KINDS = ["duplicate"] as const;

async function readOriginal(tx: Queryable, review: StoredReview): Promise<StoredReview | null> {
  const held = review.held_reason === "duplicate";
  const id = held ? review.duplicate_of : await readApartFrom(tx, review.id);
  const [original] = id ? await readReviews(tx, [id]) : [];
  if (!held && !original)
    throw refuseDecision(`review ${review.id} is not held as a look-alike: candor waiting lists those that are`);
  return original ?? null;
}

/** They are one review: it stays held. One that was told apart before is held again. */
export const confirmSame = (deps: OwnerDeps, chosen: Chosen): Promise<Decided> =>
  changeReviews(deps, chosen, async (tx, review, at) => {
    const original = await readOriginal(tx, review);
    if (original === null)
      throw refuseDecision(
        `the review of which ${review.id} is a copy is gone: candor different ${review.id} publishes it`,
      );
    if (review.held_reason !== "duplicate") await holdReview(tx, review.id, "duplicate", at);
    await nameOriginals(tx, [{ id: review.id, original: original.id }]);
    await saveLikeness(tx, review, original, { same: true, at });
    return { kind: "same", detail: original.id };
  });

/** They are two reviews: it is published, if something says how its author is known to be a customer. */
export const tellApart = (deps: OwnerDeps, chosen: Chosen): Promise<Decided> =>
  changeReviews(deps, chosen, async (tx, review, at) => {
    if (review.held_reason !== "duplicate") {
      await readOriginal(tx, review); // refuses one that no look-alike was told from
      return null;
    }
    const original = await readOriginal(tx, review);
    if (original) await saveLikeness(tx, review, original, { same: false, at });
    const { verification_method: method, verified_at } = review;
    if (method === null || verified_at === null) await holdReview(tx, review.id, "unverified", at);
    else await publishReview(tx, review.id, { method, verified_at }, at);
    return { kind: "different", detail: original?.id ?? null };
  });
