import { i32At, itemAt } from "../../model/basics/typed-array.ts";
import { ANONYMOUS } from "../../privacy/people/minimize-name.ts";
import { ANCHOR_BYTES, AT, DIGITS_BYTES, FLAG, MOST_DIGITS, NAME_BYTES, type Names, PIECE_BYTES } from "./sketch.ts";
import { numberOf, spokenWords, type TokenNumbers, tokenNumbers, withoutCutMark } from "./tokens.ts";

/** What a sketch is made from. */
export type Sketched = {
  /** Before redaction. Null if only the stored words are known. */
  given: Words | null;
  /** As they are stored: what these lack was redacted. */
  stored: Words;
  has_id: boolean;
  /** The name in the form "Maria S.", or Anonymous. */
  minimized: string;
  /** Identifies the full name, if that is known. */
  person: string | null;
  row: string | null;
};
type Words = { text: string | null; translation: string | null };

/** Longer texts are compared by so many of their first words. */
const MOST_WORDS = 1000;
/** Every run of three words is an anchor at the beginning, which a copy that was cut keeps, and about every third one after it. */
const FEW_WORDS = 12;
const SAMPLE = 3;

const KINDS = { piece: 1, anchor: 2, whole: 3, numbers: 4, name: 5, row: 6 };

type Hash = (kind: number, a: number, b: number, c: number) => number;

/**
 * HalfSipHash-1-3 of a kind and three words. Loops over local variables take a third of the time of calls, and two of
 * them with a result that fits into 32 bits with its sign half of the time of one without (measured).
 */
function createHash(key: string): Hash {
  const digest = new Bun.CryptoHasher("sha256", key).update("sketch").digest();
  const [k0, k1] = [digest.readInt32LE(0), digest.readInt32LE(4)];
  return (kind, a, b, c) => {
    let v0 = k0;
    let v1 = k1;
    let v2 = 0x6c796765 ^ k0;
    let v3 = 0x74656462 ^ k1;
    for (let step = 0; step < 4; step += 1) {
      const word = step === 0 ? kind : step === 1 ? a : step === 2 ? b : c;
      v3 ^= word;
      v0 = (v0 + v1) | 0;
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
      v0 = (v0 << 16) | (v0 >>> 16);
      v2 = (v2 + v3) | 0;
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
      v0 = (v0 + v3) | 0;
      v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
      v2 = (v2 + v1) | 0;
      v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
      v2 = (v2 << 16) | (v2 >>> 16);
      v0 ^= word;
    }
    v2 ^= 0xff;
    for (let step = 0; step < 3; step += 1) {
      v0 = (v0 + v1) | 0;
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
      v0 = (v0 << 16) | (v0 >>> 16);
      v2 = (v2 + v3) | 0;
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
      v0 = (v0 + v3) | 0;
      v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
      v2 = (v2 + v1) | 0;
      v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
      v2 = (v2 << 16) | (v2 >>> 16);
    }
    return v1 ^ v3;
  };
}

type Numbered = { words: number[]; digits: number[]; redacted: string };

/** However many groups a number is written in, it is one word. */
const NUMBER = numberOf("#");

/**
 * Words with digits tell reviews apart that are otherwise equal, such as those of a template. Of what was redacted there
 * is one short hash of all digits: no part of a telephone number can be found from it.
 */
function takeNumbers(
  { numbers, with_digits }: TokenNumbers,
  redactedAt: (at: number) => string | null,
  cut: boolean,
): Numbered {
  const found: Numbered = { words: [], digits: [], redacted: "" };
  // The number at the end of a text that was cut may lack digits.
  let last = numbers.length;
  while (cut && with_digits.at(last - 1 - numbers.length) === last - 1) last -= 1;
  let from = 0;
  for (const at of with_digits) {
    for (; from < at; from += 1) found.words.push(itemAt(numbers, from));
    const redacted = at < last ? redactedAt(at) : "";
    if (redacted === null) found.digits.push(itemAt(numbers, at) & 0xffff);
    else found.redacted += redacted;
    if (found.words.at(-1) !== NUMBER) found.words.push(NUMBER);
    from = at + 1;
  }
  for (; from < numbers.length; from += 1) found.words.push(itemAt(numbers, from));
  return found;
}

const nothingRedacted = (): null => null;

/** The digits of a word of the text, if the stored text does not have this word. */
function findRedacted(text: string, kept: string): (at: number) => string | null {
  const tokens = spokenWords(text);
  const left = new Set(spokenWords(kept));
  return (at) => {
    const token = itemAt(tokens, at);
    return left.has(token) ? null : token.replace(/\D/g, "");
  };
}

