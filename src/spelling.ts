/** The candidate with the fewest typing errors: at most one, or one per three letters of `word`. "" if there is none. */
export function suggest(word: string, candidates: readonly string[]): string {
  const near = candidates
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
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

/** "1 row", "2 rows". */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
