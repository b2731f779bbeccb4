import { i32At, u8At } from "../../../src/model/basics/typed-array.ts";
import { FNV_START, fnv, hashRange, hashWord, SPANISH_START } from "./hash.ts";
import { toPlainText } from "./plain-text.ts";

export const WORD = 0;
export const NUMBER = 1;
export const EMOJI = 2;
export const MARK = 3;

/** Tokens as columns. Offsets are those of the original text. */
export type Tokens = {
  text: string;
  /** The language as which the text was cut into tokens. */
  language: ReadLanguage;
  /** The text in lower case, without accents and invisible characters. */
  plain: string;
  count: number;
  kind: Uint8Array;
  start: Int32Array;
  end: Int32Array;
  /** Offsets in `plain`. */
  plain_start: Int32Array;
  plain_end: Int32Array;
  /** The hash of the plain token; hash.ts says how Spanish words differ. "can't" is two tokens, "can" and "not". */
  hash: Int32Array;
  /** What is before the token: 0 nothing, 1 a space, 2 a line break. */
  gap: Uint8Array;
};

/** Space for the tokens of one text. A text has at most as many tokens as code units, and usually a fifth of that. */
export type TokenColumns = Omit<Tokens, "text" | "language" | "plain" | "count">;

export const createTokenColumns = (room: number): TokenColumns => ({
  kind: new Uint8Array(room),
  gap: new Uint8Array(room),
  start: new Int32Array(room),
  end: new Int32Array(room),
  plain_start: new Int32Array(room),
  plain_end: new Int32Array(room),
  hash: new Int32Array(room),
});

const LETTER = 1;
const DIGIT = 2;
const SPACE = 3;
const BREAK = 4;
const PICTURE = 5;
const OTHER = 0;

function classOf(unit: number): number {
  if (unit === 0x0a || unit === 0x0d) return BREAK;
  if (unit === 0x20 || unit === 0x09) return SPACE;
  if (unit >= 0x30 && unit <= 0x39) return DIGIT;
  if (unit < 0x80) return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a) ? LETTER : OTHER;
  if (unit >= 0xd83c && unit <= 0xd83e) return PICTURE;
  if (unit >= 0x2000 && unit <= 0x206f) return unit <= 0x200a || unit === 0x2028 || unit === 0x2029 ? SPACE : OTHER;
  if ((unit >= 0x2600 && unit <= 0x27bf) || (unit >= 0x2b00 && unit <= 0x2bff)) return PICTURE;
  if (unit < 0xaa || (unit >= 0x20a0 && unit <= 0x20cf) || (unit >= 0x2190 && unit <= 0x25ff)) return OTHER;
  return unit >= 0x3001 && unit <= 0x303f ? OTHER : LETTER;
}

const CLASS = Uint8Array.from({ length: 0x80 }, (_, unit) => classOf(unit));
const unitClass = (unit: number): number => (unit < 0x80 ? u8At(CLASS, unit) : classOf(unit));

const NOT = hashWord("not");
const IRREGULAR = new Map([
  [hashWord("ca"), hashWord("can")],
  [hashWord("wo"), hashWord("will")],
  [hashWord("sha"), hashWord("shall")],
]);
/** Written without the apostrophe: the whole token counts as "not". */
const BARE = new Map(
  "didnt doesnt dont wasnt werent isnt arent couldnt wouldnt shouldnt cant wont hasnt havent hadnt aint"
    .split(" ")
    .map((word) => [hashWord(word), NOT]),
);

/** A text while its tokens are cut: `gap_before` is the gap before the next token. */
type Scan = TokenColumns & {
  plain: string;
  offsets: Int32Array | null;
  count: number;
  gap_before: number;
  spanish: boolean;
};

function addToken(scan: Scan, kind: number, from: number, to: number, hash: number) {
  const { offsets } = scan;
  const at = scan.count++;
  scan.kind[at] = kind;
  scan.gap[at] = scan.gap_before;
  scan.plain_start[at] = from;
  scan.plain_end[at] = to;
  scan.start[at] = offsets ? i32At(offsets, from) : from;
  // One past the last unit's offset: invisible characters after it are not part of the token.
  scan.end[at] = offsets ? i32At(offsets, to - 1) + 1 : to;
  scan.hash[at] = hash;
  scan.gap_before = 0;
}

const isLetterAt = (text: string, at: number): boolean => at < text.length && unitClass(text.charCodeAt(at)) === LETTER;
const isDigitAt = (text: string, at: number): boolean => unitClass(text.charCodeAt(at)) === DIGIT;

/** The end of the word at `from`: letters, digits inside, an apostrophe between letters. */
function wordEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const kind = unitClass(text.charCodeAt(at));
    if (kind === LETTER || kind === DIGIT) at++;
    else if (text.charCodeAt(at) === 0x27 && isLetterAt(text, at + 1)) at++;
    else break;
  }
  return at;
}

const ORDINAL = new Set(["st", "nd", "rd", "th"]);

/** "one-on-one", "1-on-1" and "face-to-face" are one word each. Any other hyphen separates two words. */
function joinedEnd(text: string, from: number, to: number): number {
  if (text.charCodeAt(to) !== 0x2d || to - from > 5) return to;
  if (!text.startsWith("on-", to + 1) && !text.startsWith("to-", to + 1)) return to;
  return text.startsWith(text.slice(from, to), to + 4) ? to + 4 + (to - from) : to;
}

