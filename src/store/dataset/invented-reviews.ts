import { readFileSync } from "node:fs";
import REVIEWS from "../../../examples/demo-clinic/reviews.ndjson" with { type: "file" };
import { normalizeWords } from "../../model/basics/normalize-words.ts";

type Invented = { ids: ReadonlySet<string>; words: ReadonlySet<string>; stars: ReadonlySet<string> };
type Words = { date: string; text: string | null };
type Stars = Words & { author: string; rating: number };

/** If this many reviews have the demonstration's words, it is not a coincidence. */
export const INVENTED_LIMIT = 3;
/** Anybody may write shorter texts, so for those the date must match, too. */
const OWN_WORDS = 40;

function keyOf({ date, text }: Words): string | null {
  const words = normalizeWords(text ?? "");
  if (words === "") return null;
  return words.length > OWN_WORDS ? words : `${date} ${words}`;
}

/** The key of a rating without words. It counts only if reviews with words were recognized, too. */
const starsOf = ({ date, text, author, rating }: Stars): string | null =>
  normalizeWords(text ?? "") === "" ? `${date} ${rating} ${author}` : null;

let invented: Invented | null = null;

function readInvented(): Invented {
  const reviews: (Stars & { id: string })[] = readFileSync(REVIEWS, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  return {
    ids: new Set(reviews.map(({ id }) => id)),
    words: new Set(reviews.flatMap((review) => keyOf(review) ?? [])),
    stars: new Set(reviews.flatMap((review) => starsOf(review) ?? [])),
  };
}

/**
 * The ids of the demonstration's reviews. No real review has one of them, because an id is a hash. If the demonstration
 * gets new reviews, the ids of the old ones must stay in this list.
 */
export function inventedIds(): ReadonlySet<string> {
  invented ??= readInvented();
  return invented.ids;
}

/**
 * True if a review has the words of a demonstration review, even under another id, as in a copy imported as a table.
 */
export function hasInventedWords(review: Words): boolean {
  invented ??= readInvented();
  const key = keyOf(review);
  return key !== null && invented.words.has(key);
}

/** True if it equals one of the demonstration's ratings without words. A real person may have given the same rating. */
export function hasInventedStars(review: Stars): boolean {
  invented ??= readInvented();
  return invented.stars.has(starsOf(review) ?? "");
}
