import { expect, test } from "bun:test";
import { analyze } from "../../../src/insights/engine/analyze.ts";
import { openEngine } from "../../../src/insights/engine/engine.ts";
import { addStars, adjustForStars } from "../../../src/insights/engine/stars.ts";

const analysis = {
  ...analyze(openEngine(), "Fine."),
  sentiment: { label: "negative", score: -0.5 } as const,
};
const besides = (score: number, label: "positive" | "negative" | "neutral" | "mixed", rating: number) =>
  adjustForStars({ ...analysis, sentiment: { label, score } }, rating).sentiment;

test("stars shift a verdict by a margin of two at most, and never past a clear complaint", () => {
  expect(besides(-0.5, "negative", 5)).toEqual({ label: "positive", score: 0.422 });
  expect(besides(-0.5, "negative", 4)).toEqual({ label: "neutral", score: -0.049 });
  expect(besides(-0.5, "negative", 3)).toEqual({ label: "negative", score: -0.5 });
  expect(besides(-0.5, "negative", 1)).toEqual({ label: "negative", score: -0.914 });
  expect(besides(-0.95, "negative", 5)).toEqual({ label: "negative", score: -0.681 });
  expect(besides(0.9, "positive", 1)).toEqual({ label: "positive", score: 0.44 });
});

test("a score without stars of a side stays as it is, up to a tiny bound", () => {
  expect(addStars(0.4, 3)).toBeCloseTo(0.4, 12);
  expect(Math.abs(addStars(1, 1))).toBeLessThan(1);
});

test("what states a fact or takes both sides stays as it was read", () => {
  expect(besides(0.2, "neutral", 1)).toEqual({ label: "neutral", score: 0.2 });
  expect(besides(-0.2, "mixed", 5)).toEqual({ label: "mixed", score: -0.2 });
});

test("a text that was neutral for want of a side takes that of its stars", () => {
  expect(besides(0.03, "neutral", 5)).toEqual({ label: "positive", score: 0.774 });
  expect(besides(0.03, "neutral", 1)).toEqual({ label: "negative", score: -0.749 });
});

test("aspects are read beside the stars as the whole text is", () => {
  const finding = {
    aspect: "care",
    sentiment: "negative",
    score: -0.3,
    start: 0,
    end: 4,
    evidence: [{ start: 0, end: 4, weight: -0.3 }],
  } as const;
  const shown = adjustForStars({ ...analysis, aspects: [{ ...finding, evidence: [...finding.evidence] }] }, 5);
  expect(shown.aspects).toEqual([{ ...finding, evidence: [...finding.evidence], sentiment: "positive", score: 0.598 }]);
});
