import { describe, expect, test } from "bun:test";
import { buildGramIndex } from "../../../src/publish/rows/gram-index.ts";
import {
  exactTest,
  intersect,
  lowerBound,
  matchGrams,
  parseTextQuery,
} from "../../../src/snapshot/search/text-index.ts";
import { finish } from "../../../src/snapshot/turns.ts";
import { FAST } from "../../length.ts";

const indexOfTexts = (texts: readonly string[]) => {
  const encoded = texts.map((text) => Buffer.from(`${text}\0`));
  const start = new Float64Array(texts.length + 1);
  for (const [at, { length }] of encoded.entries()) start[at + 1] = (start[at] ?? 0) + length;
  const folded = Buffer.concat(encoded);
  for (const end of start.subarray(1)) folded[end - 1] = 0xff;
  return finish(buildGramIndex(folded, start));
};

/** Words in few texts: the first, and then so many texts later that the gap takes one, two or three bytes. */
const PLACES: { [word: string]: number[] } = {
  quartz: [10, 19_990],
  jolt: [9],
  fig: [126, 400],
  vow: [200, 328],
  bay: [1000, 17_384],
};
const TEXTS = Array.from({ length: 20_000 }, (_, number) => {
  const words = [number % 2 ? "knee" : "hip", number % 7 ? "" : "knees ok", number % 300 === 5 ? "zest" : ""];
  for (const [word, places] of Object.entries(PLACES)) if (places.includes(number)) words.push(word);
  if (number === 0) return "the longest of all texts is the first";
  return number % 11 === 0 ? "" : words.join(" ");
});
const INDEX = indexOfTexts(TEXTS);
const ALL: [number, number] = [0, TEXTS.length];

const found = (query: string, among: Uint32Array | null, window = ALL) => [
  ...finish(matchGrams(INDEX, parseTextQuery(INDEX, query), among, window)),
];
const scanned = (query: string, among: Iterable<number>) => [...among].filter((at) => TEXTS[at]?.includes(query));

describe
  .skipIf(FAST)
  .each([
    "k",
    "e",
    " ",
    "q",
    "st",
    "qu",
    "kne",
    "art",
    "knee",
    "hip knees",
    "zest",
    "longest of",
    ...Object.keys(PLACES),
    "e z",
  ])("%p is found where a plain scan finds it", (query) => {
  test("in all texts, in some of them, in many and in few", () => {
    expect(found(query, null)).toEqual(scanned(query, TEXTS.keys()));
    const window = Array.from({ length: 15_000 }, (_, at) => 10 + at);
    expect(found(query, null, [10, 15_010])).toEqual(scanned(query, window));
    for (const among of [TEXTS.keys().filter((at) => at % 3 !== 0), [5, 7, 10, 21, 305, 19_990, 19_999]].map((some) =>
      Uint32Array.from(some),
    )) {
      expect(found(query, among)).toEqual(scanned(query, among));
    }
  });

  test("at most as often as its rarest gram says, and exactly so often where one gram is all of it", () => {
    const parsed = parseTextQuery(INDEX, query);
    const matches = scanned(query, TEXTS.keys()).length;
    expect(parsed.exact).toBe(query.length <= 3);
    expect(parsed.at_most).toBeGreaterThanOrEqual(matches);
    if (parsed.exact) expect(parsed.at_most).toBe(matches);
  });
});

test("only the list of a common gram is a bitmap, which says whether a text has it", () => {
  const testOf = (query: string) => exactTest(INDEX, parseTextQuery(INDEX, query));
  expect([testOf("qu"), testOf("knee"), testOf("")]).toEqual([null, null, null]);
  const has = testOf("kne");
  expect([...TEXTS.keys()].filter((at) => has?.(at))).toEqual(scanned("kne", TEXTS.keys()));
});

test("an empty query, and one that no text has a gram of, match nothing", () => {
  expect(["", "xyz"].map((query) => parseTextQuery(INDEX, query).at_most)).toEqual([0, 0]);
  expect([found("", null), found("xyz", null), found("knee xyz", Uint32Array.of(1, 3))]).toEqual([[], [], []]);
});

test("a place in a list is found from any place before it; and two lists give what both have", () => {
  const list = Uint32Array.of(2, 3, 5, 8, 13, 21, 34);
  for (const from of [0, 1, 3, 7]) {
    for (let value = 0; value < 40; value++) {
      const expected = list.findIndex((one, at) => at >= from && one >= value);
      expect(lowerBound(list, value, from)).toBe(expected === -1 ? list.length : expected);
    }
  }
  const other = Uint32Array.of(1, 3, 4, 13, 22, 34, 40);
  expect([...intersect(list, other)]).toEqual([3, 13, 34]);
  expect([...intersect(other, Uint32Array.of(0, 41))]).toEqual([]);
  expect([...intersect(list, Uint32Array.of(2, 9))]).toEqual([2]);
  expect([...intersect(Uint32Array.of(40, 50), other)]).toEqual([40]);
});
