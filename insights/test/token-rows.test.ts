import { expect, test } from "bun:test";
import { specialRow } from "../engine/net/token-rows.ts";
import { type ReadLanguage, tokenize } from "../engine/reading/tokens.ts";

const rowsOf = (text: string, language: ReadLanguage = "en") => {
  const tokens = tokenize(text, language);
  return Array.from({ length: tokens.count }, (_, at) => specialRow(tokens, at));
};

test("a word that is not known has a row by its language, and a picture has one row", () => {
  expect([rowsOf("word"), rowsOf("palabra", "es"), rowsOf("😀 ☀")]).toEqual([[0], [1], [12, 12]]);
});

test("a number has a row by its size, and a time has one row", () => {
  expect(rowsOf("0 1 1.5 3 4 7 8 14 15 29 30 59 60 99 100 299 300")).toEqual([
    2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10,
  ]);
  expect(rowsOf("1,200 5/10 3:40 12:00")).toEqual([10, 4, 11, 11]);
});

test("the usual marks have rows of their own, every other mark has one row", () => {
  const marks = ". , ! ? ... ; : - \" ( ) $ ' / & %".split(" ");
  expect(marks.map((mark) => rowsOf(mark))).toEqual(marks.map((_, at) => [13 + at]));
  expect(["#", "—", "\u0080", "[phone]"].map((mark) => rowsOf(mark))).toEqual([[29], [29], [29], [29]]);
});

test("a run of marks has the row of its first mark, and one that begins with a stop that of three stops", () => {
  expect(["!!!", "?!", "..", "....", ".!"].map((run) => rowsOf(run))).toEqual([[15], [16], [17], [17], [17]]);
});
