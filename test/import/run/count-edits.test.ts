import { expect, test } from "bun:test";
import { countEdits } from "../../../src/import/run/count-edits.ts";
import { openRandom } from "../../random.ts";
import { SEED } from "../../seed.ts";

test("counts added, removed and replaced letters, up to a limit", () => {
  expect(countEdits("same", "same", 1)).toBe(0);
  expect(countEdits("lisened", "listened", 2)).toBe(1);
  expect(countEdits("cuase", "cause", 2)).toBe(2);
  expect(countEdits("cuase", "cause", 1)).toBeNull();
  expect(countEdits("", "ab", 2)).toBe(2);
  expect(countEdits("abc", "", 2)).toBeNull();
  expect(countEdits("kitten", "sitting", 3)).toBe(3);
});

test("a long stretch of other words is no typo, and is decided at once", () => {
  const [one, other] = ["ab".repeat(10_000), "ba".repeat(10_000)];
  expect(countEdits(`x${one}y`, `z${other}w`, 6)).toBeNull();
});

/** Levenshtein distance by its definition. */
function plain(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}

test("agrees with the definition for random words", () => {
  const random = openRandom(SEED);
  const word = () => Array.from({ length: Math.floor(random() * 12) }, () => "abc"[Math.floor(random() * 3)]).join("");
  for (let at = 0; at < 3000; at += 1) {
    const [one, other, limit] = [word(), word(), 1 + Math.floor(random() * 6)];
    const edits = plain(one, other);
    expect([one, other, limit, countEdits(one, other, limit)]).toEqual([
      one,
      other,
      limit,
      edits <= limit ? edits : null,
    ]);
  }
});
