import { createRecent } from "../../model/basics/recent.ts";
import { foldQuery } from "../../model/basics/search-folding.ts";
import { f64At, u8At, u32At } from "../../model/basics/typed-array.ts";
import { parseWordLists } from "../../model/basics/word-lists.ts";
import { aspectPositions } from "../aspect-postings.ts";
import type { Position, Postings, ReviewIndex } from "../review-index.ts";
import type { Turns } from "../turns.ts";
import words from "./plain-words.words.txt" with { type: "text" };
import { matchFilters } from "./search.ts";
import { foldedAt } from "./text-search.ts";

/** How many words of a question are searched for. */
const MOST_WORDS = 16;

const QUESTION_WORDS = new Set(parseWordLists("plain-words.words.txt", words, ["question"]).question);

/** True if a word says what a question is about. */
export const isTelling = (word: string): boolean => word.length > 1 && !QUESTION_WORDS.has(word);

function wordsOf(question: string): string[] {
  const words = [...new Set(foldQuery(question).split(/[^\p{L}\p{N}\p{M}]+/u))].filter((word) => word !== "");
  const telling = words.filter(isTelling);
  return (telling.length > 0 ? telling : words).slice(0, MOST_WORDS);
}

/** The word without endings that other forms of it lack: waits and wait, needling and needle. */
export const stemOf = (word: string): string => {
  const stem = word.replace(/(?:ies|ing|ed|es|s|e|y)$/, "");
  return stem.length >= 4 ? stem : word.length > 3 ? word.replace(/s$/, "") : word;
};

/** More endings, for a word of which no review has a closer form: pregnancy and pregnant, runners and running. */
const FAR_ENDING = /(?:iness|ness|ations?|ions?|ments?|[ae]n(?:cy|ces?|ts?)|ers?|ors?|ists?|ings?|able|ful|ly)$/;

const NONE: Postings = new Uint32Array(0);
const LETTER = /[\p{L}\p{N}\p{M}]/u;
/** After this many texts (about 1 ms), other requests may run. */
const TURN_TEXTS = 2048;

/** True if the character before `at` belongs to a word. */
function followsLetter(text: Buffer, at: number): boolean {
  let from = at - 1;
  while (from > 0 && (u8At(text, from) & 0xc0) === 0x80) from--;
  return from >= 0 && LETTER.test(text.toString("utf8", from, at));
}

/**
 * Shorter letters must be a whole word, because they begin too many others: "ana" is a name, not the start of
 * "analysis".
 */
const LEAST_BEGINNING = 4;
const ENDED = /^s?(?![\p{L}\p{N}\p{M}])/u;

/**
 * True if a word of the text starts with these letters. Few letters must be the whole word. "hip" never matches in
 * "ship".
 */
function beginsWord(text: Buffer, letters: string): boolean {
  const isWord = (at: number): boolean =>
    !followsLetter(text, at) &&
    (letters.length >= LEAST_BEGINNING ||
      ENDED.test(text.toString("utf8", at + Buffer.byteLength(letters), at + Buffer.byteLength(letters) + 8)));
  let at = text.indexOf(letters);
  while (at >= 0 && !isWord(at)) at = text.indexOf(letters, at + 1);
  return at >= 0;
}

function* keepBegun(index: ReviewIndex, list: Postings, letters: string): Turns<Postings> {
  const kept = new Uint32Array(list.length);
  let count = 0;
  for (let i = 0; i < list.length; i++) {
    if (i % TURN_TEXTS === TURN_TEXTS - 1) yield;
    const position = u32At(list, i);
    if (beginsWord(foldedAt(index.text, position), letters)) kept[count++] = position;
  }
  return kept.subarray(0, count);
}

/** Reviews with the word itself, and with any form of it. */
type Found = { itself: Postings; any: Postings };

/**
 * Letters may match inside a word in compounds and in scripts without spaces, but not if they are a few Latin letters.
 */
const MAY_BE_INSIDE = /[^\x00-\x7f]|.{4}/;

/** Reviews with a word that starts with these letters. If there are none, reviews that contain the letters anywhere. */
function* findWord(index: ReviewIndex, word: string): Turns<Found> {
  const [itself, stem] = [word.replace(/(?<=...)s$/, ""), stemOf(word)];
  const any = yield* keepBegun(index, yield* matchFilters(index, { query: stem }), stem);
  if (any.length === 0) {
    const inside = MAY_BE_INSIDE.test(itself) ? yield* matchFilters(index, { query: itself }) : NONE;
    return { itself: inside, any: inside };
  }
  return { itself: itself === stem ? any : yield* keepBegun(index, any, itself), any };
}

