import { expect, test } from "bun:test";
import {
  findColumns,
  parseMap,
  readHeader,
  requireColumns,
  withoutHomes,
} from "../../../src/import/record/find-columns.ts";

test("a field has the column with the clearest name, and of equal ones the first", () => {
  expect(findColumns(["Comment", "Review Text", "Feedback"])).toEqual({ text: "Review Text" });
  expect(findColumns(["May we publish your review?"])).toEqual({ consent: "May we publish your review?" });
  expect(findColumns(["Comment", "Text"])).toEqual({ text: "Comment" });
  expect(findColumns(["Text", "Comment"], { text: "Comment" })).toEqual({ text: "Comment" });
});

test.each([
  ["Rating", { name: "Rating", best: null }],
  ["Score out of five", { name: "Score ", best: 5 }],
  ["Score (out of ten)", { name: "Score (", best: 10 }],
  ["Note /20", { name: "Note ", best: 20 }],
  ["Stars (1-5)", { name: "Stars (", best: 5 }],
])("what the header %j states", (header, expected) => {
  expect(readHeader(header)).toEqual(expected);
});

test("a message shows the first 30 headers, each with at most 40 characters", () => {
  const headers = ["a".repeat(40), "b".repeat(41), ...Array.from({ length: 29 }, (_, at) => `c${at}`)];
  expect(() => requireColumns("a.csv", headers, {}, {})).toThrow(
    `a.csv has no column that looks like rating or date; it has ${"a".repeat(40)}, ${"b".repeat(39)}…, c0, `,
  );
  expect(() => requireColumns("a.csv", headers, {}, {})).toThrow("c26, c27. Name the column: --map rating=COLUMN");
  expect(() => requireColumns("a.csv", ["Date"], { date: "Date" }, {})).toThrow("looks like rating; it has Date");
  expect(() => requireColumns("a.csv", ["NPS"], { date: "Date" }, {})).toThrow("a.csv has no rating: NPS says");
  expect(() => requireColumns("a.csv", [], { rating: "R", date: "D" }, { text: "Words" })).toThrow("no column Words");
  requireColumns("a.csv", [], { rating: "R", date: "D" }, { text: "none" });
});

test("--map names a field and a column", () => {
  const parse = (...values: string[]) => parseMap(values, (message) => new Error(message));
  expect(parse("rating=Stars", " text = a=b ")).toEqual({ rating: "Stars", text: "a=b" });
  for (const bad of ["rating", "rating=", "stars=Stars"])
    expect(() => parse(bad)).toThrow(`--map ${bad} is not FIELD=COLUMN, where FIELD is one of rating, date,`);
});

test("where a reviewer lives is no listing, unless the operator says so", () => {
  expect(withoutHomes(["Location"], {})).toEqual({ location: "", location_name: "" });
  expect(withoutHomes(["Location", "Branch"], {})).toEqual({ location: "Branch", location_name: "" });
  expect(withoutHomes(["Location"], { location: "Location" })).toEqual({ location: "Location" });
  expect(withoutHomes(["Location"], { location_name: "Store" })).toEqual({ location_name: "Store" });
  expect(withoutHomes(["Branch"], { location: "none" })).toEqual({ location_name: "none", location: "none" });
});
