import { u16At } from "../../model/basics/typed-array.ts";

const ASCII = /^[\x00-\x7f]*$/;
/** Scripts without spaces: each character is a word. */
const UNSPACED = ["Han", "Hiragana", "Katakana", "Thai", "Khmer", "Lao", "Myanmar"]
  .map((script) => `\\p{Script=${script}}`)
  .join("");
const WORD = new RegExp(
  String.raw`[${UNSPACED}]|[^\P{L}${UNSPACED}]+(?:\p{N}|[^\P{L}${UNSPACED}])*|\p{N}[\p{L}\p{N}]*`,
  "gu",
);
const ASCII_WORD = /[a-z0-9]+/g;

const FNV_START = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;

/** FNV-1a of a word: only its keyed hash together with its neighbors is kept. */
export function numberOf(word: string): number {
  let hash = FNV_START;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), FNV_PRIME);
  return hash | 0;
}

/** What a character is, if it is not a letter or a digit that has one code when it is plain. */
const BETWEEN = 0;
const IGNORED = 0xffff;
const UNKNOWN = 0xfffe;
const KNOWN_CODES = 0x250;
const SPACE = 32;

/** The plain letter of each Latin one: that of "É" is "e". */
const PLAIN = Uint16Array.from({ length: KNOWN_CODES }, (_, code) => {
  const plain = plainOf(String.fromCharCode(code));
  if (plain === "") return IGNORED;
  if (!/[\p{L}\p{N}]/u.test(plain)) return BETWEEN;
  return plain.length === 1 ? plain.charCodeAt(0) : UNKNOWN;
});
const TYPOGRAPHIC = new Map([..."–—“”„…€•"].map((sign) => [sign.charCodeAt(0), BETWEEN]));
for (const sign of "’‘") TYPOGRAPHIC.set(sign.charCodeAt(0), IGNORED);

/** The words of a text as numbers, and the places of those with digits. */
export type TokenNumbers = { numbers: number[]; with_digits: number[] };

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

const numberTokens = (tokens: readonly string[]): TokenNumbers => ({
  numbers: tokens.map(numberOf),
  with_digits: tokens.flatMap((token, at) => (/\d/.test(token) ? [at] : [])),
});

/** The same as numberOf of each token, without making strings: a fifth of the time (measured). */
export function tokenNumbers(text: string): TokenNumbers {
  const numbers: number[] = [];
  const with_digits: number[] = [];
  let hash = FNV_START;
  let inside = false;
  let digit = false;
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : SPACE;
    const plain = code < KNOWN_CODES ? u16At(PLAIN, code) : (TYPOGRAPHIC.get(code) ?? UNKNOWN);
    if (plain === UNKNOWN) return numberTokens(spokenWords(text));
    if (plain === IGNORED) continue;
    if (plain !== BETWEEN) {
      hash = Math.imul(hash ^ plain, FNV_PRIME);
      inside = true;
      digit ||= isDigit(plain);
    } else if (inside) {
      if (digit) with_digits.push(numbers.length);
      numbers.push(hash | 0);
      hash = FNV_START;
      inside = false;
      digit = false;
    }
  }
  return { numbers, with_digits };
}

/** The words of a text for comparison: without case, accents, signs and apostrophes. */
export function spokenWords(text: string): string[] {
  if (ASCII.test(text)) return text.toLowerCase().replaceAll("'", "").match(ASCII_WORD) ?? [];
  return plainOf(text).match(WORD) ?? [];
}

function plainOf(text: string): string {
  const bare = text.normalize("NFKD").replace(/[\u0300-\u036f'’‘ʼ]/g, "");
  return bare.toLowerCase().normalize("NFC");
}

const DOTS = String.raw`(?:…|\.{2,9}|\. \. \.|\[…\]|\[\.{3}\])`;
const MORE = [
  String.raw`(?:(?:read|show|see|view|load|continue)\s)?(?:more|reading|full review)`,
  "mehr(?: lesen| anzeigen)?|weiterlesen",
  "(?:leer |ver |mostrar )?m[aá]s",
  "(?:lire |voir |afficher )?(?:la suite|plus)",
  "ler mais|leggi (?:tutto|di più)|altro|meer(?: lezen)?",
].join("|");
/** At the end of a text that a page shortened. A word alone needs dots or brackets before it. */
const IN_BRACKETS = String.raw`[\[(](?:${MORE})[\])]`;
const AFTER_DOTS = String.raw`${DOTS}\s{0,9}[\[(]?(?:${MORE})?[\])]?`;
const ALONE = String.raw`(?<!\p{L})(?:read|show|see|view) (?:more|full review)`;
const END = new RegExp(String.raw`\s{0,9}(?:${AFTER_DOTS}|${IN_BRACKETS}|${ALONE})[\s.…»›>]{0,9}$`, "iu");
const LONE_END = /\s(?:more|mehr|m[aá]s|plus|mais)\s*$/iu;
const START = new RegExp(String.raw`^\s{0,9}${DOTS}\s{0,9}`, "u");
const MIDDLE = /\S\s{0,9}(?:…|\.{3}|\[…\]|\[\.{3}\])\s{0,9}\S/u;

/** Nearly every text fails both. */
const MAYBE_CUT = /…|\.\s?\./u;
const LAST_WORDS =
  "more|mehr|m[aá]s|plus|review|mais|lesen|anzeigen|weiterlesen|suite|tutto|pi[uù]|altro|lezen|reading";
/** Sticky: it looks back from the end. From the front, each place would be compared with all of these. */
const LAST_WORD = new RegExp(String.raw`(?<=(?:[\])»›>]|${LAST_WORDS})\W{0,3})$`, "iuy");
function endsLikeCut(text: string): boolean {
  LAST_WORD.lastIndex = text.length;
  return LAST_WORD.test(text);
}

/** A text without the mark that it was cut, and whether it has one. */
export function withoutCutMark(text: string): { text: string; cut: boolean } {
  if (!MAYBE_CUT.test(text) && !endsLikeCut(text)) return { text, cut: false };
  const bare = text.replace(END, "").replace(LONE_END, "").replace(START, "");
  return { text: bare, cut: bare !== text || MIDDLE.test(text) };
}
