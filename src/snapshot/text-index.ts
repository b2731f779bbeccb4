import { f64At, i32At, itemAt, u8At, u32At } from "../model/typed-array.ts";
import type { Postings, TextIndex } from "./review-index.ts";
import type { Turns } from "./turns.ts";

/*
 * Substring search by n-grams of one to three symbols. A symbol is one of the 63 most common bytes of the folded texts;
 * the rarer ones share symbol 63, so a gram that contains it only narrows the candidates. Every other gram of at most three bytes is
 * its own exact answer, which makes one- and two-letter queries as cheap as rare ones. A list is the gaps between
 * positions as varints, or a bitmap where that is smaller: about 1 byte per posting (measured).
 */
const SHARED = 63;
const BIGRAMS = 64;
const TRIGRAMS = BIGRAMS + 64 * 64;
const GRAMS = TRIGRAMS + 64 * 64 * 64;
const END = 0xff;

const varintLength = (value: number): number => (value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x200000 ? 3 : 4);

function chooseSymbols(folded: Uint8Array): Uint8Array<ArrayBuffer> {
  const counts = new Float64Array(256);
  // By index: an iterator over 29 MB made 370 MB of garbage (measured).
  for (let i = 0; i < folded.length; i++) {
    const byte = u8At(folded, i);
    counts[byte] = f64At(counts, byte) + 1;
  }
  const common = Array.from(counts.keys())
    .filter((byte) => byte !== END && f64At(counts, byte) > 0)
    .sort((a, b) => f64At(counts, b) - f64At(counts, a) || a - b)
    .slice(0, SHARED);
  const symbol = new Uint8Array(256).fill(SHARED);
  for (const [index, byte] of common.entries()) symbol[byte] = index;
  return symbol;
}

/** Calls `visit(gram, document)` once for each gram a document contains, documents in order. */
function eachGram(
  folded: Uint8Array,
  start: Float64Array,
  symbol: Uint8Array,
  visit: (gram: number, document: number) => void,
): void {
  const seen = new Uint32Array(GRAMS);
  for (let document = 0; document + 1 < start.length; document++) {
    const stamp = document + 1;
    const end = f64At(start, document + 1) - 1; // without the END byte
    let one = -1;
    let two = -1;
    for (let i = f64At(start, document); i < end; i++) {
      const next = u8At(symbol, u8At(folded, i));
      if (seen[next] !== stamp) {
        seen[next] = stamp;
        visit(next, document);
      }
      if (two >= 0) {
        const gram = TRIGRAMS + ((two << 12) | (one << 6) | next);
        if (seen[gram] !== stamp) {
          seen[gram] = stamp;
          visit(gram, document);
        }
      }
      if (one >= 0) {
        const gram = BIGRAMS + ((one << 6) | next);
        if (seen[gram] !== stamp) {
          seen[gram] = stamp;
          visit(gram, document);
        }
      }
      two = one;
      one = next;
    }
  }
}

/** `folded` holds the texts in order of position, each ended by END; `start[i]` is where text `i` begins. */
export function buildTextIndex(folded: Uint8Array<ArrayBuffer>, start: Float64Array<ArrayBuffer>): TextIndex {
  const symbol = chooseSymbols(folded);
  const gram_count = new Uint32Array(GRAMS);
  const bytes = new Uint32Array(GRAMS);
  const last = new Int32Array(GRAMS).fill(-1);
  eachGram(folded, start, symbol, (gram, document) => {
    gram_count[gram] = u32At(gram_count, gram) + 1;
    bytes[gram] = u32At(bytes, gram) + varintLength(document - i32At(last, gram));
    last[gram] = document;
  });

  const bitmapBytes = (start.length + 6) >> 3;
  const gram_dense = new Uint8Array(GRAMS);
  const gram_start = new Float64Array(GRAMS + 1);
  for (let gram = 0; gram < GRAMS; gram++) {
    if (u32At(bytes, gram) > bitmapBytes) gram_dense[gram] = 1;
    gram_start[gram + 1] = f64At(gram_start, gram) + (gram_dense[gram] ? bitmapBytes : u32At(bytes, gram));
  }

  const lists = new Uint8Array(f64At(gram_start, GRAMS));
  const cursor = gram_start.slice();
  last.fill(-1);
  eachGram(folded, start, symbol, (gram, document) => {
    let at = f64At(cursor, gram);
    if (gram_dense[gram]) {
      lists[at + (document >> 3)] = u8At(lists, at + (document >> 3)) | (1 << (document & 7));
      return;
    }
    let gap = document - i32At(last, gram);
    last[gram] = document;
    for (; gap > 0x7f; gap >>>= 7) lists[at++] = (gap & 0x7f) | 0x80;
    lists[at++] = gap;
    cursor[gram] = at;
  });
  return { folded, start, symbol, gram_count, gram_dense, gram_start, lists };
}

