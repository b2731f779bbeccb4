import { expect, test } from "bun:test";
import { findQuestions } from "../../../../src/import/formats/find-questions.ts";
import { OPTIONS, readReviews, writeData } from "../../read-reviews.ts";

/** A table of reviews whose last column has these values, one per row. */
const table = (header: string, values: readonly string[]) =>
  writeData(
    "a.csv",
    `Rating,Date,Name,Review,"${header}"\n${values.map((value, at) => `5,2026-03-${10 + at},Ann Lee,Words ${at},"${value}"\n`).join("")}`,
  );
const consents = async (path: string, options: object = {}) =>
  (await readReviews(path, options)).rows.map(({ consent }) => consent);

test("in JSON of a known format, members that ask for it count, too", async () => {
  const own = ["A", "B", "C"].map((letter, at) => ({ id: letter.repeat(26), rating: 5, date: `2026-03-1${at}` }));
  const asked = [true, null, false].map((consent, at) => ({ ...own[at], consent }));
  expect(await consents(writeData("own.json", asked))).toEqual(["yes", "unclear"]);
});

test.each([
  ["Consent date", "2026-01-01", "filled"],
  ["Date of consent", "1/15/2026", "filled"],
  ["OK to publish", "1/15/2026", "filled"],
  ["Patient signature", "Ann Lee", "filled"],
  ["Fecha de autorización", "15/01/2026", "filled"],
  ["Opted out at", "2026-01-01", "blank"],
  ["Consent withdrawn on", "2026-01-01", "blank"],
])("%s: what an entry means is asked, if nothing else in the file asks", async (header, entry, yes) => {
  const path = table(header, [entry, ""]);
  const [question] = await findQuestions(path, OPTIONS);
  expect(question?.choices[0]?.option).toBe(`--consent "${header}=${yes}"`);
  expect(await consents(path, { consent: [{ column: header, yes: [yes] }] })).toEqual(
    yes === "filled" ? ["yes", "unclear"] : ["unclear", "yes"],
  );
});

test("dates beside a column that asks say nothing more", async () => {
  const path = writeData(
    "a.csv",
    "Rating,Date,Name,Review,Consent,Consent date\n5,2026-03-10,Ann,A,Yes,2026-01-01\n5,2026-03-11,Bo,B,Yes,\n5,2026-03-12,Cy,C,,2026-01-01\n",
  );
  expect(await consents(path)).toEqual(["yes", "yes", "unclear"]);
});

test.each([
  ["Untick if we may not publish", ["x", ""]],
  ["Leave blank to allow publication", ["x", ""]],
  ["HIPAA form", ["on file", "missing"]],
  ["Usage rights", ["All", "None", "Website only"]],
  ["Audience", ["Everyone", "Only us"]],
])("%s is asked about", async (header, values) => {
  expect((await findQuestions(table(header, values), OPTIONS)).map(({ id }) => id)).toEqual([`consent:${header}`]);
});
