import { expect, test } from "bun:test";
import { analyze, judge } from "../../engine/analyze.ts";
import { aspectMargins, detectAspects, type FoundAspect } from "../../engine/aspects.ts";
import type { Engine } from "../../engine/engine.ts";
import { readReviewText } from "../../engine/reading/reading.ts";
import { readTwice } from "../../engine/scoring.ts";
import { describeAspect } from "../../engine/verdicts/describe-aspect.ts";
import { describeSentences } from "../../engine/verdicts/describe-sentences.ts";
import { POLARITY } from "../../engine/weights.ts";
import { engine } from "../loaded-engine.ts";
import { rowsOf, withNumbers } from "../made-up-numbers.ts";

const ASPECTS = engine.weights.header.aspects.length;
const TEXT = "The desk was here. The desk was there.";
/** In 4 sentences, each with one clause. */
const FOUR = "One. Two. Three. Four.";

/** A word of weight 2 for praise; every clause has the `bias`. */
function withGood(bias = 0): Engine {
  const silent = withNumbers({});
  const word_weights = Int16Array.from({ length: silent.weights.outputs }, (_, output) =>
    output === POLARITY ? 2 : 0,
  );
  const biases = silent.weights.header.bias.with(POLARITY, bias);
  return withNumbers({ weights: { word: rowsOf("good"), word_weights }, header: { bias: biases } });
}

/** A text as the net would have read it: by sentence, the margin for the first aspect and those of its sides. */
function readBy(
  by: Engine,
  text: string,
  { detection = [], sides = [] }: { detection?: number[]; sides?: number[][] },
) {
  const scored = readTwice(by, readReviewText(by, text));
  const { net } = scored;
  net.detection.fill(-99);
  net.sides.fill(0);
  detection.forEach((margin, sentence) => {
    net.detection[sentence * ASPECTS] = margin;
  });
  for (const [sentence, margins] of sides.entries()) net.sides.set(margins, sentence * ASPECTS * 4);
  return scored;
}

const foundIn = (attention: number[], sentences: number[] | null = null): FoundAspect => ({
  aspect: 0,
  chance: 1,
  attention: Float64Array.from(attention),
  sentences: sentences && Float64Array.from(sentences),
});

test("an aspect is found by its clearest sentence: a chance of 0.15 is enough, many smaller ones are not", () => {
  const silent = withNumbers({});
  const count = (...detection: number[]) => detectAspects(readBy(silent, FOUR, { detection })).length;
  const least = -2.4780015076972948; // a chance of exactly 0.15
  expect(count(least, least, least, least)).toBe(1);
  expect(count(-2.48, -2.48, -2.48, -2.48)).toBe(0);
});

test("a clause with an attention of 0.05 is part of the aspect, one with less is not", () => {
  const attention = (...detection: number[]) =>
    detectAspects(readBy(withNumbers({}), "One. Two.", { detection })).map((found) => [...found.attention]);
  const top = 2.1839501648552972; // twenty times the chance of -4.5
  expect(attention(top, -4.5)).toEqual([[1, 0.05]]);
  expect(attention(top, -4.51)).toEqual([[1, 0]]);
});

test("an aspect whose chance is the threshold is not found", () => {
  const withThreshold = (aspect: number): Engine => {
    const { header } = engine.weights;
    return {
      ...engine,
      weights: { ...engine.weights, header: { ...header, thresholds: { ...header.thresholds, aspect } } },
    };
  };
  const text = "The front desk was friendly.";
  const [found] = detectAspects(readTwice(engine, readReviewText(engine, text)));
  if (!found) throw new Error("the text has no aspect");
  const isFound = (by: Engine) =>
    detectAspects(readTwice(by, readReviewText(by, text))).some(({ aspect }) => aspect === found.aspect);
  expect([found.chance - 1e-9, found.chance].map((least) => isFound(withThreshold(least)))).toEqual([true, false]);
});

test("the quote has the side of the verdict, from a clause with an attention of 0.2 or more", () => {
  const startWith = (attention: number[], praise: number[], chances: number[]) => {
    const scored = readBy(withNumbers({}), TEXT, { sides: praise.map((margin) => [margin, 0, 0, -9]) });
    return describeAspect(scored, foundIn(attention, chances), 0).finding.start;
  };
  expect(startWith([0.2, 1], [9, 0], [1, 1])).toBe(0);
  expect(startWith([0.19, 1], [9, 0], [1, 1])).toBe(19);
  // 0.7 of 1 against 0.8 of 0.99.
  expect(startWith([1, 0.8], [1.735, 5.3], [1, 1])).toBe(19);
  expect(startWith([1, 0.69], [1.735, 5.3], [1, 1])).toBe(0);
});

