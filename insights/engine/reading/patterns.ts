import { i32At, itemAt } from "../../../src/model/basics/typed-array.ts";
import { hashWord } from "./hash.ts";
import { numberWord } from "./measures.ts";
import { MARK, NUMBER, type ReadLanguage, type Tokens, tokenize, tokenText } from "./tokens.ts";
import { hashSet, type WordSet } from "./word-set.ts";

/** One place in a pattern: any of its words or prefixes, a number, or a gap of up to `gap` tokens. */
type Element = { words: WordSet; prefixes: string[]; number: boolean; gap: number; only: ReadLanguage | null };
/**
 * `next` has a bit for each word that fits the second place; ANY if not only words fit, or if there is no second place.
 */
export type Pattern<T> = { elements: Element[]; next: number; value: T };
export type Match<T> = { value: T; from: number; to: number };

/** The only mark that a pattern can begin with. */
const DOLLAR = hashWord("$");
const ANY = -1;
/** ".." matches up to this many tokens. The limit keeps matching linear. */
const GAP = 3;

function parseElement(source: string, language: ReadLanguage, only: ReadLanguage | null): Element {
  const words: number[] = [];
  const element: Element = { words: hashSet([]), prefixes: [], number: false, gap: 0, only };
  if (source === "..") return { ...element, gap: GAP };
  for (const option of source.split("|")) {
    if (option === "#") element.number = true;
    else if (option.endsWith("*")) element.prefixes.push(option.slice(0, -1));
    else words.push(tokenize(option, language).hash[0] ?? hashWord(option));
  }
  return { ...element, words: hashSet(words) };
}

/** A word that the tokenizer splits ("post-op", "parkinson's") becomes several places. */
function parsePlace(source: string, language: ReadLanguage, only: ReadLanguage | null): Element[] {
  if (source === ".." || source.includes("|") || source.includes("*") || source === "#")
    return [parseElement(source, language, only)];
  const tokens = tokenize(source, language);
  return Array.from({ length: tokens.count }, (_, at) => ({
    words: hashSet([i32At(tokens.hash, at)]),
    prefixes: [],
    number: false,
    gap: 0,
    only,
  }));
}

/**
 * "treat* me like", "wait .. weeks|months", "# minute*": see docs/taxonomy.md. Words are of `language`; with `only`,
 * prefixes match texts in that language alone.
 */
export function parsePattern<T>(
  source: string,
  value: T,
  language: ReadLanguage = "en",
  only: ReadLanguage | null = null,
): Pattern<T> {
  const places = source.trim().split(/\s+/);
  const elements = places.flatMap((place) => parsePlace(place, language, only));
  return { elements, next: nextBits(elements[1]), value };
}

const bitOf = (hash: number): number => 1 << (hash & 31);

function nextBits(element: Element | undefined): number {
  if (!element || element.gap > 0 || element.number || element.prefixes.length > 0) return ANY;
  return element.words.table.reduce((bits, hash) => (hash === 0 ? bits : bits | bitOf(hash)), 0);
}

const isOf = ({ only }: Element, { language }: Tokens): boolean => only === null || only === language;

function fits(element: Element, tokens: Tokens, at: number): boolean {
  const hash = i32At(tokens.hash, at);
  if (element.words.has(hash)) return true;
  if (element.number && (tokens.kind[at] === NUMBER || numberWord(hash) !== undefined)) return true;
  const { prefixes } = element;
  if (prefixes.length === 0 || !isOf(element, tokens)) return false;
  const start = i32At(tokens.plain_start, at);
  for (let index = 0; index < prefixes.length; index++) {
    const prefix = itemAt(prefixes, index);
    // Comparing the first letter rules out nearly all prefixes, in a tenth of the time.
    if (tokens.plain.charCodeAt(start) !== prefix.charCodeAt(0)) continue;
    if (tokens.plain.startsWith(prefix, start)) return true;
  }
  return false;
}

