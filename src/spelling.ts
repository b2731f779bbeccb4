/** True if two adjacent letters are swapped. That is one typing error, although it is two edits. */
function isSwapped(a: string, b: string): boolean {
  const at = [...a].findIndex((letter, index) => letter !== b[index]);
  return at >= 0 && a === `${b.slice(0, at)}${b[at + 1] ?? ""}${b[at] ?? ""}${b.slice(at + 2)}`;
}

/** The candidate with the fewest typing errors: at most one, or one per three letters of `word`. "" if there is none. */
export function suggest(word: string, candidates: readonly string[]): string {
  const near = candidates
    .map((candidate) => ({ candidate, distance: isSwapped(word, candidate) ? 1 : editDistance(word, candidate) }))
    .sort((a, b) => a.distance - b.distance)[0];
  return near && near.distance <= Math.max(1, Math.floor(word.length / 3)) ? near.candidate : "";
}

/** Levenshtein distance, row by row. */
export function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  let distance = b.length;
  for (let row = 1; row <= a.length; row += 1) {
    let diagonal = 0;
    previous = previous.map((above, column) => {
      const replaced = diagonal + (a[row - 1] === b[column - 1] ? 0 : 1);
      distance = column === 0 ? row : Math.min(replaced, above + 1, distance + 1);
      diagonal = above;
      return distance;
    });
  }
  return distance;
}

/** One row of distances. Searches compare a word with thousands of others, so no comparison makes its own. */
const row: number[] = [];

/**
 * The Levenshtein distance if it is at most `most`, otherwise null. Only the cells near the diagonal can be that small,
 * and most words are rejected after a few rows.
 */
export function editDistanceWithin(a: string, b: string, most: number): number | null {
  if (Math.abs(a.length - b.length) > most) return null;
  for (let column = 0; column <= b.length; column++) row[column] = column;
  for (let line = 1; line <= a.length; line++) {
    const [first, last] = [Math.max(1, line - most), Math.min(b.length, line + most)];
    let diagonal = row[first - 1] ?? 0;
    let left = first === 1 ? line : most + 1;
    let least = left;
    row[first - 1] = left;
    for (let column = first; column <= last; column++) {
      const above = column < line + most ? (row[column] ?? 0) : most + 1;
      const same = a.charCodeAt(line - 1) === b.charCodeAt(column - 1) ? 0 : 1;
      left = Math.min(diagonal + same, above + 1, left + 1);
      diagonal = above;
      row[column] = left;
      least = Math.min(least, left);
    }
    if (least > most) return null;
  }
  const distance = row[b.length] ?? 0;
  return distance <= most ? distance : null;
}

/** "1 row", "2 rows". */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
