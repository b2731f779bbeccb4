import { parseWordLists } from "../model/basics/word-lists.ts";
import type { RedactionKind } from "../model/review-kinds.ts";
import type { Folded } from "./fold.ts";
import text_of_lists from "./identifiers.words.txt" with { type: "text" };
import papers from "./papers.words.txt" with { type: "text" };
import { anyOf, parsePatterns } from "./pattern-file.ts";
import type { RedactionSpan } from "./span.ts";
import type { SpokenNumber } from "./spoken.ts";

export const PAPERS: readonly string[] = parseWordLists("papers.words.txt", papers, ["paper"]).paper;
const PATTERNS = parsePatterns("identifiers.words.txt", text_of_lists, [
  "number",
  "gap pattern",
  "insurance",
  "insurance numbered",
  "insurance coded",
  "insurance direct",
  "record",
  "record capitals",
  "record numbered",
  "last digits pattern",
  "compound pattern",
  "harmless noun",
  "counted",
]);
const NUMBER = `(?:${PATTERNS.number})`;
const GAP = PATTERNS["gap pattern"];
const OF = String.raw`\s(?:de|del|di|do|da|of|for|d'|der)\s?(?:la\s|l')?`;

type Announced = {
  kind: RedactionKind;
  regex: RegExp;
  /** The value also has to have the shape of a code. */
  coded?: true;
  /** The shortest value, in letters and digits. */
  least: number;
};

/** The value follows its name, which needs no other word. */
const named = (names: string): string => String.raw`(?<![\p{L}\d])(?:${names})(?:\s${NUMBER})?(?!\p{Ll})${GAP}`;
/** Everyday words, which need "number" or a similar word after or before them. */
const numbered = (names: string): string =>
  String.raw`(?<!\p{L})(?:(?:${names})(?:'s)?\s?${NUMBER}|${NUMBER}(?:${OF}|\s)(?:${names}))(?!\p{L})${GAP}`;

/** The value follows at once. */
const direct = (names: string): string => String.raw`(?<!\p{L})(?:${names})[\s:#]{1,2}`;
/** The value has to look like a code. `dot`: the name may be short for something. */
const coded = (names: string, dot: string): string => String.raw`(?<!\p{L})(?=\p{L})(?:${names})(?!\p{L})${dot}${GAP}`;

const ANNOUNCED: Announced[] = [
  { kind: "insurance_number", least: 6, regex: new RegExp(named(PATTERNS.insurance), "giu") },
  { kind: "insurance_number", least: 4, regex: new RegExp(numbered(PATTERNS["insurance numbered"]), "giu") },
  { kind: "record_number", least: 5, regex: new RegExp(named(PATTERNS.record), "giu") },
  { kind: "insurance_number", least: 5, coded: true, regex: new RegExp(coded(PATTERNS["insurance coded"], ""), "giu") },
  { kind: "record_number", least: 5, coded: true, regex: new RegExp(coded(anyOf(PAPERS), String.raw`\.?`), "giu") },
  { kind: "insurance_number", least: 4, regex: new RegExp(PATTERNS["last digits pattern"], "giu") },
  { kind: "insurance_number", least: 9, regex: new RegExp(direct(PATTERNS["insurance direct"]), "giu") },
  { kind: "record_number", least: 6, regex: new RegExp(named(PATTERNS["record capitals"]), "gu") },
  { kind: "record_number", least: 4, regex: new RegExp(PATTERNS["compound pattern"], "giu") },
  { kind: "record_number", least: 4, regex: new RegExp(numbered(PATTERNS["record numbered"]), "giu") },
];

/** Any number after a word for "number". It is looked for last, after telephone numbers. */
const ANY_NUMBER = new RegExp(String.raw`(?<!\p{L})(?<noun>\p{L}+\s)?${NUMBER}(?!\p{L})${GAP}`, "giu");
const HARMLESS_NOUN = new RegExp(String.raw`^(?:${PATTERNS["harmless noun"]})\s$`, "iu");
const LEAST_UNNAMED = 6;

export function findNumbered({ text }: Folded): RedactionSpan[] {
  const found: RedactionSpan[] = [];
  for (const match of text.matchAll(ANY_NUMBER)) {
    if (HARMLESS_NOUN.test(match.groups?.noun ?? "")) continue;
    const start = match.index + match[0].length;
    const end = identifierEnd(text, start, LEAST_UNNAMED);
    if (end !== null) found.push({ kind: "record_number", start, end });
  }
  return found;
}

