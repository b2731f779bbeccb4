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

test("only findings with a certainty above 0.55 are published, and sentences name only those", () => {
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

test("what one, two or five stars contradict needs a certainty above 0.95; four stars contradict nothing", () => {
  const praise = analysis([["care", "positive", 0.95]]);
  const complaint = analysis([["care", "negative", 0.95]]);
  expect([1, 2, 3, 4, 5].map((stars) => names(praise, stars).length)).toEqual([0, 0, 1, 1, 1]);
  expect([1, 2, 3, 4, 5].map((stars) => names(complaint, stars).length)).toEqual([1, 1, 1, 1, 0]);
  expect(names(analysis([["care", "negative", 0.951]]), 5)).toEqual(["care"]);
  expect(names(analysis([["care", "neutral", 0.61]]), 5)).toEqual(["care"]);
});

test("a side that is not clear is published only if the stars say the same", () => {
  const unclear = (score: number) => {
    const told = analysis([["care", "positive", 0.9]]);
    return { ...told, aspects: told.aspects.map((finding) => ({ ...finding, score })) };
  };
  expect([1, 2, 3, 4, 5].map((stars) => names(unclear(0.49), stars).length)).toEqual([0, 0, 0, 0, 1]);
  expect([1, 2, 3, 4, 5].map((stars) => names(unclear(0.5), stars).length)).toEqual([0, 0, 1, 1, 1]);
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
