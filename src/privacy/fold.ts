/** A text in which look-alike characters are plain ones, and where each of its characters is in the original. */
export type Folded = {
  text: string;
  /** The same in lower case, one character for one. */
  lower: string;
  /** The position in the original text. */
  at(index: number): number;
};

const ASCII = /^[\x00-\x7f]*$/;
const DIGIT = /^\p{Nd}$/u;
const DASH = /^[\u2010-\u2015\u2043\u02d7\u2212\u23af\u2500\u2796\ufe58\ufe63\uff0d\u30fc]$/;
const DOT =
  /^[\u00b7\u0387\u02d9\u1427\u16eb\u2022\u2024\u2027\u2219\u22c5\u25aa\u25cf\u25e6\u2e31\u2e33\u30fb\ua78f\uff0e\uff61]$/;
const SLASH = /^[\u2044\u2215\u29f8]$/;
const SPACE = /^\p{Zs}$/u;
/** Full-width forms, digits raised, lowered or in circles, mathematical letters and digits. */
const STYLED =
  /^[\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089\u2460-\u2468\u24ea\uff01-\uff5e\u{1d400}-\u{1d7ff}]$/u;
/** Digits in black circles come in runs of nine, from one. */
const CIRCLED = /^[\u24ff\u24f5-\u24fd\u2776-\u277e\u2780-\u2788\u278a-\u2792]$/;
/** A digit on a key cap is the digit and these two. */
const IGNORED = /^[\ufe0f\u20e3]$/;

/** Decimal digits of every script come in runs of ten, from zero to nine. */
function digitValue(code: number): number {
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(code - before - 1))) before += 1;
  return before % 10;
}

const circledValue = (code: number): number =>
  code === 0x24ff ? 0 : code - ([0x278a, 0x2780, 0x2776, 0x24f5].find((first) => code >= first) ?? code) + 1;

function foldCharacter(character: string): string {
  if (character <= "\x7f") return character;
  if (IGNORED.test(character)) return "";
  if (DIGIT.test(character)) return String(digitValue(character.codePointAt(0) ?? 0));
  if (DASH.test(character)) return "-";
  if (DOT.test(character)) return ".";
  if (SLASH.test(character)) return "/";
  if (CIRCLED.test(character)) return String(circledValue(character.charCodeAt(0)));
  if (SPACE.test(character)) return " ";
  if (character === "’" || character === "ʼ") return "'";
  return STYLED.test(character) ? character.normalize("NFKC") : character;
}

/**
 * Lower case that keeps the length: only "İ" has two characters in lower case. The long s becomes an s, as in patterns
 * that ignore case.
 */
export const lowerOf = (text: string): string => text.replaceAll("İ", "i").toLowerCase().replaceAll("ſ", "s");

/** Characters that may fold to one other (of the letters, only full-width ones do), and those that fold to fewer. */
const EVEN = /[^\x00-\x7f\p{Ll}\p{Lu}]|[\uff01-\uff5e]/gu;
const UNEVEN = /[\ufe0f\u20e3\ud800-\udfff]/;
/** Latin letters, which stay as they are. */
const LATIN = /^[\x00-\x7f\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f]*$/;

/** Folds a text for the search: "５４１−５５５" and "٥٤١·٥٥٥" are read as numbers. */
export function fold(text: string): Folded {
  if (ASCII.test(text)) return { text, lower: text.toLowerCase(), at: (index) => index };
  if (!UNEVEN.test(text)) {
    const even = LATIN.test(text) ? text : text.replace(EVEN, (character) => foldCharacter(character));
    return { text: even, lower: lowerOf(even), at: (index) => index };
  }
  const starts: number[] = [];
  let out = "";
  let at = 0;
  for (const character of text) {
    const folded = foldCharacter(character);
    for (let unit = 0; unit < folded.length; unit += 1) starts.push(at + Math.min(unit, character.length - 1));
    out += folded;
    at += character.length;
  }
  return { text: out, lower: lowerOf(out), at: (index) => starts[index] ?? text.length };
}
