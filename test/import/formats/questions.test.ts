import { expect, test } from "bun:test";
import { findQuestions } from "../../../src/import/formats/find-questions.ts";
import { withAnswer } from "../../../src/import/record/open-questions.ts";
import { candor } from "../../candor.ts";
import { newSqliteDatabase } from "../../databases.ts";
import { buildXlsx } from "../../spreadsheets.ts";
import { OPTIONS, readReviews, writeData } from "../read-reviews.ts";

const TABLE =
  "id,Score,created,date,Patient remark\n7,4,03/04/2025,03/05/2025,Loved it\n7,5,05/06/2025,05/07/2025,Very calm\n";

test("all open questions of a file are asked at once, as values with the options that answer them", async () => {
  const path = writeData("own.csv", TABLE);
  const questions = await findQuestions(path, OPTIONS);
  expect(questions.map(({ id, kind, choices }) => [id, kind, choices.map(({ option }) => option)])).toEqual([
    ["column:date", "column", ["--map date=created", "--map date=date"]],
    ["column:source_id", "column", ["--map source_id=none", "--map source_id=id"]],
    ["column:text", "column", ['--map text="Patient remark"', "--map text=none"]],
    ["scale", "scale", ["--scale 10", "--scale 5", "--scale 100"]],
    ["dates", "dates", ["--dates mdy", "--dates dmy"]],
  ]);
  const { code, error } = await candor({ DATABASE_URL: newSqliteDatabase() }, "import", path);
  expect([code, error.trimEnd().split("\n").length]).toEqual([1, 5]);
  for (const { choices } of questions) expect(error).toContain(choices[0]?.option ?? "");
});

test("the answers together leave no question, and what is certain has none", async () => {
  const path = writeData("own.csv", TABLE);
  const questions = await findQuestions(path, OPTIONS);
  const answered = questions.reduce((options, { choices }) => withAnswer(options, choices[1]?.answer ?? {}), OPTIONS);
  expect(await findQuestions(path, answered)).toEqual([]);
  expect((await readReviews(path, answered)).rows.map(({ rating, date }) => [rating, date])).toEqual([
    [4, "2025-05-03"],
    [5, "2025-07-05"],
  ]);
  expect(await findQuestions(writeData("a.csv", "stars,date,text\n5,2025-01-01,Kind\n"), OPTIONS)).toEqual([]);
});

const STRANGE = [
  ["How many stars?", "Visit", "Your name", "In your words", "May we share this?"],
  ["5", "3/4/2026", "Kim Noor", "I can climb stairs.", "Yes"],
  ["2", "5/4/2026", "Al Shy", "Too long a wait.", "No"],
];

test("columns with strange names below a title are asked for, with everything that follows from their values", async () => {
  const csv = [["Survey of spring"], [], ["Printed", "2026-05-01"], ...STRANGE].map((row) => row.join(",")).join("\n");
  const questions = await findQuestions(writeData("a.csv", csv), OPTIONS);
  expect(questions.map(({ id }) => id)).toEqual(["column:rating", "column:date", "column:text", "dates"]);
  expect(questions[0]?.choices.map(({ label }) => label)).toEqual(STRANGE[0] as string[]);
  expect(questions[1]?.text).toContain("--map date=COLUMN");
});

test("if no sheet looks like reviews, those with columns can be chosen", async () => {
  const sheets = [
    { name: "Read me", rows: [["Ask Kim about this file."]] },
    { name: "Spring", rows: [["Survey of spring"], ...STRANGE] },
    { name: "Autumn", rows: [["Survey of autumn"], ...STRANGE] },
  ];
  const path = writeData("a.xlsx", buildXlsx(sheets));
  const [question, ...inside] = await findQuestions(path, OPTIONS);
  expect(question?.choices.map(({ label }) => label)).toEqual(["Spring", "Autumn"]);
  expect(inside.map(({ sheet, id }) => `${sheet} ${id}`)).toContain("Autumn column:date");
  const one = writeData("b.xlsx", buildXlsx(sheets.slice(0, 2)));
  expect((await findQuestions(one, OPTIONS)).map(({ id }) => id).slice(0, 2)).toEqual(["column:rating", "column:date"]);
});
