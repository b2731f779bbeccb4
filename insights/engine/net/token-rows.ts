import { i32At, u8At } from "../../../src/model/basics/typed-array.ts";
import { hashRange, hashWord } from "../reading/hash.ts";
import { MARK, NUMBER, type Tokens, tokenText, WORD } from "../reading/tokens.ts";
import type { NetWeights } from "./net-weights.ts";

/** Rows for tokens that are not known words; they come after the rows of the words. Training uses the same function. */
const UNKNOWN = 0;
const UNKNOWN_SPANISH = 1;
const FIRST_NUMBER = 2;
const TIME = 11;
const PICTURE = 12;
const FIRST_MARK = 13;
/** The row of a number depends on its size: the first of these that is not smaller. */
const SIZES = [1, 3, 7, 14, 29, 59, 99, 299];
const MARKS = [".", ",", "!", "?", "...", ";", ":", "-", '"', "(", ")", "$", "'", "/", "&", "%"];

function numberRow(text: string): number {
  if (text.includes(":")) return TIME;
  const value = Number(text.replaceAll(",", "").replace(/\/.*/, ""));
  const size = SIZES.findIndex((most) => value <= most);
  return FIRST_NUMBER + (size < 0 ? SIZES.length : size);
}

function rowOfMark(mark: string): number {
  const at = MARKS.indexOf(mark);
  return FIRST_MARK + (at < 0 ? MARKS.length : at);
}

/** The rows of single ASCII marks, by code unit: faster than cutting the mark out and searching for it (measured). */
const MARK_ROWS = Uint8Array.from({ length: 0x80 }, (_, unit) => rowOfMark(String.fromCharCode(unit)));
const OTHER_MARK = FIRST_MARK + MARKS.length;

function markRow(tokens: Tokens, at: number): number {
  const start = i32At(tokens.plain_start, at);
  const unit = tokens.plain.charCodeAt(start);
  if (i32At(tokens.plain_end, at) - start === 1) return unit < MARK_ROWS.length ? u8At(MARK_ROWS, unit) : OTHER_MARK;
  // A run of stops, question or exclamation marks, or a redacted detail: see tokens.ts.
  return tokenText(tokens, at).startsWith(".") ? rowOfMark("...") : u8At(MARK_ROWS, unit);
}

export function specialRow(tokens: Tokens, at: number): number {
  const kind = tokens.kind[at];
  if (kind === WORD) return tokens.language === "es" ? UNKNOWN_SPANISH : UNKNOWN;
  if (kind === NUMBER) return numberRow(tokenText(tokens, at));
  return kind === MARK ? markRow(tokens, at) : PICTURE;
}

const STEM_START = hashWord("es stem ");
const STEM_LENGTH = 5;

/**
 * The key of all Spanish words with the same first five letters; null for a shorter word. A verb has fifty forms, so a
 * new text always has some that no training text has.
 */
export const stemKey = (word: string, start: number, end: number): number | null =>
  end - start < STEM_LENGTH ? null : hashRange(word, start, start + STEM_LENGTH, STEM_START);

function stemRow({ word }: NetWeights, tokens: Tokens, at: number): number {
  if (tokens.language !== "es" || tokens.kind[at] !== WORD) return -1;
  const key = stemKey(tokens.plain, i32At(tokens.plain_start, at), i32At(tokens.plain_end, at));
  return key === null ? -1 : word(key);
}

/** The row of a token in the net's table. */
export function tokenRow(weights: NetWeights, tokens: Tokens, at: number): number {
  const kind = tokens.kind[at];
  const known = kind === MARK || kind === NUMBER ? -1 : weights.word(i32At(tokens.hash, at));
  const row = known >= 0 ? known : stemRow(weights, tokens, at);
  return row >= 0 ? row : weights.header.words + specialRow(tokens, at);
}
