import { eraseReviews } from "../import/run/erase-reviews.ts";
import { readReviews } from "../store/reviews/reviews.ts";
import type { OwnerDeps } from "./owner-deps.ts";

/** What has to be typed to erase an anonymous review. */
export const WORD_TO_ERASE = "ERASE";

/** What has to be typed: the name that the review shows. */
export const wordToErase = (author: string): string => (author === "Anonymous" ? WORD_TO_ERASE : author);

const folded = (text: string): string => text.normalize("NFC").replace(/\s+/g, " ").trim().toLowerCase();

/** Whatever the case and the spaces are. */
export const isTyped = (typed: string, word: string): boolean => folded(typed) === folded(word);

/** Erases one review for good, with its held copies, if the right name was typed. Null if it was another one. */
export async function eraseNamed(deps: OwnerDeps, id: string, typed: string): Promise<number | null> {
  const [review] = await readReviews(deps.store, [id]);
  if (!review || !isTyped(typed, wordToErase(review.author))) return null;
  return eraseReviews(deps, [id], "erased_on_request");
}
