import type { VerificationMethod } from "../model/review-kinds.ts";
import { OperatorError } from "../operator-error.ts";
import { readDecisions } from "../store/reviews/decisions.ts";
import { holdAgain, holdReview, publishReview, type StoredReview, saveReplyState } from "../store/reviews/reviews.ts";
import { type Chosen, changeReviews, type Decided, refuseDecision } from "./change-reviews.ts";
import type { OwnerDeps } from "./owner-deps.ts";

/** What `verify` answers: reviews that wait for something else are answered otherwise. */
export const VERIFIED_KINDS = ["unverified", "duplicate"] as const;

/** A withheld review keeps the time at which the same method verified it. */
const verifiedAt = ({ verification_method, verified_at }: StoredReview, method: string, at: string): string =>
  verification_method === method && verified_at !== null ? verified_at : at;

/** What the owner answered for the author counts, else what the file says. */
const mayBePublished = ({ held_reason, consent, consent_by_owner }: StoredReview): boolean =>
  held_reason !== "consent" && !["no", "unclear"].includes(consent_by_owner ?? consent ?? "yes");

/** Publishes reviews, and records how the owner knows that their authors were customers. */
export const verifyReviews = (deps: OwnerDeps, chosen: Chosen, method: VerificationMethod): Promise<Decided> =>
  changeReviews(deps, chosen, async (tx, review, at) => {
    if (!mayBePublished(review))
      throw refuseDecision(
        `the author of ${review.id} did not clearly agree to publication: candor consent ${review.id} yes, anonymous or no answers that`,
      );
    if (review.state === "published" && review.verification_method === method) return null;
    await publishReview(tx, review.id, { method, verified_at: verifiedAt(review, method, at) }, at);
    return { kind: "verified", detail: method };
  });

/** Takes the last `verifyReviews` back: the reviews are held again, for the reason they had. */
export const unverifyReviews = (deps: OwnerDeps, chosen: Chosen): Promise<Decided> =>
  changeReviews(deps, chosen, async (tx, review, at) => {
    const last = (await readDecisions(tx, review.id)).findLast(
      ({ kind }) => !/^(?:reply|consent|words|hidden|unhidden|reworded|corrected)/.test(kind),
    );
    if (last?.kind !== "verified" || last.former.state !== "held")
      throw refuseDecision(`review ${review.id} was not published by candor verify: only that can be taken back`);
    await holdAgain(tx, review.id, last.former, at);
    return { kind: "unverified", detail: null };
  });

/** Withholds reviews for a legal reason, until the owner publishes them again. */
export const withholdReviews = (deps: OwnerDeps, chosen: Chosen): Promise<Decided> =>
  changeReviews(deps, chosen, async (tx, review, at) => {
    if (review.held_reason === "legal") return null;
    await holdReview(tx, review.id, "legal", at);
    return { kind: "withheld", detail: null };
  });

/** Shows owner replies unchanged, or keeps them back until their words change. */
export const decideReplies = (deps: OwnerDeps, chosen: Chosen, state: "published" | "dropped"): Promise<Decided> =>
  changeReviews(deps, chosen, async (tx, review, at) => {
    if (review.reply_text === null) throw new OperatorError(`review ${review.id} has no owner reply`);
    if (review.reply_state === state) return null;
    await saveReplyState(tx, review.id, state, at);
    return { kind: state === "published" ? "reply_published" : "reply_dropped", detail: null };
  });