const TOKEN = /[\p{L}\d]+/uy;
const YEAR = /^(?:(?:19|20)\d\d){1,2}$/;
const MOST_TOKENS = 10;

/** A part of an identifier: it has a digit, or is a few capitals next to such a part. */
function belongs(token: string, rest: string, before: string, first: boolean): boolean {
  if (/\d/.test(token)) return true;
  if (!first && /[-/]/.test(before) && /^[A-Z]{1,2}$/.test(token)) return true;
  if (/^[a-z]{1,12}$/.test(token)) return first && /^-\d{3}/.test(rest);
  if (!/^[A-Z]{1,4}$/.test(token)) return false;
  // "A 300", "XQH 884120093"; at the end only before punctuation, since "I" and "A" also begin the next words.
  return /^[ ./-]?[A-Z]{0,2} ?\d/.test(rest) || (!first && token.length <= 2 && !/^ ?[\p{L}]/u.test(rest));
}

/** Where the identifier that begins at `start` ends; null if there is none. */
export function identifierEnd(text: string, start: number, least: number): number | null {
  let end = start;
  let at = start;
  for (let count = 0; count < MOST_TOKENS; count += 1) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    if (
      token === undefined ||
      !belongs(token, text.slice(at + token.length, at + token.length + 6), text.charAt(at - 1), count === 0)
    )
      break;
    end = at + token.length;
    const separator = /^(?:[ ./-]|\. | - )(?=[\p{L}\d])/u.exec(text.slice(end, end + 4))?.[0];
    if (separator === undefined) break;
    at = end + separator.length;
  }
  const value = text.slice(start, end).replace(/[^\p{L}\d]/gu, "");
  const digits = value.replace(/\D/g, "").length;
  return digits >= 3 && value.length >= least && !YEAR.test(value) && digits * 4 >= value.length ? end : null;
}

const COUNTED = new RegExp(String.raw`^\s?(?:%|°|€|\$|£|(?:${PATTERNS.counted})(?!\p{L}))`, "iu");

/** Letters and digits, parts with a dash or a slash, or a long row of digits; but no price, date or span of numbers. */
export function isCode(value: string, after: string): boolean {
  if (COUNTED.test(after)) return false;
  const compact = value.replace(/[^\p{L}\d]/gu, "");
  const digits = compact.replace(/\D/g, "");
  if (/^\d{1,6}[.,]\d{1,2}$/.test(value) || /^(?:\d{1,2}[./-]){2}(?:\d{2}|\d{4})$/.test(value)) return false;
  if (/^(?:19|20)\d\d[./-]\d{1,2}[./-]\d{1,2}$/.test(value)) return false;
  // M54.50 is a diagnosis, 93.11.1 a treatment.
  if (/^[A-Z]?\d{1,3}(?:\.\d{1,4}[A-Z]?){1,2}$/.test(value)) return false;
  if (/\p{L}/u.test(compact)) return digits.length >= 3 && compact.length >= 5;
  return /\d[-/]\d|\d \d/.test(value) ? digits.length >= 5 : digits.length >= 6 || /^0\d{4}$/.test(value);
}

/** Whether the word that ends there is a German compound for a number: "Fallnummer". */
export const isCompound = (lower: string, end: number): boolean => {
  const last = lower.charCodeAt(end - 1);
  if (last === 0x72) return lower.endsWith("nr", end) || lower.endsWith("nummer", end);
  return (last === 0x6e && lower.endsWith("zeichen", end)) || (last === 0x67 && lower.endsWith("kennung", end));
};

/** Numbers that a word announces: member, claim, policy, chart, passport, license and similar words in six languages. */
export function findIdentifiers({ text }: Folded, spoken: readonly SpokenNumber[]): RedactionSpan[] {
  const found: RedactionSpan[] = [];
  for (const { kind, regex, least, coded } of ANNOUNCED) {
    for (const match of text.matchAll(regex)) {
      const start = match.index + match[0].length;
      const said = spoken.find((number) => number.start === start && number.digits.length >= 4);
      const end = said?.end ?? identifierEnd(text, start, least);
      if (end === null || (coded && !said && !isCode(text.slice(start, end), text.slice(end, end + 16)))) continue;
      found.push({ kind, start, end });
    }
  }
  return found;
}
