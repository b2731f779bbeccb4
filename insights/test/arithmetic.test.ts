import { expect, test } from "bun:test";
import { clauseFactor, exp, lengthFactor, round, score, sigmoid } from "../engine/arithmetic.ts";

test("the exponential is exact to fourteen digits, the same bits on every machine, and bounded", () => {
  for (let x = -40; x <= 40; x += 0.17) expect(Math.abs(exp(x) / Math.exp(x) - 1)).toBeLessThan(1e-14);
  expect([exp(0), exp(0.34), exp(-0.34)]).toEqual([1, 1.4049475905635933, 0.7117703227626098]);
  expect(exp(-40)).toBeGreaterThan(0);
  expect([exp(-40.5), exp(-1e9)]).toEqual([0, 0]);
  expect([exp(40.5), exp(1e9)]).toEqual([exp(40), exp(40)]);
});

test("a margin gives a score between -1 and 1 with three decimals, and never -0", () => {
  expect([sigmoid(0), sigmoid(50), sigmoid(-50)]).toEqual([0.5, 1, 1 / (1 + exp(40))]);
  expect([score(0), score(1), score(-1), score(99)]).toEqual([0, 0.462, -0.462, 1]);
  expect([round(-0.0001, 3), round(1.2345, 2), round(-7.6, 0)]).toEqual([0, 1.23, -8]);
});

test("sums are reduced by the words of a clause from six on, and by the number of clauses from one on", () => {
  expect([0, 6, 24, 54].map(lengthFactor)).toEqual([1, 1, 0.5, 1 / 3]);
  expect([0, 0.5, 1, 16].map(clauseFactor)).toEqual([1, 1, 1, 1 / 8]);
});
