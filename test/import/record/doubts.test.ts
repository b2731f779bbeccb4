import { expect, test } from "bun:test";
import { createSurvey } from "../../../src/import/record/choose-columns.ts";

function mappingOf(rows: readonly Record<string, string>[]) {
  const survey = createSurvey("a.csv", { map: {}, consent: [], ignore: [] });
  for (const row of rows) survey.note(row);
  return survey.choose(null);
}
/** What is not certain about a table with these rows. */
const doubtsOf = (rows: readonly Record<string, string>[]): string[] => mappingOf(rows).unsure;

const row = (at: number) => ({ Rating: String(1 + (at % 5)), Date: `2026-01-0${at + 1}`, Review: `Words ${at}.` });

test("without a column for the author, every review is anonymous", () => {
  expect(doubtsOf([row(0), row(1)])).toEqual(["no column is known to be the author: every review is anonymous"]);
  expect(
    doubtsOf([
      { ...row(0), Name: "Ann" },
      { ...row(1), Name: "Bob" },
    ]),
  ).toEqual([]);
});

test("from five rows on, a column with the same value in each of them is doubtful", () => {
  const named = (count: number, name: (at: number) => string) =>
    doubtsOf(Array.from({ length: count }, (_, at) => ({ ...row(at), Name: name(at) })));
  expect(named(4, () => "Ann")).toEqual([]);
  expect(named(5, () => "Ann")).toEqual(["every row has the same author (column Name)"]);
  expect(named(5, (at) => (at === 4 ? "" : "Ann"))).toEqual([]);
  expect(named(5, (at) => (at === 4 ? "Bob" : "Ann"))).toEqual([]);
});

test("of columns that say the same, the one with the clearest name is read", () => {
  const { columns, unsure } = mappingOf([{ Score: "4", Stars: "4", "Review Rating": "4", Name: "Ann", ...row(3) }]);
  expect(columns.rating).toBe("Review Rating");
  expect(unsure).toEqual(['rating is read from "Review Rating", not from Score or Stars or Rating']);
});
