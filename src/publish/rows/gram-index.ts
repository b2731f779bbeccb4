import { f64At, i32At, u8At, u32At } from "../../model/basics/typed-array.ts";
import type { GramIndex } from "../../snapshot/review-index.ts";
import { BIGRAMS, SHARED, TRIGRAMS, TURN_TEXTS } from "../../snapshot/search/text-index.ts";
import type { Turns } from "../../snapshot/turns.ts";

const GRAMS = TRIGRAMS + 64 * 64 * 64;
const END = 0xff;

const varintLength = (value: number): number => (value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x200000 ? 3 : 4);

function chooseSymbols(folded: Uint8Array): Uint8Array {
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

/** The grams of a text, each once, with how many texts it comes after the last one that had it, or after -1. */
type TextGrams = { count: number; grams: Uint32Array; gaps: Uint32Array };

/** Adds a gram unless this text had it. `last` has the last text of each gram. */
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
    // A gram that this text had before came with the shorter ones at its end.
    const longest = two < 0 || addGram(found, last, TRIGRAMS + ((two << 12) | (one << 6) | next), document);
    const longer = longest && (one < 0 || addGram(found, last, BIGRAMS + ((one << 6) | next), document));
    if (longer) addGram(found, last, next, document);
    two = one;
    one = next;
  }
}

function openTextGrams(start: Float64Array): TextGrams {
  let longest = 0;
  for (let i = 0; i + 1 < start.length; i++) longest = Math.max(longest, f64At(start, i + 1) - f64At(start, i));
  return { count: 0, grams: new Uint32Array(3 * longest), gaps: new Uint32Array(3 * longest) };
}

type Texts = Pick<GramIndex, "folded" | "start" | "symbol">;

/** Calls `visit` with the grams of each text, texts in order. One call per gram took twice as long (measured). */
function* eachText({ folded, start, symbol }: Texts, visit: (found: TextGrams, document: number) => void): Turns<void> {
  const last = new Int32Array(GRAMS).fill(-1);
  const found = openTextGrams(start);
  for (let document = 0; document + 1 < start.length; document++) {
    if (document % TURN_TEXTS === TURN_TEXTS - 1) yield;
    const text = folded.subarray(f64At(start, document), f64At(start, document + 1) - 1); // without the END byte
    findGrams(found, symbol, text, last, document);
    visit(found, document);
  }
}

/** Where the list of each gram begins, and whether it is a bitmap. A plain function: in a generator it takes 40 ms. */
function placeLists(bytes: Uint32Array, texts: number): Pick<GramIndex, "gram_dense" | "gram_start"> {
  const bitmap_bytes = (texts + 7) >> 3;
  const gram_dense = new Uint8Array(GRAMS);
  const gram_start = new Float64Array(GRAMS + 1);
  let at = 0;
  for (let gram = 0; gram < GRAMS; gram++) {
    const varint_bytes = u32At(bytes, gram);
    if (varint_bytes > bitmap_bytes) gram_dense[gram] = 1;
    at += Math.min(varint_bytes, bitmap_bytes);
    gram_start[gram + 1] = at;
  }
  return { gram_dense, gram_start };
}

type Lists = Pick<GramIndex, "gram_dense" | "lists"> & { cursor: Float64Array };

/** Adds a text to the list of each of its grams. */
function writeGrams({ count, grams, gaps }: TextGrams, document: number, { gram_dense, lists, cursor }: Lists): void {
  for (let i = 0; i < count; i++) {
    const gram = u32At(grams, i);
    let at = f64At(cursor, gram);
    if (gram_dense[gram]) {
      lists[at + (document >> 3)] = u8At(lists, at + (document >> 3)) | (1 << (document & 7));
      continue;
    }
    let gap = u32At(gaps, i);
    for (; gap > 0x7f; gap >>>= 7) lists[at++] = (gap & 0x7f) | 0x80;
    lists[at++] = gap;
    cursor[gram] = at;
  }
}

/** `folded` holds the texts in order of position, each ended by END; `start[i]` is where text `i` begins. */
export function* buildGramIndex(folded: Uint8Array, start: Float64Array): Turns<GramIndex> {
  const symbol = chooseSymbols(folded);
  const gram_count = new Uint32Array(GRAMS);
  const bytes = new Uint32Array(GRAMS);
  yield* eachText({ folded, start, symbol }, ({ count, grams, gaps }) => {
    for (let i = 0; i < count; i++) {
      const gram = u32At(grams, i);
      gram_count[gram] = u32At(gram_count, gram) + 1;
      bytes[gram] = u32At(bytes, gram) + varintLength(u32At(gaps, i));
    }
  });
  const { gram_dense, gram_start } = placeLists(bytes, start.length - 1);
  const lists = new Uint8Array(new SharedArrayBuffer(f64At(gram_start, GRAMS)));
  const written = { gram_dense, lists, cursor: gram_start.slice() };
  yield* eachText({ folded, start, symbol }, (found, document) => writeGrams(found, document, written));
  return { folded, start, symbol, gram_count, gram_dense, gram_start, lists };
}
