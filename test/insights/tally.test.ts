import { describe, expect, test } from "bun:test";
import { monthKey, monthNumber } from "../../src/insights/month-keys.ts";
import { inSentence, languageName, listWords } from "../../src/insights/sentences/sentence-words.ts";
import { changeOf, isConcern, isStrength, strengthsAndConcerns } from "../../src/insights/strengths.ts";
import {
  countKeys,
  counts,
  differs,
  interval,
  isShared,
  mean,
  percentOrNull,
  tallyScore,
} from "../../src/insights/tally.ts";
import { capitalized } from "../../src/model/basics/capitalized.ts";

test("keys are counted, the most frequent first, then by name", () => {
  expect(countKeys(["b", "c", "a", "b", "a", "b"])).toEqual([
    ["b", 3],
    ["a", 2],
    ["c", 1],
  ]);
  expect(countKeys(["b", "a"])).toEqual([
    ["a", 1],
    ["b", 1],
  ]);
});

const tally = (positive: number, negative: number, neutral = 0, mixed = 0) => ({
  positive,
  negative,
  neutral,
  mixed,
});

test("a score is (positive - negative) / all, to three decimals, and null of none", () => {
  expect([tallyScore(tally(2, 0, 1)), tallyScore(tally(0, 1, 1, 1)), tallyScore(tally(0, 0))]).toEqual([
    0.667,
    -0.333,
    null,
  ]);
  expect([percentOrNull(1, 3), percentOrNull(3, 3), percentOrNull(0, 0)]).toEqual([33.3, 100, null]);
  expect([mean([4, 5, 5]), mean([])]).toEqual([4.67, null]);
  expect(counts(tally(1, 2, 3, 4))).toEqual({
    mention_count: 10,
    positive_count: 1,
    neutral_count: 3,
    mixed_count: 4,
    negative_count: 2,
  });
});

test("the interval is Wilson's, from -1 to 1; neutral and mixed reviews count half", () => {
  expect(interval(tally(5, 0))).toEqual([0.131, 1]);
  expect(interval(tally(0, 5))).toEqual([-1, -0.131]);
  expect(interval(tally(8, 2))).toEqual(interval(tally(7, 1, 1, 1)));
  expect(interval(tally(8, 2))).toEqual([-0.02, 0.887]);
  expect(interval(tally(0, 0))).toBeNull();
});

test("shares differ if chance would make such a difference in 5 of 100 cases at most", () => {
  expect([differs(tally(9, 1), tally(3, 7)), differs(tally(7, 3), tally(4, 6))]).toEqual([true, false]);
  expect([differs(tally(8, 0), tally(2, 6)), differs(tally(7, 0), tally(3, 3))]).toEqual([true, false]);
  expect([
    differs(tally(5, 0), tally(5, 0)),
    differs(tally(5, 0), tally(0, 0)),
    differs(tally(0, 0), tally(5, 0)),
  ]).toEqual([false, false, false]);
});

test("a side is shared if a fifth of the reviews that take one take it; a mixed review takes both", () => {
  expect([isShared(tally(4, 1), "negative"), isShared(tally(5, 1), "negative")]).toEqual([true, false]);
  expect([isShared(tally(9, 0, 0, 3), "negative"), isShared(tally(1, 4), "positive")]).toEqual([true, true]);
  expect([isShared(tally(0, 0, 5), "positive"), isShared(tally(0, 1, 90), "negative")]).toEqual([false, true]);
});

test("months are counted from January of year 0", () => {
  expect([monthNumber("0000-01-31"), monthNumber("2024-12-01")]).toEqual([1, 24_300]);
  expect([monthKey(1), monthKey(24_299), monthKey(24_300), monthKey(24_301)]).toEqual([
    "0000-01",
    "2024-11",
    "2024-12",
    "2025-01",
  ]);
});

test("words of a sentence", () => {
  expect([listWords([]), listWords(["a"]), listWords(["a", "b"]), listWords(["a", "b", "c"])]).toEqual([
    "",
    "a",
    "a and b",
    "a, b and c",
  ]);
  expect([capitalized("the clinic"), inSentence("Front desk")]).toEqual(["The clinic", "front desk"]);
  expect([languageName("es-MX"), languageName("VI"), languageName("xx")]).toEqual(["Spanish", "Vietnamese", null]);
});

describe("an aspect", () => {
  const aspect = (now = tally(0, 0), before = tally(0, 0)) => ({
    id: "care",
    label: "Care",
    mentions: [],
    now,
    before,
  });

  test("is a strength if the low end of its interval is 0.3 or more, and a concern if a third is critical", () => {
    expect([tally(8, 0), tally(40, 5), tally(40, 9)].map((now) => isStrength(aspect(now)))).toEqual([true, true, true]);
    expect([tally(7, 0), tally(5, 0), tally(10, 2)].map((now) => isStrength(aspect(now)))).toEqual([
      false,
      false,
      false,
    ]);
    expect([tally(4, 2), tally(5, 2), tally(0, 1, 1, 1)].map((now) => isConcern(aspect(now)))).toEqual([
      true,
      false,
      true,
    ]);
  });

  test("has changed if its share of criticism differs by 15 of 100, and not by chance", () => {
    expect(changeOf(aspect(tally(5, 5), tally(4, 0)))).toBeNull();
    expect(changeOf(aspect(tally(5, 5), tally(5, 5)))).toBe("steady");
    expect(changeOf(aspect(tally(86, 14), tally(100, 0)))).toBe("steady");
    expect(changeOf(aspect(tally(80, 20), tally(100, 0)))).toBe("rose");
    expect(changeOf(aspect(tally(100, 0), tally(80, 20)))).toBe("fell");
    expect(changeOf(aspect(tally(4, 2), tally(5, 0)))).toBe("unclear");
  });

  test("is told with its counts, and against the time before", () => {
    const told = (now: ReturnType<typeof tally>, before?: ReturnType<typeof tally>) =>
      strengthsAndConcerns({ first_month: 24_299, from: "2024-11-01" }, [aspect(now, before)]);
    expect(told(tally(20, 0, 1))).toEqual({
      strengths: ["Care: 20 of 21 reviews positive since November 2024"],
      concerns: [],
    });
    const concern = (before?: ReturnType<typeof tally>) => told(tally(10, 10), before).concerns[0]?.slice(53);
    expect(told(tally(10, 10)).concerns).toEqual(["Care: 10 of 20 reviews critical since November 2024"]);
    expect([concern(tally(20, 0)), concern(tally(0, 20)), concern(tally(11, 9)), concern(tally(5, 2))]).toEqual([
      "up from 0 of 20 before November 2024",
      "down from 20 of 20 before November 2024",
      "much as before (9 of 20)",
      "2 of 7 before November 2024)",
    ]);
    expect(strengthsAndConcerns({ first_month: 0, from: null }, [aspect(tally(10, 10))]).concerns).toEqual([
      "Care: 10 of 20 reviews critical",
    ]);
  });
});
