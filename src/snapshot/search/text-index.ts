import { f64At, u8At, u32At } from "../../model/basics/typed-array.ts";
import type { GramIndex, Postings } from "../review-index.ts";
import type { Turns } from "../turns.ts";
import { eachMatch } from "./each-match.ts";

/*
 * Substring search by n-grams of one to three symbols. A symbol is one of the 63 most common bytes of the folded texts.
 * Rarer bytes share symbol 63, so a gram with that symbol only narrows the candidates. The list of every other gram is
 * exact, so queries of up to three bytes need no search in the texts. A list has the gaps between positions as varints,
 * or is a bitmap if that is smaller: about 1 byte per posting (measured).
 */
export const SHARED_LETTER = 63;
export const BIGRAMS = 64;
export const TRIGRAMS = BIGRAMS + 64 * 64;

/** After this many texts (about 1 ms), other work may run. */
export const TURN_TEXTS = 64;

/**
 * The grams that every match contains, rarest first. `exact` means that there is one gram and its list is the answer.
 */
export type TextQuery = { bytes: Buffer; grams: number[]; exact: boolean; at_most: number };

export function parseTextQuery(index: GramIndex, folded: string): TextQuery {
  const bytes = Buffer.from(folded, "utf8");
  const grams = new Set<number>();
  const isShort = bytes.length <= 3;
  const longest = isShort ? bytes.length - 1 : 2;
  let [two, one, shared] = [0, 0, false]; // the previous symbols
  for (let i = 0; i < bytes.length; i++) {
    const next = u8At(index.symbol, u8At(bytes, i));
    if (next === SHARED_LETTER) shared = true;
    if (i >= longest) {
      const pair = (one << 6) | next;
      const gram = longest === 2 ? TRIGRAMS + ((two << 12) | pair) : longest === 1 ? BIGRAMS + pair : next;
      // No text has it, so the others need not be known.
      if (index.gram_count[gram] === 0) return { bytes, grams: [gram], exact: isShort && !shared, at_most: 0 };
      grams.add(gram);
    }
    two = one;
    one = next;
  }
  const rarest = [...grams].sort((a, b) => u32At(index.gram_count, a) - u32At(index.gram_count, b));
  return {
    bytes,
    grams: rarest,
    exact: isShort && !shared,
    at_most: rarest[0] === undefined ? 0 : u32At(index.gram_count, rarest[0]),
  };
}

/** The positions whose text contains `gram`. */
function decode(index: GramIndex, gram: number): Postings {
  const positions = new Uint32Array(u32At(index.gram_count, gram));
  const start = f64At(index.gram_start, gram);
  const end = f64At(index.gram_start, gram + 1);
  const { lists } = index;
  let count = 0;
  if (index.gram_dense[gram]) {
    for (let i = start; i < end; i++) {
      for (let bits = u8At(lists, i); bits !== 0; bits &= bits - 1) {
        positions[count++] = ((i - start) << 3) + (31 - Math.clz32(bits & -bits));
      }
    }
    return positions;
  }
  let position = -1;
  for (let i = start; i < end; ) {
    let byte = u8At(lists, i++);
    let gap = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = u8At(lists, i++);
      gap |= (byte & 0x7f) << shift;
    }
    position += gap;
    positions[count++] = position;
  }
  return positions;
}

/** The candidates that are also in the list of `gram`. */
function narrow(index: GramIndex, candidates: Postings, gram: number): Postings {
  if (!index.gram_dense[gram]) return intersect(candidates, decode(index, gram));
  const start = f64At(index.gram_start, gram);
  const { lists } = index;
  const both = new Uint32Array(candidates.length);
  let count = 0;
  for (let i = 0; i < candidates.length; i++) {
    const position = u32At(candidates, i);
    both[count] = position;
    count += (u8At(lists, start + (position >> 3)) >> (position & 7)) & 1;
  }
  return both.subarray(0, count);
}

/** For this few candidates, checking the texts is cheaper than narrowing further. */
const FEW = 16;
/** A longer list, compared with the candidates, costs more than the texts that it spares (measured). */
const POSTINGS_PER_CANDIDATE = 16;
/**
 * With fewer bytes per candidate, the whole buffer is searched from the next candidate on (5 to 24 GB/s), which skips
 * all candidates before the match. With more, each text is searched separately (190 ns each, measured).
 */
const BYTES_PER_CANDIDATE = 2048;

