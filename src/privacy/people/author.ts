import { itemAt } from "../../model/basics/typed-array.ts";
import { kindOf, OTHER } from "../character-kinds.ts";
import { lowerOf } from "../fold.ts";
import type { RedactionSpan } from "../span.ts";
import { withoutCompany } from "./author-forms.ts";
import { ANONYMOUS, unmarked } from "./minimize-name.ts";

const HAN = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const LEAST_SURNAME = 2;

/** The forms in which authors write their own name: in full, without the middle, the surname first. */
export function nameForms(name: string): string[] {
  const words = plainWords(name);
  if (words.length < 2) return HAN.test(name) ? [lowerOf(name.trim())] : [];
  const [first, last] = [itemAt(words, 0), itemAt(words, words.length - 1)];
  if (last.replace(/[^\p{L}]/gu, "").length < LEAST_SURNAME) return [];
  const forms = [words.join(" "), `${first} ${last}`, `${last} ${first}`];
  if (words.length > 2) forms.push(words.slice(0, -1).join(" "), `${first} ${itemAt(words, 1)}`);
  return [...new Set(forms)];
}
const SUFFIX = /^(?:jr|sr|ii|iii|iv|phd|md|dds|esq|pt|dpt)$/;
const plainWords = (name: string): string[] =>
  wordsOf(lowerOf(name))
    .map(({ word }) => word)
    .filter((word) => !SUFFIX.test(word) && word.length > 1);

type Word = { word: string; start: number; end: number };
const WORD = /[\p{L}\p{M}\d]+(?:['’-][\p{L}\p{M}\d]+)*/gu;
/** Without marks: José is also Jose. */
const wordsOf = (lower: string): Word[] =>
  [...lower.matchAll(WORD)].map((match) => ({
    word: unmarked(match[0].replace(/['’]s$/u, "")),
    start: match.index,
    end: match.index + match[0].replace(/['’]s$/u, "").length,
  }));

/** Finds the author's own full name. `shown` takes its place. */
export type AuthorFinder = (text: string) => RedactionSpan[];

const MOST_BETWEEN = 4;
const ASCII = /^[\x00-\x7f]*$/;
const PLAIN = /^[A-Za-z]+(?: [A-Za-z]+)*$/;

/** Null for a first name alone, which may stay. The forms of a name are built only when a text may have one. */
export function createAuthorFinder(given: string | null, shown: string): AuthorFinder | null {
  const name = given === null ? null : withoutCompany(given);
  if (name === null || !(name.trim().includes(" ") || HAN.test(name))) return null;
  const parts = lowerOf(name.trim())
    .split(/[\s,]+/u)
    .filter((part) => part.length > 1)
    .flatMap((part) => (ASCII.test(part) ? part : [part, unmarked(part)]));
  const plain = PLAIN.test(name);
  let forms: string[] | undefined;
  const mark = shown === ANONYMOUS ? "[name]" : shown;
  return (text) => {
    const lower = lowerOf(text);
    if (!parts.some((part) => lower.includes(part))) return [];
    // Each form has two words of the name. If that has no accents, two of its words must be in the text.
    if (plain) {
      const bare = unmarked(lower);
      if (parts.filter((part) => hasWord(bare, part)).length < 2) return [];
    }
    forms ??= nameForms(name);
    if (forms.length === 0) return [];
    if (forms.some((form) => HAN.test(form))) return findAll(lower, forms[0] ?? "", mark);
    return findForms(
      lower,
      forms.map((form) => form.split(" ")),
      mark,
    );
  };
}

/** In a text without accents. */
function hasWord(lower: string, word: string): boolean {
  for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + 1))
    if (!isWordAt(lower, at - 1) && !isWordAt(lower, at + word.length)) return true;
  return false;
}
const isWordAt = (lower: string, at: number): boolean =>
  at >= 0 && at < lower.length && kindOf(lower.charCodeAt(at)) !== OTHER;

function findAll(lower: string, form: string, shown: string): RedactionSpan[] {
  const found: RedactionSpan[] = [];
  for (let at = lower.indexOf(form); at !== -1; at = lower.indexOf(form, at + form.length))
    found.push({ kind: "name", start: at, end: at + form.length, shown });
  return found;
}

/** Words of a form in a row, with at most an initial between the first two: "Robert J. Fairbanks". */
function findForms(lower: string, forms: readonly string[][], shown: string): RedactionSpan[] {
  const words = wordsOf(lower).filter(({ word, start, end }) => word.length > 1 && !isNickname(lower, start, end));
  const near = (at: number, index: number): boolean => {
    const between = lower.slice(words[at + index - 1]?.end ?? 0, words[at + index]?.start ?? 0);
    return index === 0 || between.length <= MOST_BETWEEN || NICKNAME.test(between);
  };
  const found: RedactionSpan[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const form = forms.find((parts) =>
      parts.every((part, index) => words[at + index]?.word === part && near(at, index)),
    );
    if (!form) continue;
    const [first, last] = [itemAt(words, at), itemAt(words, at + form.length - 1)];
    const suffix = AFTER_NAME.exec(lower.slice(last.end, last.end + 8))?.[0] ?? "";
    found.push({ kind: "name", start: first.start, end: last.end + suffix.length, shown });
    at += form.length - 1;
  }
  return found;
}

/** Eleanor "Nell" Gunderson */
const NICKNAME = /^\s["“”'(]\p{L}{1,16}["“”')]\s$/u;
const isNickname = (lower: string, start: number, end: number): boolean =>
  NICKNAME.test(lower.slice(Math.max(0, start - 2), end + 2));
const AFTER_NAME = /^,?\s(?:jr|sr|ii|iii|iv)(?!\p{L})\.?/u;

/** Finds each part of the author's name, for one who does not want to be named: the first name alone, too. */
export function createNameFinder(name: string | null): AuthorFinder | null {
  const whole = createAuthorFinder(name, ANONYMOUS);
  const parts = new Set(name === null ? [] : plainWords(name));
  if (parts.size === 0) return whole;
  return (text) => {
    const full = whole?.(text) ?? [];
    const apart = wordsOf(lowerOf(text)).filter(
      ({ word, start, end }) =>
        parts.has(word) &&
        /^\p{Lu}/u.test(text.slice(start)) &&
        !full.some((span) => start < span.end && end > span.start),
    );
    const spans = apart.map(({ start, end }): RedactionSpan => ({ kind: "name", start, end, shown: "[name]" }));
    return [...full, ...spans].sort((a, b) => a.start - b.start);
  };
}
