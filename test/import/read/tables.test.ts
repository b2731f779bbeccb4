import { expect, test } from "bun:test";
import { encodingOfHead } from "../../../src/import/read/encoding-of-head.ts";
import { detectDelimiter } from "../../../src/import/read/table-records.ts";
import { endOf } from "../../end-of.ts";
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
  expect(await texts('rating;date;text;"a, b, c, d, e"\n5;2025-01-01;Good;Tuesdays\n')).toEqual(["Good"]);
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
  expect(await endOf(texts(table(6)))).toThrow("is a binary file");
});

test("an error lists at most 30 columns", async () => {
  const headers = Array.from({ length: 31 }, (_, at) => `c${at + 1}`).join(",");
  expect(await endOf(texts(`${headers}\n1\n`))).toThrow(/ c29, c30\. Name the column/);
});

const noted = async (data: string) => {
  const { rows, rejected, warnings } = await readReviews(writeData("t.csv", data));
  return { rows: rows.map(({ rating, date, text }) => `${rating} ${date} ${text}`), rejected, warnings };
};

test.each([
  "sep=;\nrating;date;text\n5;2025-01-01;a, b, c\nx;2025-01-02;bad\n",
  '\ufeff"sep=;"\r\nrating;date;text\r\n5;2025-01-01;a, b, c\r\nx;2025-01-02;bad\r\n',
])("the first line sep=; gives the delimiter and is not counted as a row", async (data) => {
  expect(await noted(data)).toEqual({
    rows: ["5 2025-01-01 a, b, c"],
    rejected: ['3: rating "x" is not understood'],
    warnings: [],
  });
});

test("titles above the column names are skipped, and rows keep their numbers", async () => {
  const data = "Reviews of our clinic\n\nExported, on 1 May\nrating,date,text\n5,2025-01-01,Good\nx,2025-01-02,bad\n";
  expect(await noted(data)).toEqual({
    rows: ["5 2025-01-01 Good"],
    rejected: ['6: rating "x" is not understood'],
    warnings: ["has 2 rows above the column names: skipped"],
  });
});

test("totals and averages below a table are skipped; a row with a date never is", async () => {
  const data = "rating,date,text\n5,2025-01-01,Total recall\n4,2025-01-02,Good\n4.5,,Average\n,,Total: 2\n";
  expect(await noted(data)).toEqual({
    rows: ["5 2025-01-01 Total recall", "4 2025-01-02 Good"],
    rejected: [],
    warnings: ["has totals in row 4: skipped", "has totals in row 5: skipped"],
  });
});

test.each([
  [
    "rating;date;text\n5;2025-01-01;one, two, three, four\n4;2025-01-02;five, six, seven, eight\n",
    "one, two, three, four",
  ],
  ["Reviews, all of them, as of May\nrating\tdate\ttext\n5\t2025-01-01\tone, two\n", "one, two"],
  ['rating|date|text\n5|2025-01-01|"one|two, ""three"""\n', 'one|two, "three"'],
  ["rating,date,text\n5,2025-01-01,one; two; three\n", "one; two; three"],
])("the delimiter of %j is found from several lines", async (data, text) => {
  expect((await texts(data))[0]).toBe(text);
});

test("a row that lost letters is rejected, up to one in a hundred", async () => {
  const rows = "5,2025-01-01,good\n".repeat(99);
  const { rejected } = await noted(`rating,date,text\n${rows}5,2025-01-02,caf\ufffd\n`);
  expect(rejected).toEqual([expect.stringMatching(/^101: the row contains \ufffd/)]);
});

test("a row in our own format is taken as it is", async () => {
  const review = { id: "0".repeat(26), rating: 5, date: "2025-01-01", text: "caf\ufffd" };
  expect(await noted(JSON.stringify(review))).toEqual({
    rows: ["5 2025-01-01 caf\ufffd"],
    rejected: [],
    warnings: [],
  });
});

const HEADER = "Name,Rating,Date,Comment\n";

