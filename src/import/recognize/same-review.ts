import { itemAt } from "../../model/basics/typed-array.ts";
import type { Names, Sketch } from "./sketch.ts";

/**
 * Whether two copies are one review. This decides for imports, duplicates, erasures, undo and restores alike. "alike":
 * they may be, and only the owner can tell.
 */
export type Likeness = "same" | "alike" | "different";

/** How well the names fit: the same person, one short name, one first name, forms of one name, two people with one short name, no name. */
type Fit = "person" | "short" | "first" | "form" | "namesake" | "nameless";

/** Null if the names are those of two people. */
export function fitNames(one: Names, other: Names): Fit | null {
  const equal = (form: keyof Names) => one[form] !== 0 && one[form] === other[form];
  const none = (names: Names) => names.full + names.short + names.first + names.initials === 0;
  if (none(one) || none(other)) return "nameless";
  if (equal("full")) return "person";
  const differ = one.full !== 0 && other.full !== 0;
  if (equal("short")) return differ ? "namesake" : "short";
  if (one.short !== 0 && other.short !== 0) return null;
  // "Maria" may be Maria S., and M. S. may be her, too; but two first names are two people.
  if (equal("first")) return one.short !== 0 || other.short !== 0 ? "form" : differ ? "namesake" : "first";
  const firsts = one.first !== 0 && other.first !== 0;
  return equal("initials") && !firsts ? (differ ? "namesake" : "form") : null;
}

/** What the words of two copies have in common. `words` is the number of the shorter one. */
export type Overlap = {
  how: "equal" | "part" | "edited";
  words: number;
  share: number;
  shorter: "one" | "other" | null;
};

function countCommon(one: readonly number[], other: readonly number[]): number {
  let common = 0;
  for (let a = 0, b = 0; a < one.length && b < other.length; ) {
    const difference = itemAt(one, a) - itemAt(other, b);
    if (difference === 0) common += 1;
    if (difference <= 0) a += 1;
    if (difference >= 0) b += 1;
  }
  return common;
}

/** A copy with fewer of the pieces is a part of the other. */
const PART = 0.85;

const present = (numbers: number): number[] => (numbers === 0 ? [] : [numbers]);
/** A number may be written as a word in one of two copies, and one of several may be changed. */
function agree(one: readonly number[], other: readonly number[]): boolean {
  const fewer = Math.min(one.length, other.length);
  return fewer === 0 || countCommon(one, other) * 2 > fewer;
}

/**
 * How many pieces may be equal: those of the text, of its translation, or of both. Only one of two copies may have the
 * translation, and be cut in the text.
 */
const sizeFor = (sketch: Sized, common: number): number =>
  sizesOf(sketch).find((size) => size >= common) ?? sketch.pieces.length;
export const smallestSize = (sketch: Sized): number => sizeFor(sketch, 0);
type Sized = Pick<Sketch, "wholes" | "words"> & { pieces: { length: number } };

function sizesOf({ wholes, words, pieces }: Sized): number[] {
  const of_text = Math.max(words - 1, 1);
  return wholes.length > 1 ? [of_text, pieces.length - of_text].sort((a, b) => a - b) : [];
}

/** How many words are equal: those of the text of one of them, which may be the translation of the other. */
function wordsOf(equal: string, [one, other]: readonly [Sketch, Sketch]): number {
  const texts = [one, other].filter(({ wholes }) => wholes[0] === equal).map(({ words }) => words);
  return texts.length > 0 ? Math.max(...texts) : Math.min(one.words, other.words);
}

