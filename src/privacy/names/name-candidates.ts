import { parseWordLists } from "../../model/basics/word-lists.ts";
import type { Folded } from "../fold.ts";
import { kindCodeOf, kindOfWord, type NameModel, type WordKind } from "./name-model.ts";
import {
  AFTER_INITIAL,
  ALL_CAPITALS,
  CAPITAL,
  hashPlainWord,
  INITIAL,
  LOWER,
  mix,
  readTokens,
  SPACE,
  STOP,
  type Token,
} from "./name-tokens.ts";
import words from "./name-words.words.txt" with { type: "text" };

const LISTS = parseWordLists("name-words.words.txt", words, ["title", "civil title", "particle"]);
const hashed = (list: readonly string[]) => new Set(list.map((word) => hashPlainWord(word, 0, word.length)));
const CIVIL_TITLES = hashed(LISTS["civil title"]);
const TITLES = hashed([...LISTS.title, ...LISTS["civil title"]]);
const PARTICLES = hashed(LISTS.particle);

/** How a text is written: with capitals where they belong, in capitals, or without any. */
const MIXED = 0;
const SHOUTED = 1;
const SMALL = 2;

/** `foreign`: of most words nothing is known, so that an unknown word is no sign of a name. */
export type ReadWords = { lower: string; tokens: Token[]; kinds: WordKind[]; voice: number; foreign: boolean };

function voiceOf(tokens: readonly Token[]): number {
  let [capitals, named, all] = [0, 0, 0];
  for (const { shape, gap } of tokens) {
    if (shape === INITIAL) continue;
    all += 1;
    if (shape === ALL_CAPITALS) capitals += 1;
    if (shape === CAPITAL && gap !== STOP) named += 1;
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
function kindOfToken(model: NameModel, lower: string, { start, end, hash }: Token): WordKind {
  const whole = kindOfWord(model, hash);
  if (whole.given + whole.family + whole.common > 0) return whole;
  const hyphen = lower.slice(start, end).indexOf("-") + start;
  if (hyphen < start) return whole;
  const parts = [hashPlainWord(lower, start, hyphen), hashPlainWord(lower, lower.lastIndexOf("-", end - 1) + 1, end)];
  const [first, last] = parts.map((part) => kindOfWord(model, part));
  return first && last ? better(first, last) : whole;
}

export function readWords(model: NameModel, folded: Folded): ReadWords {
  const tokens = readTokens(folded);
  const { lower } = folded;
  const kinds = tokens.map((token) => kindOfToken(model, lower, token));
  const unknown = kinds.filter(({ given, family, common }) => given + family + common === 0);
  const foreign = kinds.length > 3 && unknown.length * 2 > kinds.length;
  return { lower, tokens, kinds, voice: voiceOf(tokens), foreign };
}

/** The tokens from `first` to `last` may be a full name, or a surname after a title. */
export type NameCandidate = { first: number; last: number };
/** "Mrs. Okonkwo": staff are called so, too. */
export const isCivil = ({ tokens }: ReadWords, { first, last }: NameCandidate): boolean =>
  first === last && CIVIL_TITLES.has(hashAt(tokens, first - 1));

const isName = ({ given, family, common }: WordKind, foreign: boolean): boolean =>
  given > 0 || (family > 0 && common < 3) || (common === 0 && !foreign);
const isCapital = (shape: number): boolean => shape === CAPITAL || shape === ALL_CAPITALS;

/** Whether a name may begin here. In a text with capitals, a name without them has to be a known one. */
function mayBegin({ tokens, kinds, voice, foreign }: ReadWords, at: number): boolean {
  const [token, kind] = [tokens[at], kinds[at]];
  if (!token || !kind || token.end - token.start < 2) return token?.shape === INITIAL && voice === MIXED;
  if (voice === MIXED && isCapital(token.shape)) return kind.given > 0 || kind.common < 4;
  return voice === MIXED ? kind.given > 0 && kind.common < 4 : isName(kind, foreign);
}

function mayEnd({ tokens, kinds, voice, foreign }: ReadWords, first: number, at: number): boolean {
  const [token, kind, begin] = [tokens[at], kinds[at], tokens[first]];
  if (!token || !kind || !begin || token.end - token.start < 2) return false;
  if (voice === MIXED && isCapital(begin.shape) !== isCapital(token.shape)) return false;
  if (voice === MIXED && isCapital(token.shape)) return kind.family > 0 || kind.common < 4;
  return isName(kind, foreign) || kind.family > 0;
}

const isInside = ({ tokens, voice }: ReadWords, at: number): boolean => {
  const token = tokens[at];
  if (!token) return false;
  return token.shape === INITIAL || PARTICLES.has(token.hash) || voice !== MIXED || isCapital(token.shape);
};

const LONGEST = 5;

/** All that may be a name. A name has at most five words, with nothing between them but spaces. */
export function findCandidates(read: ReadWords): NameCandidate[] {
  const { tokens } = read;
  const found: NameCandidate[] = [];
  for (let first = 0; first < tokens.length; first += 1) {
    const before = tokens[first - 1];
    const near = tokens[first]?.gap === SPACE || tokens[first]?.gap === AFTER_INITIAL || tokens[first]?.gap === STOP;
    if (before && near && TITLES.has(before.hash) && tokens[first]?.shape !== INITIAL && mayEnd(read, first, first))
      found.push({ first, last: first });
    if (!mayBegin(read, first)) continue;
    for (let last = first + 1; last < Math.min(tokens.length, first + LONGEST); last += 1) {
      const gap = tokens[last]?.gap;
      if (gap !== SPACE && gap !== AFTER_INITIAL) break;
      if (mayEnd(read, first, last)) found.push({ first, last });
      if (!isInside(read, last)) break;
    }
  }
  return found;
}

const shapeAt = (tokens: readonly Token[], at: number): number => tokens[at]?.shape ?? 7;
const gapAt = (tokens: readonly Token[], at: number): number => tokens[at]?.gap ?? STOP;
const hashAt = (tokens: readonly Token[], at: number): number => tokens[at]?.hash ?? (at < 0 ? 1 : 2);

/** One feature: a hash of its number and of what it looks at. */
function feature(number: number, a: number, b = 0, c = 0, d = 0): number {
  const hash = mix(mix(mix(mix(number, a), b), c), d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** The features of a candidate: hashes of what it is and of what is around it. Those of its own words come first. */
export function featuresOf({ lower, tokens, kinds, voice }: ReadWords, { first, last }: NameCandidate): number[] {
  const [a, z, begin, end] = [kinds[first], kinds[last], tokens[first], tokens[last]];
  if (!a || !z || !begin || !end) return [];
  const length = last - first;
  const way = length * 4 + voice;
  const [ka, kz] = [kindCodeOf(a), kindCodeOf(z)];
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
  const edges = (first === 0 ? 2 : 0) + (next === tokens.length ? 1 : 0);
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
function kindsInside(tokens: readonly Token[], kinds: readonly WordKind[], first: number, last: number): number {
  let bits = 0;
  for (let at = first + 1; at < last; at += 1) {
    const [token, kind] = [tokens[at], kinds[at]];
    if (!token || !kind) continue;
    if (token.shape === INITIAL) bits |= 1;
    else if (PARTICLES.has(token.hash)) bits |= 2;
    else if (kind.given > 0) bits |= 4;
    else if (kind.family > 0 && kind.common < 3) bits |= 8;
    else bits |= kind.common > 1 ? 16 : 32;
    if (token.shape === LOWER) bits |= 64;
  }
  return bits;
}
