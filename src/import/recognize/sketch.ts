import { u8At } from "../../model/basics/typed-array.ts";

/**
 * What a review is recognized by: keyed hashes of its words before redaction, of the forms of its author's name, and of
 * its row in the file. Short hashes of overlapping pieces in no order: a copy that was cut or edited has enough of them,
 * and nobody can put the words together again, not even with the key.
 */
export type Sketch = {
  /** The whole text, and its translation: equal words have the same. None without words. */
  wholes: string[];
  /** The words are those that are stored: what was redacted is unknown. */
  from_stored: boolean;
  /** The text says that it was cut: "…", "Read more". */
  cut: boolean;
  /** It has an id at its source. */
  has_id: boolean;
  words: number;
  /** Of the digits that were redacted. 0: there are none. */
  numbers: number;
  /** Of each word with digits that can be read. */
  digits: number[];
  /** Of the author's name. */
  names: Names;
  /** The row in the file, whatever options it is read with. Empty if unknown. */
  row: string;
  /** Some runs of three words, to find candidates by. */
  anchors: number[];
  /** All pairs of words that follow each other, sorted, each once. */
  pieces: number[];
};

/** "Maria Santos", "Maria S.", "Maria" and "M. S.", each as a hash, or 0 where the name does not have this form. */
export type Names = { full: number; short: number; first: number; initials: number };

export const FLAG = { from_stored: 1, cut: 2, has_id: 4 };
/** In bytes. The whole is first, so that SQL can read it: eight characters in base64. */
export const AT = {
  whole: 0,
  translation: 6,
  row: 12,
  flags: 18,
  words: 19,
  numbers: 21,
  digits: 23,
  names: 24,
  anchors: 36,
  rest: 38,
};
const WHOLE_BYTES = 6;
export const DIGITS_BYTES = 2;
/** Of so many numbers in a text each is kept. */
export const MOST_DIGITS = 8;
export const NAME_BYTES = 3;
export const ANCHOR_BYTES = 3;
export const PIECE_BYTES = 2;
/** Six bytes of zero in base64. */
const NOTHING = "AAAAAAAA";

function readNumber(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let index = length - 1; index >= 0; index -= 1) value = value * 256 + u8At(bytes, at + index);
  return value;
}

/** What tells most sketches apart before they are parsed. */
export function outlineOf(sketch: string) {
  const bytes = Uint8Array.fromBase64(sketch);
  const digits_end = AT.rest + u8At(bytes, AT.digits) * DIGITS_BYTES;
  return {
    bytes,
    digits_end,
    pieces_at: digits_end + readNumber(bytes, AT.anchors, 2) * ANCHOR_BYTES,
    wholes: [partAt(sketch, AT.whole), partAt(sketch, AT.translation)].filter((whole) => whole !== NOTHING),
    words: readNumber(bytes, AT.words, 2),
  };
}

const partAt = (sketch: string, at: number): string => sketch.slice((at / 3) * 4, ((at + WHOLE_BYTES) / 3) * 4);

function readNumbers(bytes: Uint8Array, from: number, end: number, length: number): number[] {
  const numbers: number[] = [];
  for (let at = from; at < end; at += length) numbers.push(readNumber(bytes, at, length));
  return numbers;
}

export function parseSketch(sketch: string): Sketch {
  const { bytes, digits_end, pieces_at, wholes, words } = outlineOf(sketch);
  const flags = u8At(bytes, AT.flags);
  const named = (index: number) => readNumber(bytes, AT.names + index * NAME_BYTES, NAME_BYTES);
  const row = rowOf(sketch);
  return {
    wholes,
    from_stored: (flags & FLAG.from_stored) !== 0,
    cut: (flags & FLAG.cut) !== 0,
    has_id: (flags & FLAG.has_id) !== 0,
    words,
    numbers: readNumber(bytes, AT.numbers, 2),
    digits: readNumbers(bytes, AT.rest, digits_end, DIGITS_BYTES),
    names: { full: named(0), short: named(1), first: named(2), initials: named(3) },
    row: row === NO_ROW ? "" : row,
    anchors: readNumbers(bytes, digits_end, pieces_at, ANCHOR_BYTES),
    pieces: readNumbers(bytes, pieces_at, bytes.length, PIECE_BYTES),
  };
}

/** What a sketch is found by, without what it is then compared by. */
export type SketchKeys = Pick<Sketch, "names" | "has_id" | "anchors"> & {
  /** 24 bits of each whole, and of the row. */
  wholes: number[];
  row: number | null;
};

export function parseKeys(sketch: string): SketchKeys {
  const bytes = Uint8Array.fromBase64(sketch);
  const named = (index: number) => readThree(bytes, AT.names + index * NAME_BYTES);
  const isThere = (at: number): boolean => sketch.slice((at / 3) * 4, ((at + WHOLE_BYTES) / 3) * 4) !== NOTHING;
  const from = AT.rest + u8At(bytes, AT.digits) * DIGITS_BYTES;
  const end = from + readNumber(bytes, AT.anchors, 2) * ANCHOR_BYTES;
  const anchors: number[] = [];
  for (let at = from; at < end; at += ANCHOR_BYTES) anchors.push(readThree(bytes, at));
  return {
    wholes: [AT.whole, AT.translation].filter(isThere).map((at) => readThree(bytes, at)),
    row: isThere(AT.row) ? readThree(bytes, AT.row) : null,
    has_id: (u8At(bytes, AT.flags) & FLAG.has_id) !== 0,
    names: { full: named(0), short: named(1), first: named(2), initials: named(3) },
    anchors,
  };
}
const readThree = (bytes: Uint8Array, at: number): number =>
  u8At(bytes, at) | (u8At(bytes, at + 1) << 8) | (u8At(bytes, at + 2) << 16);

/** The same words, by whomever. */
export const haveSameWords = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one.slice(0, NOTHING.length) === other.slice(0, NOTHING.length);

/** The same words by the same author, whichever row they came in. */
export const isSameSketch = (one: string, other: string): boolean =>
  one.slice(0, 16) === other.slice(0, 16) && one.slice(24) === other.slice(24);

/** Two reviews whose words differ only in digits that were redacted. Unknown digits do not tell. */
export function haveOtherNumbers({ sketch: one }: Recognizable, { sketch: other }: Recognizable): boolean {
  const [a, b] = [numbersOf(one), numbersOf(other)];
  return a !== b && a !== NO_NUMBERS && b !== NO_NUMBERS;
}
export const hasNumbers = ({ sketch }: Recognizable): boolean => numbersOf(sketch) !== NO_NUMBERS;
type Recognizable = { sketch: string | null };
const NO_NUMBERS = "AA";
/** Twelve of the sixteen bits. */
const numbersOf = (sketch: string | null): string => sketch?.slice(28, 30) ?? NO_NUMBERS;

/** It was made without the words before redaction. */
export const isFromStored = (sketch: string): boolean => parseSketch(sketch).from_stored;

/** The full name of the author is known. */
export const hasFullName = (sketch: string): boolean => sketch.slice(32, 36) !== "AAAA";

/** The row in its file. */
export const rowOf = (sketch: string | null): string => sketch?.slice(16, 24) ?? NO_ROW;
export const NO_ROW = "AAAAAAAA";

/** Whether both were read from the same row of a file. */
export const isSameRow = (one: string | null, other: string | null): boolean =>
  rowOf(one) !== NO_ROW && rowOf(one) === rowOf(other);

export const withRow = (sketch: string | null, row: string): string | null =>
  sketch && sketch.slice(0, 16) + row + sketch.slice(24);
