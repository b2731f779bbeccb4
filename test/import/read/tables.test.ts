import { expect, test } from "bun:test";
import { readReviews, writeData } from "../read-reviews.ts";

const texts = async (data: string | Uint8Array) =>
  (await readReviews(writeData("t.csv", data))).rows.map((row) => row.text);

test("UTF-16 with the high byte first is read by its mark", async () => {
  const bytes = Buffer.from("\ufeffrating,date,text\n5,2025-01-01,Café\n", "utf16le").swap16();
  expect(await texts(bytes)).toEqual(["Café"]);
});

test("a character may be cut by the end of the first 64 KB", async () => {
  const head = "rating,date,text\n";
  const data = `${head}5,2025-01-01,${"é".repeat(9000)}\n`.repeat(4).replaceAll(`\n${head}`, "\n");
  expect((await texts(data)).at(-1)).toBe("é".repeat(9000));
  const odd = data.replace("rating,date,text\n", "rating,date,text,x\n");
  expect((await texts(odd)).at(-1)).toBe("é".repeat(9000));
});

test("the delimiter is found outside the quotes of the header", async () => {
  expect(await texts('rating;date;text;"a, b, c, d, e"\n5;2025-01-01;Good;x\n')).toEqual(["Good"]);
});

test("blank lines are skipped, and quotes inside a cell are kept", async () => {
  expect(await texts('rating,date,text\n\n5,2025-01-01,so "good" here\n\n')).toEqual(['so "good" here']);
});

test("blank cells after the last column are ignored", async () => {
  expect(await texts("rating,date,text\n5,2025-01-01,Good,, \n")).toEqual(["Good"]);
});

test("a text that is a spreadsheet error rejects the row", async () => {
  const { rejected } = await readReviews(writeData("t.csv", "rating,date,text\n5,2025-01-01,#REF!\n"));
  expect(rejected).toEqual(["2: text is the spreadsheet error #REF!"]);
});
