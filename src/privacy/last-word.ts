import { kindOf, LETTER } from "./character-kinds.ts";

const BETWEEN = new Set(' \t\n\r\u00a0\u2009\u202f,:("“«');
const isLetterAt = (text: string, at: number): boolean => kindOf(text.charCodeAt(at)) === LETTER;

/**
 * The last word of the text before a place, in lower case. A pattern that ends with one of many words is slow. To look
 * for the last word in a set of these words first is fast.
 */
export function lastWord(before: string): string {
  let end = before.length;
  while (end > 0 && BETWEEN.has(before.charAt(end - 1))) end -= 1;
  let start = end;
  while (start > 0 && isLetterAt(before, start - 1)) start -= 1;
  return before.slice(start, end).toLowerCase();
}
