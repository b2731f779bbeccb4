import { hashWord } from "./hash.ts";
import { numberWord } from "./measures.ts";
import { NUMBER, type Tokens, tokenise, tokenText } from "./tokens.ts";

/** One place of a pattern: any of its words or prefixes, a number, or a gap of up to `gap` tokens. */
type Element = { words: Set<number>; prefixes: string[]; number: boolean; gap: number };
export type Pattern<T> = { elements: Element[]; value: T };
export type Match<T> = { value: T; from: number; to: number };

/** How far ".." reaches: a bound, so that matching stays linear. */
const GAP = 3;

function parseElement(source: string): Element {
  const element: Element = { words: new Set(), prefixes: [], number: false, gap: 0 };
  if (source === "..") return { ...element, gap: GAP };
  for (const option of source.split("|")) {
    if (option === "#") element.number = true;
    else if (option.endsWith("*")) element.prefixes.push(option.slice(0, -1));
    else element.words.add(tokenise(option).hash[0] ?? hashWord(option));
  }
  return element;
}

/** Words that the tokeniser takes apart ("post-op", "parkinson's") become as many places. */
function parsePlace(source: string): Element[] {
  if (source === ".." || source.includes("|") || source.includes("*") || source === "#") return [parseElement(source)];
  const tokens = tokenise(source);
  return Array.from({ length: tokens.count }, (_, at) => ({
    words: new Set([tokens.hash[at] ?? 0]),
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
  for (const prefix of element.prefixes) if (tokens.folded.startsWith(prefix, tokens.folded_start[at])) return true;
  return false;
}

/** Where the pattern ends if it begins at `at` and stays before `limit`; 0 where it does not. */
function matchEnd<T>(pattern: Pattern<T>, tokens: Tokens, at: number, limit: number): number {
  let place = at;
  let slack = 0;
  for (const element of pattern.elements) {
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

/** Finds every pattern that begins at a token. A word's candidates are looked up once and remembered. */
export function openMatcher<T>(patterns: Pattern<T>[]): Matcher<T> {
  const memo = new Map<number, Pattern<T>[]>();
  const none: Pattern<T>[] = [];
  const candidates = (tokens: Tokens, at: number): Pattern<T>[] => {
    const hash = tokens.hash[at] ?? 0;
    const known = memo.get(hash);
    if (known) return known;
    const text = tokenText(tokens, at).slice(0, 40);
    const fresh = patterns.filter(({ elements: [first] }) => {
      if (!first) return false;
      if (first.words.has(hash) || (first.number && numberWord(hash) !== undefined)) return true;
      return first.prefixes.some((prefix) => text.startsWith(prefix));
    });
    const kept = fresh.length > 0 ? fresh : none;
    if (memo.size < MEMO) memo.set(hash, kept);
    return kept;
  };
  const numeric = patterns.filter(({ elements }) => elements[0]?.number);
  return (tokens, at, limit, found) => {
    const list = tokens.kind[at] === NUMBER ? numeric : candidates(tokens, at);
    for (const pattern of list) {
      const to = matchEnd(pattern, tokens, at, limit);
      if (to > 0) found.push({ value: pattern.value, from: at, to });
    }
  };
}
