import { expect, test } from "bun:test";
import { analyze } from "../../engine/analyze.ts";
import { createEngine } from "../../engine/engine.ts";
import { addStars, adjustForStars } from "../../engine/verdicts/stars.ts";

const analysis = {
  ...analyze(createEngine(), "Fine."),
  sentiment: { label: "negative", score: -0.5 } as const,
};
const withStars = (score: number, label: "positive" | "negative" | "neutral" | "mixed", rating: number) =>
  adjustForStars({ ...analysis, sentiment: { label, score } }, rating).sentiment;

test("stars shift a verdict by a margin of at most two", () => {
  expect(withStars(-0.999, "negative", 5)).toEqual({ label: "negative", score: -0.993 });
  expect(withStars(-0.5, "negative", 3)).toEqual({ label: "negative", score: -0.5 });
  expect(withStars(-0.5, "negative", 2)).toEqual({ label: "negative", score: -0.782 });
  expect(withStars(-0.5, "negative", 1)).toEqual({ label: "negative", score: -0.914 });
});

test("words that contradict the stars are neutral unless they are very clear: stars turn nothing around", () => {
  const neutral = { label: "neutral", score: 0 } as const;
  expect(withStars(-0.96, "negative", 5)).toEqual(neutral);
  expect(withStars(-0.99, "negative", 5)).toEqual({ label: "negative", score: -0.928 });
  expect(withStars(-0.5, "negative", 4)).toEqual(neutral);
  expect(withStars(-0.99, "negative", 4)).toEqual({ label: "negative", score: -0.973 });
  expect(withStars(0.9, "positive", 1)).toEqual(neutral);
  expect(withStars(0.9, "positive", 2)).toEqual(neutral);
  expect(withStars(0.999, "positive", 1)).toEqual({ label: "positive", score: 0.993 });
});

test("three stars change nothing, and no score reaches 1", () => {
  expect(addStars(0.4, 3)).toBeCloseTo(0.4, 12);
  expect(Math.abs(addStars(1, 1))).toBeLessThan(1);
  expect([addStars(1, 1), addStars(-1, 5)]).toEqual([addStars(0.999, 1), addStars(-0.999, 5)]);
  expect(withStars(0.03, "positive", 3)).toEqual({ label: "positive", score: 0.03 });
});

test("stars do not change a fact or a mixed text", () => {
  expect(withStars(0.2, "neutral", 1)).toEqual({ label: "neutral", score: 0.2 });
  expect(withStars(-0.2, "neutral", 5)).toEqual({ label: "neutral", score: -0.2 });
  expect(withStars(-0.2, "mixed", 5)).toEqual({ label: "mixed", score: -0.2 });
  expect(withStars(0.01, "mixed", 5)).toEqual({ label: "mixed", score: 0.01 });
});

test("an undecided text, neutral with a score under 0.05, takes the side of its stars", () => {
  expect(withStars(0.03, "neutral", 5)).toEqual({ label: "positive", score: 0.774 });
  expect(withStars(0.03, "neutral", 1)).toEqual({ label: "negative", score: -0.749 });
  expect(withStars(0.049, "neutral", 5)).toEqual({ label: "positive", score: 0.781 });
  expect(withStars(0.05, "neutral", 5)).toEqual({ label: "neutral", score: 0.05 });
  expect(withStars(-0.049, "neutral", 5)).toEqual({ label: "positive", score: 0.74 });
  expect(withStars(-0.05, "neutral", 5)).toEqual({ label: "neutral", score: -0.05 });
  expect(withStars(0.03, "neutral", 3)).toEqual({ label: "neutral", score: 0.03 });
});

test("stars confirm what the words say of an aspect, and turn nothing around", () => {
  const finding = {
    aspect: "care",
    sentiment: "negative",
    score: -0.3,
    start: 0,
    end: 4,
    evidence: [{ start: 0, end: 4, weight: -0.3 }],
  } as const;
  const scoreWith = (sentiment: "positive" | "negative" | "neutral", score: number, rating: number) => {
    const one = { ...finding, evidence: [...finding.evidence], sentiment, score };
    return adjustForStars({ ...analysis, aspects: [one] }, rating).aspects.map((shown) => [
      shown.sentiment,
      shown.score,
    ]);
  };
  expect([1, 2, 3, 4, 5].map((stars) => scoreWith("negative", -0.3, stars))).toEqual([
    [["negative", -0.864]],
    [["negative", -0.669]],
    [["negative", -0.3]],
    [["negative", -0.3]],
    [["negative", -0.3]],
  ]);
  expect([1, 4, 5].map((stars) => scoreWith("positive", 0.3, stars))).toEqual([
    [["positive", 0.3]],
    [["positive", 0.669]],
    [["positive", 0.864]],
  ]);
  expect([1, 4, 5].map((stars) => scoreWith("neutral", 0.1, stars))).toEqual(Array(3).fill([["neutral", 0.1]]));
});
