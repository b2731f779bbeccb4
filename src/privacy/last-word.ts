import { kindOf, LETTER } from "./character-kinds.ts";

const BETWEEN = new Set(' \t\n\r\u00a0\u2009\u202f,:("“«');
const isLetterAt = (text: string, at: number): boolean => kindOf(text.charCodeAt(at)) === LETTER;

/**
 * The last word of what comes before a place, in lower case. Patterns that end there with one of a few words are slow;
 * whether it is one of these words is known at once.
 */
export function lastWord(before: string): string {
  let end = before.length;
  while (end > 0 && BETWEEN.has(before.charAt(end - 1))) end -= 1;
  let start = end;
  while (start > 0 && isLetterAt(before, start - 1)) start -= 1;
  return before.slice(start, end).toLowerCase();
}
