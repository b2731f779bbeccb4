import { u32At } from "../model/basics/typed-array.ts";
import { parseWordLists } from "../model/basics/word-lists.ts";
import { DIGIT, kindOf, OTHER } from "./character-kinds.ts";
import type { Folded } from "./fold.ts";
import text from "./hints.words.txt" with { type: "text" };
import { isCompound, PAPERS } from "./identifiers.ts";
import { LABEL_WORDS } from "./labeled.ts";
import { RELATIVES, SOMEBODY_ELSE, WHOSE } from "./people/people.ts";
import { HUNDRED, LEAST_MIXED, LEAST_WORDS, MIXED_DIGITS, NUMBER_WORDS } from "./spoken.ts";

const LISTS = parseWordLists("hints.words.txt", text, [
  "disguise",
  "provider",
  "social",
  "birth",
  "plate",
  "plate_announced",
  "year",
  "people",
  "title",
  "honor",
  "street",
  "identifier",
]);
/** For each hint, the words that give it. */
const HINT_WORDS = {
  ...LISTS,
  people: [...RELATIVES, ...SOMEBODY_ELSE, ...LISTS.people, ...WHOSE],
  identifier: [...LISTS.identifier, ...PAPERS],
  label: LABEL_WORDS,
  number: NUMBER_WORDS,
  hundred: HUNDRED,
};
type Hint = keyof typeof HINT_WORDS;

const HINT_NAMES = Object.keys(HINT_WORDS);
/** For each word the hints that it gives, one bit each. */
const HINTS = new Map<string, number>();
for (const [at, words] of Object.values(HINT_WORDS).entries()) {
  for (const word of words) HINTS.set(word, (HINTS.get(word) ?? 0) | (1 << at));
}
// The type of Object.fromEntries has no names.
const BITS = Object.fromEntries(HINT_NAMES.map((name, at) => [name, 1 << at])) as Record<Hint, number>;
const { year: YEAR, identifier: IDENTIFIER, number: NUMBER, hundred: HUNDREDS } = BITS;
const COMPOUND = 1 << HINT_NAMES.length;

/** A quick test: for each first and last letter, a bit per length of the words that have them. Most words fail it. */
const SHAPES = new Uint32Array(1024);
const shapeOf = (word: string, from: number, end: number): number =>
  ((word.charCodeAt(from) & 31) << 5) | (word.charCodeAt(end - 1) & 31);
const LONGEST = 31;
const lengthBit = (length: number): number => 1 << Math.min(length, LONGEST);
for (const word of HINTS.keys()) {
  const shape = shapeOf(word, 0, word.length);
  SHAPES[shape] = u32At(SHAPES, shape) | lengthBit(word.length);
}

const YEAR_WORD = /^(?:neunzehnhundert|zweitausend|millenovecento|duemila)/;

function hintsOf(lower: string, start: number, end: number): number {
  const length = end - start;
  const known = (u32At(SHAPES, shapeOf(lower, start, end)) & lengthBit(length)) !== 0;
  const hints = known ? (HINTS.get(lower.slice(start, end)) ?? 0) : 0;
  if (length < 6) return hints;
  const year = length > 8 && YEAR_WORD.test(lower.slice(start, end)) ? YEAR : 0;
  return hints | year | (isCompound(lower, end) ? COMPOUND : 0);
}

/** What is worth looking for in a text, by its words. Most reviews need few of the finders. */
export type Hints = {
  has(hint: Hint): boolean;
  /** How many digits the text has, and where each row of them begins. */
  digits: number;
  numbers: readonly number[];
  /** It may have a number in words. */
  spoken: boolean;
};

export function readHints({ lower }: Folded): Hints {
  const numbers: number[] = [];
  let [found, digits, run, run_digits] = [0, 0, 0, 0];
  let spoken = false;
  for (let at = 0; at < lower.length; ) {
    const start = at;
    const kind = kindOf(lower.charCodeAt(at));
    at += 1;
    if (kind === OTHER) continue;
    while (at < lower.length && kindOf(lower.charCodeAt(at)) === kind) at += 1;
    if (kind === DIGIT) {
      numbers.push(start);
      digits += at - start;
      run_digits += at - start;
    } else {
      const hints = hintsOf(lower, start, at);
      found |= hints;
      if (hints & NUMBER) run += 1;
      else if (!(hints & HUNDREDS)) run = run_digits = 0;
    }
    spoken ||= run >= LEAST_MIXED && (run >= LEAST_WORDS || run + run_digits >= MIXED_DIGITS);
  }
  if (found & COMPOUND && digits > 2) found |= IDENTIFIER;
  return { has: (hint) => (found & BITS[hint]) !== 0, digits, numbers, spoken };
}
