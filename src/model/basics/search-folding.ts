import { u32At } from "./typed-array.ts";

/*
 * Contract §2, "Folding". All kinds of apostrophes become one, also double quotes and dashes. Then NFKC, full case
 * folding, NFD without U+0300–U+036F, and one space for any white space. The first step comes before NFKC, because NFKC
 * would make ´ a space.
 */
const MARKS = /[‘’‛ʼ′´`“”„‟«»″‐‑‒–—―−]/g;
const APOSTROPHES = new Set("‘’‛ʼ′´`");
const QUOTES = new Set("“”„‟«»″");
const foldMark = (mark: string): string => (APOSTROPHES.has(mark) ? "'" : QUOTES.has(mark) ? '"' : "-");

/** ASCII without the grave accent, which is one of the marks. Nearly all queries match. */
const PLAIN = /^[\x00-\x5f\x61-\x7f]*$/;
const ASCII = /^[\x00-\x7f]*$/;
/** All of Unicode's White_Space. \s does not include U+0085. */
const SPACES = /[\s\x85]+/g;
const UNEVEN_SPACE = /[^\S ]|\x85|\s\s/;

const FOLDS = /\p{Changes_When_Casefolded}/u;

/**
 * Full case folding of one character. Upper case and then lower case gives it for all letters except those named here.
 */
function foldCase(character: string): string {
  if (!FOLDS.test(character)) return character;
  if (/\p{Script=Cherokee}/u.test(character)) return character.toUpperCase();
  // Twice, because of ẞ → ß → ss. A single Σ becomes σ in lower case, so no final sigma remains.
  return character.toUpperCase().toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ");
}

/** All steps except the one for white space. */
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

/** The folded form of a text, in which it is searched. */
export function foldForSearch(text: string): string {
  const folded = foldCharacters(text);
  return UNEVEN_SPACE.test(folded) ? folded.replace(SPACES, " ") : folded;
}

/** Latin letters and punctuation. These characters never combine with others, so each is folded alone. */
const ALONE: readonly [first: number, last: number][] = [
  [0x01, 0x24f],
  [0x2000, 0x206f],
];
const SPACE = 0x20;
let of_alone: Uint32Array | null = null;

/**
 * By UTF-16 unit: up to three bytes of UTF-8, the first in the lowest bits. 0 means that the unit cannot be folded
 * alone.
 */
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
 * Writes the folded text as UTF-8. `target` must have room for three bytes per UTF-16 unit. Returns the end, or null if
 * the text has characters that cannot be folded alone.
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

/** A query in folded form and trimmed. Empty if it has only white space. */
export const foldQuery = (query: string): string => foldForSearch(query).replace(/^ | $/g, "");

/** A character with its combining marks. Normalization and case folding change these together. */
const CLUSTER = /\P{M}\p{M}*|\p{M}+/gu;

/**
 * The places where a text contains a query: start and end offsets in the text itself, in order, without overlap. A
 * match that begins or ends inside a character that folds to several ("ß" → "ss") includes the whole character.
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
    // Two matches within one character count as one.
    if (last && start < last[1]) last[1] = end;
    else found.push([start, end]);
  }
  return found;
}
