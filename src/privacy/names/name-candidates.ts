import { i32At, itemAt, u8At } from "../../model/basics/typed-array.ts";
import { parseWordLists } from "../../model/basics/word-lists.ts";
import type { Folded } from "../fold.ts";
import { kindCodeOf, kindOfWord, type NameModel, type WordKind } from "./name-model.ts";
import {
  AFTER_INITIAL,
  ALL_CAPITALS,
  CAPITAL,
  COMMA,
  hashPlainWord,
  INITIAL,
  LOWER,
  mix,
  type NameTokens,
  readTokens,
  SPACE,
  STOP,
} from "./name-tokens.ts";
import words from "./name-words.words.txt" with { type: "text" };

const LISTS = parseWordLists("name-words.words.txt", words, ["title", "civil title", "rank", "particle"]);
const hashed = (list: readonly string[]) => new Set(list.map((word) => hashPlainWord(word, 0, word.length)));
const CIVIL_TITLES = hashed(LISTS["civil title"]);
const TITLES = hashed([...LISTS.title, ...LISTS["civil title"]]);
const RANKS = hashed(LISTS.rank);
const PARTICLES = hashed(LISTS.particle);

/** How a text is written: with capitals where they belong, in capitals, or without any. */
const MIXED = 0;
const SHOUTED = 1;
const SMALL = 2;

/** `foreign`: of most words nothing is known, so that an unknown word is no sign of a name. */
export type ReadWords = { lower: string; tokens: NameTokens; kinds: WordKind[]; voice: number; foreign: boolean };

function voiceOf({ count, shape: shapes, gap }: NameTokens): number {
  let [capitals, named, all] = [0, 0, 0];
  for (let at = 0; at < count; at += 1) {
    const shape = u8At(shapes, at);
    if (shape === INITIAL) continue;
    all += 1;
    if (shape === ALL_CAPITALS) capitals += 1;
    if (shape === CAPITAL && u8At(gap, at) !== STOP) named += 1;
  }
  if (capitals * 10 > all * 6) return SHOUTED;
  return named === 0 && capitals * 4 < all ? SMALL : MIXED;
}

const better = (a: WordKind, b: WordKind): WordKind => ({
  given: Math.max(a.given, b.given),
  family: Math.max(a.family, b.family),
  common: Math.min(a.common, b.common),
});
/** Of a word with a hyphen, each part may be a name: "Vasquez-Cole". */
function kindOfToken(model: NameModel, lower: string, tokens: NameTokens, at: number): WordKind {
  const whole = kindOfWord(model, i32At(tokens.hash, at));
  if (whole.given + whole.family + whole.common > 0) return whole;
  const [start, end] = [i32At(tokens.start, at), i32At(tokens.end, at)];
  const hyphen = lower.slice(start, end).indexOf("-") + start;
  if (hyphen < start) return whole;
  const parts = [hashPlainWord(lower, start, hyphen), hashPlainWord(lower, lower.lastIndexOf("-", end - 1) + 1, end)];
  const [first, last] = parts.map((part) => kindOfWord(model, part));
  return first && last ? better(first, last) : whole;
}

export function readWords(model: NameModel, folded: Folded): ReadWords {
  const tokens = readTokens(folded);
  const { lower } = folded;
  const kinds: WordKind[] = [];
  let unknown = 0;
  for (let at = 0; at < tokens.count; at += 1) {
    const kind = kindOfToken(model, lower, tokens, at);
    if (kind.given + kind.family + kind.common === 0) unknown += 1;
    kinds.push(kind);
  }
  const foreign = kinds.length > 3 && unknown * 2 > kinds.length;
  return { lower, tokens, kinds, voice: voiceOf(tokens), foreign };
}

/** The tokens from `first` to `last` may be a full name, or a surname after a title. */
export type NameCandidate = { first: number; last: number };
/** "Mrs. Okonkwo": staff are called so, too. */
export const isCivil = ({ tokens }: ReadWords, { first, last }: NameCandidate): boolean =>
  first === last && CIVIL_TITLES.has(hashAt(tokens, first - 1));

const isName = ({ given, family, common }: WordKind, foreign: boolean): boolean =>
  given > 0 || (family > 0 && common < 3) || (common === 0 && !foreign);
const isCapital = (shape: number): boolean => shape === CAPITAL || shape === ALL_CAPITALS || shape === INITIAL;

