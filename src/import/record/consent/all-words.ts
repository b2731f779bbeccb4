/** A pattern for the next words of a text, as many as one entry has. */
export const nextOf = (entries: readonly string[]): string =>
  `(?:${[...entries].sort((a, b) => b.length - a.length).join("|")})(?: |$)`;

/** Whether a text consists of such words alone, from a place on. In one pass, however long it is. */
export function isAllOf(words: RegExp, text: string, from: number): boolean {
  for (let at = from; at < text.length; at = words.lastIndex) {
    words.lastIndex = at;
    if (!words.test(text)) return false;
  }
  return true;
}
