/** The matches of a sticky pattern that begin at one of these places, in order; none overlaps another. */
export function matchesAt(text: string, regex: RegExp, places: readonly number[]): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  let until = 0;
  for (const at of places) {
    if (at < until) continue;
    regex.lastIndex = at;
    const match = regex.exec(text);
    if (!match) continue;
    found.push(match);
    until = at + match[0].length;
  }
  return found;
}

/** Whether a text passes the quick test `needs` of a pattern. A sticky test is tried at each of these places. */
export const isNeeded = (text: string, needs: RegExp, places: readonly number[]): boolean =>
  needs.sticky
    ? places.some((at) => {
        needs.lastIndex = at;
        return needs.test(text);
      })
    : needs.test(text);
