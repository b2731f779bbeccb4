import { i32At } from "../../../src/model/basics/typed-array.ts";
import { MARK, type Tokens } from "./tokens.ts";
import { wordSet } from "./word-set.ts";

/** UTF-16 code units of the original text. */
export type Span = { start: number; end: number };

const OPENING = wordSet("\" ( $ ' ¿ ¡");
const TRAILING = wordSet(", ; : - – — (");

/** From the first to the last word of the tokens, with the marks that belong to the words. */
export function spanOf(tokens: Tokens, from: number, to: number): Span {
  let first = from;
  let last = to - 1;
  while (first < last && tokens.kind[first] === MARK && !OPENING.has(i32At(tokens.hash, first))) first++;
  while (last > first && tokens.kind[last] === MARK && TRAILING.has(i32At(tokens.hash, last))) last--;
  return { start: i32At(tokens.start, first), end: i32At(tokens.end, last) };
}
