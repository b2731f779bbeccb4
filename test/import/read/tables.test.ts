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
  const odd = data.replace("rating,date,text\n", "rating,date,text,xx\n");
  expect((await texts(odd)).at(-1)).toBe("é".repeat(9000));
});

test("the delimiter is found outside the quotes of the header", async () => {
  expect(await texts('rating;date;text;"a, b, c, d, e"\n5;2025-01-01;Good;x\n')).toEqual(["Good"]);
});

test("blank lines are skipped, and quotes inside a cell are kept", async () => {
  const { rows, rejected } = await readReviews(
    writeData("t.csv", 'rating,date,text\n\n5,2025-01-01,so "good" here\n\n'),
  );
  expect(rows.map(({ text }) => text)).toEqual(['so "good" here']);
  expect(rejected).toEqual([]);
});

test("blank cells after the last column are ignored", async () => {
  expect(await texts("rating,date,text\n5,2025-01-01,Good,, \n")).toEqual(["Good"]);
});

test("a text that is a spreadsheet error rejects the row", async () => {
  const { rejected } = await readReviews(writeData("t.csv", "rating,date,text\n5,2025-01-01,#REF!\n"));
  expect(rejected).toEqual(["2: text is the spreadsheet error #REF!"]);
});

test("a table may be a header without a line end", async () => {
  expect(await texts("rating,date,text")).toEqual([]);
});

test("a file with more than 5 % control characters is binary", async () => {
  const table = (controls: number) => `rating,date,text\n5,2025-01-01,${"\u0001".repeat(controls)}${"x".repeat(70)}\n`;
  expect(await texts(table(5))).toEqual(["x".repeat(70)]);
  await expect(texts(table(6))).rejects.toThrow("is a binary file");
});

test("an error lists at most 30 columns", async () => {
  const headers = Array.from({ length: 31 }, (_, at) => `c${at + 1}`).join(",");
  await expect(texts(`${headers}\n1\n`)).rejects.toThrow(/ c29, c30\. Name the column/);
});