const lengthOf = ({ start, end }: NameTokens, at: number): number => i32At(end, at) - i32At(start, at);

/** Whether a name may begin here. In a text with capitals, a name without them has to be a known one. */
function mayBegin({ tokens, kinds, voice, foreign }: ReadWords, at: number): boolean {
  const shape = u8At(tokens.shape, at);
  if (lengthOf(tokens, at) < 2) return shape === INITIAL && voice === MIXED;
  const kind = itemAt(kinds, at);
  if (voice === MIXED && isCapital(shape)) return kind.given > 0 || kind.common < 4;
  return voice === MIXED ? kind.given > 0 && kind.common < 4 : isName(kind, foreign);
}

function mayEnd({ tokens, kinds, voice, foreign }: ReadWords, first: number, at: number): boolean {
  if (lengthOf(tokens, at) < 2) return false;
  const capital = isCapital(u8At(tokens.shape, at));
  if (voice === MIXED && isCapital(u8At(tokens.shape, first)) !== capital) return false;
  const kind = itemAt(kinds, at);
  if (voice === MIXED && capital) return kind.family > 0 || kind.common < 4;
  return isName(kind, foreign) || kind.family > 0;
}

const isInside = ({ tokens, kinds, voice, foreign }: ReadWords, at: number): boolean => {
  const shape = u8At(tokens.shape, at);
  if (shape === INITIAL || PARTICLES.has(i32At(tokens.hash, at))) return true;
  return voice === MIXED ? isCapital(shape) : isName(itemAt(kinds, at), foreign);
};

/** In the place of the length, where the surname comes first. */
const TURNED = 6;
/** The most words of a name. */
export const LONGEST = 5;

function isTitled(read: ReadWords, at: number): boolean {
  const { gap, shape, hash } = read.tokens;
  const before = u8At(gap, at);
  if (at === 0 || (before !== SPACE && before !== AFTER_INITIAL && before !== STOP)) return false;
  if (RANKS.has(i32At(hash, at)) || u8At(shape, at) === INITIAL) return false;
  return TITLES.has(i32At(hash, at - 1)) && mayEnd(read, at, at);
}

/** The hash of a row of words, whatever is between them. */
export const hashRow = ({ hash }: NameTokens, first: number, last: number): number =>
  hash.subarray(first, last + 1).reduce(mix, last - first);

const isSurname = ({ given, family, common }: WordKind): boolean => family >= given && (family > 0 || common === 0);
/** "ROBERTS, ANNE M.", "O'Brien, Patrick": the surname first. The last words of such a name, if one begins here. */
function endsOfTurned({ tokens, kinds, voice }: ReadWords, first: number): number[] {
  const { count, gap, shape } = tokens;
  const comma = first + 2 < count && u8At(gap, first + 1) === SPACE ? first + 2 : first + 1;
  if (comma >= count || u8At(gap, comma) !== COMMA || lengthOf(tokens, first) < 3) return [];
  if (voice !== SMALL && !(isCapital(u8At(shape, first)) && isCapital(u8At(shape, comma)))) return [];
  if (!isSurname(itemAt(kinds, first)) || itemAt(kinds, comma).given === 0) return [];
  const initial = comma + 1 < count && u8At(shape, comma + 1) === INITIAL && u8At(gap, comma + 1) === SPACE;
  return initial ? [comma, comma + 1] : [comma];
}

/** All that may be a name. A name has at most five words, with nothing between them but spaces. */
export function findCandidates(read: ReadWords): NameCandidate[] {
  const { count, gap: gaps } = read.tokens;
  const found: NameCandidate[] = [];
  for (let first = 0; first < count; first += 1) {
    if (isTitled(read, first)) found.push({ first, last: first });
    for (const last of endsOfTurned(read, first)) found.push({ first, last });
    if (!mayBegin(read, first)) continue;
    for (let last = first + 1; last < Math.min(count, first + LONGEST); last += 1) {
      const gap = u8At(gaps, last);
      if (gap !== SPACE && gap !== AFTER_INITIAL) break;
      if (mayEnd(read, first, last)) found.push({ first, last });
      if (!isInside(read, last)) break;
    }
  }
  return found;
}