test("praise in one sentence and criticism in another, each with a chance above 0.6, are mixed", () => {
  const praise = [9, -9, -9, -9];
  const criticism = [-9, 9, -9, -9];
  const told = (sides: number[][], chances: number[]) => {
    const { finding, certainty } = describeAspect(
      readBy(withNumbers({}), TEXT, { sides }),
      foundIn([1, 1], chances),
      0,
    );
    return [finding.sentiment, certainty];
  };
  expect(told([praise, criticism], [1, 0.7])).toEqual(["mixed", 0.7]);
  expect(told([criticism, praise], [1, 0.7])).toEqual(["mixed", 0.7]);
  expect(told([praise, criticism], [1, 0.59])[0]).toBe("positive");
  expect(told([praise, praise], [1, 1])).toEqual(["positive", 1]);
});

test("of two clear clauses the one that is more about the aspect is quoted, however clear the other is", () => {
  const text = "A good desk. A good good good desk.";
  const startWith = (attention: number[]) =>
    describeAspect(readBy(withGood(), text, {}), foundIn(attention), 0).finding.start;
  expect([startWith([1, 0.9]), startWith([0.9, 1])]).toEqual([0, 13]);
});

test("evidence is shown from an attention of 0.2 on, unless the words say the opposite of the verdict", () => {
  const text = "A good desk. A good desk.";
  const evidence = (bias: number, sides: number[], attention: number[]) => {
    const scored = readBy(withGood(bias), text, { sides: [sides, sides] });
    return describeAspect(scored, foundIn(attention, attention), 0).finding.evidence.map(({ start }) => start);
  };
  const [praise, complaint] = [
    [99, 0, 0, 0],
    [0, 99, 0, 0],
  ];
  expect(evidence(0, praise, [1, 0.2])).toEqual([2, 15]);
  expect(evidence(0, praise, [1, 0.19])).toEqual([2]);
  expect(evidence(0, complaint, [1, 1])).toEqual([]);
  // The bias cancels the words: they take no side.
  expect(evidence(-2, praise, [1, 1])).toEqual([2, 15]);
  expect(evidence(-2, complaint, [1, 1])).toEqual([2, 15]);
  expect(evidence(-3, praise, [1, 1])).toEqual([]);
  const scored = readBy(withGood(), text, {});
  expect(aspectMargins(scored, foundIn([0.5, 0.5]), 0.5).shares.filter((share) => share > 0).length).toBe(2);
});

test("a sentence has the aspects that a clause of it is about by more than half", () => {
  const scored = readBy(withNumbers({}), TEXT, {});
  const sentences = describeSentences(scored, [foundIn([0.5, 0.51])], []);
  expect(sentences.map(({ aspects }) => aspects)).toEqual([[], [engine.weights.header.aspects[0] ?? ""]]);
});

test("a sentence that says why a star is missing has a margin of 5 against it", () => {
  const scored = readBy(withNumbers({}), "Minus one star.", {});
  expect(describeSentences(scored, [], []).map(({ score }) => score)).toEqual([-0.987]);
  expect(describeAspect(scored, foundIn([1], [1]), 0).finding.sentiment).toBe("negative");
});

test("a text without a word, a score or an emoji, or in another language, is not judged", () => {
  const nothing = { sentiment: { label: "neutral", score: 0 } as const, aspects: [], certainty: [] };
  const french = "Le personnel est très gentil et je suis très content avec eux.";
  for (const [text, language] of [
    ["!!! ...", "en"],
    ["", "en"],
    ["12345 3.14 $40", "en"],
    [french, "other"],
  ] as const) {
    expect(judge(engine, readReviewText(engine, text))).toEqual({ language, ...nothing });
    const none = { sentences: [], problems: [], marks: [], phrases: [] };
    expect(analyze(engine, text)).toEqual({ language, ...nothing, ...none });
  }
  for (const text of ["Fine", "Fine!", "- fine", "5 fine", "😀 ok"])
    expect(analyze(engine, text).sentences).toHaveLength(1);
});
