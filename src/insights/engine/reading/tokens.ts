import { FNV_START, fnv, hashRange, hashWord } from "./hash.ts";
import { type Folded, fold } from "./plain-text.ts";

export const WORD = 0;
export const NUMBER = 1;
const EMOJI = 2;
export const MARK = 3;

/** Tokens as columns; offsets are those of the original text. */
export type Tokens = {
  text: string;
  folded: string;
  count: number;
  kind: Uint8Array;
  start: Int32Array;
  end: Int32Array;
  /** Offsets in the folded text. */
  folded_start: Int32Array;
  folded_end: Int32Array;
  /** Of the folded token; n't is "not", can't is "can" and "not". */
  hash: Int32Array;
  /** White space or a line break stands before the token: 0 nothing, 1 space, 2 line break. */
  gap: Uint8Array;
};

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
  if (unit >= 0x2600 && unit <= 0x27bf) return PICTURE;
  if (unit < 0xaa || (unit >= 0x20a0 && unit <= 0x20cf) || (unit >= 0x2190 && unit <= 0x25ff)) return OTHER;
  return unit >= 0x3001 && unit <= 0x303f ? OTHER : LETTER;
}

const CLASS = Uint8Array.from({ length: 0x80 }, (_, unit) => classOf(unit));
const unitClass = (unit: number): number => (unit < 0x80 ? (CLASS[unit] ?? OTHER) : classOf(unit));

const NOT = hashWord("not");
const IRREGULAR = new Map([
  [hashWord("ca"), hashWord("can")],
  [hashWord("wo"), hashWord("will")],
  [hashWord("sha"), hashWord("shall")],
]);
/** Written without the apostrophe: the whole token is a negator. */
const BARE = new Map(
  "didnt doesnt dont wasnt werent isnt arent couldnt wouldnt shouldnt cant wont hasnt havent hadnt aint"
    .split(" ")
    .map((word) => [hashWord(word), NOT]),
);

type Columns = Pick<Tokens, "kind" | "gap" | "start" | "end" | "folded_start" | "folded_end" | "hash">;
const openColumns = (room: number): Columns => ({
  kind: new Uint8Array(room),
  gap: new Uint8Array(room),
  start: new Int32Array(room),
  end: new Int32Array(room),
  folded_start: new Int32Array(room),
  folded_end: new Int32Array(room),
  hash: new Int32Array(room),
});

/** A text has at most as many tokens as code units, and mostly a fifth: room for all is kept, and what is used copied. */
const KEPT_ROOM = 16_384;
const kept = openColumns(KEPT_ROOM);

function push(
  tokens: Tokens,
  offsets: Int32Array | null,
  kind: number,
  from: number,
  to: number,
  hash: number,
  gap: number,
) {
  const at = tokens.count++;
  tokens.kind[at] = kind;
  tokens.gap[at] = gap;
  tokens.folded_start[at] = from;
  tokens.folded_end[at] = to;
  tokens.start[at] = offsets ? (offsets[from] ?? 0) : from;
  // The last unit's own place plus one: units dropped behind it are not part of the token.
  tokens.end[at] = offsets ? (offsets[to - 1] ?? 0) + 1 : to;
  tokens.hash[at] = hash;
}

const isLetterAt = (text: string, at: number): boolean => at < text.length && unitClass(text.charCodeAt(at)) === LETTER;
const isDigitAt = (text: string, at: number): boolean => at < text.length && unitClass(text.charCodeAt(at)) === DIGIT;

/** One word from `from`: letters, digits inside, an apostrophe between letters. */
function wordEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const kind = unitClass(text.charCodeAt(at));
    if (kind === LETTER || kind === DIGIT) at++;
    else if (text.charCodeAt(at) === 0x27 && isLetterAt(text, at + 1) && at > from) at++;
    else break;
  }
  return at;
}

const ORDINAL = new Set(["st", "nd", "rd", "th"]);

/** "one-on-one" and "1-on-1" are one word; other hyphens separate. */
function joinedEnd(text: string, from: number, to: number): number {
  if (text.charCodeAt(to) !== 0x2d || to - from > 5) return to;
  const middle = text.startsWith("on-", to + 1) ? to + 4 : text.startsWith("to-", to + 1) ? to + 4 : 0;
  return middle > 0 && text.startsWith(text.slice(from, to), middle) ? middle + (to - from) : to;
}

/** Where "'s", "n't", "'ve" begin; -1 where a word has no such ending. */
function apostrophe(text: string, from: number, to: number): number {
  for (let at = to - 2; at > from && at >= to - 3; at--) if (text.charCodeAt(at) === 0x27) return at;
  return -1;
}

