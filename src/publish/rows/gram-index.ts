import { f64At, i32At, u8At, u32At } from "../../model/basics/typed-array.ts";
import type { GramIndex } from "../../snapshot/review-index.ts";
import { BIGRAMS, SHARED_LETTER, TRIGRAMS, TURN_TEXTS } from "../../snapshot/search/text-index.ts";
import type { Turns } from "../../snapshot/turns.ts";

const GRAMS = TRIGRAMS + 64 * 64 * 64;
const END = 0xff;

function chooseSymbols(folded: Uint8Array): Uint8Array {
  const counts = new Float64Array(256);
  // A loop by index, because an iterator over 29 MB made 370 MB of garbage (measured).
  for (let i = 0; i < folded.length; i++) {
    const byte = u8At(folded, i);
    counts[byte] = f64At(counts, byte) + 1;
  }
  const common = Array.from(counts.keys())
    .filter((byte) => byte !== END && f64At(counts, byte) > 0)
    .sort((a, b) => f64At(counts, b) - f64At(counts, a) || a - b)
    .slice(0, SHARED_LETTER);
  const symbol = new Uint8Array(256).fill(SHARED_LETTER);
  for (const [index, byte] of common.entries()) symbol[byte] = index;
  return symbol;
}

/** The grams of a text without repetitions. A gap is the distance to the last text with the same gram, or to -1. */
type TextGrams = { count: number; grams: Uint32Array; gaps: Uint32Array };

/** Adds a gram unless this text already had it. `last` has the last text of each gram. */
function addGram(found: TextGrams, last: Int32Array, gram: number, document: number): boolean {
  const before = i32At(last, gram);
  if (before === document) return false;
  last[gram] = document;
  found.grams[found.count] = gram;
  found.gaps[found.count++] = document - before;
  return true;
}

function findGrams(found: TextGrams, symbols: Uint8Array, text: Uint8Array, last: Int32Array, document: number): void {
  found.count = 0;
  let one = -1;
  let two = -1;
  for (let i = 0; i < text.length; i++) {
    const next = u8At(symbols, u8At(text, i));
    // If this text already had a gram, it also had the shorter grams at its end.
    const longest = two < 0 || addGram(found, last, TRIGRAMS + ((two << 12) | (one << 6) | next), document);
    const longer = longest && (one < 0 || addGram(found, last, BIGRAMS + ((one << 6) | next), document));
    if (longer) addGram(found, last, next, document);
    two = one;
    one = next;
  }
}

function createTextGrams(start: Float64Array): TextGrams {
  let longest = 0;
  for (let i = 0; i + 1 < start.length; i++) longest = Math.max(longest, f64At(start, i + 1) - f64At(start, i));
  return { count: 0, grams: new Uint32Array(3 * longest), gaps: new Uint32Array(3 * longest) };
}

type Texts = Pick<GramIndex, "folded" | "start" | "symbol">;

/*
 * While the lists grow, they are in slices of one pool. A slice has 60 bytes of a list and then the number of the next
 * slice. Every text is therefore read only once. Counting first, to know where each list goes, would read the texts
 * twice and took 1.6 times as long (measured).
 */
const SLICE = 64;
const SLICE_BYTES = 60;

type Growing = {
  pool: Uint8Array<ArrayBuffer>;
  next: Uint32Array;
  used: number;
  /** For each gram: its first slice, how many slices it has, and the position of the next byte. */
  first: Uint32Array;
  slices: Uint32Array;
  cursor: Uint32Array;
};

/** Slice 0 belongs to no list. Every cursor starts at its end, so that the first byte of a list gets a new slice. */
function createGrowing(bytes: number): Growing {
  const pool = new Uint8Array(Math.ceil((2 * bytes) / SLICE + 2) * SLICE);
  return {
    pool,
    next: new Uint32Array(pool.buffer),
    used: 1,
    first: new Uint32Array(GRAMS),
    slices: new Uint32Array(GRAMS),
    cursor: new Uint32Array(GRAMS).fill(SLICE_BYTES),
  };
}

/** Adds a slice to a list that ends at `at`. Returns the position in the slice where the list continues. */
function addSlice(growing: Growing, gram: number, at: number): number {
  const slice = growing.used++;
  if (growing.used * SLICE > growing.pool.length) {
    growing.pool = new Uint8Array(growing.pool.buffer.transfer(growing.pool.length * 2));
    growing.next = new Uint32Array(growing.pool.buffer);
  }
  growing.slices[gram] = u32At(growing.slices, gram) + 1;
  if (at === SLICE_BYTES) growing.first[gram] = slice;
  else growing.next[at >>> 2] = slice;
  return slice * SLICE;
}

