import { expect, test } from "bun:test";
import { tokenize } from "../../engine/reading/tokens.ts";
import { evidenceFrom } from "../../engine/verdicts/evidence.ts";

/** The passages that are shown, with their weights, for words with these shares. */
function shown(shares: number[], ranges = [{ from: 0, to: shares.length }]) {
  const text = shares.map((_, at) => `w${at}`).join(" ");
  return evidenceFrom(tokenize(text), Float64Array.from(shares), ranges).map(({ start, end, weight }) => [
    text.slice(start, end),
    weight,
  ]);
}

test("neighbors with the same sign are one passage, and words without a share may be inside it", () => {
  expect(shown([0, 0.25, 1, 0, 0.5, 0, -0.5, -0.25, 0])).toEqual([
    ["w1 w2 w3 w4", 1.75],
    ["w6 w7", -0.75],
  ]);
  expect(shown([0.12345, -1])).toEqual([
    ["w0", 0.123],
    ["w1", -1],
  ]);
});

test("a passage ends with its clause, and words outside the clauses are not shown", () => {
  const clauses = [
    { from: 0, to: 1 },
    { from: 1, to: 3 },
  ];
  expect(shown([1, 1, 1, 1], clauses)).toEqual([
    ["w0", 1],
    ["w1 w2", 2],
  ]);
});

test("a passage with a weight under 0.1 is not shown", () => {
  expect(shown([0.1, -0.1, 0.099, -0.099])).toEqual([
    ["w0", 0.1],
    ["w1", -0.1],
  ]);
});

test("the six passages with the largest weights are shown in text order, of equal ones the first", () => {
  expect(shown([0.5, -0.4, 0.3, -0.2, 0.2, -0.2, 0.2, -0.9]).map(([words]) => words)).toEqual([
    "w0",
    "w1",
    "w2",
    "w3",
    "w4",
    "w7",
  ]);
});