/** All words as 64 bits, from which the keyed hash of the whole is made. */
function mixAll(words: readonly number[]): [number, number] {
  let one = words.length;
  let other = ~words.length;
  for (const word of words) {
    one = Math.imul(one ^ word, 0x9e3779b1) + 0x7f4a7c15;
    one ^= one >>> 15;
    other = Math.imul(other + word, 0x85ebca6b) ^ (other >>> 13);
  }
  return [one | 0, other | 0];
}

/** Reused for each text: two texts have at most so many pieces. */
type Numbers = { values: Int32Array; count: number };
const buildNumbers = (): Numbers => ({ values: new Int32Array(2 * MOST_WORDS), count: 0 });

function push(numbers: Numbers, value: number): void {
  numbers.values[numbers.count] = value;
  numbers.count += 1;
}

/** In no order of the text, each once. Most lists are short, and the runtime's sort takes four times longer for these (measured). */
function sortOnce(numbers: Numbers): void {
  const { values, count } = numbers;
  if (count > 100) values.subarray(0, count).sort();
  else
    for (let from = 1; from < count; from += 1) {
      const value = i32At(values, from);
      let at = from;
      for (; at > 0 && i32At(values, at - 1) > value; at -= 1) values[at] = i32At(values, at - 1);
      values[at] = value;
    }
  let kept = Math.min(count, 1);
  for (let at = 1; at < count; at += 1) {
    const value = i32At(values, at);
    if (value === i32At(values, kept - 1)) continue;
    values[kept] = value;
    kept += 1;
  }
  numbers.count = kept;
}

type Pieces = { anchors: Numbers; pieces: Numbers };

function addPieces(hash: Hash, words: readonly number[], { anchors, pieces }: Pieces): void {
  const length = Math.min(words.length, MOST_WORDS);
  for (let at = 0; at + 1 < length; at += 1) {
    const [word, next] = [itemAt(words, at), itemAt(words, at + 1)];
    const pair = hash(KINDS.piece, word, next, 0);
    push(pieces, pair & 0xffff);
    if (at + 2 < length && (at + 2 < FEW_WORDS || (pair >>> 16) % SAMPLE === 0))
      push(anchors, hash(KINDS.anchor, word, next, itemAt(words, at + 2)) & 0xffffff);
  }
}

/** Little-endian, so many bytes. */
function writeNumber(bytes: Uint8Array, at: number, length: number, value: number): void {
  for (let index = 0; index < length; index += 1) bytes[at + index] = (value >>> (8 * index)) & 0xff;
}

function writeAll(bytes: Uint8Array, from: number, length: number, { values, count }: Numbers): void {
  for (let at = 0; at < count; at += 1) writeNumber(bytes, from + at * length, length, i32At(values, at));
}

function writeWhole(bytes: Uint8Array, at: number, hash: Hash, kind: number, [one, other]: [number, number]): void {
  writeNumber(bytes, at, 4, hash(kind, one, other, 0));
  writeNumber(bytes, at + 4, 2, hash(kind, one, other, 1));
}

function chooseDigits(main: readonly number[], other: readonly number[]): readonly number[] {
  if (other.length === 0 && main.length < 2) return main;
  return [...new Set([...main, ...other])].sort((a, b) => a - b).slice(0, MOST_DIGITS);
}

/** Never 0, which means that there is none. */
const present = (value: number, mask: number): number => value & mask || 1;

const hashName = (hash: Hash, name: string): number =>
  present(hash(KINDS.name, numberOf(name), name.length, 0), 0xffffff);

/** The forms of "Maria S." that it may be written in elsewhere. */
function formsOf(hash: Hash, minimized: string): ShortNames {
  if (minimized === ANONYMOUS) return { short: 0, first: 0, initials: 0 };
  const form = (value: string) => hashName(hash, value);
  const tokens = spokenWords(minimized);
  const [given = ""] = tokens;
  const isInitial = /^\p{L}\p{M}*\./u.test(minimized);
  const letters = tokens.map((token) => [...token][0] ?? "").join(" ");
  return {
    short: tokens.length > 1 && !isInitial ? form(`short ${tokens.join(" ")}`) : 0,
    first: isInitial ? 0 : form(`first ${given}`),
    initials: tokens.length > 1 || isInitial ? form(`initials ${letters}`) : 0,
  };
}

