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

/**
 * The Levenshtein distance if it is at most `most`, otherwise null. Most words differ too much and are rejected early.
 */
export function editDistanceWithin(a: string, b: string, most: number): number | null {
  if (Math.abs(a.length - b.length) > most) return null;
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= b.length; column++) {
      const same = a.charCodeAt(row - 1) === b.charCodeAt(column - 1) ? 0 : 1;
      const [above = 0, diagonal = 0, left = 0] = [previous[column], previous[column - 1], current[column - 1]];
      const distance = Math.min(diagonal + same, above + 1, left + 1);
      current.push(distance);
      least = Math.min(least, distance);
    }
    if (least > most) return null;
    previous = current;
  }
  const distance = previous[b.length] ?? 0;
  return distance <= most ? distance : null;
}

/** "1 row", "2 rows". */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