/** Where "'s", "n't" or "'ve" begins; -1 if the word has no such ending. */
function apostrophe(text: string, from: number, to: number): number {
  for (let at = to - 2; at > from && at >= to - 3; at--) if (text.charCodeAt(at) === 0x27) return at;
  return -1;
}

function addWord(scan: Scan, from: number, to: number) {
  const text = scan.plain;
  if (scan.spanish) {
    addToken(scan, WORD, from, to, hashRange(text, from, to, SPANISH_START));
    return;
  }
  const mark = apostrophe(text, from, to);
  if (mark < 0) {
    const hash = hashRange(text, from, to);
    addToken(scan, WORD, from, to, BARE.get(hash) ?? hash);
  } else if (text.endsWith("n't", to) && to - from > 3) {
    const stem = hashRange(text, from, to - 3);
    addToken(scan, WORD, from, to - 3, IRREGULAR.get(stem) ?? stem);
    addToken(scan, WORD, to - 3, to, NOT);
  } else {
    addToken(scan, WORD, from, mark, hashRange(text, from, mark));
    addToken(scan, WORD, mark, to, hashRange(text, mark, to));
  }
}

function numberEnd(text: string, from: number): number {
  let at = from;
  // This ends at the end of the text, which is not a digit.
  for (;;) {
    const unit = text.charCodeAt(at);
    if (unitClass(unit) === DIGIT) at++;
    else if ((unit === 0x2e || unit === 0x2c || unit === 0x3a || unit === 0x2f) && isDigitAt(text, at + 1)) at++;
    else break;
  }
  return at;
}

/** An emoji is one token: a surrogate pair, or one unit of the older symbols. */
function pictureEnd(text: string, from: number): number {
  const first = text.charCodeAt(from);
  return first >= 0xd800 && from + 1 < text.length ? from + 2 : from + 1;
}

/** What an import redacted, such as "[phone]", is one mark and not a word of the reviewer. */
const REDACTED = /\[[a-z_ ]{2,24}\]/y;
const OPEN_BRACKET = 0x5b;
const isSentenceEnd = (unit: number): boolean => unit === 0x2e || unit === 0x21 || unit === 0x3f;

function markEnd(text: string, from: number): number {
  const unit = text.charCodeAt(from);
  let at = from + 1;
  if (unit === OPEN_BRACKET) {
    REDACTED.lastIndex = from;
    return REDACTED.test(text) ? REDACTED.lastIndex : at;
  }
  if (isSentenceEnd(unit)) while (isSentenceEnd(text.charCodeAt(at))) at++;
  return at;
}

/** Only the first three units count: "...." has the same hash as "...". */
const markHash = (text: string, from: number, to: number): number => {
  let hash = FNV_START;
  for (let at = from; at < Math.min(to, from + 3); at++) hash = fnv(hash, text.charCodeAt(at));
  return hash;
};

function addTokens(scan: Scan) {
  const text = scan.plain;
  let at = 0;
  while (at < text.length) {
    const kind = unitClass(text.charCodeAt(at));
    if (kind === SPACE || kind === BREAK) {
      scan.gap_before = kind === BREAK ? 2 : Math.max(scan.gap_before, 1);
      at++;
      continue;
    }
    let end: number;
    if (kind === LETTER) {
      const to = wordEnd(text, at);
      end = joinedEnd(text, at, to);
      if (end > to) addToken(scan, WORD, at, end, hashRange(text, at, end));
      else addWord(scan, at, end);
    } else if (kind === DIGIT) {
      const to = numberEnd(text, at);
      end = joinedEnd(text, at, to);
      if (end === to && ORDINAL.has(text.slice(to, wordEnd(text, to)))) end = to + 2;
      addToken(scan, end > to ? WORD : NUMBER, at, end, hashRange(text, at, end));
    } else if (kind === PICTURE) {
      end = pictureEnd(text, at);
      addToken(scan, EMOJI, at, end, hashRange(text, at, end));
    } else {
      end = markEnd(text, at);
      addToken(scan, MARK, at, end, markHash(text, at, end));
    }
    at = end;
  }
}

/** The languages that are read. */
export type ReadLanguage = "en" | "es";

/** The tokens of a text. `scratch` is used while cutting if the text fits; the result is a copy of the used part. */
export function tokenize(text: string, language: ReadLanguage = "en", scratch?: TokenColumns): Tokens {
  const { text: plain, offsets } = toPlainText(text);
  const columns = scratch && plain.length <= scratch.kind.length ? scratch : createTokenColumns(plain.length);
  const { kind, gap, start, end, plain_start, plain_end, hash } = columns;
  const spanish = language === "es";
  const state = { plain, offsets, count: 0, gap_before: 0, spanish };
  const scan: Scan = { ...state, kind, gap, start, end, plain_start, plain_end, hash };
  addTokens(scan);
  const { count } = scan;
  return {
    text,
    language,
    plain,
    count,
    kind: kind.slice(0, count),
    gap: gap.slice(0, count),
    start: start.slice(0, count),
    end: end.slice(0, count),
    plain_start: plain_start.slice(0, count),
    plain_end: plain_end.slice(0, count),
    hash: hash.slice(0, count),
  };
}

export const tokenText = (tokens: Tokens, at: number): string =>
  tokens.plain.slice(tokens.plain_start[at], tokens.plain_end[at]);