export function compareWords(one: Sketch, other: Sketch): Overlap | null {
  if (one.wholes.length === 0 || other.wholes.length === 0) return null;
  const digits = agree(one.digits, other.digits);
  const numbers = digits && agree(present(one.numbers), present(other.numbers));
  const equal = one.wholes.find((whole) => other.wholes.includes(whole));
  if (equal !== undefined)
    return numbers ? { how: "equal", words: wordsOf(equal, [one, other]), share: 1, shorter: null } : null;
  const common = countCommon(one.pieces, other.pieces);
  const [size, other_size] = [sizeFor(one, common), sizeFor(other, common)];
  const [few, count, largest] = size <= other_size ? [one, size, other_size] : [other, other_size, size];
  if (count === 0) return null;
  const share = Math.min(1, common / count);
  const part = count < PART * largest;
  // Equal but for numbers: two reviews. A part may lack some of them.
  if (!(part ? digits : numbers)) return null;
  const shorter = few === one ? "one" : "other";
  return { how: part ? "part" : "edited", words: count + 1, share, shorter };
}

/** For each fit, how many words must be equal, or how many of the shorter copy's with which share of their pieces. */
const ENOUGH: Record<Fit, { equal: number; part: [number, number]; edited: [number, number] }> = {
  person: { equal: 1, part: [4, 0.65], edited: [6, 0.45] },
  short: { equal: 6, part: [6, 0.7], edited: [7, 0.5] },
  first: { equal: 8, part: [7, 0.7], edited: [8, 0.5] },
  form: { equal: 8, part: [8, 0.75], edited: [9, 0.55] },
  namesake: { equal: 14, part: [16, 0.9], edited: [20, 0.85] },
  nameless: { equal: 14, part: [15, 0.85], edited: [20, 0.7] },
};
/** The same words, or a copy that says that it was cut, of one day: fewer words are enough where one name fits. */
const SAME_DAY_WORDS = 3;
const FORM_WORDS = 6;
/**
 * Edits of copies that are further apart in time, with two ids at one source already after a day, must leave more of the
 * words: somebody may write twice about almost the same. Of an erased review less is enough, because it must not return.
 */
type Far = { days: number; share: number; distinct_days: number; parts: boolean };
const FAR: Far = { days: 7, share: 0.9, distinct_days: 1, parts: true };
export const FAR_ERASED: Far = { days: 45, share: 0.75, distinct_days: 45, parts: false };
/** Two ids at one source: the same few words are two reviews. */
const DISTINCT_WORDS = 6;
/** What the owner is shown. */
const ALIKE_WORDS = 4;
/** Of the pieces of the shorter one, unless the whole texts are equal: each other share here is larger. */
export const ALIKE_SHARE = 0.35;
const ALIKE_OTHER_NAME = 0.8;
const ALIKE_OTHER_WORDS = 10;

export type Copy = { source: string; day: number; sketch: Sketch };

function isEnough(fit: Fit, overlap: Overlap, [one, other]: readonly [Copy, Copy], far: Far): boolean {
  const { how, words, share } = overlap;
  const days = Math.abs(one.day - other.day);
  const named = fit === "person" || fit === "short" || fit === "first";
  const distinct = one.source === other.source && one.sketch.has_id && other.sketch.has_id;
  if (distinct && words < DISTINCT_WORDS) return false;
  const shorter = overlap.shorter === "one" ? one.sketch : other.sketch;
  if (how === "equal")
    return words >= ENOUGH[fit].equal || (days <= 1 && (named || (fit === "form" && words >= FORM_WORDS)));
  if (how === "part" && named && days <= 1 && shorter.cut && words >= SAME_DAY_WORDS)
    return share >= ENOUGH[fit].part[1];
  const [least, part] = ENOUGH[fit][how];
  const is_far = days > (distinct ? far.distinct_days : far.days) && (how === "edited" || (far.parts && !shorter.cut));
  return words >= least && share >= (is_far ? Math.max(part, far.share) : part);
}

export function compareCopies(one: Copy, other: Copy, far = FAR): Likeness {
  const overlap = compareWords(one.sketch, other.sketch);
  if (!overlap) return "different";
  const fit = fitNames(one.sketch.names, other.sketch.names);
  if (fit && isEnough(fit, overlap, [one, other], far)) return "same";
  const { words, share } = overlap;
  const alike = fit
    ? words >= ALIKE_WORDS && share >= ALIKE_SHARE
    : words >= ALIKE_OTHER_WORDS && share >= ALIKE_OTHER_NAME;
  return alike ? "alike" : "different";
}
