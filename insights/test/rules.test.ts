import { expect, test } from "bun:test";
import { analyze } from "../engine/analyze.ts";
import { aspectMargins, detectAspects } from "../engine/aspects.ts";
import { createEngine } from "../engine/engine.ts";
import { readReviewText } from "../engine/reading/reading.ts";
import { readTwice } from "../engine/scoring.ts";
import { engine } from "./loaded-engine.ts";
import { withNumbers } from "./made-up-numbers.ts";

/** A bakery: another trade than the weights were trained for, so the rules of its taxonomy decide. */
const bakery = withNumbers(
  {},
  createEngine(
    {
      id: "bakery",
      label: "Bakery",
      noun: "bakery",
      aspects: [
        {
          id: "bread",
          label: "Bread",
          words: "bread",
          implicit: [
            { pattern: "ran out", sentiment: "negative" },
            { pattern: "still warm", sentiment: "positive" },
            { pattern: "by weight", sentiment: "neutral" },
          ],
        },
        {
          id: "wait",
          label: "Wait",
          words: "line",
          exclude: ["on line", "busy"],
          measures: [{ unit: "minute", near: "waited stood", negative_from: 20 }],
        },
      ],
    },
    engine.weights,
  ),
);

/** What the rules say of an aspect in each clause; null in a clause that is not about it. */
function rulesOf(aspect: "bread" | "wait", text: string) {
  const scored = readTwice(bakery, readReviewText(bakery, text));
  const found = detectAspects(scored).find((one) => one.aspect === ["bread", "wait"].indexOf(aspect));
  if (!found) return [];
  return Array.from(aspectMargins(scored, found).margins, (margin, at) => (found.attention[at] === 0 ? null : margin));
}

test("a pattern with a side counts for its aspect, in its clause", () => {
  expect(rulesOf("bread", "The bread is here.")).toEqual([0]);
  expect(rulesOf("bread", "The bread ran out.")).toEqual([-1.5]);
  expect(rulesOf("bread", "It is still warm.")).toEqual([1.5]);
  expect(rulesOf("bread", "It is sold by weight.")).toEqual([0]);
  expect(rulesOf("bread", "It is still warm but I left. Bread ran out and ran out.")).toEqual([1.5, null, -3]);
  expect(rulesOf("wait", "The line ran out of bread.")).toEqual([0]);
  expect(rulesOf("wait", "The bread is still warm.")).toEqual([]);
});

test("a measure from a number on is a complaint, if a word for it is in the same clause", () => {
  expect(rulesOf("wait", "I stood in line 19 minutes.")).toEqual([0]);
  expect(rulesOf("wait", "I stood in line 20 minutes.")).toEqual([-1.5]);
  expect(rulesOf("wait", "20 minutes I stood in line.")).toEqual([-1.5]);
  expect(rulesOf("wait", "I waited and stood in line 20 minutes and 30 minutes.")).toEqual([-3]);
  expect(rulesOf("wait", "I stood in line 20 hours.")).toEqual([0]);
  expect(rulesOf("wait", "The line took 20 minutes.")).toEqual([0]);
  expect(rulesOf("wait", "The line took 20 minutes; stood there.")).toEqual([0, null]);
  expect(rulesOf("wait", "I stood in line; 20 minutes.")).toEqual([0, null]);
  expect(rulesOf("wait", "It took 20 minutes; I stood in line.")).toEqual([null, 0]);
});

test("a match that an excluding pattern overlaps is none, one next to it is", () => {
  expect(rulesOf("wait", "I buy on line.")).toEqual([]);
  expect(rulesOf("wait", "It was busy.")).toEqual([]);
  expect(rulesOf("wait", "The busy line.")).toEqual([0]);
  expect(rulesOf("wait", "The line busy.")).toEqual([0]);
  expect(rulesOf("wait", "I buy on line or in line.")).toEqual([0]);
});

/** A sentence that a pattern fits once, twice or three times. */
const sentence = (words: string, times: number) => `The bread was ${Array(times).fill(words).join(" and ")}.`;
const warm = (times: number) => sentence("still warm", times);
const out = (times: number) => sentence("ran out", times);

test("the first of two clear sentences is quoted, and a clear one instead of one that is not", () => {
  const quoted = (...sentences: string[]) => {
    const text = sentences.join(" ");
    return analyze(bakery, text).aspects.map(({ start, end }) => text.slice(start, end));
  };
  expect(quoted(warm(1), warm(2))).toEqual([warm(2)]);
  expect(quoted(warm(2), warm(3))).toEqual([warm(2)]);
  expect(quoted(out(1), out(2))).toEqual([out(2)]);
  expect(quoted(out(1), warm(3))).toEqual([warm(3)]);
  expect(quoted(warm(1), out(3))).toEqual([out(3)]);
  expect(quoted(warm(2), out(2))).toEqual([warm(2)]);
});

test("of a sentence of more than 240 characters only the clause is quoted", () => {
  const filler = (length: number) => `The bread is still warm; ${"x".repeat(length - 26)}.`;
  const lengthOf = (text: string) => analyze(bakery, text).aspects.map(({ start, end }) => end - start);
  expect(lengthOf(filler(240))).toEqual([240]);
  expect(lengthOf(filler(241))).toEqual([23]);
});
