import { createRecent } from "../../model/basics/recent.ts";
import { foldQuery } from "../../model/basics/search-folding.ts";
import { f64At, u8At, u32At } from "../../model/basics/typed-array.ts";
import { parseWordLists } from "../../model/basics/word-lists.ts";
import { mayName, readPhrase } from "../meaning/read-phrase.ts";
import type { Position, Postings, ReviewIndex } from "../review-index.ts";
import type { Turns } from "../turns.ts";
import { createDenial, isNegation } from "./denial.ts";
import { unite } from "./filters.ts";
import words from "./plain-words.words.txt" with { type: "text" };
import { matchFilters } from "./search.ts";
import { foldedAt } from "./text-search.ts";
import {
  ENDED,
  FORM_ENDING,
  farStemOf,
  LEAST_BEGINNING,
  MAY_BE_INSIDE,
  otherNumberOf,
  stemOf,
  WORD_LETTER,
} from "./word-forms.ts";

/** How many words of a question are searched for. */
const MOST_WORDS = 16;

const QUESTION_WORDS = new Set(parseWordLists("plain-words.words.txt", words, ["question"]).question);

/** True if a word says what a question is about. */
export const isTelling = (word: string): boolean => word.length > 1 && !QUESTION_WORDS.has(word);

/** The words of a question that say what it is about, folded. If none does, or only a "no", all its words. */
export function tellingWords(question: string): string[] {
  const words = [...new Set(foldQuery(question).split(/[^\p{L}\p{N}\p{M}]+/u))].filter((word) => word !== "");
  const telling = words.filter(isTelling);
  return (telling.every(isNegation) ? words : telling).slice(0, MOST_WORDS);
}

const SPACE = 0x20;
/** Bytes of the longest ending, and of the character after it. */
const LONGEST_ENDING = 16;
const NONE: Postings = new Uint32Array(0);
/** After this many texts (about 1 ms), other requests may run. */
const TURN_TEXTS = 2048;

/** True if the character before `at` belongs to a word. */
function followsLetter(text: Buffer, at: number): boolean {
  let from = at - 1;
  while (from > 0 && (u8At(text, from) & 0xc0) === 0x80) from--;
  return from >= 0 && WORD_LETTER.test(text.toString("utf8", from, at));
}

/**
 * True if a word of the text starts with these letters. Few letters must be the whole word. "hip" never matches in
 * "ship".
 */
function beginsWord(text: Buffer, letters: string, ending: RegExp | null): boolean {
  const length = Buffer.byteLength(letters);
  const isWord = (at: number): boolean =>
    !followsLetter(text, at) &&
    (ending === null ||
      text[at + length] === SPACE ||
      ending.test(text.toString("utf8", at + length, at + length + LONGEST_ENDING)));
  let at = text.indexOf(letters);
  while (at >= 0 && !isWord(at)) at = text.indexOf(letters, at + 1);
  return at >= 0;
}

/** The reviews of the list with a word that starts with these letters, and goes on as given. */
export function* keepBegun(
  index: ReviewIndex,
  list: Postings,
  letters: string,
  ending = letters.length >= LEAST_BEGINNING ? null : ENDED,
): Turns<Postings> {
  const kept = new Uint32Array(list.length);
  let count = 0;
  for (let i = 0; i < list.length; i++) {
    if (i % TURN_TEXTS === TURN_TEXTS - 1) yield;
    const position = u32At(list, i);
    if (beginsWord(foldedAt(index.text, position), letters, ending)) kept[count++] = position;
  }
  return kept.subarray(0, count);
}

/** Reviews with the word itself, and with any form of it. */
type Found = { itself: Postings; any: Postings };

/**
 * Reviews with a form of the word. If there are none, reviews with a word that starts with its letters; otherwise,
 * reviews that contain the letters anywhere.
 */
function* findForms(index: ReviewIndex, word: string): Turns<Found> {
  const [itself, stem] = [word.replace(/(?<=...)s$/, ""), stemOf(word)];
  const having = yield* matchFilters(index, { query: stem });
  const short = stem.length < LEAST_BEGINNING;
  const forms = yield* keepBegun(index, having, stem, short ? ENDED : FORM_ENDING);
  const any = forms.length > 0 || short ? forms : yield* keepBegun(index, having, stem);
  if (any.length === 0) {
    const inside = MAY_BE_INSIDE.test(itself) ? yield* matchFilters(index, { query: itself }) : NONE;
    return { itself: inside, any: inside };
  }
  return { itself: itself === stem ? any : yield* keepBegun(index, any, itself), any };
}

/** The same, also with the other number of an irregular word: feet for foot. */
function* findWord(index: ReviewIndex, word: string): Turns<Found> {
  const [found, other] = [yield* findForms(index, word), otherNumberOf(word)];
  if (other === undefined) return found;
  return { ...found, any: unite([found.any, (yield* findForms(index, other)).any], index.count) };
}

