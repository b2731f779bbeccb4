import { f64At, u32At } from "../../model/basics/typed-array.ts";
import { GONE, type GramIndex, type Postings, type TextDelta, type TextIndex } from "../review-index.ts";
import type { Turns } from "../turns.ts";
import { eachMatch } from "./each-match.ts";
import { exactTest, intersect, lowerBound, matchGrams, type TextQuery } from "./text-index.ts";

/*
 * Few texts changed since the grams were built. They are searched one after another (5 GB/s), and the texts that they
 * replaced are left out. Texts of the base keep their order, so their positions ascend.
 */
type Window = [from: number, to: number];

const textsOf = ({ start }: GramIndex): number => start.length - 1;

/** The folded text at a position, without its end byte. */
export function foldedAt({ base, delta }: TextIndex, position: number): Buffer {
  const number = delta ? u32At(delta.text_at, position) : position;
  const came = number >= textsOf(base) ? delta : null;
  const { folded, start } = came ?? base;
  const at = came ? number - textsOf(base) : number;
  const from = f64At(start, at);
  return Buffer.from(folded.buffer, folded.byteOffset + from, f64At(start, at + 1) - 1 - from);
}

/** The texts of the base between two positions. */
function baseWindow(base: GramIndex, { text_at }: TextDelta, [from, to]: Window): Window {
  let [first, last] = [from, to - 1];
  while (first <= last && u32At(text_at, first) >= textsOf(base)) first++;
  while (first <= last && u32At(text_at, last) >= textsOf(base)) last--;
  return first > last ? [0, 0] : [u32At(text_at, first), u32At(text_at, last) + 1];
}

function baseTexts(base: GramIndex, { text_at }: TextDelta, positions: Postings): Postings {
  const texts = new Uint32Array(positions.length);
  let count = 0;
  for (let i = 0; i < positions.length; i++) {
    const text = u32At(text_at, u32At(positions, i));
    if (text < textsOf(base)) texts[count++] = text;
  }
  return texts.subarray(0, count);
}

/** The current positions of these texts of the base. */
function positionsOf({ position_of }: TextDelta, texts: Postings): Postings {
  const positions = new Uint32Array(texts.length);
  let count = 0;
  for (let i = 0; i < texts.length; i++) {
    const position = u32At(position_of, u32At(texts, i));
    if (position !== GONE) positions[count++] = position;
  }
  return positions.subarray(0, count);
}

/** The positions of added texts that contain the words. */
function* matchDelta({ folded, start, positions }: TextDelta, words: Buffer): Turns<Postings> {
  const whole = Buffer.from(folded.buffer, folded.byteOffset, folded.length);
  const found = new Uint32Array(positions.length);
  let [text, count] = [0, 0];
  yield* eachMatch(whole, words, 0, (at) => {
    while (f64At(start, text + 1) <= at) text++;
    found[count++] = u32At(positions, text++);
    return text < positions.length ? f64At(start, text) : whole.length;
  });
  return found.subarray(0, count);
}

/** Merges two ascending lists that have no element in common. */
export function mergePostings(a: Postings, b: Postings): Postings {
  if (b.length === 0) return a;
  const merged = new Uint32Array(a.length + b.length);
  let from = 0;
  for (let i = 0; i < b.length; i++) {
    const value = u32At(b, i);
    const to = lowerBound(a, value, from);
    merged.set(a.subarray(from, to), from + i);
    merged[to + i] = value;
    from = to;
  }
  merged.set(a.subarray(from), from + b.length);
  return merged;
}

/**
 * The positions in `among` whose text contains the query, ascending. If `among` is null, all positions of the window.
 */
export function* matchText(
  { base, delta }: TextIndex,
  query: TextQuery,
  among: Postings | null,
  window: Window,
): Turns<Postings> {
  if (!delta) return yield* matchGrams(base, query, among, window);
  const texts = among && baseTexts(base, delta, among);
  const kept = positionsOf(delta, yield* matchGrams(base, query, texts, baseWindow(base, delta, window)));
  const came = yield* matchDelta(delta, query.bytes);
  const [from, to] = window;
  return mergePostings(
    kept,
    among ? intersect(came, among) : came.subarray(lowerBound(came, from), lowerBound(came, to)),
  );
}

/** Reviews that an exact query matches. They are counted without decoding the list. */
export type ExactMatches = { matched: number; page(from: number, limit: number): number[] };

/** Null if the query has no bitmap. */
export function* exactMatches({ base, delta }: TextIndex, query: TextQuery): Turns<ExactMatches | null> {
  const isIn = exactTest(base, query);
  if (!isIn) return null;
  const came = delta ? yield* matchDelta(delta, query.bytes) : null;
  const isMatch = (position: number): boolean => {
    const text = delta ? u32At(delta.text_at, position) : position;
    if (text < textsOf(base)) return isIn(text);
    return came !== null && came[lowerBound(came, position)] === position;
  };
  const count = delta ? delta.text_at.length : textsOf(base);
  return {
    matched: query.at_most - (delta ? delta.gone.filter(isIn).length : 0) + (came?.length ?? 0),
    page(from, limit) {
      const found: number[] = [];
      for (let position = from; position < count && found.length < limit; position++) {
        if (isMatch(position)) found.push(position);
      }
      return found;
    },
  };
}
