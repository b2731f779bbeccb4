import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/min";
import type { Folded } from "./fold.ts";
import { parsePatterns } from "./pattern-file.ts";
import text_of_lists from "./phones.words.txt" with { type: "text" };
import type { RedactionSpan } from "./span.ts";
import type { SpokenNumber } from "./spoken.ts";

const PATTERNS = parsePatterns("phones.words.txt", text_of_lists, [
  "row pattern",
  "calls",
  "otherwise",
  "called after",
]);
/** The search of the library is stricter: it finds only numbers that are in use today, in the forms of their country. */
const ROW = new RegExp(PATTERNS["row pattern"], "giu");
/** 5O3-555-O141: words of digits and of letters that look like digits. */
const LOOK_ALIKE = /(?<![\p{L}\d])(?=[ol]*\d)[\dol]+(?![\p{L}\d])/giu;
const MIXED = /\d[ol]|[ol]\d/i;
const DATES = /(?<!\d)(?:(?:19|20)\d\d[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./](?:19|20)\d\d)(?!\d)/;
const YEARS = /^(?:(?:19|20)\d\d\s?){2,4}$/;
const CALLS = new RegExp(String.raw`(?<!\p{L})(?:${PATTERNS.calls})(?!\p{L})[^\d.;!?\n$€£#]{0,24}(?:\.\s?)?$`, "iu");
const OTHERWISE = new RegExp(String.raw`(?<!\p{L})(?:${PATTERNS.otherwise})(?!\p{L})[^.;!?\n]{0,24}$`, "iu");

/** Where a number is dialed as it is written, without a 0 before it. */
const NO_TRUNK = new Set("US CA ES IT PT MX CO CL PE AR UY BR DK NO PL CZ GR SG HK EC CR PA DO PR".split(" "));
/** For a number that begins with 0: the countries to try after that of the business. */
const WITH_TRUNK: readonly CountryCode[] = ["GB", "FR", "DE", "AU", "CH", "AT", "IE", "NL", "BE", "IT"];

const isValid = (digits: string, country?: CountryCode): boolean =>
  parsePhoneNumberFromString(digits, country)?.isValid() === true;

/** The sizes of the groups of digits in a North American number: 541 555 0188, 1 541 555 0188. */
const NORTH_AMERICA = new Set(["3,3,4", "1,3,3,4", "3,7", "10", "11", "1,3,7", "1,10", "3,3,2,2"]);

type Row = { groups: string[]; digits: string; written: string };

function hasPhoneShape({ groups, digits }: Row, country: CountryCode): boolean {
  if (groups.length === 1 || groups.every((group) => group.length === 1)) return true;
  if (country === "US" || country === "CA") return NORTH_AMERICA.has(groups.map(({ length }) => length).join());
  const lone = groups.filter(({ length }) => length === 1).length;
  return groups.length <= 6 && lone <= 1 && digits.length >= 8;
}

function isNational(row: Row, country: CountryCode): boolean {
  const { digits } = row;
  if (!hasPhoneShape(row, country) || !isValid(digits, country)) return false;
  if (NO_TRUNK.has(country)) return digits.length >= 9;
  return digits.startsWith("0");
}

/** A North American number is written in the same way everywhere. */
const isNorthAmerican = ({ groups, digits }: Row): boolean =>
  (/^1?[2-9]\d\d[2-9]\d{6}$/.test(digits) || /^[2-9]\d\d[01]\d{6}$/.test(digits)) &&
  groups.length > 1 &&
  NORTH_AMERICA.has(groups.map(({ length }) => length).join());

/** 541-55-50177: ten digits, with hyphens in unusual places. */
const isMisgrouped = ({ digits, written, groups }: Row): boolean =>
  /^[2-9]\d\d[2-9]\d{6}$/.test(digits) &&
  /^\d+(?:-\d+){1,3}$/.test(written) &&
  groups[0]?.length === 3 &&
  groups.every(({ length }) => length > 1 && length < 7);

/** "555-0142 is my number" */
const CALLED_AFTER = new RegExp(
  String.raw`^\s(?:is|es|est|ist|é|è)\s(?:my|mi|mon|meine?|meu|minha|il mio)\s(?:\p{L}+\s)?(?:${PATTERNS["called after"]})`,
  "iu",
);

