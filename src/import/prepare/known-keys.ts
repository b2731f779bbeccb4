import { normalizeWords } from "../../model/basics/normalize-words.ts";
import { ANONYMOUS, minimizeName } from "../../privacy/people/minimize-name.ts";
import { keyedHash } from "../../store/erasure/identity-key.ts";
import type { ErasedKeys, HashedKey } from "../../store/reviews/review-keys.ts";
import type { StoredReview } from "../../store/reviews/reviews.ts";
import { DISTINCT_LENGTH, idFromContent, idFromSource, matchKey, wordsKey } from "./identity.ts";

/** Texts with this many equal characters are by the same person, even if a file has no name. */
const UNIQUE_LENGTH = 80;

type Known = Pick<
  StoredReview,
  "id" | "source" | "source_id" | "author" | "date" | "rating" | "text" | "person" | "name_key" | "match_key"
>;

/** "Maria S." may be imported again as "Maria", "M. S." or without a name. */
const nameForms = (author: string): string[] => [
  minimizeName(author, "first_initial"),
  minimizeName(author, "initials"),
  author.split(" ")[0] ?? author,
  ANONYMOUS,
];

/** The ids that an import could give this review, and the key of its words by this person. */
export function mainKeysOf(review: Known): Set<string> {
  const { id, source, source_id, date, rating, text, person, name_key, match_key } = review;
  const keys = new Set([`id ${id}`]);
  if (match_key !== null) keys.add(`key ${match_key}`);
  // Without an id at the source, the stored id already comes from the content. Another content id would be that of a
  // similar review.
  if (source_id !== null) {
    keys.add(`id ${idFromSource(source, source_id)}`);
    if (name_key !== null) keys.add(`id ${idFromContent({ source, name: name_key, date, rating, text })}`);
  }
  if (text !== null && person !== null) {
    keys.add(`key ${wordsKey(person, text)}`);
    if (source_id === null) keys.add(`without id ${wordsKey(person, text)}`);
  }
  return keys;
}

/**
 * All keys under which an import could bring this review again: its id, the id from its id at the source, the id from
 * its content in a file without ids, and its words with each form of the name. They are stored only as hashes with the
 * key of the store.
 */
export function keysOf(review: Known): Set<string> {
  const { author, date, text } = review;
  const keys = mainKeysOf(review);
  if (text === null) return keys;
  const words = normalizeWords(text);
  if (words.length < DISTINCT_LENGTH)
    return keys.add(`key ${matchKey(minimizeName(author, "first_initial"), date, text)}`);
  for (const name of nameForms(author)) keys.add(`key ${matchKey(name, date, text)}`);
  if (words.length >= UNIQUE_LENGTH) keys.add(`text ${words}`);
  return keys;
}

export const hashKeys = (key: string, source: string, plain: Iterable<string>): HashedKey[] =>
  Array.from(plain, (value) => ({ key: keyedHash(key, value), source }));

/**
 * A key that shows that a row is an erased review. `of` says which source the erased review must have. Short words need
 * the same source. If both have ids at the same source, different ids mean different reviews.
 */
type Sign = { key: string; of: "any" | "same" | "other" };

export function signsOf(key: string, row: Known, other_ids: readonly string[] = []): Sign[] {
  const { id, author, text, person, source_id, match_key } = row;
  const words = normalizeWords(text ?? "");
  const signs: { plain: string; of: Sign["of"] }[] = [id, ...other_ids].map((one) => ({
    plain: `id ${one}`,
    of: "any",
  }));
  if (match_key !== null)
    signs.push({ plain: `key ${match_key}`, of: words.length >= DISTINCT_LENGTH ? "any" : "same" });
  if (person !== null && text !== null) {
    signs.push({ plain: `key ${wordsKey(person, text)}`, of: source_id === null ? "any" : "other" });
    signs.push({ plain: `without id ${wordsKey(person, text)}`, of: "any" });
  }
  if (author === ANONYMOUS && words.length >= UNIQUE_LENGTH) signs.push({ plain: `text ${words}`, of: "any" });
  return signs.map(({ plain, of }) => ({ key: keyedHash(key, plain), of }));
}

export const isErasedBy = (signs: readonly Sign[], source: string, erased: ErasedKeys): boolean =>
  signs.some(({ key, of }) => {
    const sources = erased.get(key);
    if (!sources) return false;
    if (of === "any") return true;
    return of === "same" ? sources.has(source) : [...sources].some((one) => one !== source);
  });

const IDENTITY = ["id", "source_id", "author", "date", "rating", "text", "person", "name_key", "match_key"] as const;

/** Keys that a review had before and no longer has. Most rows of an import are unchanged and lose none. */
export function lostKeys(before: readonly Known[], after: Known): string[] {
  const others = before.filter((row) => IDENTITY.some((name) => row[name] !== after[name]));
  if (others.length === 0) return [];
  const kept = keysOf(after);
  return [...new Set(others.flatMap((row) => [...keysOf(row)]))].filter((key) => !kept.has(key));
}
