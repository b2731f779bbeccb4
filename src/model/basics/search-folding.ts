import { u32At } from "./typed-array.ts";

/*
 * Contract §2, "Folding": apostrophes, double quotes and dashes of every kind become one; NFKC; full case folding; NFD
 * without U+0300–U+036F; white space collapses. The first step comes before NFKC, which would make ´ a space.
 */
const MARKS = /[‘’‛ʼ′´`“”„‟«»″‐‑‒–—―−]/g;
const APOSTROPHES = new Set("‘’‛ʼ′´`");
const QUOTES = new Set("“”„‟«»″");
const foldMark = (mark: string): string => (APOSTROPHES.has(mark) ? "'" : QUOTES.has(mark) ? '"' : "-");

/** Nearly all queries: ASCII without the grave, which is a mark. */
const PLAIN = /^[\x00-\x5f\x61-\x7f]*$/;
const ASCII = /^[\x00-\x7f]*$/;
/** All of Unicode's White_Space: \s leaves U+0085 out. */
const SPACES = /[\s\x85]+/g;
const UNEVEN_SPACE = /[^\S ]|\x85|\s\s/;

const FOLDS = /\p{Changes_When_Casefolded}/u;

/** Full case folding of one character: upper, then lower, gives it for all but the letters named here. */
function foldCase(character: string): string {
  if (!FOLDS.test(character)) return character;
  if (/\p{Script=Cherokee}/u.test(character)) return character.toUpperCase();
  // Twice, for ẞ → ß → ss; a lone Σ lowers to σ, so no final sigma is left.
  return character.toUpperCase().toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ");
}

/** All but the collapse of white space. */
function foldCharacters(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  const even = text.replace(MARKS, foldMark);
  if (ASCII.test(even)) return even.toLowerCase();
  return even
    .normalize("NFKC")
    .replace(/[^\x00-\x7f]/gu, foldCase)
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    .normalize("NFD")
    .replace(/[\u0300-\u036f]+/g, "");
}

/** A text as it is searched. */
export function foldForSearch(text: string): string {
  const folded = foldCharacters(text);
  return UNEVEN_SPACE.test(folded) ? folded.replace(SPACES, " ") : folded;
}

/** Latin letters, and punctuation: no character of these joins another one, so each is folded alone. */
const ALONE: readonly [first: number, last: number][] = [
  [0x01, 0x24f],
  [0x2000, 0x206f],
];
const SPACE = 0x20;
let of_alone: Uint32Array | null = null;

/** By UTF-16 unit: up to three bytes of UTF-8, the first one lowest. 0 says nothing. */
function foldAlone(): Uint32Array {
  const folded = new Uint32Array(1 << 16);
  for (const [first, last] of ALONE) {
    for (let unit = first; unit <= last; unit++) {
      const bytes = Buffer.from(foldForSearch(String.fromCharCode(unit)));
      if (bytes.length <= 3) folded[unit] = bytes.reduceRight((packed, byte) => (packed << 8) | byte, 0);
    }
  }
  return folded;
}

/**
 * Writes a text as it is searched, in UTF-8, where there is room for three bytes for each unit of it. Returns where it
 * ends, or null if the text has other characters than those that are folded alone.
 */
export function writeFolded(text: string, target: Uint8Array, from: number): number | null {
  of_alone ??= foldAlone();
  let end = from;
  let last = 0;
  for (let at = 0; at < text.length; at++) {
    const packed = u32At(of_alone, text.charCodeAt(at));
    if (packed === 0) return null;
    if (packed === SPACE && last === SPACE) continue;
    for (let rest = packed; rest !== 0; rest >>>= 8) target[end++] = rest & 0xff;
    last = packed;
  }
  return end;
}

/** What somebody typed: folded like a text, and trimmed. Empty if it was white space alone. */
export const foldQuery = (query: string): string => foldForSearch(query).replace(/^ | $/g, "");

/** A character with the marks that belong to it: what normalization and case folding change together. */
const CLUSTER = /\P{M}\p{M}*|\p{M}+/gu;

/**
 * Where a text contains a query, as offsets in the text itself: [start, end) of each match, in order, without overlap.
 * A match that begins or ends inside a character that folds to several ("ß" → "ss") includes the whole character.
 */
export function findFolded(text: string, query: string): [start: number, end: number][] {
  const wanted = foldQuery(query);
  if (wanted === "") return [];
  let folded = "";
  const from: number[] = [];
  const to: number[] = [];
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    for (const unit of foldForSearch(cluster).split("")) {
      const end = index + cluster.length;
      if (unit === " " && folded.endsWith(" ")) {
        to[to.length - 1] = end;
        continue;
      }
      folded += unit;
      from.push(index);
      to.push(end);
    }
  }
  const found: [number, number][] = [];
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
    const start = from[at] ?? 0;
    const end = to[at + wanted.length - 1] ?? text.length;
    const last = found.at(-1);
    // Two matches within one character are one.
    if (last && start < last[1]) last[1] = end;
    else found.push([start, end]);
  }
  return found;
}