/** The end of a sentence between two numbers; "06. 39. 98. 31. 31" is one number. */
const SENTENCES = /\d\.\s\d{3}(?!\d)|[^.]\d{4}\.\s\d/;

function isPhone(row: Row, before: string, country: CountryCode | null): boolean {
  const { digits, written, groups } = row;
  if (digits.length < LEAST_DIGITS || digits.length > 15 || SENTENCES.test(written)) return false;
  // Counts are often in a row with commas.
  if (/[,=]/.test(written) && !(isNorthAmerican(row) && (written.includes("=") || CALLS.test(before)))) return false;
  if (written.startsWith("+")) return digits.length >= 8;
  if (DATES.test(written) || YEARS.test(written) || OTHERWISE.test(before)) return false;
  if (digits.startsWith("00")) return isValid(`+${digits.slice(2)}`);
  if (isNorthAmerican(row) || isMisgrouped(row)) return true;
  if (country !== null && isNational(row, country)) return true;
  if (digits.startsWith("0") && groups.length > 1 && (groups[0]?.length ?? 0) > 1) {
    if (WITH_TRUNK.some((other) => isNational(row, other))) return true;
  }
  return CALLS.test(before) && groups.length <= 15;
}

const LEAST_DIGITS = 7;
type Group = { start: number; end: number };
function digitsIn(groups: readonly Group[], from: number, length: number): number {
  let digits = 0;
  for (const { start, end } of groups.slice(from, from + length)) digits += end - start;
  return digits;
}

/** The longest part of a row that is a number: "541-555-0188 3 times" has one and a count. */
function numberIn(text: string, start: number, end: number, country: CountryCode | null): RedactionSpan | null {
  const groups = [...text.slice(start, end).matchAll(/\d+/g)].map((match) => ({
    start: start + match.index,
    end: start + match.index + match[0].length,
  }));
  for (let length = groups.length; length > 0; length -= 1) {
    for (let from = 0; from + length <= groups.length; from += 1) {
      const [first, last] = [groups[from], groups[from + length - 1]];
      if (!first || !last || digitsIn(groups, from, length) < LEAST_DIGITS) continue;
      const written = text.slice(from === 0 ? start : first.start, last.end);
      const plain = written.replace(/,?\s?(?:ext|x|durchwahl|poste|int|#)[\s\S]*$/i, "");
      const parts = plain.match(/\d+/g) ?? [];
      const row = { groups: parts, digits: parts.join(""), written: plain };
      const before = text.slice(Math.max(0, first.start - 60), from === 0 ? start : first.start);
      const after = text.slice(last.end, last.end + 40);
      if (isPhone(row, before, country) || (row.digits.length >= LEAST_DIGITS && CALLED_AFTER.test(after)))
        return { kind: "phone", start: from === 0 ? start : first.start, end: last.end };
    }
  }
  return null;
}

const MOST_GROUPS = 18;

/** `country` is that of the business: numbers without a country code are read as its people write them. */
export function findPhones({ text }: Folded, country: CountryCode | null): RedactionSpan[] {
  const plain = MIXED.test(text)
    ? text.replace(LOOK_ALIKE, (word) => word.replace(/o/gi, "0").replace(/l/gi, "1"))
    : text;
  const found: RedactionSpan[] = [];
  ROW.lastIndex = 0;
  for (let match = ROW.exec(plain); match; match = ROW.exec(plain)) {
    if ((match[0].match(/\d+/g) ?? []).length > MOST_GROUPS) continue;
    const span = numberIn(plain, match.index, match.index + match[0].length, country);
    if (!span) continue;
    found.push(span);
    // There may be another number in the same row.
    ROW.lastIndex = span.end;
  }
  return found;
}

const LEAST_SPOKEN = 7;

export const spokenPhones = (spoken: readonly SpokenNumber[]): RedactionSpan[] =>
  spoken
    .filter(({ digits }) => digits.length >= LEAST_SPOKEN && digits.length <= 16)
    .map(({ start, end }) => ({ kind: "phone", start, end }));