/** The grams that every match contains, rarest first. `exact`: the list of the only gram is the answer. */
export type TextQuery = { bytes: Buffer; grams: number[]; exact: boolean; at_most: number };

export function parseTextQuery(index: TextIndex, folded: string): TextQuery {
  const bytes = Buffer.from(folded, "utf8");
  const symbols = Array.from(bytes, (byte) => u8At(index.symbol, byte));
  const grams = new Set<number>();
  const [first = 0, second = 0] = symbols;
  if (symbols.length === 1) grams.add(first);
  if (symbols.length === 2) grams.add(BIGRAMS + ((first << 6) | second));
  for (let i = 2; i < symbols.length; i++) {
    const [a, b, c] = [itemAt(symbols, i - 2), itemAt(symbols, i - 1), itemAt(symbols, i)];
    grams.add(TRIGRAMS + ((a << 12) | (b << 6) | c));
  }
  const rarest = [...grams].sort((a, b) => u32At(index.gram_count, a) - u32At(index.gram_count, b));
  return {
    bytes,
    grams: rarest,
    exact: symbols.length <= 3 && !symbols.includes(SHARED),
    at_most: rarest[0] === undefined ? 0 : u32At(index.gram_count, rarest[0]),
  };
}

/** The positions whose text contains `gram`. */
function decode(index: TextIndex, gram: number): Postings {
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

/** The candidates that `gram`'s list holds too. */
function narrow(index: TextIndex, candidates: Postings, gram: number): Postings {
  if (!index.gram_dense[gram]) return intersect(candidates, decode(index, gram));
  const start = f64At(index.gram_start, gram);
  const { lists } = index;
  const both = new Uint32Array(candidates.length);
  let count = 0;
  for (const position of candidates) {
    both[count] = position;
    count += (u8At(lists, start + (position >> 3)) >> (position & 7)) & 1;
  }
  return both.subarray(0, count);
}

/** With this few candidates left, checking them is cheaper than narrowing further. */
const FEW = 256;
/**
 * Up to this many, each candidate's text is searched by itself (300 ns each, measured); above, the next match is sought
 * from candidate to candidate through the one buffer (5 GB/s), which skips the candidates before it.
 */
const SEPARATE = 2000;
/** Matches between two places where other requests may have their turn: about 1 ms. */
const TURN_MATCHES = 2048;

function* verify(index: TextIndex, query: TextQuery, candidates: Postings): Turns<Postings> {
  const { start } = index;
  const { buffer } = index.folded;
  if (candidates.length <= SEPARATE) {
    return candidates.filter((position) => {
      const from = f64At(start, position);
      return Buffer.from(buffer, from, f64At(start, position + 1) - 1 - from).includes(query.bytes);
    });
  }
  const whole = Buffer.from(buffer);
  const found = new Uint32Array(candidates.length);
  let count = 0;
  for (let i = 0; i < candidates.length; ) {
    const at = whole.indexOf(query.bytes, f64At(start, u32At(candidates, i)));
    if (at < 0) break;
    while (i < candidates.length && f64At(start, u32At(candidates, i) + 1) <= at) i++;
    // No text contains END, so a match is inside one text, and that text is a candidate unless a filter removed it.
    if (i < candidates.length && f64At(start, u32At(candidates, i)) <= at) found[count++] = u32At(candidates, i++);
    if (count % TURN_MATCHES === TURN_MATCHES - 1) yield;
  }
  return found.subarray(0, count);
}

/** The positions in `among` (all of [from, to), when null) whose text contains the query, ascending. */
export function* matchText(
  index: TextIndex,
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
    yield;
    const before = candidates.length;
    candidates = narrow(index, candidates, gram);
    if (candidates.length > 0.8 * before) break; // what is left is mostly matches
  }
  return yield* verify(index, query, candidates);
}

/** The first `limit` positions from `from` on of an exact query: what a page needs, without decoding the whole list. */
export function exactPage(index: TextIndex, query: TextQuery, from: number, limit: number): number[] | null {
  const [gram] = query.grams;
  if (!query.exact || gram === undefined || !index.gram_dense[gram]) return null;
  const start = f64At(index.gram_start, gram);
  const page: number[] = [];
  for (let position = from; position + 1 < index.start.length && page.length < limit; position++) {
    if (u8At(index.lists, start + (position >> 3)) & (1 << (position & 7))) page.push(position);
  }
  return page;
}

/** Positions in both, ascending. Walks the shorter list and gallops through the longer one. */
export function intersect(a: Postings, b: Postings): Postings {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const both = new Uint32Array(short.length);
  let count = 0;
  let low = 0;
  for (const position of short) {
    low = lowerBound(long, position, low);
    if (low === long.length) break;
    if (long[low] === position) both[count++] = position;
  }
  return both.subarray(0, count);
}

/** The first place at or after `from` whose value is at least `value`, by galloping. */
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
