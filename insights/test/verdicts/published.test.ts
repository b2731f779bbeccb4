import { expect, test } from "bun:test";
import type { Analysis } from "../../../src/model/analysis.ts";
import { analyze } from "../../engine/analyze.ts";
import { createEngine } from "../../engine/engine.ts";
import { RESTAURANT } from "../../engine/taxonomies/taxonomies.ts";
import { publishedAnalysis } from "../../engine/verdicts/published.ts";
import { engine } from "../loaded-engine.ts";

const PLACE = { start: 0, end: 4, evidence: [] };
const analysis = (findings: [aspect: string, sentiment: "positive" | "negative" | "neutral", certainty: number][]) => ({
  ...analyze(engine, "Well."),
  aspects: findings.map(([aspect, sentiment]) => ({ aspect, sentiment, score: 0.5, ...PLACE })),
  certainty: findings.map(([, , certainty]) => certainty),
  sentences: [
    { ...PLACE, score: 0, words: 1, aspects: findings.map(([aspect]) => aspect), carries: false, private: false },
  ],
});
const publishedOf = (of: Analysis, rating: number) => publishedAnalysis(engine, of, rating).aspects;
const names = (of: Analysis, rating: number) => publishedOf(of, rating).map(({ aspect }) => aspect);

test("without help of the stars, findings with a certainty above 0.55 are published; sentences name only those", () => {
  const all = analysis([
    ["care", "positive", 0.55],
    ["results", "positive", 0.551],
    ["billing", "neutral", 0.3],
  ]);
  expect(names(all, 3)).toEqual(["results"]);
  const { certainty, sentences } = publishedAnalysis(engine, all, 3);
  expect(certainty).toEqual([0.551]);
  expect(sentences.map(({ aspects }) => aspects)).toEqual([["results"]]);
});

/** By stars, the smallest certainty in steps of 0.05 with which it is published. */
const leastWith = (sentiment: "positive" | "negative" | "neutral") =>
  [1, 2, 3, 4, 5].map((stars) =>
    [0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85].find(
      (least) => names(analysis([["care", sentiment, least + 0.01]]), stars).length === 1,
    ),
  );

test("stars that say the same lower the certainty that is needed, and stars that say the opposite raise it", () => {
  expect(leastWith("positive")).toEqual([0.7, 0.7, 0.55, 0.5, 0.5]);
  expect(leastWith("negative")).toEqual([0.5, 0.5, 0.55, 0.7, 0.75]);
  expect(leastWith("neutral")).toEqual([0.55, 0.55, 0.55, 0.55, 0.55]);
});

test("a side against the stars must be clear, and keeps its side and score", () => {
  const sided = (score: number) => {
    const told = analysis([["care", score > 0 ? "positive" : "negative", 0.9]]);
    return { ...told, aspects: told.aspects.map((finding) => ({ ...finding, score })) };
  };
  expect([1, 2, 3, 4, 5].map((stars) => names(sided(0.49), stars).length)).toEqual([0, 0, 1, 1, 1]);
  expect([1, 2, 3, 4, 5].map((stars) => names(sided(0.5), stars).length)).toEqual([1, 1, 1, 1, 1]);
  expect([4, 5].map((stars) => names(sided(-0.49), stars).length)).toEqual([0, 0]);
  expect(publishedOf(sided(-0.5), 5).map(({ sentiment, score }) => [sentiment, score])).toEqual([["negative", -0.5]]);
});

test("the aspects of another taxonomy, which rules find, are all published", () => {
  const other = createEngine(RESTAURANT, engine.weights);
  const read = analyze(other, "The pizza was delicious.");
  expect(publishedAnalysis(other, read, 3).aspects).toEqual(read.aspects);
  expect(read.aspects.length).toBe(1);
});

const sidesOf = (text: string) =>
  analyze(engine, text).aspects.map(({ aspect, sentiment }) => `${aspect} ${sentiment}`);

test("a sentence that says why a star is missing criticizes, whatever its words are", () => {
  expect(sidesOf("Docked a star since the reminder texts come at 6am.")[0]).toBe("communication negative");
  expect(sidesOf("What keeps this from five is that my 4:15 is really a 4:40.")).toEqual(["punctuality negative"]);
  expect(sidesOf("Five stars, they always start on time.")).toEqual(["punctuality positive"]);
});

test("what would be is told with half the certainty", () => {
  const certainty = (text: string) => analyze(engine, text).certainty[0] ?? 0;
  const told = certainty("The front desk is friendly and quick.");
  const conditional = certainty("If the front desk is friendly and quick.");
  expect(told).toBeGreaterThan(0.9);
  expect(conditional).toBeGreaterThan(0.3);
  expect(conditional).toBeLessThanOrEqual(0.5);
});
