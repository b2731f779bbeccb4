import { expect, test } from "bun:test";
import { createSurvey } from "../../../src/import/record/choose-columns.ts";
import type { Columns } from "../../../src/import/record/find-columns.ts";

type Table = { [header: string]: string[] };

/** The mapping of a table, given by its columns. Every row has a date of its own and an author. */
function mappingOf(table: Table, given: Columns = {}) {
  const survey = createSurvey("a.csv", { map: given, consent: [], ignore: [] });
  const rows = Math.max(...Object.values(table).map(({ length }) => length));
  for (let at = 0; at < rows; at++) {
    const own = { "Review Date": `2026-01-0${1 + at}`, Author: `Ann ${at}` };
    const cells = Object.entries(table).map(([header, values]) => [header, values[at] ?? ""]);
    survey.note({ ...own, ...Object.fromEntries(cells) });
  }
  return survey.choose(5);
}
/** The chosen column of a field, or what stops the file. */
function chosen(field: keyof Columns, table: Table, given: Columns = {}): string | undefined {
  try {
    return mappingOf(table, given).columns[field];
  } catch (error) {
    return String(error)
      .replace(/^\w+: a.csv has /, "")
      .replace(/\. Choose.*/, "");
  }
}
const six = (value: string) => Array<string>(6).fill(value);

test.each<[string, Table, string]>([
  ["a clear name", { Rating: ["1", "2"], "Review Rating": ["3", "4"] }, "Review Rating"],
  ["a clear name that half of the rows have", { Rating: ["1", "2"], "Review Rating": ["3", ""] }, "Review Rating"],
  [
    "a clear name that fewer have",
    { Rating: ["1", "2", "3"], "Review Rating": ["3", "", ""] },
    '2 columns that may be the rating: "Review Rating" (3, …) and Rating (1, …)',
  ],
  ["a clear name with other values", { Rating: ["1", "2"], "Review Rating": ["good", "bad"] }, "Rating"],
  ["an empty column", { "Review Rating": ["", ""], Rating: ["1", "2"] }, "Rating"],
  ["stars out of five beside a number", { Score: ["5"], Rating: ["1/5"] }, "Rating"],
  [
    "stars out of five in both",
    { Score: ["4/5", "3/5"], Rating: ["1/5", "2/5"] },
    "2 columns that may be the rating: Rating (1/5, …) and Score (4/5, …)",
  ],
  [
    "stars out of five under a name that is no clearer",
    { Stars: ["5", "4"], Rating: ["1/5", "2/5"] },
    "2 columns that may be the rating: Stars (5, …) and Rating (1/5, …)",
  ],
  ["one value throughout beside several", { Rating: six("5"), Stars: ["1", "2", "3", "4", "5", "1"] }, "Stars"],
  [
    "one value throughout in both",
    { Rating: six("5"), Stars: six("4") },
    "2 columns that may be the rating: Rating (5, …) and Stars (4, …)",
  ],
  [
    "one that is clean and one that is almost",
    {
      Rating: ["1", "2", "3", "4", "5", "1", "2", "3", "4", "5"],
      Stars: ["5", "1", "2", "3", "4", "5", "1", "2", "3", "x"],
    },
    "2 columns that may be the rating: Rating (1, …) and Stars (5, …)",
  ],
  [
    "a third that is none",
    { Score: ["132", "133"], Rating: ["1", "2"], Stars: ["2", "3"] },
    "2 columns that may be the rating: Rating (1, …) and Stars (2, …)",
  ],
])("of several columns for the rating: %s", (_, table, expected) => {
  expect(chosen("rating", table)).toBe(expected);
});

test("words that look like dates are compared as words, and the columns of a date are shown with their first values", () => {
  expect(chosen("title", { Title: ["1/2/2025"], Headline: ["2/1/2025"] })).toBe(
    "2 columns that may be the title: Title and Headline",
  );
  expect(chosen("date", { "Review Date": ["2026-01-05"], "Review Time": ["2026-02-07"] })).toBe(
    '2 columns that may be the date: "Review Date" (2026-01-05, …) and "Review Time" (2026-02-07, …)',
  );
});

test("a column of answers says whether a review is shown, if it has any, and counts like another status", () => {
  const posted = (...values: string[]) => chosen("status", { Published: values });
  expect([posted("yes"), posted("yes", "no"), posted(""), posted("yes", "2026-01-01")]).toEqual([
    "Published",
    "Published",
    undefined,
    undefined,
  ]);
  const both: Table = { "Review Status": ["approved", "hidden"], Published: ["yes", "yes"] };
  expect([chosen("status", both), chosen("status", both, { date: "Review Date" })]).toEqual([
    "Review Status",
    "Review Status",
  ]);
});

test("an id in rows that differ is none, unless the operator says so", () => {
  const table = { "Review ID": ["a", "a"], Text: ["Good.", "Bad."] };
  expect(chosen("source_id", table)).toStartWith('the same value in column "Review ID" in rows that differ');
  expect(chosen("source_id", table, { source_id: "review id" })).toBe("Review ID");
  expect(chosen("source_id", { "Review ID": ["a", "", ""], Text: ["Good.", "Bad.", "So so."] })).toBe("Review ID");
});

test("nothing is in doubt about an empty column, nor about a source, a language or a proof that all rows share", () => {
  const five = (value: string) => Array<string>(5).fill(value);
  const shared = { Source: five("Google"), Language: five("en"), "Verified By": five("invoice"), Score: five("") };
  expect(mappingOf({ ...shared, Rating: ["1", "2", "3", "4", "5"] }).unsure).toEqual([]);
  expect(mappingOf({ Rating: five("5"), Score: five("5") }).unsure).toEqual([
    "rating is read from Rating, not from Score",
    "every row has the same rating (column Rating)",
  ]);
});
