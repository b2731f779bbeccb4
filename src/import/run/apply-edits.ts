import { buildMentionFinder } from "../../../insights/engine/mentions.ts";
import { type DoubtfulWords, WORD_FIELDS } from "../../model/doubtful-words.ts";
import { readProfile } from "../../store/dataset/business.ts";
import { ensureIdentityKey } from "../../store/erasure/identity-key.ts";
import { type OwnerEdit, readOwnerEdits } from "../../store/reviews/owner-edits.ts";
import type { StoredReview } from "../../store/reviews/reviews.ts";
import type { Queryable } from "../../store/store.ts";
import { answersOf, applyAnswers } from "./doubtful-words.ts";
import { applyOwn } from "./own-changes.ts";

/** Gives a review as the owner has it. What was never edited is returned as it is. */
export type ApplyEdits = <T extends StoredReview>(review: T, certain?: readonly DoubtfulWords[]) => T;

/** What is mentioned, after the words of a review changed. */
export async function readMentioned(
  db: Queryable,
): Promise<<T extends StoredReview>(before: StoredReview, next: T) => T> {
  const profile = await readProfile(db);
  const find = profile && buildMentionFinder(profile);
  return (before, next) => {
    if (!find || WORD_FIELDS.every((name) => next[name] === before[name])) return next;
    const words = [next.title, next.text].filter((part) => part !== null);
    return { ...next, mentions: JSON.stringify(find(words.join("\n"))) };
  };
}

/** Applies what the owner decided about stored reviews; about all of them without `edits`. */
export async function readApplyEdits(db: Queryable, edits?: readonly OwnerEdit[]): Promise<ApplyEdits> {
  const by_review = Map.groupBy(edits ?? (await readOwnerEdits(db)), ({ review_id }) => review_id);
  if (by_review.size === 0) return (review) => review;
  const [key, follow] = [await ensureIdentityKey(db), await readMentioned(db)];
  return (review, certain) => {
    const own = by_review.get(review.id);
    if (!own) return review;
    const answered = applyAnswers(review, { answers: answersOf(own), key }, certain);
    return follow(review, applyOwn(answered, own, key));
  };
}
