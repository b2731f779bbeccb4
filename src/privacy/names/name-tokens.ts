import { i32At, u8At } from "../../model/basics/typed-array.ts";
import { kindOf, LETTER } from "../character-kinds.ts";
import type { Folded } from "../fold.ts";

/** How the letters of a word are written. */
export const LOWER = 0;
export const CAPITAL = 1;
export const ALL_CAPITALS = 2;
export const INITIAL = 3;

/** What is between a word and the one before it. */
export const SPACE = 0;
export const COMMA = 1;
export const STOP = 2;
const DASH = 3;
const OTHER_SIGN = 4;
export const AFTER_INITIAL = 5;

/** The words of a text, in arrays that the next text uses again. An object for each word would take more time. */
export type NameTokens = {
  count: number;
  start: Int32Array;
  end: Int32Array;
  /** Of the word in lower case, without marks and apostrophes. */
  hash: Int32Array;
  shape: Uint8Array;
  gap: Uint8Array;
};

const createTokens = (size: number): NameTokens => ({
  count: 0,
  start: new Int32Array(size),
  end: new Int32Array(size),
  hash: new Int32Array(size),
  shape: new Uint8Array(size),
  gap: new Uint8Array(size),
});
let tokens = createTokens(1024);

const FNV = 0x01000193;
const BASIS = 0x811c9dc5;
export const mix = (hash: number, value: number): number => Math.imul(hash ^ value, FNV) ^ (hash >>> 15);

const APOSTROPHE = 0x27;
const HYPHEN = 0x2d;
const MARKS = /\p{M}+/gu;
/** Letters without their marks. One character of a word may be several letters. */
const PLAIN = new Map<number, string>();
function plainLetter(code: number): string {
  const known = PLAIN.get(code);
  if (known !== undefined) return known;
  const letter = String.fromCharCode(code);
  const plain = letter === "ß" ? "ss" : letter.normalize("NFD").replace(MARKS, "");
  PLAIN.set(code, plain);
  return plain;
}

const mixUnit = (hash: number, code: number): number => {
  if (code < 0x80) return Math.imul(hash ^ code, FNV);
  let mixed = hash;
  for (const letter of plainLetter(code)) mixed = Math.imul(mixed ^ letter.charCodeAt(0), FNV);
  return mixed;
};
const finish = (hash: number): number => hash ^ (hash >>> 15);

/** Hashes the letters of a word in lower case. */
export function hashPlainWord(lower: string, start: number, end: number): number {
  let hash = BASIS;
  for (let at = start; at < end; at += 1) {
    const code = lower.charCodeAt(at);
    if (code !== APOSTROPHE) hash = mixUnit(hash, code);
  }
  return finish(hash);
}

const isUpper = (text: string, lower: string, at: number): boolean => text.charCodeAt(at) !== lower.charCodeAt(at);

function shapeOf(text: string, lower: string, start: number, end: number): number {
  if (!isUpper(text, lower, start)) return LOWER;
  if (end - start === 1) return INITIAL;
  for (let at = start + 1; at < end; at += 1) {
    const code = lower.charCodeAt(at);
    if (code !== APOSTROPHE && code !== HYPHEN && !isUpper(text, lower, at)) return CAPITAL;
  }
  return ALL_CAPITALS;
}

/** Short words before an apostrophe are words of their own: "d'Alain", "qu'elle". O'Connor and D'Angelo are one. */
function splitsAfter(lower: string, text: string, start: number, apostrophe: number): boolean {
  const length = apostrophe - start;
  return length <= 2 && !isUpper(text, lower, start) && lower.charCodeAt(start) !== 0x6f;
}

/** The kind of gap that each sign makes, the strongest last. */
const SIGNS = new Map<number, number>();
for (const [signs, gap] of [
  [",;:", COMMA],
  ["-–—~|/", DASH],
  [".!?…\n", STOP],
] as const)
  for (const sign of signs) SIGNS.set(sign.charCodeAt(0), gap);

function gapBetween(text: string, from: number, to: number, last_shape: number): number {
  if (to - from === 1 && text.charCodeAt(from) === 0x20) return SPACE;
  if (to - from === 2 && last_shape === INITIAL && text.startsWith(". ", from)) return AFTER_INITIAL;
  let found = OTHER_SIGN;
  for (let at = from; at < to; at += 1) {
    const gap = SIGNS.get(text.charCodeAt(at));
    if (gap === STOP) return STOP;
    if (gap !== undefined) found = gap;
  }
  return found;
}

const isLetterAt = (text: string, at: number): boolean => at < text.length && kindOf(text.charCodeAt(at)) === LETTER;

/** The "s" of a possessive is no word. */
const isPossessive = (lower: string, at: number): boolean =>
  lower.charCodeAt(at) === APOSTROPHE && lower.charCodeAt(at + 1) === 0x73 && !isLetterAt(lower, at + 2);

/** Signs inside a word belong to it, the "'s" at its end does not. */
function isInside(text: string, lower: string, start: number, at: number): boolean {
  const code = lower.charCodeAt(at);
  if ((code !== APOSTROPHE && code !== HYPHEN) || !isLetterAt(lower, at + 1)) return false;
  return code === HYPHEN || !(splitsAfter(lower, text, start, at) || isPossessive(lower, at));
}

/** Reads the word that begins at `start`, and gives its end. */
function readToken(text: string, lower: string, start: number): number {
  let hash = BASIS;
  let at = start;
  for (; at < lower.length; at += 1) {
    const code = lower.charCodeAt(at);
    if (kindOf(code) !== LETTER && !isInside(text, lower, start, at)) break;
    if (code !== APOSTROPHE) hash = mixUnit(hash, code);
  }
  const { count } = tokens;
  const before = count - 1;
  tokens.start[count] = start;
  tokens.end[count] = at;
  tokens.hash[count] = finish(hash);
  tokens.shape[count] = shapeOf(text, lower, start, at);
  tokens.gap[count] =
    count === 0 ? STOP : gapBetween(text, i32At(tokens.end, before), start, u8At(tokens.shape, before));
  tokens.count = count + 1;
  return at;
}

/** The words of a text, until the next text is read. */
export function readTokens({ text, lower }: Folded): NameTokens {
  if (lower.length > 2 * tokens.start.length) tokens = createTokens(lower.length);
  tokens.count = 0;
  for (let at = 0; at < lower.length; )
    if (kindOf(lower.charCodeAt(at)) !== LETTER) at += 1;
    else {
      at = readToken(text, lower, at);
      if (isPossessive(lower, at)) at += 2;
    }
  return tokens;
}