/** Adds a text to the list of each of its grams. */
function writeGrams({ count, grams, gaps }: TextGrams, growing: Growing): void {
  const { cursor } = growing;
  for (let i = 0; i < count; i++) {
    const gram = u32At(grams, i);
    let at = u32At(cursor, gram);
    let gap = u32At(gaps, i);
    for (; gap > 0x7f; gap >>>= 7) {
      if ((at & (SLICE - 1)) === SLICE_BYTES) at = addSlice(growing, gram, at);
      growing.pool[at++] = (gap & 0x7f) | 0x80;
    }
    if ((at & (SLICE - 1)) === SLICE_BYTES) at = addSlice(growing, gram, at);
    growing.pool[at++] = gap;
    cursor[gram] = at;
  }
}

/**
 * Makes the lists of all texts. It handles all grams of a text at once, because one call per gram took twice as long
 * (measured).
 */
function* growLists({ folded, start, symbol }: Texts): Turns<Growing> {
  const growing = createGrowing(folded.length);
  const last = new Int32Array(GRAMS).fill(-1);
  const found = createTextGrams(start);
  for (let document = 0; document + 1 < start.length; document++) {
    if (document % TURN_TEXTS === TURN_TEXTS - 1) yield;
    const text = folded.subarray(f64At(start, document), f64At(start, document + 1) - 1); // without the END byte
    findGrams(found, symbol, text, last, document);
    writeGrams(found, growing);
  }
  return growing;
}

/**
 * The start of each gram's list, and whether it is a bitmap. A plain function, because in a generator it takes 40 ms.
 */
function placeLists({ slices, cursor }: Growing, texts: number): Pick<GramIndex, "gram_dense" | "gram_start"> {
  const bitmap_bytes = (texts + 7) >> 3;
  const gram_dense = new Uint8Array(GRAMS);
  const gram_start = new Float64Array(GRAMS + 1);
  let at = 0;
  for (let gram = 0; gram < GRAMS; gram++) {
    const whole = u32At(slices, gram) - 1;
    const varint_bytes = whole < 0 ? 0 : whole * SLICE_BYTES + (u32At(cursor, gram) & (SLICE - 1));
    if (varint_bytes > bitmap_bytes) gram_dense[gram] = 1;
    at += Math.min(varint_bytes, bitmap_bytes);
    gram_start[gram + 1] = at;
  }
  return { gram_dense, gram_start };
}

/** The end of a list in the slice that begins at `from`. */
const sliceEnd = (from: number, end: number): number =>
  end > from && end <= from + SLICE_BYTES ? end : from + SLICE_BYTES;

/** Copies a list to its final place and counts its texts. */
function copyList({ pool, next, first, cursor }: Growing, gram: number, list: Uint8Array): number {
  const end = u32At(cursor, gram);
  let count = 0;
  let to = 0;
  for (let from = u32At(first, gram) * SLICE; ; from = u32At(next, from >>> 2) * SLICE) {
    for (const stop = sliceEnd(from, end); from < stop; from++) {
      const byte = u8At(pool, from);
      list[to++] = byte;
      if (byte < 0x80) count++;
    }
    if (from === end) return count;
  }
}

/** Writes a list as a bitmap and counts its texts. */
function markList({ pool, next, first, cursor }: Growing, gram: number, list: Uint8Array): number {
  const end = u32At(cursor, gram);
  let count = 0;
  let document = -1;
  let gap = 0;
  let shift = 0;
  for (let from = u32At(first, gram) * SLICE; ; from = u32At(next, from >>> 2) * SLICE) {
    for (const stop = sliceEnd(from, end); from < stop; from++) {
      const byte = u8At(pool, from);
      gap |= (byte & 0x7f) << shift;
      shift += 7;
      if (byte > 0x7f) continue;
      document += gap;
      list[document >> 3] = u8At(list, document >> 3) | (1 << (document & 7));
      count++;
      gap = 0;
      shift = 0;
    }
    if (from === end) return count;
  }
}

/** After this many grams (some milliseconds), other work may run. */
const TURN_GRAMS = 4096;

/** `folded` contains the texts in order of position, each with END after it. `start[i]` is the start of text `i`. */
export function* buildGramIndex(folded: Uint8Array, start: Float64Array): Turns<GramIndex> {
  const symbol = chooseSymbols(folded);
  const growing = yield* growLists({ folded, start, symbol });
  const { gram_dense, gram_start } = placeLists(growing, start.length - 1);
  const lists = new Uint8Array(new SharedArrayBuffer(f64At(gram_start, GRAMS)));
  const gram_count = new Uint32Array(GRAMS);
  for (let gram = 0; gram < GRAMS; gram++) {
    if (gram % TURN_GRAMS === TURN_GRAMS - 1) yield;
    if (u32At(growing.slices, gram) === 0) continue;
    const list = lists.subarray(f64At(gram_start, gram), f64At(gram_start, gram + 1));
    gram_count[gram] = (gram_dense[gram] ? markList : copyList)(growing, gram, list);
  }
  return { folded, start, symbol, gram_count, gram_dense, gram_start, lists };
}