function pushWord(tokens: Tokens, offsets: Int32Array | null, from: number, to: number, gap: number) {
  const text = tokens.folded;
  const mark = apostrophe(text, from, to);
  const length = to - mark;
  if (mark > from && length <= 3 && text.endsWith("n't", to) && to - from > 3) {
    const stem = hashRange(text, from, to - 3);
    push(tokens, offsets, WORD, from, to - 3, IRREGULAR.get(stem) ?? stem, gap);
    push(tokens, offsets, WORD, to - 3, to, NOT, 0);
    return;
  }
  if (mark > from && length <= 3) {
    push(tokens, offsets, WORD, from, mark, hashRange(text, from, mark), gap);
    push(tokens, offsets, WORD, mark, to, hashRange(text, mark, to), 0);
    return;
  }
  const hash = hashRange(text, from, to);
  push(tokens, offsets, WORD, from, to, BARE.get(hash) ?? hash, gap);
}

function numberEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    if (unitClass(unit) === DIGIT) at++;
    else if ((unit === 0x2e || unit === 0x2c || unit === 0x3a || unit === 0x2f) && isDigitAt(text, at + 1)) at++;
    else break;
  }
  return at;
}

/** Emoji with their joiners and skin tones, one token each run of the same one. */
function pictureEnd(text: string, from: number): number {
  const first = text.charCodeAt(from);
  return first >= 0xd800 && first <= 0xdbff && from + 1 < text.length ? from + 2 : from + 1;
}

/** "[phone]": what an import blacked out is one mark, and nobody's word. */
const REDACTED = /\[[a-z_ ]{2,24}\]/y;
const OPEN_BRACKET = 0x5b;

function markEnd(text: string, from: number): number {
  const unit = text.charCodeAt(from);
  let at = from + 1;
  if (unit === OPEN_BRACKET) {
    REDACTED.lastIndex = from;
    return REDACTED.test(text) ? REDACTED.lastIndex : at;
  }
  if (unit === 0x2e || unit === 0x21 || unit === 0x3f) {
    while (
      at < text.length &&
      (text.charCodeAt(at) === 0x2e || text.charCodeAt(at) === 0x21 || text.charCodeAt(at) === 0x3f)
    )
      at++;
  }
  return at;
}

const wordHash = (text: string, from: number, to: number): number => {
  let hash = FNV_START;
  for (let at = from; at < Math.min(to, from + 3); at++) hash = fnv(hash, text.charCodeAt(at));
  return hash;
};

function scan(tokens: Tokens, { text, offsets }: Folded) {
  let at = 0;
  let gap = 0;
  while (at < text.length) {
    const kind = unitClass(text.charCodeAt(at));
    if (kind === SPACE || kind === BREAK) {
      gap = kind === BREAK ? 2 : Math.max(gap, 1);
      at++;
      continue;
    }
    let end: number;
    if (kind === LETTER) {
      const to = wordEnd(text, at);
      end = joinedEnd(text, at, to);
      if (end > to) push(tokens, offsets, WORD, at, end, hashRange(text, at, end), gap);
      else pushWord(tokens, offsets, at, end, gap);
    } else if (kind === DIGIT) {
      const to = numberEnd(text, at);
      end = joinedEnd(text, at, to);
      if (end === to && ORDINAL.has(text.slice(to, wordEnd(text, to)))) end = to + 2;
      push(tokens, offsets, end > to ? WORD : NUMBER, at, end, hashRange(text, at, end), gap);
    } else if (kind === PICTURE) {
      end = pictureEnd(text, at);
      push(tokens, offsets, EMOJI, at, end, hashRange(text, at, end), gap);
    } else {
      end = markEnd(text, at);
      push(tokens, offsets, MARK, at, end, wordHash(text, at, end), gap);
    }
    gap = 0;
    at = end;
  }
}

export function tokenise(text: string): Tokens {
  const folded = fold(text);
  const room = folded.text.length <= KEPT_ROOM ? kept : openColumns(folded.text.length);
  const { kind, gap, start, end, folded_start, folded_end, hash } = room;
  const scanned = { text, folded: folded.text, count: 0, kind, gap, start, end, folded_start, folded_end, hash };
  scan(scanned, folded);
  const { count } = scanned;
  return {
    text,
    folded: folded.text,
    count,
    kind: kind.slice(0, count),
    gap: gap.slice(0, count),
    start: start.slice(0, count),
    end: end.slice(0, count),
    folded_start: folded_start.slice(0, count),
    folded_end: folded_end.slice(0, count),
    hash: hash.slice(0, count),
  };
}

export const tokenText = (tokens: Tokens, at: number): string =>
  tokens.folded.slice(tokens.folded_start[at], tokens.folded_end[at]);
