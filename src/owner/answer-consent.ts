import { hideAuthorOf } from "../import/run/hide-author.ts";
import type { ConsentAnswered } from "../model/review-kinds.ts";
import { type StoredReview, saveConsent } from "../store/reviews/reviews.ts";
import { type Chosen, changeReviews, refuseDecision } from "./change-reviews.ts";
import type { OwnerDeps } from "./owner-deps.ts";

/** The review as it is after the owner answered for its author. */
function answered(review: StoredReview, answer: ConsentAnswered, at: string): StoredReview {
  const next: StoredReview = { ...review, consent_by_owner: answer };
  const held = (held_reason: "consent" | "unverified") =>
    Object.assign(next, { state: "held", held_reason, held_at: at });
  if (review.held_reason === "legal") return next;
  if (answer === "no") {
    if (review.held_reason !== "consent") held("consent");
  } else if (review.held_reason === "consent") {
    if (review.verification_method === null) held("unverified");
    else Object.assign(next, { state: "published", held_reason: null, held_at: null });
  }
  return answer === "anonymous" ? hideAuthorOf(next) : next;
}

type AnsweredReview = { before: StoredReview; after: StoredReview };

/**
 * Answers for the authors whether their reviews may be published. A row that says no later takes the review out again,
 * whatever was answered here.
 */
export async function answerConsent(
  deps: OwnerDeps,
  chosen: Chosen,
  answer: ConsentAnswered,
): Promise<{ chosen: number; changed: AnsweredReview[] }> {
  const changed: AnsweredReview[] = [];
  const done = await changeReviews(deps, chosen, async (tx, before, at) => {
    if (answer === "yes" && before.consent === "anonymous")
      throw refuseDecision(
        `the author of ${before.id} agreed without a name: candor consent ${before.id} anonymous answers that`,
      );
    const after = answered(before, answer, at);
    if (Bun.deepEquals(before, after)) return null;
    await saveConsent(tx, after, at);
    changed.push({ before, after });
    const withdrawn = before.state === "published" && after.state === "held";
    return { kind: withdrawn ? "consent_withdrawn" : "consent", detail: answer };
  });
  return { chosen: done.chosen, changed };
}
