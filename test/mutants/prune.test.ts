import { expect, test } from "bun:test";
import { type Excuse, placesIn, prune } from "./prune.ts";

const excuse = (file: string, line: string, change: string): Excuse => ({ file, line, change, reason: "no harm" });
const pruned = (excuses: Excuse[], sources: Record<string, string>) =>
  prune(
    excuses,
    Object.entries(sources).flatMap(([file, source]) => placesIn(file, source)),
  );

const LIMIT = excuse("src/a/limit.ts", "const LIMIT = 10;", "LIMIT = 10 → LIMIT = 11");

test("an excuse stays while its line and its change are there, wherever in the file", () => {
  expect(pruned([LIMIT], { "src/a/limit.ts": "\n\n  const LIMIT = 10;\n" })).toEqual({
    kept: [LIMIT],
    followed: [],
    dropped: [],
  });
});

test("code that moved to another file is followed, and so is a line with other names or types", () => {
  const moved = { ...LIMIT, file: "src/b/limit.ts" };
  expect(pruned([LIMIT], { "src/b/limit.ts": "const LIMIT = 10;" })).toEqual({
    kept: [moved],
    followed: [{ from: LIMIT, to: moved }],
    dropped: [],
  });
  const typed = excuse("src/c.ts", "const kept: Kept = { size: 0, values: true };", "size: 0 → size: 1");
  expect(pruned([typed], { "src/c.ts": "const kept: KeptValues = { size: 0, values: true };" }).kept).toEqual([
    { ...typed, line: "const kept: KeptValues = { size: 0, values: true };" },
  ]);
  const named = excuse(
    "src/c.ts",
    "if (staged > MOST_REVIEWS) return fresh;",
    "staged > MOST_REVIEWS → staged >= MOST_REVIEWS",
  );
  expect(pruned([named], { "src/c.ts": "if (staged > MOST) return fresh;" }).kept).toEqual([
    excuse("src/c.ts", "if (staged > MOST) return fresh;", "staged > MOST → staged >= MOST"),
  ]);
});

test("a line that was wrapped is followed to the part that has the change", () => {
  const long = excuse(
    "src/c.ts",
    "const lengthOf = (value: number): number => (value < 128 ? 1 : value < 16_384 ? 2 : 3);",
    "value < 16_384 → value <= 16_384",
  );
  const wrapped = "const lengthOf = (value: number): number =>\n  value < 128 ? 1 :\n  value < 16_384 ? 2 : 3;";
  expect(pruned([long], { "src/c.ts": wrapped }).kept).toEqual([{ ...long, line: "value < 16_384 ? 2 : 3;" }]);
});

test("of two files with the same line, the one with the same name is meant; of two with it, none", () => {
  const line = "const LIMIT = 10;";
  expect(pruned([LIMIT], { "src/b/other.ts": line, "src/b/limit.ts": line }).kept).toEqual([
    { ...LIMIT, file: "src/b/limit.ts" },
  ]);
  expect(pruned([LIMIT], { "src/b/limit.ts": line, "src/c/limit.ts": line }).dropped).toEqual([LIMIT]);
});

test("an excuse for code that is gone is dropped: another line of the same change has none", () => {
  expect(pruned([LIMIT], { "src/a/limit.ts": "export let of_each_page = read(10, 20);" })).toEqual({
    kept: [],
    followed: [],
    dropped: [LIMIT],
  });
  expect(pruned([LIMIT], { "src/a/limit.ts": "const LIMIT = 12;" }).dropped).toEqual([LIMIT]);
});

test("a line that has an excuse of its own gets no second one", () => {
  const other = { ...LIMIT, file: "src/b/limit.ts" };
  expect(pruned([other, LIMIT], { "src/b/limit.ts": "const LIMIT = 10;" })).toEqual({
    kept: [other],
    followed: [],
    dropped: [LIMIT],
  });
});
