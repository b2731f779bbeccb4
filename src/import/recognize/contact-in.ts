import { ANONYMOUS } from "../../privacy/people/minimize-name.ts";
import { parseSketch } from "./sketch.ts";
import { createSketcher } from "./sketcher.ts";

/** Whether words have a mail address or a telephone number, or had it before it was hidden there. */
export type ContactTest = (words: readonly string[], sketch: string | null) => boolean;

const MAIL = /^[^\s@]+@[^\s@]+$/;
const PHONE = /^[\d\s()+./-]+$/;
const NUMBERS = /\d[\d\s().+/-]{5,24}\d/g;
const OTHERS = /\D/g;
const LEAST_DIGITS = 7;
const BEFORE_MAIL = /[\p{L}\p{N}._+-]$/u;
const AFTER_MAIL = /^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u;

const digitsOf = (text: string): string => text.replace(OTHERS, "");

function hasMail(text: string, mail: string): boolean {
  const lower = text.toLowerCase();
  for (let at = lower.indexOf(mail); at !== -1; at = lower.indexOf(mail, at + 1)) {
    const end = at + mail.length;
    if (!BEFORE_MAIL.test(lower.slice(0, at).slice(-1)) && !AFTER_MAIL.test(lower.slice(end, end + 2))) return true;
  }
  return false;
}

/** With and without the code of its country: a run of digits that ends like the number. */
const hasPhone = (text: string, digits: string): boolean =>
  [...text.matchAll(NUMBERS)].some(([run]) => {
    const other = digitsOf(run);
    return other.includes(digits) || (other.length >= LEAST_DIGITS && digits.endsWith(other));
  });

/** In North America a number is written with and without its 1. */
const phoneForms = (digits: string): string[] =>
  digits.length === 11 && digits.startsWith("1")
    ? [digits, digits.slice(1)]
    : digits.length === 10
      ? [digits, `1${digits}`]
      : [digits];

/** The sketch has all pieces of one of the forms, and its digits. Of several hidden numbers there is one hash, so it tells nothing. */
function createHiddenTest(key: string, forms: readonly string[]): (sketch: string) => boolean {
  const makeSketch = createSketcher(key);
  const wanted = forms.map((text) => {
    const given = { text, translation: null };
    const stored = { text: "", translation: null };
    return parseSketch(makeSketch({ given, stored, has_id: false, minimized: ANONYMOUS, person: null, row: null }));
  });
  return (sketch) => {
    const found = parseSketch(sketch);
    const pieces = new Set(found.pieces);
    return wanted.some(
      (form) =>
        (form.numbers === 0 || form.numbers === found.numbers) &&
        form.numbers + form.pieces.length > 0 &&
        form.pieces.every((piece) => pieces.has(piece)),
    );
  };
}

/** Null if what is given is neither a mail address nor a telephone number. `key` is that of the sketches. */
export function createContactTest(given: string, key: string | null): ContactTest | null {
  const mail = MAIL.test(given) ? given.toLowerCase() : null;
  const digits = PHONE.test(given) ? digitsOf(given) : "";
  if (mail === null && digits.length < LEAST_DIGITS) return null;
  const isIn = (text: string) => (mail === null ? hasPhone(text, digits) : hasMail(text, mail));
  const mark = mail === null ? "[phone" : "[email";
  const wasIn = key === null ? () => false : createHiddenTest(key, mail === null ? phoneForms(digits) : [mail]);
  return (words, sketch) =>
    words.some(isIn) || (sketch !== null && words.some((text) => text.includes(mark)) && wasIn(sketch));
}
