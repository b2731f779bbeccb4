import { expect, test } from "bun:test";
import { score } from "../engine/arithmetic.ts";
import { readReviewText } from "../engine/reading/reading.ts";
import { targetFeatures } from "../engine/reading/target-features.ts";
import { analyzeTarget, clausePolarity, targetScale } from "../engine/targets.ts";
import { engine } from "./loaded-engine.ts";
import { type Numbers, rowsOf, withNumbers } from "./made-up-numbers.ts";

function judge(numbers: Numbers, text = "The menu is here.", target = "menu") {
  const start = text.indexOf(target);
  return analyzeTarget(withNumbers(numbers), readReviewText(engine, text), { start, end: start + target.length });
}

test("the larger of two margins is the side, and their difference the score", () => {
  expect(judge({ header: { target_bias: [1, 0, 0] } })).toEqual({ sentiment: "positive", score: score(1) });
  expect(judge({ header: { target_bias: [0, 1, 0] } })).toEqual({ sentiment: "negative", score: score(-1) });
  expect(judge({ header: { target_bias: [1, 1, 0] } })).toEqual({ sentiment: "negative", score: 0 });
});

test("a target is neutral if the third margin and its threshold are above both", () => {
  const thresholds = { ...engine.weights.header.thresholds, target_neutral: 0.5 };
  const sideOf = (target_bias: number[]) => judge({ header: { target_bias, thresholds } });
  expect(sideOf([1, 3, 2.5]).sentiment).toBe("negative");
  expect(sideOf([1, 3, 2.75])).toEqual({ sentiment: "neutral", score: -0.25 });
  expect(sideOf([3, 1, 2.75])).toEqual({ sentiment: "neutral", score: 0.25 });
});

test("the net counts by half", () => {
  expect(judge({ net: [3, 1, 0] })).toEqual({ sentiment: "positive", score: score(1) });
  expect(judge({ net: [0, 0, 999] }).sentiment).toBe("neutral");
});

test("each feature of the target adds its row, by the scale of its output and of their number", () => {
  const text = "The menu is here.";
  const start = text.indexOf("menu");
  const { key, count } = targetFeatures(readReviewText(engine, text), { start, end: start + 4 }, engine.clusters);
  expect(count).toBeGreaterThan(12);
  // 0 is not the key of a feature.
  const found = [key[0], key[count - 1], 0];
  const target = (hash: number) => found.indexOf(hash);
  const target_weights = Int16Array.of(4, 1, 0, 8, 2, 0, 99, 0, 0);
  const header = { target_scale: [0.25, 0.5, 1] };
  const sum = (0.25 * (4 + 8) - 0.5 * (1 + 2)) / Math.sqrt(count / 12);
  expect(judge({ header, weights: { target, target_weights } }).score).toBe(score(sum));
  const neutral = Int16Array.of(0, 0, 999, 0, 0, 0, 0, 0, 0);
  expect(judge({ header, weights: { target, target_weights: neutral } }).sentiment).toBe("neutral");
  expect([0, 12, 48].map(targetScale)).toEqual([1, 1, 0.5]);
});

test("each word near the target adds the weights of its group, the opposite by half if it is negated", () => {
  const columns = 18;
  const scales = Array.from({ length: columns }, (_, column) => (column < 3 ? 1 : 0.5));
  const target_words = new Int16Array(2 * columns).fill(7);
  target_words.set([1, 0, 0], 0); // "menu" in the target
  target_words.set([6, 2, 0], columns + 3); // "good" before it
  target_words.set([0, 8, 0], columns + 6); // "good" after it
  const weights = { word: rowsOf("menu", "good"), target_words, word_weights: new Int16Array(99) };
  const scoreOf = (text: string) => judge({ header: { target_word_scale: scales }, weights }, text).score;
  expect(scoreOf("the menu")).toBe(score(1));
  expect(scoreOf("good menu")).toBe(score(1 + 0.5 * (6 - 2)));
  expect(scoreOf("good good menu")).toBe(score(1 + (0.5 * 2 * (6 - 2)) / Math.sqrt(2)));
  expect(scoreOf("menu good")).toBe(score(1 - 0.5 * 8));
  expect(scoreOf("not good menu")).toBe(score(-0.5 - 0.5 * 0.5 * (6 - 2)));
});

test("the polarity of its clause counts too, up to 3", () => {
  const outputs = engine.weights.outputs;
  const word_weights = new Int16Array(4 * outputs);
  [2, -1, 5, -5].forEach((weight, row) => {
    word_weights[row * outputs] = weight;
  });
  const weights = { word: rowsOf("good", "bad", "best", "worst"), word_weights };
  const polarity = (text: string, start: number) =>
    clausePolarity(withNumbers({ weights }), readReviewText(engine, text), start);
  const text = "good desk but bad menu";
  expect([0, 5, 8, 9, 14, 99].map((start) => polarity(text, start))).toEqual([2, 2, 2, -1, -1, 2]);
  expect([polarity("best desk", 0), polarity("worst desk", 0), polarity("", 0)]).toEqual([3, -3, 0]);
  expect(judge({ header: { target_dense: [0.5, 0.25, 0] }, weights }, "good menu").score).toBe(score(0.5));
});

test("a target in an empty text has the bias alone", () => {
  const header = { target_bias: [1, 0, 0], target_dense: [5, 0, 0] };
  expect(judge({ header }, "", "").score).toBe(score(1));
});
