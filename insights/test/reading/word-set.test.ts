import { expect, test } from "bun:test";
import { hashWord } from "../../engine/reading/hash.ts";
import { hashSet, wordSet } from "../../engine/reading/word-set.ts";

test("a set has its words, English and Spanish ones, and no others", () => {
  const set = wordSet("no yes", "no sí");
  expect(wordSet(["no", "yes"], ["no", "sí"]).table).toEqual(set.table);
  expect(["no", "yes", "es no", "es sí", "es yes", "sí", "maybe"].map((word) => set.has(hashWord(word)))).toEqual([
    ...[true, true, true, true],
    ...[false, false, false],
  ]);
});

test("hashes that want the same slot are all found, and the table is at most a quarter full", () => {
  for (let count = 0; count <= 40; count++) {
    // 65,536 apart: all begin at slot 0 or 2 of a small table.
    const hashes = Array.from({ length: count }, (_, at) => (at + 1) << 16);
    const set = hashSet([...hashes, ...hashes, 0]);
    expect(hashes.every((hash) => set.has(hash))).toBe(true);
    expect([set.has((count + 1) << 16), set.has(7), set.has(-7)]).toEqual([false, false, false]);
    expect(set.table.filter((hash) => hash !== 0).length).toBe(count);
    expect(set.table.length).toBeGreaterThanOrEqual(Math.max(4, 4 * count));
    expect(set.table.length).toBeLessThan(Math.max(5, 8 * count));
  }
});
