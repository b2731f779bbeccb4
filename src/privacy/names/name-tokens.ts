import { kindOf, LETTER } from "../character-kinds.ts";
import type { Folded } from "../fold.ts";

/** How the letters of a word are written. */
export const LOWER = 0;
export const CAPITAL = 1;
export const ALL_CAPITALS = 2;
export const INITIAL = 3;

/** What is between a word and the one before it. */
export const SPACE = 0;
const COMMA = 1;
export const STOP = 2;
const DASH = 3;
const OTHER_SIGN = 4;
export const AFTER_INITIAL = 5;

export type Token = {
  start: number;
  end: number;
  /** Of the word in lower case, without marks and apostrophes. */
  hash: number;
  shape: number;
  gap: number;
};

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

/** Hashes the letters of a word in lower case. */
export function hashPlainWord(lower: string, start: number, end: number): number {
  let hash = BASIS;
  for (let at = start; at < end; at += 1) {
    const code = lower.charCodeAt(at);
    if (code === APOSTROPHE) continue;
    if (code < 0x80) hash = Math.imul(hash ^ code, FNV);
    else for (const letter of plainLetter(code)) hash = Math.imul(hash ^ letter.charCodeAt(0), FNV);
  }
  return (hash ^ (hash >>> 15)) >>> 0;
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

function gapBetween(text: string, from: number, to: number, last: Token | undefined): number {
  if (last === undefined) return STOP;
  if (to - from === 1 && text.charCodeAt(from) === 0x20) return SPACE;
  if (to - from === 2 && last.shape === INITIAL && text.startsWith(". ", from)) return AFTER_INITIAL;
  let found = OTHER_SIGN;
  for (let at = from; at < to; at += 1) {
    const gap = SIGNS.get(text.charCodeAt(at));
    if (gap === STOP) return STOP;
    if (gap !== undefined) found = gap;
  }
  return found;
}

const isLetterAt = (text: string, at: number): boolean => at < text.length && kindOf(text.charCodeAt(at)) === LETTER;

/** Where the word that begins at `start` ends: signs inside a word belong to it, the "'s" at its end does not. */
function wordEnd(text: string, lower: string, start: number): number {
  let at = start + 1;
  for (; at < lower.length; at += 1) {
    const code = lower.charCodeAt(at);
    if (kindOf(code) === LETTER) continue;
    if ((code !== APOSTROPHE && code !== HYPHEN) || !isLetterAt(lower, at + 1)) return at;
    if (code === APOSTROPHE && (splitsAfter(lower, text, start, at) || /^'s(?!\p{L})/u.test(lower.slice(at, at + 3))))
      return at;
  }
  return at;
}

/** The words of a text. */
export function readTokens({ text, lower }: Folded): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < lower.length; ) {
    if (!isLetterAt(lower, at)) {
      at += 1;
      continue;
    }
    const [start, end] = [at, wordEnd(text, lower, at)];
    const last = tokens.at(-1);
    tokens.push({
      start,
      end,
      hash: hashPlainWord(lower, start, end),
      shape: shapeOf(text, lower, start, end),
      gap: gapBetween(text, last?.end ?? 0, start, last),
    });
    at = end;
    // The "s" of a possessive is no word.
    if (lower.charCodeAt(at) === APOSTROPHE && lower.charCodeAt(at + 1) === 0x73 && !isLetterAt(lower, at + 2)) at += 2;
  }
  return tokens;
}
