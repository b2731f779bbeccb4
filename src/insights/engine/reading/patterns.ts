import { hashWord } from "./hash.ts";
import { numberWord } from "./measures.ts";
import { MARK, NUMBER, type Tokens, tokenise, tokenText } from "./tokens.ts";
import { hashSet, type WordSet } from "./word-set.ts";

/** One place of a pattern: any of its words or prefixes, a number, or a gap of up to `gap` tokens. */
type Element = { words: WordSet; prefixes: string[]; number: boolean; gap: number };
export type Pattern<T> = { elements: Element[]; value: T };
export type Match<T> = { value: T; from: number; to: number };

/** The one mark that patterns begin with. */
const DOLLAR = hashWord("$");
/** How far ".." reaches: a bound, so that matching stays linear. */
const GAP = 3;

function parseElement(source: string): Element {
  const words: number[] = [];
  const element: Element = { words: hashSet([]), prefixes: [], number: false, gap: 0 };
  if (source === "..") return { ...element, gap: GAP };
  for (const option of source.split("|")) {
    if (option === "#") element.number = true;
    else if (option.endsWith("*")) element.prefixes.push(option.slice(0, -1));
    else words.push(tokenise(option).hash[0] ?? hashWord(option));
  }
  return { ...element, words: hashSet(words) };
}

/** Words that the tokeniser takes apart ("post-op", "parkinson's") become as many places. */
function parsePlace(source: string): Element[] {
  if (source === ".." || source.includes("|") || source.includes("*") || source === "#") return [parseElement(source)];
  const tokens = tokenise(source);
  return Array.from({ length: tokens.count }, (_, at) => ({
    words: hashSet([tokens.hash[at] ?? 0]),
    prefixes: [],
    number: false,
    gap: 0,
  }));
}

/** "treat* me like", "wait .. weeks|months", "# minute*": see docs of the taxonomy file. */
export const parsePattern = <T>(source: string, value: T): Pattern<T> => ({
  elements: source.trim().split(/\s+/).flatMap(parsePlace),
  value,
});

function fits(element: Element, tokens: Tokens, at: number): boolean {
  const hash = tokens.hash[at] ?? 0;
  if (element.words.has(hash)) return true;
  if (element.number && (tokens.kind[at] === NUMBER || numberWord(hash) !== undefined)) return true;
  const { prefixes } = element;
  const start = tokens.folded_start[at] ?? 0;
  for (let index = 0; index < prefixes.length; index++) {
    const prefix = prefixes[index] ?? "";
    // The first letter refuses nearly all, at a tenth of the price.
    if (tokens.folded.charCodeAt(start) !== prefix.charCodeAt(0)) continue;
    if (tokens.folded.startsWith(prefix, start)) return true;
  }
  return false;
}

/** Where a pattern whose first place fits at `at` ends, if it stays before `limit`; 0 where it does not go on. */
function matchEnd<T>(pattern: Pattern<T>, tokens: Tokens, at: number, limit: number): number {
  let place = at + 1;
  let slack = 0;
  const { elements } = pattern;
  // By index: an iterator for each pattern and word was a tenth of the engine's time (measured).
  for (let index = 1; index < elements.length; index++) {
    const element = elements[index];
    if (!element) return 0;
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

/** The memo of first words stops growing here: hostile vocabulary must not eat memory. */
const MEMO = 50_000;
const MEMO_ROOM = 1 << 17;

/** Lists by a word's hash, in two flat columns: a Map's lookup for every word was a twentieth of the engine's time. */
function openMemo<T>(make: (tokens: Tokens, at: number) => T[]): (tokens: Tokens, at: number) => T[] {
  const keys = new Int32Array(MEMO_ROOM);
  const places = new Int32Array(MEMO_ROOM);
  const none: T[] = [];
  const lists: T[][] = [none];
  let count = 0;
  return (tokens, at) => {
    const hash = tokens.hash[at] ?? 0;
    let slot = (hash ^ (hash >>> 15)) & (MEMO_ROOM - 1);
    while (keys[slot] !== 0) {
      if (keys[slot] === hash) return lists[places[slot] ?? 0] ?? none;
      slot = (slot + 1) & (MEMO_ROOM - 1);
    }
    const fresh = make(tokens, at);
    if (count < MEMO && hash !== 0) {
      count++;
      keys[slot] = hash;
      places[slot] = fresh.length > 0 ? lists.push(fresh) - 1 : 0;
    }
    return fresh;
  };
}

/** Finds every pattern that begins at a token. A word's candidates are looked up once and remembered. */
export function openMatcher<T>(patterns: Pattern<T>[]): Matcher<T> {
  const candidates = openMemo((tokens, at) => {
    const hash = tokens.hash[at] ?? 0;
    const text = tokenText(tokens, at).slice(0, 40);
    return patterns.filter(({ elements: [first] }) => {
      if (!first) return false;
      if (first.words.has(hash) || (first.number && numberWord(hash) !== undefined)) return true;
      return first.prefixes.some((prefix) => text.startsWith(prefix));
    });
  });
  const numeric = patterns.filter(({ elements }) => elements[0]?.number);
  return (tokens, at, limit, found) => {
    if (tokens.kind[at] === MARK && tokens.hash[at] !== DOLLAR) return;
    const list = tokens.kind[at] === NUMBER ? numeric : candidates(tokens, at);
    for (let index = 0; index < list.length; index++) {
      const pattern = list[index];
      const to = pattern ? matchEnd(pattern, tokens, at, limit) : 0;
      if (pattern && to > 0) found.push({ value: pattern.value, from: at, to });
    }
  };
}
