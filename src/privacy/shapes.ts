import type { RedactionKind } from "../model/review-kinds.ts";
import type { Folded } from "./fold.ts";
import { matchesAt } from "./matches-at.ts";
import { parsePatterns } from "./pattern-file.ts";
import text_of_lists from "./shapes.words.txt" with { type: "text" };
import type { RedactionSpan } from "./span.ts";

const PATTERNS = parsePatterns("shapes.words.txt", text_of_lists, ["spelled pattern", "as in", "card"]);
/** 219-09-9999, the shape of a social security number. */
const SOCIAL_SECURITY = /(?<![\d\p{L}-])\d{3}-\d{2}-\d{4}(?![\d\p{L}-])/uy;
/** The identifier of Medicare, whose letters and digits have fixed places. */
const MEDICARE = /(?<![\d\p{L}-])[1-9][A-HJ-NP-Z][\dA-Z]\d-?[A-HJ-NP-Z][\dA-Z]\d-?[A-HJ-NP-Z]{2}\d{2}(?![\d\p{L}-])/gu;
/** An Italian tax code or a Mexican population code: nothing else looks like them. */
const CODED =
  /(?<![\d\p{L}])(?:[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z]|[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z\d]\d)(?![\d\p{L}])/gu;
/** Other numbers of persons with letters and digits in fixed places: NI, DNI, NIE, CPF, RG, RUT, NIR, KVNR, RVNR. */
const PERSONS: RegExp[] = [
  /(?<![\d\p{L}])[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![\d\p{L}])/gu,
  /(?<![\d\p{L}.-])(?:\d{8}-?[A-HJ-NP-TV-Z]|[XYZ]-?\d{7}-?[A-Z])(?![\d\p{L}])/gu,
  /(?<![\d\p{L}.-])(?:\d{3}\.\d{3}\.\d{3}-\d{2}|\d{1,2}\.\d{3}\.\d{3}-[\dXxKk])(?![\d\p{L}])/uy,
  /(?<![\d\p{L}.-])[12] ?\d\d ?(?:0[1-9]|1[0-2]|[2-9]\d) ?(?:\d\d|2[AB]) ?\d{3} ?\d{3}(?: ?\d\d)?(?![\d\p{L}])/uy,
  /(?<![\d\p{L}])(?:[A-Z]\d{9}|\d{2} ?\d{6} ?[A-Z] ?\d{3})(?![\d\p{L}])/gu,
];
const SPELLED = new RegExp(PATTERNS["spelled pattern"], "gu");
/** #00931: a count has no zeros before it. */
const PADDED = /(?<![\p{L}\d])#0\d{3,9}(?![\d\p{L}])/gu;
/** An account at a bank in Europe. */
const BANK = /(?<![\d\p{L}])[A-Z]{2}\d{2} ?(?:[A-Z\d]{4} ?){3,7}[A-Z\d]{1,4}(?![\d\p{L}])/gu;
/** Letters and digits next to each other. A pattern that does not need them is sticky, and is tried where digits begin. */
export const LETTER_AND_DIGIT = /[A-Z][ -]?\d|\d[ -]?[A-Z]/;
const SPELLED_SIGN = new RegExp(`[A-Z] (?:${PATTERNS["as in"]}) `);
type Fixed = { kind: RedactionKind; regex: RegExp; needs?: RegExp };
const FIXED: Fixed[] = [
  { kind: "insurance_number", regex: SOCIAL_SECURITY },
  { kind: "insurance_number", regex: MEDICARE, needs: LETTER_AND_DIGIT },
  { kind: "record_number", regex: CODED, needs: LETTER_AND_DIGIT },
  ...PERSONS.map(
    (regex): Fixed => ({ kind: "record_number", regex, ...(regex.sticky ? {} : { needs: LETTER_AND_DIGIT }) }),
  ),
  { kind: "record_number", regex: SPELLED, needs: SPELLED_SIGN },
  { kind: "record_number", regex: PADDED, needs: /#0/ },
  { kind: "card", regex: BANK, needs: LETTER_AND_DIGIT },
];

/** Numbers that nothing else looks like. `numbers`: where digits begin. */
export function findFixed({ text }: Folded, numbers: readonly number[]): RedactionSpan[] {
  const found: RedactionSpan[] = [];
  const mixed = LETTER_AND_DIGIT.test(text);
  for (const { kind, regex, needs } of FIXED) {
    if (needs && !(needs === LETTER_AND_DIGIT ? mixed : needs.test(text))) continue;
    for (const match of regex.sticky ? matchesAt(text, regex, numbers) : text.matchAll(regex))
      found.push({ kind, start: match.index, end: match.index + match[0].length });
  }
  return found;
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits.charAt(digits.length - 1 - place));
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

const CARD_ROW = /(?<![\p{L}\d.,-])[2-6]\d{0,3}(?:(?:[ ._/-]| - )?\d){9,17}(?![\d\p{L}]|[.,-]\d)/uy;
const CARD_WORD = new RegExp(String.raw`(?<!\p{L})(?:${PATTERNS.card})(?!\p{L})[^.;!?\n]{0,24}$`, "iu");

/** Payment cards have a check digit. After a word for a card, a number with a wrong one is private, too. */
export function findCards({ text }: Folded, numbers: readonly number[]): RedactionSpan[] {
  const found: RedactionSpan[] = [];
  for (const match of matchesAt(text, CARD_ROW, numbers)) {
    const digits = match[0].replace(/\D/g, "");
    if (digits.length < 13 || digits.length > 19) continue;
    const announced = CARD_WORD.test(text.slice(Math.max(0, match.index - 40), match.index));
    if (passesLuhn(digits) || announced)
      found.push({ kind: "card", start: match.index, end: match.index + match[0].length });
  }
  return found;
}
