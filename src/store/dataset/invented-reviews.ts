import { readFileSync } from "node:fs";
import REVIEWS from "../../../examples/demo-clinic/reviews.ndjson" with { type: "file" };
import { normalizeWords } from "../../model/basics/normalize-words.ts";

type Invented = { ids: ReadonlySet<string>; words: ReadonlySet<string>; stars: ReadonlySet<string> };
type Words = { date: string; text: string | null };
type Stars = Words & { author: string; rating: number };

/** So many reviews with the demonstration's words are no coincidence. */
export const INVENTED_LIMIT = 3;
/** Shorter words may be anybody's: there the date is compared, too. */
const OWN_WORDS = 40;

function keyOf({ date, text }: Words): string | null {
  const words = normalizeWords(text ?? "");
  if (words === "") return null;
  return words.length > OWN_WORDS ? words : `${date} ${words}`;
}

/** A rating without words, which is recognized only beside others with words. */
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
 * gets other reviews, those that were shipped before have to stay known here.
 */
export function inventedIds(): ReadonlySet<string> {
  invented ??= readInvented();
  return invented.ids;
}

/** Whether a review has the words of one of the demonstration's, under whatever id: a copy of it as a table. */
export function hasInventedWords(review: Words): boolean {
  invented ??= readInvented();
  const key = keyOf(review);
  return key !== null && invented.words.has(key);
}

/** Whether it is one of the demonstration's ratings without words. Somebody real may have given the same. */
export function hasInventedStars(review: Stars): boolean {
  invented ??= readInvented();
  return invented.stars.has(starsOf(review) ?? "");
}
