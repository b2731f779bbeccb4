import { expect, test } from "bun:test";
import { hashOfQuote, hashOfStatement } from "../../bench/pages/labels.ts";
import { percentOf, scorePages } from "../../bench/pages/score.ts";

const scored = await scorePages();
const statements = scored.flatMap((one) => one.statements);
const quotes = scored.flatMap((one) => one.quotes);

test("a reader has labeled every statement and every quote of the pages of six clinics", () => {
  expect(scored.map(({ clinic, reviews }) => [clinic, reviews])).toEqual([
    ["demonstration", 217],
    ["juniper", 30],
    ["mesa", 80],
    ["northgate", 200],
    ["turnpike", 40],
    ["mixed", 1000],
  ]);
  // For each: read the reviews, and add its hash to bench/pages/statements.labels.txt or quotes.labels.txt.
  const unlabeled = [
    ...statements
      .filter(({ verdict }) => verdict === undefined)
      .map(({ statement }) => [hashOfStatement(statement), statement]),
    ...quotes.filter(({ support }) => support === undefined).map(({ quote }) => [hashOfQuote(quote), quote]),
  ];
  expect(unlabeled).toEqual([]);
});

test("at most 3 % of the statements are false, and at least 95 % of the quotes alone support their claims", () => {
  expect(statements.length).toBeGreaterThan(350);
  expect(quotes.length).toBeGreaterThan(500);
  const wrong = statements.filter(({ verdict }) => verdict === "false");
  const alone = quotes.filter(({ support }) => support === "alone");
  expect(percentOf(wrong.length, statements.length)).toBeLessThanOrEqual(3);
  expect(percentOf(alone.length, quotes.length)).toBeGreaterThanOrEqual(95);
});
