import { expect, test } from "bun:test";
import { directionOf, shortQuotes } from "../../../src/mcp/answers/short-insights.ts";
import { reviewAt } from "../../../src/snapshot/review-at.ts";
import { testSnapshot } from "../endpoint.ts";

const trend = (score: number | null, previous_score: number | null, significant: boolean) =>
  directionOf({ window_months: 12, score, previous_score, n: 40, significant });

test("a trend in a word: a wide gap that is not significant proves nothing", () => {
  expect([trend(0.5, 0.1, true), trend(0.1, 0.5, true)]).toEqual(["better", "worse"]);
  expect([trend(0.25, 0.125, false), trend(0.125, 0.25, false), trend(0.5, 0.5, true)]).toEqual([
    "steady",
    "steady",
    "steady",
  ]);
  expect([trend(0.5, 0.1, false), trend(0.2, 0, false)]).toEqual(["too few to say", "too few to say"]);
  expect([trend(null, 0.1, true), trend(0.5, null, true), directionOf(null)]).toEqual([
    "too few to say",
    "too few to say",
    "too few to say",
  ]);
});

test("a quote is short: the review with its date, the words, and the side of words that take one", async () => {
  const { reviews: index } = await testSnapshot();
  const { id, date } = reviewAt(index, 0);
  const [cited, quoted] = [
    { review_id: id, start: 0, end: 4, text: "Good" },
    { review_id: "unknown", start: 0, end: 3, text: "Bad", sentiment: "negative" as const, score: -0.5, evidence: [] },
  ];
  expect(shortQuotes(index, [cited, quoted, cited], 2)).toEqual([
    { review_id: id, date, text: "Good" },
    { review_id: "unknown", date: null, text: "Bad", sentiment: "negative", score: -0.5 },
  ]);
});
