import { eraseReviews } from "../import/run/erase-reviews.ts";
import { readReviews } from "../store/reviews/reviews.ts";
import { readLookAlikes } from "./look-alikes.ts";
import type { OwnerDeps } from "./owner-deps.ts";

/** What has to be typed to erase an anonymous review. */
export const WORD_TO_ERASE = "ERASE";

/** What has to be typed: the name that the review shows. */
export const wordToErase = (author: string): string => (author === "Anonymous" ? WORD_TO_ERASE : author);

const folded = (text: string): string => text.normalize("NFC").replace(/\s+/g, " ").trim().toLowerCase();

/** Whatever the case and the spaces are. */
export const isTyped = (typed: string, word: string): boolean => folded(typed) === folded(word);

/**
 * Erases one review for good, with its held copies and those of its look-alikes that were chosen, if the right name was
 * typed. Returns the ids, or null if it was another name.
 */
export async function eraseNamed(
  deps: OwnerDeps,
  id: string,
  { typed, also }: { typed: string; also: readonly string[] },
): Promise<string[] | null> {
  const [review] = await readReviews(deps.store, [id]);
  if (!review || !isTyped(typed, wordToErase(review.author))) return null;
  const alike = also.length === 0 ? [] : await readLookAlikes(deps.store, [id]);
  const ids = [id, ...alike.flatMap((one) => (also.includes(one.id) ? one.id : []))];
  await eraseReviews(deps, ids, "erased_on_request");
  return ids;
}
