import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { foldForSearch, writeFolded } from "../../../src/model/basics/search-folding.ts";
import { repeats } from "../../length.ts";
import { SEED } from "../../seed.ts";

/** What is written, or null if it is not written. */
function written(text: string): string | null {
  const target = new Uint8Array(3 * text.length + 2).fill(0x2a);
  const end = writeFolded(text, target, 2);
  if (end === null) return null;
  expect([...target.subarray(0, 2), end <= target.length]).toEqual([0x2a, 0x2a, true]);
  return Buffer.from(target.subarray(2, end)).toString("utf8");
}

describe("a text is written as it is searched", () => {
  test("every unit of UTF-16, alone and between others, or it is not written", () => {
    const left: number[] = [];
    for (let unit = 0; unit < 0x10000; unit++) {
      const character = String.fromCharCode(unit);
      for (const text of [character, ` A${character} \u00e9${character}${character} .`]) {
        const found = written(text);
        if (found === null) left.push(unit);
        else expect([unit, found]).toEqual([unit, foldForSearch(text)]);
      }
    }
    expect(
      ["a", "Z", "`", "\t", "\u0085", "\u00a0", "\u00df", "\u0130", "\u2019", "\u2026"].filter((each) =>
        left.includes(each.charCodeAt(0)),
      ),
    ).toEqual([]);
    expect(
      ["\u0000", "\u0301", "\u2057", "\u3000", "\ud83d"].filter((each) => !left.includes(each.charCodeAt(0))),
    ).toEqual([]);
  });

  test("whatever follows what", () => {
    const unit = fc.oneof(
      fc.integer({ min: 1, max: 0x24f }),
      fc.integer({ min: 0x2000, max: 0x206f }),
      fc.constantFrom(0x20, 0x09, 0x0a, 0xa0, 0xa8, 0x2003, 0x200d),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 30 }), (units) => {
        const text = String.fromCharCode(...units);
        expect([foldForSearch(text), null]).toContain(written(text));
      }),
      { numRuns: repeats(2000, 50_000), seed: SEED },
    );
  });
});
