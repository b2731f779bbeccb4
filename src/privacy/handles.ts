import type { Folded } from "./fold.ts";
import text_of_lists from "./handles.words.txt" with { type: "text" };
import { parsePatterns } from "./pattern-file.ts";
import type { RedactionSpan } from "./span.ts";

const PATTERNS = parsePatterns("handles.words.txt", text_of_lists, [
  "at handle pattern",
  "marked pattern",
  "near pattern",
  "on platform pattern",
  "joined pattern",
  "plain pattern",
  "named pattern",
  "underscored pattern",
]);
const AT_HANDLE = new RegExp(PATTERNS["at handle pattern"], "giu");
/** A shorter word after an at sign may be a place: "@ gym". */
const LEAST_HANDLE = 5;
const MARKED = new RegExp(PATTERNS["marked pattern"], "gu");
const NEAR = new RegExp(PATTERNS["near pattern"], "iu");
const ON_PLATFORM = new RegExp(PATTERNS["on platform pattern"], "iu");
const JOINED = new RegExp(PATTERNS["joined pattern"], "gu");
/** How far before and after a word we look for a platform. */
const BEFORE = 36;
const AFTER = 28;

const PLAIN = new RegExp(PATTERNS["plain pattern"], "giu");
const LONG_WORD = 12;
/** After a platform alone, a word of usual length may be any word: "insta is funny". */
function isAccount({ of, link = "", value = "" }: Record<string, string | undefined>): boolean {
  if (/[:>=-]/.test(link)) return true;
  return of === undefined ? value.length >= LONG_WORD && link === " " : link !== " ";
}
const NAMED = new RegExp(PATTERNS["named pattern"], "giu");
const UNDERSCORED = new RegExp(PATTERNS["underscored pattern"], "giu");
const REDDIT = /(?<![\p{L}\p{N}/.])u\/[\p{L}\p{N}_-]{3,20}(?![\p{L}\p{N}])/gu;

const spansOf = (text: string, regex: RegExp): RedactionSpan[] =>
  [...text.matchAll(regex)].map((match) => ({
    kind: "handle",
    start: match.index,
    end: match.index + match[0].length,
  }));

/** Words that look like an account, in a sentence that speaks of one. */
function markedHandles(text: string): RedactionSpan[] {
  const joined = spansOf(text, JOINED).filter(({ end }) => ON_PLATFORM.test(text.slice(end, end + AFTER)));
  return spansOf(text, MARKED)
    .filter(({ start, end }) => {
      const before = text.slice(Math.max(0, start - BEFORE), start).replace(/^[\s\S]*[.!?\n]\s/, "");
      return NEAR.test(before) || ON_PLATFORM.test(text.slice(end, end + AFTER));
    })
    .concat(joined);
}

function plainHandles(text: string): RedactionSpan[] {
  const found: RedactionSpan[] = [];
  for (const match of [...text.matchAll(NAMED), ...text.matchAll(PLAIN)]) {
    const { value = "", link } = match.groups ?? {};
    const end = match.index + match[0].length;
    if (link === undefined || isAccount(match.groups ?? {}))
      found.push({ kind: "handle", start: end - value.length, end });
  }
  return found;
}

/** The dot of the sentence is not part of a handle. */
function trimHandle(text: string, span: RedactionSpan): RedactionSpan {
  const value = text.slice(span.start, span.end);
  return { ...span, end: span.start + value.replace(/[.-]{1,30}$/, "").length };
}

/** `social`: the text speaks of a platform. Without that, a word after an at sign may be any word. */
export function findHandles({ text }: Folded, social: boolean): RedactionSpan[] {
  const found = (text.includes("@") ? spansOf(text, AT_HANDLE) : []).filter(({ start, end }) => {
    const value = text.slice(start, end);
    return (
      social || (value.length > LEAST_HANDLE && /^@\p{Ll}/u.test(value)) || /[_\d]|\.\p{L}|\p{Ll}\p{Lu}/u.test(value)
    );
  });
  if (text.includes("_")) found.push(...spansOf(text, UNDERSCORED));
  if (text.includes("u/")) found.push(...spansOf(text, REDDIT));
  if (social) found.push(...plainHandles(text), ...markedHandles(text));
  return found.map((span) => trimHandle(text, span));
}
