/** What an error repeats of a request, in characters (contract §1, mcp.md). */
export const ECHO_CHARACTERS = 100;

/** The first `max` characters. A surrogate pair is not cut in two. */
export function cut(text: string, max: number = ECHO_CHARACTERS): string {
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
}

/** Whether a text has more than `max` code points. Only a text near the limit is counted. */
export const isLonger = (text: string, max: number): boolean =>
  text.length > 2 * max || (text.length > max && [...text].length > max);