type ShortNames = Omit<Names, "full">;
const REMEMBERED = 20_000;

/** Short names repeat: looking one up takes a tenth of the time (measured). */
function rememberNames(hash: Hash): (minimized: string) => ShortNames {
  const known = new Map<string, ShortNames>();
  return (minimized) => {
    const before = known.get(minimized);
    if (before) return before;
    if (known.size >= REMEMBERED) known.clear();
    const forms = formsOf(hash, minimized);
    known.set(minimized, forms);
    return forms;
  };
}

export type Sketcher = (of: Sketched) => string;

/** Most reviews have no translation. */
const NO_WORDS = { words: [], cut: false, digits: [], redacted: "" };
const LARGEST = AT.rest + MOST_DIGITS * DIGITS_BYTES + 2 * MOST_WORDS * (ANCHOR_BYTES + PIECE_BYTES);

/** Makes sketches with the key of a store. */
export function createSketcher(key: string): Sketcher {
  const hash = createHash(key);
  const findNames = rememberNames(hash);
  const [anchors, pieces] = [buildNumbers(), buildNumbers()];
  const bytes = new Uint8Array(LARGEST);

  function wordsOf({ given, stored }: Sketched, which: "text" | "translation") {
    const whole = (given ?? stored)[which];
    if (whole === null) return NO_WORDS;
    const { text, cut } = withoutCutMark(whole);
    const kept = stored[which];
    const redacted = given !== null && kept !== null && given[which] !== kept;
    const read = tokenNumbers(text);
    const {
      words,
      digits,
      redacted: hidden,
    } = /\d/.test(text)
      ? takeNumbers(read, redacted ? findRedacted(text, kept) : nothingRedacted, cut)
      : { words: read.numbers, digits: [], redacted: "" };
    // A text of signs alone, such as emoji, is compared as it is.
    const said = words.length === 0 && text !== "" ? [numberOf(text.replace(/\s/g, ""))] : words;
    return { words: said, cut, digits, redacted: hidden };
  }

  return (of) => {
    const main = wordsOf(of, "text");
    const other = wordsOf(of, "translation");
    anchors.count = 0;
    pieces.count = 0;
    addPieces(hash, main.words, { anchors, pieces });
    addPieces(hash, other.words, { anchors, pieces });
    sortOnce(anchors);
    sortOnce(pieces);
    const digits = chooseDigits(main.digits, other.digits);
    bytes.fill(0, 0, AT.rest);
    if (main.words.length > 0) writeWhole(bytes, AT.whole, hash, KINDS.whole, mixAll(main.words));
    if (other.words.length > 0) writeWhole(bytes, AT.translation, hash, KINDS.whole, mixAll(other.words));
    if (of.row !== null)
      writeWhole(bytes, AT.row, hash, KINDS.row, mixAll([numberOf(of.row), Bun.hash.xxHash32(of.row)]));
    bytes[AT.flags] =
      (of.given === null ? FLAG.from_stored : 0) | (main.cut ? FLAG.cut : 0) | (of.has_id ? FLAG.has_id : 0);
    writeNumber(bytes, AT.words, 2, Math.min(main.words.length, 0xffff));
    const redacted = main.redacted + other.redacted;
    if (redacted !== "")
      writeNumber(bytes, AT.numbers, 2, present(hash(KINDS.numbers, numberOf(redacted), redacted.length, 0), 0xffff));
    writeNumber(bytes, AT.digits, 1, digits.length);
    for (const [at, digit] of digits.entries()) writeNumber(bytes, AT.rest + at * DIGITS_BYTES, DIGITS_BYTES, digit);
    const { short, first, initials } = findNames(of.minimized);
    writeNumber(bytes, AT.names, NAME_BYTES, of.person === null ? 0 : hashName(hash, of.person));
    writeNumber(bytes, AT.names + NAME_BYTES, NAME_BYTES, short);
    writeNumber(bytes, AT.names + 2 * NAME_BYTES, NAME_BYTES, first);
    writeNumber(bytes, AT.names + 3 * NAME_BYTES, NAME_BYTES, initials);
    writeNumber(bytes, AT.anchors, 2, anchors.count);
    const from = AT.rest + digits.length * DIGITS_BYTES;
    const end = from + anchors.count * ANCHOR_BYTES;
    writeAll(bytes, from, ANCHOR_BYTES, anchors);
    writeAll(bytes, end, PIECE_BYTES, pieces);
    return bytes.subarray(0, end + pieces.count * PIECE_BYTES).toBase64();
  };
}
