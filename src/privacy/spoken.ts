import { itemAt } from "../model/basics/typed-array.ts";
import { parseWordLists } from "../model/basics/word-lists.ts";
import type { Folded } from "./fold.ts";
import text from "./spoken.words.txt" with { type: "text" };

/** Digits that are written as words: "five-oh-three", "trente-neuf", "double seven". */
export type SpokenNumber = { start: number; end: number; digits: string };

/** The numbers that have words of their own, each the name of a list. */
const NUMBERS =
  "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 30 40 50 60 70 80 90 200 300 400 500 600 700 800 900";
const LISTS = parseWordLists("spoken.words.txt", text, NUMBERS.split(" "));
const VALUES = new Map(Object.entries(LISTS).flatMap(([value, words]) => words.map((word) => [word, value] as const)));
const TIMES = new Map([
  ["double", 2],
  ["triple", 3],
  ["doble", 2],
  ["dreifach", 3],
]);
export const HUNDRED: ReadonlySet<string> = new Set(["hundred", "cent", "cien", "hundert", "cem", "cento"]);

export const NUMBER_WORDS: readonly string[] = [...VALUES.keys(), ...TIMES.keys()];
/** Fewer number words in a row are ages or a score, unless there are as many digits as in a telephone number. */
export const LEAST_WORDS = 3;
export const LEAST_MIXED = 2;
export const MIXED_DIGITS = 9;

type Token = { start: number; end: number; word: string };
/** The digits of an element, and the token after it. */
type Element = { digits: string; next: number };
const TOKEN = /\p{L}+|\d{1,4}/gu;
const GAP = /^[\s,.'-]{0,3}$/;

/** The digits of tens and units that belong together: "trente-neuf", "treinta y cinco". */
function joinTens(tokens: readonly Token[], at: number, lower: string): Element | null {
  const first = tokens[at];
  if (!first) return null;
  const text = (last: Token | undefined) => (last ? lower.slice(first.start, last.end) : "");
  for (const [count, last] of [
    [3, tokens[at + 2]],
    [2, tokens[at + 1]],
  ] as const) {
    const joined = VALUES.get(text(last));
    if (joined !== undefined) return joinUnit(tokens, at + count, joined, lower);
  }
  const value = VALUES.get(first.word);
  return value === undefined ? null : joinUnit(tokens, at + 1, value, lower);
}

const LINKED = /^(?:-| et | y | e )$/;
function joinUnit(tokens: readonly Token[], next: number, value: string, lower: string): Element {
  const tens = Number(value);
  if (value.length > 2) return joinHundred(tokens, next, tens, lower);
  // "treinta y cinco": the word between them is a token, too.
  const [before, first, second] = [tokens[next - 1], tokens[next], tokens[next + 1]];
  const linked = (unit: Token | undefined) => before && unit && LINKED.test(lower.slice(before.end, unit.start));
  const unit = linked(second) ? second : linked(first) ? first : undefined;
  const added = Number(VALUES.get(unit?.word ?? "") ?? Number.NaN);
  const fits = tens >= 20 && tens % 10 === 0 && added > 0 && added < (tens === 60 || tens === 80 ? 20 : 10);
  return fits ? { digits: String(tens + added), next: next + (unit === second ? 2 : 1) } : { digits: value, next };
}

/** "seiscientos doce", "seiscentos e doze" */
function joinHundred(tokens: readonly Token[], next: number, hundreds: number, lower: string): Element {
  const from = tokens[next]?.word === "e" ? next + 1 : next;
  const [before, first] = [tokens[from - 1], tokens[from]];
  const follows = before && first && lower.slice(before.end, first.start) === " ";
  const value = follows ? VALUES.get(first.word) : undefined;
  if (value === undefined || value.length > 2) return { digits: String(hundreds), next };
  const rest = joinUnit(tokens, from + 1, value, lower);
  return { digits: String(hundreds + Number(rest.digits)), next: rest.next };
}

/** One element of a spoken number: digits, a number word, "double seven", "nine hundred". */
function readElement(tokens: readonly Token[], at: number, lower: string): Element | null {
  const token = tokens[at];
  if (!token) return null;
  if (/^\d/.test(token.word)) return { digits: token.word, next: at + 1 };
  const times = TIMES.get(token.word);
  if (times !== undefined) {
    const repeated = joinTens(tokens, at + 1, lower);
    return repeated?.digits.length === 1 ? { digits: repeated.digits.repeat(times), next: repeated.next } : null;
  }
  const read = joinTens(tokens, at, lower);
  const after = read ? tokens[read.next] : undefined;
  if (read?.digits.length === 1 && after && HUNDRED.has(after.word))
    return { digits: `${read.digits}00`, next: read.next + 1 };
  return read;
}

const MOST_SETS = 6;
/** The author counts: "one two three four", "ten nine eight", "one two three, one two three", "fifteen, twelve, ten". */
function isCounting(elements: readonly string[]): boolean {
  const numbers = elements.map(Number);
  const first = itemAt(numbers, 0);
  const counts = (step: number) =>
    numbers.slice(1).every((value, index) => value - itemAt(numbers, index) === step || (first < 2 && value === first));
  const goes = (direction: number) =>
    numbers.slice(1).every((value, index) => (value - itemAt(numbers, index)) * direction >= 0);
  return (
    counts(1) ||
    counts(-1) ||
    (numbers.length <= MOST_SETS && numbers.some((value) => value > 9) && (goes(1) || goes(-1)))
  );
}

function readRun(tokens: readonly Token[], from: number, lower: string) {
  const elements: string[] = [];
  let words = 0;
  let at = from;
  for (;;) {
    const [before, token] = [tokens[at - 1], tokens[at]];
    if (!token || (elements.length > 0 && before && !GAP.test(lower.slice(before.end, token.start)))) break;
    const element = readElement(tokens, at, lower);
    if (!element) break;
    elements.push(element.digits);
    if (!/^\d/.test(token.word)) words += 1;
    at = element.next;
  }
  return { elements, words, next: at };
}

/** Runs of number words, which may be mixed with digits. */
export function findSpokenNumbers({ lower }: Folded): SpokenNumber[] {
  const tokens: Token[] = [];
  for (const match of lower.matchAll(TOKEN))
    tokens.push({ start: match.index, end: match.index + match[0].length, word: match[0] });
  const found: SpokenNumber[] = [];
  for (let at = 0; at < tokens.length; ) {
    const { elements, words, next } = readRun(tokens, at, lower);
    const [first, last] = [tokens[at], tokens[next - 1]];
    const mixed = words >= LEAST_MIXED && !lower.slice(first?.start, last?.end).includes(",");
    const enough = words >= LEAST_WORDS || (mixed && elements.join("").length >= MIXED_DIGITS);
    if (first && last && enough && !isCounting(elements))
      found.push({ start: first.start, end: last.end, digits: elements.join("") });
    at = Math.max(next, at + 1);
  }
  return found;
}