/** Reviews with a word that has the same beginning. */
function* findFarForm(index: ReviewIndex, word: string): Turns<Postings> {
  const stem = farStemOf(word);
  if (stem === null) return NONE;
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

/** Reviews that mention the person (a surname is enough) or service with this name, or that are in the language with this name. */
function* namedBy(index: ReviewIndex, word: string): Turns<Postings> {
  const named_id = mayName(index, word) ? readPhrase(index, "technician", word)?.id : undefined;
  const technician = index.by_technician.get(named_id ?? "");
  const named = technician ?? index.by_service.get(index.service_names.get(word) ?? "");
  if (named) return named;
  const language = languageCalled(index, word);
  return language === undefined ? NONE : yield* matchFilters(index, { language });
}

/** After this many reviews (less than 1 ms), other requests may run. */
const TURN_REVIEWS = 1 << 14;

/**
 * How many words of the question each review has (a name is two), and the sum of their rarity. `has` counts each word
 * once, and `weight` counts other forms of a word fully.
 */
type Scores = { words: Uint8Array; rarity: Float64Array; has: Uint8Array; weight: Float64Array };

/** A word that no review has is rarer than any other, so that one word of two is not half of them without the other. */
const rarityOf = (count: number, of: number): number => Math.log(1 + of / Math.max(0.5, count));

/** Reviews that say what is asked for, and reviews that deny it: the best of each, best first. */
type Best = { asserting: Position[]; denying: Position[] };

/** More words are better, then rarer words, then a newer review. Other reviews than those that answer are left out. */
function* bestOf(
  { words, rarity }: Scores,
  most: number,
  answers: (position: Position) => boolean,
  denies: (position: Position) => boolean,
): Turns<Best> {
  const best: Best = { asserting: [], denying: [] };
  let read = 0;
  const isBetter = (a: Position, b: Position): boolean =>
    u8At(words, a) === u8At(words, b) ? f64At(rarity, a) > f64At(rarity, b) : u8At(words, a) > u8At(words, b);
  const fits = (list: Position[], position: Position): boolean =>
    list.length < most || isBetter(position, list[most - 1] ?? position);
  for (let position = 0; position < words.length; position++) {
    if (position % TURN_REVIEWS === TURN_REVIEWS - 1) yield;
    // A text is read only if it can be one of the best.
    if (words[position] === 0 || !answers(position) || !fits(best.asserting, position)) continue;
    if (++read % TURN_TEXTS === 0) yield;
    const list = denies(position) ? best.denying : best.asserting;
    if (!fits(list, position)) continue;
    const at = list.findIndex((other) => isBetter(position, other));
    list.splice(at < 0 ? list.length : at, 0, position);
    if (list.length > most) list.pop();
  }
  return best;
}

/**
 * The reviews that best answer a question in plain words. Reviews with the most of its words come first, then those
 * with rarer words, then the newest. A word itself counts more than other forms of it. A name counts as two words,
 * because it says who or what the question is about. If no review has a word, more distant forms of it are searched.
 * A review must have every word. If none has (or only reviews that deny what is asked for), it must have at least half
 * of them, weighted by rarity: other reviews would be noise. Reviews that deny what is asked for come last.
 */
export function* findPlainWords(
  index: ReviewIndex,
  question: string,
  most: number,
  among: (position: Position) => boolean = () => true,
): Turns<Position[]> {
  const scores: Scores = {
    words: new Uint8Array(index.count),
    rarity: new Float64Array(index.count),
    has: new Uint8Array(index.count),
    weight: new Float64Array(index.count),
  };
  const words = tellingWords(question);
  let total = 0;
  const last_word = new Uint8Array(index.count);
  const found = new Uint32Array(index.count);
  for (const [number, word] of words.entries()) {
    const { itself, any } = yield* findWord(index, word);
    const named = yield* namedBy(index, word);
    const far = any.length + named.length === 0 ? yield* findFarForm(index, word) : any;
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
    yield* add(far);
    const rarity = rarityOf(count, index.count);
    total += rarity;
    for (let i = 0; i < count; i++) {
      if (i % TURN_REVIEWS === TURN_REVIEWS - 1) yield;
      const position = u32At(found, i);
      scores.has[position] = u8At(scores.has, position) + 1;
      scores.weight[position] = f64At(scores.weight, position) + rarity;
      scores.words[position] = u8At(scores.words, position) + (i < naming ? 2 : 1);
      scores.rarity[position] = f64At(scores.rarity, position) + (i < exact ? rarity : rarity / 2);
    }
  }
  const isDenied = createDenial(question, words);
  const denies = (position: Position): boolean => isDenied(foldedAt(index.text, position).toString("utf8"));
  const hasAll = (position: Position): boolean => scores.has[position] === words.length && among(position);
  const hasHalf = (position: Position): boolean => f64At(scores.weight, position) >= total / 2 && among(position);
  let { asserting, denying } = yield* bestOf(scores, most, hasAll, denies);
  if (asserting.length === 0) ({ asserting, denying } = yield* bestOf(scores, most, hasHalf, denies));
  return [...asserting, ...denying].slice(0, most);
}
