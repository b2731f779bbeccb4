/** How many characters of a request an error message repeats (contract §1, mcp.md). */
export const ECHO_CHARACTERS = 100;

/** The first `max` characters. It never splits a surrogate pair. */
export function cut(text: string, max: number = ECHO_CHARACTERS): string {
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
}

/** True if a text has more than `max` code points. Code points are counted only if the length is near the limit. */
export const isLonger = (text: string, max: number): boolean =>
  text.length > 2 * max || (text.length > max && [...text].length > max);
