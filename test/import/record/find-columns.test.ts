import { expect, test } from "bun:test";
import { findColumns } from "../../../src/import/record/find-columns.ts";

test("a field has the column with the clearest name, and of equal ones the first", () => {
  expect(findColumns(["Comment", "Review Text", "Feedback"])).toEqual({ text: "Review Text" });
  expect(findColumns(["May we publish your review?"])).toEqual({ consent: "May we publish your review?" });
  expect(findColumns(["Comment", "Text"])).toEqual({ text: "Comment" });
  expect(findColumns(["Text", "Comment"], { text: "Comment" })).toEqual({ text: "Comment" });
});
