import text from "./birth-dates.words.txt" with { type: "text" };
import type { Folded } from "./fold.ts";
import { parsePatterns } from "./pattern-file.ts";
import type { RedactionSpan } from "./span.ts";

const PATTERNS = parsePatterns("birth-dates.words.txt", text, [
  "date after pattern",
  "glued",
  "second date pattern",
  "date before pattern",
  "sign of a birth",
  "date like",
  "not a person",
]);
const AFTER = new RegExp(PATTERNS["date after pattern"], "giu");
const GLUED = new RegExp(PATTERNS.glued, "giu");
const SECOND = new RegExp(PATTERNS["second date pattern"], "iu");
const BEFORE = new RegExp(PATTERNS["date before pattern"], "giu");
/** Every match of `BEFORE` has one of these, and begins at most this far before it. */
const BIRTH_AFTER = new RegExp(PATTERNS["sign of a birth"]);
const FARTHEST = 400;
/** A quick test: a text without a match has no date in digits. */
export const DATE_LIKE = new RegExp(PATTERNS["date like"], "iu");
const NOT_A_PERSON = new RegExp(
  String.raw`(?:${PATTERNS["not a person"]})\s(?:was|were|is|nació|nasceu|est|fue|è)?\s?$`,
  "iu",
);
/** "born again", "nacido para correr": this is about no birth. */
const AGAIN = /^\S+\s(?:again|de novo|de nuevo|für|to|para|per|pour)(?!\p{L})/iu;

/** A date is private only if the text says that it is one of birth: visits have dates, too. */
export function findBirthDates({ text, lower }: Folded): RedactionSpan[] {
  const found: RedactionSpan[] = [];
  const add = (end: number, value: string) => found.push({ kind: "birth_date", start: end - value.length, end });
  for (const match of [...text.matchAll(GLUED), ...text.matchAll(AFTER)]) {
    const end = match.index + match[0].length;
    if (NOT_A_PERSON.test(text.slice(Math.max(0, match.index - 24), match.index)) || AGAIN.test(match[0])) continue;
    add(end, match.groups?.value ?? match.groups?.star ?? "");
    const second = SECOND.exec(text.slice(end, end + 60));
    if (second) add(end + second[0].length, second.groups?.value ?? "");
  }
  const birth = BIRTH_AFTER.exec(lower)?.index;
  if (birth === undefined) return found;
  BEFORE.lastIndex = Math.max(0, birth - FARTHEST);
  for (const match of text.matchAll(BEFORE)) {
    const value = match.groups?.value ?? "";
    add(match.index + value.length, value);
  }
  return found;
}