const isIn = ({ count }: NameTokens, at: number): boolean => at >= 0 && at < count;
const shapeAt = (tokens: NameTokens, at: number): number => (isIn(tokens, at) ? u8At(tokens.shape, at) : 7);
const gapAt = (tokens: NameTokens, at: number): number => (isIn(tokens, at) ? u8At(tokens.gap, at) : STOP);
const hashAt = (tokens: NameTokens, at: number): number => (isIn(tokens, at) ? i32At(tokens.hash, at) : at < 0 ? 1 : 2);

/** One feature: a hash of its number and of what it looks at. */
function feature(number: number, a: number, b = 0, c = 0, d = 0): number {
  const hash = mix(mix(mix(mix(number, a), b), c), d);
  return hash ^ (hash >>> 13);
}

export const tokenAt = ({ start, end, hash, shape, gap }: NameTokens, at: number) => ({
  start: i32At(start, at),
  end: i32At(end, at),
  hash: i32At(hash, at),
  shape: u8At(shape, at),
  gap: u8At(gap, at),
});

/** The features of a candidate: hashes of what it is and of what is around it. Those of its own words come first. */
export function featuresOf({ lower, tokens, kinds, voice }: ReadWords, { first, last }: NameCandidate): number[] {
  const [begin, end] = [tokenAt(tokens, first), tokenAt(tokens, last)];
  const length = tokens.gap.subarray(first + 1, last + 1).includes(COMMA) ? TURNED : last - first;
  const way = length * 4 + voice;
  const [ka, kz] = [kindCodeOf(itemAt(kinds, first)), kindCodeOf(itemAt(kinds, last))];
  const both = ka * 64 + kz;
  const [before_2, before, next, next_2] = [first - 2, first - 1, last + 1, last + 2];
  const [w2, w1, n1, n2] = [
    hashAt(tokens, before_2),
    hashAt(tokens, before),
    hashAt(tokens, next),
    hashAt(tokens, next_2),
  ];
  const gaps = begin.gap * 8 + gapAt(tokens, next);
  const shapes = begin.shape * 8 + end.shape;
  const begin_tail = hashPlainWord(lower, Math.max(begin.start, begin.end - 3), begin.end);
  const end_tail = hashPlainWord(lower, Math.max(end.start, end.end - 3), end.end);
  const edges = (first === 0 ? 2 : 0) + (next === tokens.count ? 1 : 0);
  return [
    feature(1, way),
    feature(2, both, way),
    feature(3, ka, length),
    feature(4, kz, length),
    feature(5, length > 1 ? kindsInside(tokens, kinds, first, last) : 0, way),
    feature(6, begin.hash, length === 0 ? 1 : 0),
    feature(7, end.hash),
    feature(8, begin.hash, end.hash),
    feature(9, w1, begin.gap),
    feature(10, w1, w2),
    feature(11, w1, both),
    feature(12, w1, way),
    feature(13, n1, gapAt(tokens, next)),
    feature(14, n1, n2),
    feature(15, n1, both),
    feature(16, w2, length === 0 ? 1 : 0),
    feature(17, n2),
    feature(18, begin_tail, end_tail),
    feature(19, end_tail, voice),
    feature(20, hashPlainWord(lower, end.start, Math.min(end.end, end.start + 3)), voice),
    feature(21, begin_tail, voice),
    feature(22, shapes, shapeAt(tokens, before), shapeAt(tokens, next), voice),
    feature(23, gaps, voice, edges),
    feature(24, gaps, both),
    feature(25, shapes, both),
    feature(26, kindCode(kinds[before]), kindCode(kinds[next]), voice, gaps),
    feature(27, hashAt(tokens, first - 3)),
    feature(27, hashAt(tokens, first - 4)),
    feature(27, hashAt(tokens, last + 3)),
  ];
}

const kindCode = (kind: WordKind | undefined): number => (kind ? kindCodeOf(kind) : 63);

/** The words between the first and the last: particles, initials, names and others, as bits. */
function kindsInside(tokens: NameTokens, kinds: readonly WordKind[], first: number, last: number): number {
  let bits = 0;
  for (let at = first + 1; at < last; at += 1) {
    const [shape, kind] = [u8At(tokens.shape, at), itemAt(kinds, at)];
    if (shape === INITIAL) bits |= 1;
    else if (PARTICLES.has(i32At(tokens.hash, at))) bits |= 2;
    else if (kind.given > 0) bits |= 4;
    else if (kind.family > 0 && kind.common < 3) bits |= 8;
    else bits |= kind.common > 1 ? 16 : 32;
    if (shape === LOWER) bits |= 64;
  }
  return bits;
}