test.each([
  [
    `${HEADER}Ann Lee,5,2026-03-05,"Great\nBob Ray,1,2026-03-06,Bad\nCy Poe,2,2026-03-07,"Awful"\n`,
    "at line 4: a cell that begins with a quote at line 2",
  ],
  [`${HEADER}Ann Lee,5,2026-03-05,"Great" place\n`, "at line 2: a cell that begins with a quote at line 2"],
  [`${HEADER}Ann Lee,5,2026-03-05,"Great\nBob Ray,1,2026-03-06,Bad\n`, "at line 2: a cell begins with a quote that is"],
  [`${HEADER}Ann Lee,5,2026-03-05,"Great\nBob Ray,1,2026-03-06,Bad"\n`, "at row 2: a cell of it contains another row"],
  ['Rating,Comment,Date\n5,"Great,2026-03-05\n1,Bad",2026-03-06\n', "at row 2: a cell of it contains another row"],
  ['Comment;Rating;Date\n"Great;5;2026-03-05\nBad";1;2026-03-06\n', "at row 2: a cell of it contains another row"],
])("a quote in the wrong place stops the file: %j", async (data, message) => {
  expect(await endOf(texts(data))).toThrow(message);
});

test("a quoted text may have several lines, delimiters and quotes that are written twice", async () => {
  const text = 'First, line\nsecond, with, three, commas\nsaid "yes"\n\n5, 6, 7, 8';
  const cell = `"${text.replaceAll('"', '""')}"`;
  expect(await texts(`${HEADER}Ann Lee,5,2026-03-05,${cell}\nBob Ray,4,2026-03-06,""\n`)).toEqual([text, null]);
  expect(await texts(`Comment,Rating,Date\n${cell},5,2026-03-05\n`)).toEqual([text]);
  expect(await texts(`Rating,Comment,Date\n5,${cell},2026-03-05`)).toEqual([text]);
});

test("a quote may be cut from its pair by the end of a chunk", async () => {
  for (const length of [65_500, 65_501]) {
    const filler = "x".repeat(length - HEADER.length - "Ann Lee,5,2026-03-05,\nBob Ray,4,2026-03-06,".length);
    const data = `${HEADER}Ann Lee,5,2026-03-05,${filler}\nBob Ray,4,2026-03-06,"${'""'.repeat(40)}"\n`;
    expect((await texts(data)).at(-1)).toBe('"'.repeat(40));
  }
});

test("the last record of a head that ends early does not count for the delimiter", () => {
  const head = "x;y,z\n1;2,3\n4;5";
  expect([true, false].map((cut) => detectDelimiter(head, cut))).toEqual([",", ";"]);
});

test("two quotes in a quoted cell do not end it", () => {
  expect(detectDelimiter('"x"",y";z\n"1"",2";3\n', false)).toBe(";");
});

test("the bytes of a table are counted once, although it is read more than once", async () => {
  const data = "rating,date,text\n5,3/4/2025,Good\n4,25/12/2025,Fine\n";
  let bytes = 0;
  await readReviews(writeData("t.csv", data), {
    onBytes: (count) => {
      bytes += count;
    },
  });
  expect(bytes).toBe(data.length);
});

test("a byte-order mark decides, and only a whole one", () => {
  const marks = [[0xff, 0xfe], [0xfe, 0xff], [0xef, 0xbb, 0xbf], [0xef, 0xbb, 0x41], [0xef, 0xbc, 0xbf], [0x41]];
  expect(marks.map((mark) => encodingOfHead(Uint8Array.of(...mark, 0x61, 0x62)))).toEqual([
    "utf-16le",
    "utf-16be",
    "utf-8",
    null,
    null,
    null,
  ]);
});

test("a row above the column names may have one of them", async () => {
  const data = "Rating,of our clinic\nRating,Date,Review\n5,2026-01-01,Good\n";
  const { rows, warnings } = await readReviews(writeData("t.csv", data));
  expect(rows).toMatchObject([{ rating: 5, text: "Good" }]);
  expect(warnings).toEqual(["has 1 row above the column names: skipped"]);
});