/** Reviews with a word that has the same beginning. */
function* findFarForm(index: ReviewIndex, word: string): Turns<Postings> {
  const stem = word.replace(FAR_ENDING, "");
  if (stem === word || stem.length < LEAST_BEGINNING) return NONE;
  return yield* keepBegun(index, yield* matchFilters(index, { query: stem }), stem);
}

/** Intl may throw for other codes. */
const LANGUAGE_CODE = /^[a-z]{2,3}$/;
/** The folded names of a language, in English and in the language itself. Intl takes 20 µs to find them (measured). */
const language_names = createRecent<string, string[]>({ entries: 256 });

function namesOfLanguage(code: string): string[] {
  const known = language_names.get(code);
  if (known) return known;
  const names = ["en", code].map((locale) =>
    foldQuery(new Intl.DisplayNames(locale, { type: "language" }).of(code) ?? code),
  );
  language_names.set(code, names);
  return names;
}

/** The language with this name, if a review has it. */
function languageCalled({ by_language }: ReviewIndex, word: string): string | undefined {
  const codes = new Set(by_language.keys().map((tag) => tag.toLowerCase().split("-", 1)[0] ?? ""));
  return codes.values().find((code) => LANGUAGE_CODE.test(code) && namesOfLanguage(code).includes(word));
}

/** Reviews that mention the person or service with this name, or that are in the language with this name. */
function* namedBy(index: ReviewIndex, word: string): Turns<Postings> {
  const technician = index.by_technician.get(index.technician_names.get(word) ?? "");
  const named = technician ?? index.by_service.get(index.service_names.get(word) ?? "");
  if (named) return named;
  const language = languageCalled(index, word);
  return language === undefined ? NONE : yield* matchFilters(index, { language });
}

/** After this many reviews (less than 1 ms), other requests may run. */
const TURN_REVIEWS = 1 << 14;

/** How many words of the question each review has, and the sum of their rarity. */
type Scores = { words: Uint8Array; rarity: Float64Array };

/** The best reviews, best first. More words are better, then rarer words, then a newer review. */
function* bestOf({ words, rarity }: Scores, most: number): Turns<Position[]> {
  const best: Position[] = [];
  const isBetter = (a: Position, b: Position): boolean =>
    u8At(words, a) === u8At(words, b) ? f64At(rarity, a) > f64At(rarity, b) : u8At(words, a) > u8At(words, b);
  for (let position = 0; position < words.length; position++) {
    if (position % TURN_REVIEWS === TURN_REVIEWS - 1) yield;
    const last = best.at(-1);
    if (words[position] === 0 || (last !== undefined && best.length === most && !isBetter(position, last))) continue;
    const at = best.findIndex((other) => isBetter(position, other));
    best.splice(at < 0 ? best.length : at, 0, position);
    if (best.length > most) best.pop();
  }
  return best;
}

/**
 * The reviews that best answer a question in plain words. Reviews with the most of its words come first, then those
 * with rarer words, then the newest. A word itself counts more than other forms of it. A name counts as two words,
 * because it says who or what the question is about. If no review has a word, `aspectOf` returns the aspect that it
 * belongs to. If there is none either, more distant forms of the word are searched.
 */
export function* findPlainWords(
  index: ReviewIndex,
  question: string,
  most: number,
  aspectOf: (word: string) => string | null = () => null,
): Turns<Position[]> {
  const scores: Scores = { words: new Uint8Array(index.count), rarity: new Float64Array(index.count) };
  const last_word = new Uint8Array(index.count);
  const found = new Uint32Array(index.count);
  for (const [number, word] of wordsOf(question).entries()) {
    const { itself, any } = yield* findWord(index, word);
    const named = yield* namedBy(index, word);
    const unknown = any.length + named.length === 0;
    const meant = unknown ? aspectOf(word) : null;
    const far = unknown && meant === null ? yield* findFarForm(index, word) : any;
    let count = 0;
    function* add(list: Postings): Turns<number> {
      for (let i = 0; i < list.length; i++) {
        if (i % TURN_REVIEWS === TURN_REVIEWS - 1) yield;
        const position = u32At(list, i);
        if (last_word[position] === number + 1) continue;
        last_word[position] = number + 1;
        found[count++] = position;
      }
      return count;
    }
    const naming = yield* add(named);
    const exact = yield* add(itself);
    yield* add(meant === null ? far : aspectPositions(index, meant));
    const rarity = Math.log(1 + index.count / Math.max(1, count));
    for (let i = 0; i < count; i++) {
      if (i % TURN_REVIEWS === TURN_REVIEWS - 1) yield;
      const position = u32At(found, i);
      scores.words[position] = u8At(scores.words, position) + (i < naming ? 2 : 1);
      scores.rarity[position] = f64At(scores.rarity, position) + (i < exact ? rarity : rarity / 2);
    }
  }
  return yield* bestOf(scores, most);
}