/** The end of a pattern whose first place fits at `at`; 0 if the rest does not fit before `limit`. */
function matchEnd<T>(pattern: Pattern<T>, tokens: Tokens, at: number, limit: number): number {
  let place = at + 1;
  let slack = 0;
  const { elements } = pattern;
  // By index: an iterator for each pattern and word took a tenth of the engine's time (measured).
  for (let index = 1; index < elements.length; index++) {
    const element = itemAt(elements, index);
    if (element.gap > 0) {
      slack = element.gap;
      continue;
    }
    const last = Math.min(limit - 1, place + slack);
    while (place <= last && !fits(element, tokens, place)) place++;
    if (place > last) return 0;
    place++;
    slack = 0;
  }
  return place;
}

export type Matcher<T> = (tokens: Tokens, at: number, limit: number, found: Match<T>[]) => void;

/** Lists are remembered for at most this many words, so that hostile texts cannot use up memory. */
const MEMO_WORDS = 50_000;
const MEMO_ROOM = 1 << 17;

/**
 * Lists by word hash: a key and the number of its list, side by side. A Map took a twentieth of the engine's time
 * (measured).
 */
function createMemo<T>(make: (tokens: Tokens, at: number) => T[]): (tokens: Tokens, at: number) => T[] {
  const slots = new Int32Array(MEMO_ROOM * 2);
  const lists: T[][] = [[]];
  let count = 0;
  return (tokens, at) => {
    const hash = i32At(tokens.hash, at);
    let slot = (hash ^ (hash >>> 15)) & (MEMO_ROOM - 1);
    for (let key = slots[slot * 2]; key !== 0; key = slots[slot * 2]) {
      if (key === hash) return itemAt(lists, i32At(slots, slot * 2 + 1));
      slot = (slot + 1) & (MEMO_ROOM - 1);
    }
    const fresh = make(tokens, at);
    if (count < MEMO_WORDS && hash !== 0) {
      count++;
      slots[slot * 2] = hash;
      slots[slot * 2 + 1] = fresh.length > 0 ? lists.push(fresh) - 1 : 0;
    }
    return fresh;
  };
}

const addTo = <K, V>(lists: Map<K, V[]>, key: K, value: V): void => {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
};

/**
 * The patterns whose first place fits a word, in their order, by the word's hash and by the first letter of prefixes.
 * Trying all of them for each new word took a third of a server's start (measured).
 */
function createFirstPlaces<T>(patterns: readonly Pattern<T>[]): (tokens: Tokens, at: number) => Pattern<T>[] {
  const by_word = new Map<number, number[]>();
  const by_letter = new Map<string, { prefix: string; element: Element; index: number }[]>();
  const numeric: number[] = [];
  for (const [index, { elements }] of patterns.entries()) {
    const element = elements[0];
    if (!element) continue;
    for (const hash of element.words.table) if (hash !== 0) addTo(by_word, hash, index);
    for (const prefix of element.prefixes) addTo(by_letter, prefix.slice(0, 1), { prefix, element, index });
    if (element.number) numeric.push(index);
  }
  return (tokens, at) => {
    const hash = i32At(tokens.hash, at);
    const text = tokenText(tokens, at);
    const found = new Set([...(by_word.get(hash) ?? []), ...(numberWord(hash) === undefined ? [] : numeric)]);
    for (const { prefix, element, index } of by_letter.get(text.slice(0, 1)) ?? []) {
      if (text.startsWith(prefix) && isOf(element, tokens)) found.add(index);
    }
    return [...found].sort((a, b) => a - b).map((index) => itemAt(patterns, index));
  };
}

/** Finds every pattern that begins at a token. The patterns that can begin with a word are remembered by its hash. */
export function createMatcher<T>(patterns: Pattern<T>[]): Matcher<T> {
  const candidates = createMemo(createFirstPlaces(patterns));
  const numeric = patterns.filter(({ elements }) => elements[0]?.number);
  return (tokens, at, limit, found) => {
    if (tokens.kind[at] === MARK && tokens.hash[at] !== DOLLAR) return;
    const list = tokens.kind[at] === NUMBER ? numeric : candidates(tokens, at);
    const next = at + 1 < limit ? bitOf(i32At(tokens.hash, at + 1)) : 0;
    for (let index = 0; index < list.length; index++) {
      const pattern = itemAt(list, index);
      // Nearly all patterns that begin with a common word fail here.
      if (pattern.next !== ANY && (pattern.next & next) === 0) continue;
      const to = matchEnd(pattern, tokens, at, limit);
      if (to > 0) found.push({ value: pattern.value, from: at, to });
    }
  };
}
