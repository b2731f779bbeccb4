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
const DASH = /^[\u2010-\u2015\u2212\ufe58\ufe63\uff0d\u30fc]$/;
const DOT = /^[\u00b7\u2022\u2219\u22c5\u2027\u30fb\uff0e\u2024\uff61]$/;
const SPACE = /^\p{Zs}$/u;
/** Full-width forms, digits in circles, mathematical letters and digits. */
const STYLED = /^[\uff01-\uff5e\u2460-\u2468\u{1d400}-\u{1d7ff}]$/u;
/** A digit on a key cap is the digit and these two. */
const IGNORED = /^[\ufe0f\u20e3]$/;

/** Decimal digits of every script come in runs of ten, from zero to nine. */
function digitValue(code: number): number {
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(code - before - 1))) before += 1;
  return before % 10;
}

function foldCharacter(character: string): string {
  if (character <= "\x7f") return character;
  if (IGNORED.test(character)) return "";
  if (DIGIT.test(character)) return String(digitValue(character.codePointAt(0) ?? 0));
  if (DASH.test(character)) return "-";
  if (DOT.test(character)) return ".";
  if (SPACE.test(character)) return " ";
  if (character === "’" || character === "ʼ") return "'";
  return STYLED.test(character) ? character.normalize("NFKC") : character;
}

/** Lower case that keeps the length: "İ" has two characters in lower case. */
function lowerOf(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : [...text].map((one) => keepLength(one)).join("");
}
const keepLength = (character: string): string => {
  const lower = character.toLowerCase();
  return lower.length === character.length ? lower : character;
};

/** Folds a text for the search: "５４１−５５５" and "٥٤١·٥٥٥" are read as numbers. */
export function fold(text: string): Folded {
  if (ASCII.test(text)) return { text, lower: text.toLowerCase(), at: (index) => index };
  const starts: number[] = [];
  let out = "";
  let at = 0;
  for (const character of text) {
    const folded = foldCharacter(character);
    for (let unit = 0; unit < folded.length; unit += 1) starts.push(at + Math.min(unit, character.length - 1));
    out += folded;
    at += character.length;
  }
  starts.push(text.length);
  return { text: out, lower: lowerOf(out), at: (index) => starts[index] ?? text.length };
}
