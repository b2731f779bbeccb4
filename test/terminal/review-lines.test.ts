import { expect, test } from "bun:test";
import { alignRows, firstWords, listReviews } from "../../src/terminal/review-lines.ts";
import { reviewRow } from "../rows.ts";

test("columns are as wide as their widest cell; an empty one has no width", () => {
  expect(alignRows([["a", "", "x"], ["abc", "", "y"], ["ab"]])).toBe("  a      x\n  abc    y\n  ab\n");
});

test("the first words are one line of at most 60 characters, the last an ellipsis if more follow", () => {
  expect(firstWords(null)).toBe("(no text)");
  expect(firstWords(" two\n\tlines ")).toBe("two lines");
  expect(firstWords("a".repeat(60))).toBe("a".repeat(60));
  expect(firstWords("a".repeat(61))).toBe(`${"a".repeat(59)}…`);
  expect(firstWords(`${"a".repeat(58)} bcd`)).toBe(`${"a".repeat(58)}…`);
});

test("a review is one line, with a remark only where there is one", () => {
  const rows = [reviewRow(1, { rating: 1 }), reviewRow(2)];
  const [one, two] = rows.map(({ id, date }) => `  ${id}  ${date}`);
  expect(listReviews(rows)).toBe(
    `${one}  1 star   google  Maria S.  Review number 1.\n${two}  5 stars  google  Maria S.  Review number 2.\n`,
  );
  expect(listReviews(rows.slice(1), () => "held")).toBe(`${two}  5 stars  google  Maria S.  held  Review number 2.\n`);
});