/** Of these candidates, those whose text contains the words. A generator takes twice as long (measured). */
function textsWith(words: Buffer, whole: Buffer, { start }: GramIndex, candidates: Postings): number[] {
  const found: number[] = [];
  for (let i = 0; i < candidates.length; i++) {
    const position = u32At(candidates, i);
    // A view of a Buffer, because a view of the underlying bytes takes five times as long (measured).
    const text = whole.subarray(f64At(start, position), f64At(start, position + 1) - 1);
    if (text.includes(words)) found.push(position);
  }
  return found;
}

function* verify(index: GramIndex, { bytes }: TextQuery, candidates: Postings): Turns<Postings> {
  const { folded, start } = index;
  const whole = Buffer.from(folded.buffer, folded.byteOffset, folded.length);
  const found = new Uint32Array(candidates.length);
  const [first, last] = [candidates[0] ?? 0, candidates.at(-1) ?? 0];
  let [i, count] = [0, 0];
  if (f64At(start, last + 1) - f64At(start, first) > BYTES_PER_CANDIDATE * candidates.length) {
    for (; i < candidates.length; i += TURN_TEXTS) {
      const some = textsWith(bytes, whole, index, candidates.subarray(i, i + TURN_TEXTS));
      found.set(some, count);
      count += some.length;
      yield;
    }
    return found.subarray(0, count);
  }
  yield* eachMatch(whole, bytes, f64At(start, first), (at) => {
    while (i < candidates.length && f64At(start, u32At(candidates, i) + 1) <= at) i++;
    // No text contains its end byte, so a match is inside one text. That text is a candidate unless a filter removed
    // it.
    if (i < candidates.length && f64At(start, u32At(candidates, i)) <= at) found[count++] = u32At(candidates, i++);
    return i < candidates.length ? f64At(start, u32At(candidates, i)) : whole.length;
  });
  return found.subarray(0, count);
}

/** The texts in `among` that contain the query, ascending. If `among` is null, all texts from `from` to before `to`. */
export function* matchGrams(
  index: GramIndex,
  query: TextQuery,
  among: Postings | null,
  [from, to]: [number, number],
): Turns<Postings> {
  const [rarest, ...others] = query.grams;
  if (rarest === undefined || query.at_most === 0) return new Uint32Array(0);
  let candidates = among;
  if (!candidates) {
    const all = decode(index, rarest);
    candidates = all.subarray(lowerBound(all, from), lowerBound(all, to));
  } else if (candidates.length > FEW || query.exact) {
    candidates = narrow(index, candidates, rarest);
  }
  if (query.exact) return candidates;
  for (const gram of others) {
    if (candidates.length <= FEW) break;
    const long = u32At(index.gram_count, gram) > POSTINGS_PER_CANDIDATE * candidates.length;
    if (long && !index.gram_dense[gram]) continue;
    yield;
    candidates = narrow(index, candidates, gram);
  }
  return yield* verify(index, query, candidates);
}

/** Tests with a bitmap whether a text has the only gram of an exact query. Null if there is no bitmap. */
export function exactTest(index: GramIndex, query: TextQuery): ((text: number) => boolean) | null {
  const [gram] = query.grams;
  if (!query.exact || gram === undefined || !index.gram_dense[gram]) return null;
  const start = f64At(index.gram_start, gram);
  return (text) => (u8At(index.lists, start + (text >> 3)) & (1 << (text & 7))) !== 0;
}

/** Positions in both lists, ascending. Walks the shorter list and gallops through the longer one. */
export function intersect(a: Postings, b: Postings): Postings {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const both = new Uint32Array(short.length);
  let count = 0;
  let low = 0;
  for (let i = 0; i < short.length; i++) {
    const position = u32At(short, i);
    low = lowerBound(long, position, low);
    if (low === long.length) break;
    if (long[low] === position) both[count++] = position;
  }
  return both.subarray(0, count);
}

/** The first index from `from` on whose value is at least `value`, found by galloping. */
export function lowerBound(list: Postings, value: number, from = 0): number {
  let step = 1;
  let high = from;
  while (high < list.length && u32At(list, high) < value) {
    from = high + 1;
    high += step;
    step <<= 1;
  }
  high = Math.min(high, list.length);
  while (from < high) {
    const middle = (from + high) >>> 1;
    if (u32At(list, middle) < value) from = middle + 1;
    else high = middle;
  }
  return from;
}
