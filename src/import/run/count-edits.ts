import { itemAt } from "../../model/basics/typed-array.ts";

/** Typing errors are near each other; a longer stretch is another text, and comparing it would take long. */
const MOST_LETTERS = 400;

/** How many letters must be added, removed or replaced to turn one text into the other; null if more than `limit`. */
export function countEdits(one: string, other: string, limit: number): number | null {
  if (Math.abs(one.length - other.length) > limit) return null;
  let start = 0;
  const shorter = Math.min(one.length, other.length);
  while (start < shorter && one.charCodeAt(start) === other.charCodeAt(start)) start += 1;
  let end = 0;
  while (end < shorter - start && one.charCodeAt(one.length - 1 - end) === other.charCodeAt(other.length - 1 - end))
    end += 1;
  const a = one.slice(start, one.length - end);
  const b = other.slice(start, other.length - end);
  if (a.length > MOST_LETTERS || b.length > MOST_LETTERS) return null;
  const edits = banded(a, b, limit);
  return edits <= limit ? edits : null;
}

/** Levenshtein distance, only near the diagonal: more than `limit` away from it, more edits than that are needed. */
function banded(a: string, b: string, limit: number): number {
  const far = limit + 1;
  let previous = Array.from({ length: b.length + 1 }, (_, column) => Math.min(column, far));
  for (let row = 1; row <= a.length; row += 1) {
    const current = new Array<number>(b.length + 1).fill(far);
    if (row <= limit) current[0] = row;
    const last = Math.min(b.length, row + limit);
    let least = far;
    for (let column = Math.max(1, row - limit); column <= last; column += 1) {
      const replaced = itemAt(previous, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const edits = Math.min(replaced, itemAt(previous, column) + 1, itemAt(current, column - 1) + 1, far);
      current[column] = edits;
      least = Math.min(least, edits);
    }
    if (least === far && row > limit) return far;
    previous = current;
  }
  return itemAt(previous, b.length);
}
