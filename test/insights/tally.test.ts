import { expect, test } from "bun:test";
import { monthKey, monthNumber } from "../../src/insights/month-keys.ts";
import { inSentence, languageName, listWords } from "../../src/insights/sentences/sentence-words.ts";
import { changeOf } from "../../src/insights/strengths.ts";
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
import { rankSubjects } from "../../src/model/rank-subjects.ts";

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

const aspect = (id: string, positive: number, negative: number, neutral = 0) => ({
  ...{ id, label: id, mention_count: positive + negative + neutral },
  ...{ positive_count: positive, negative_count: negative },
});
const idsOf = (subjects: { id: string }[]) => subjects.map(({ id }) => id).join(" ");

test("three reviews make a like or a dislike, no subject is both, and what fewer say are single voices", () => {
  const { likes, dislikes, voices } = rankSubjects([
    aspect("liked", 3, 0),
    aspect("disliked", 0, 3),
    aspect("disputed", 6, 3),
    aspect("balanced", 7, 3, 2),
    aspect("undecided", 5, 3, 2),
    aspect("praised", 2, 0),
    aspect("blamed", 1, 2),
    aspect("both", 1, 1),
    aspect("facts", 0, 0, 4),
  ]);
  expect([idsOf(likes), idsOf(dislikes)]).toEqual(["balanced liked", "disliked disputed"]);
  expect([idsOf(voices.praise), idsOf(voices.criticism)]).toEqual(["praised", "blamed"]);
});

test("likes and dislikes are ranked by how many say so and how clearly", () => {
  // 20 of 40 weighs as much as 10 of 10: then the id decides.
  expect(idsOf(rankSubjects([aspect("c", 9, 0), aspect("b", 20, 0, 20), aspect("a", 10, 0)]).likes)).toBe("a b c");
  expect(idsOf(rankSubjects([aspect("few", 0, 4), aspect("many", 12, 8)]).dislikes)).toBe("few many");
});

test("criticism has changed if its share differs by 15 of 100, and not by chance", () => {
  const change = (now: ReturnType<typeof tally>, before: ReturnType<typeof tally>) => changeOf({ now, before });
  expect(change(tally(5, 5), tally(4, 0))).toBeNull();
  expect(change(tally(5, 5), tally(5, 5))).toBeNull();
  expect(change(tally(86, 14), tally(100, 0))).toBeNull();
  expect(change(tally(80, 20), tally(100, 0))).toBe("rose");
  expect(change(tally(100, 0), tally(80, 20))).toBe("fell");
  expect(change(tally(4, 2), tally(5, 0))).toBeNull();
});
