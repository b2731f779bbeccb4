import { eraseReviews } from "../import/run/erase-reviews.ts";
import { readReviews } from "../store/reviews/reviews.ts";
import type { OwnerDeps } from "./owner-deps.ts";

/** What has to be typed to erase an anonymous review. */
const ANONYMOUS_WORD = "ERASE";

/** What has to be typed: the name that the review shows. */
export const wordToErase = (author: string): string => (author === "Anonymous" ? ANONYMOUS_WORD : author);

const folded = (text: string): string => text.normalize("NFC").replace(/\s+/g, " ").trim().toLowerCase();

/** Erases one review for good, with its held copies, if the right name was typed. Null if it was another one. */
export async function eraseNamed(deps: OwnerDeps, id: string, typed: string): Promise<number | null> {
  const [review] = await readReviews(deps.store, [id]);
  if (!review || folded(typed) !== folded(wordToErase(review.author))) return null;
  return eraseReviews(deps, [id], "erased_on_request");
}
