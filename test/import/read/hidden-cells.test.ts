import { describe, expect, test } from "bun:test";
import { endOf } from "../../end-of.ts";
import { buildOds, buildXlsx, type TestSheet } from "../../spreadsheets.ts";
import { readReviews, writeData } from "../read-reviews.ts";

const HEADER = ["Review ID", "Rating", "Date", "Name", "Review", "Approved"];
const ROWS = [
  HEADER,
  ["r1", "5", "2026-01-05", "Ann Lee", "good", "yes"],
  ["r2", "1", "2026-01-06", "Bob Ray", "bad", "yes"],
  ["r3", "2", "2026-01-07", "Cy Dow", "slow", "no"],
];
const HIDDEN = 'hidden="1"';
const xlsx = (sheet: Partial<TestSheet>) => writeData("a.xlsx", buildXlsx([{ name: "R", rows: ROWS, ...sheet }]));

const cellsOf = (cells: readonly string[]) =>
  cells
    .map((cell) => `<table:table-cell office:value-type="string"><text:p>${cell}</text:p></table:table-cell>`)
    .join("");
type OdsTable = { hidden_rows?: number[]; visibility?: string; columns?: string; style?: string };
const table = ({ hidden_rows = [], visibility = "filter", columns = "", style = "" }: OdsTable) =>
  `<table:table table:name="R${style}" table:style-name="${style}">${columns}${ROWS.map(
    (cells, at) =>
      `<table:table-row${hidden_rows.includes(at + 1) ? ` table:visibility="${visibility}"` : ""}>${cellsOf(cells)}</table:table-row>`,
  ).join("")}</table:table>`;
const ods = (options: OdsTable) => writeData("a.ods", buildOds(table(options)));

async function read(path: string, options = {}) {
  const { rows, rejected, warnings } = await readReviews(path, options);
  return { rows: rows.map(({ rating, author, text }) => [rating, author, text]), rejected, warnings };
}
const ANN = [5, "Ann L.", "good"];
const BOB = [1, "Bob R.", "bad"];
const NOT_APPROVED = ["4: column Approved says no: the review is not public at its source"];

describe.each([
  [
    "an Excel workbook",
    xlsx({ row_attributes: { 3: HIDDEN } }),
    xlsx({ row_attributes: { 3: HIDDEN, 4: 'hidden="true"' } }),
  ],
  ["an OpenDocument spreadsheet", ods({ hidden_rows: [3] }), ods({ hidden_rows: [3, 4], visibility: "collapse" })],
])("%s with hidden rows", (_, one, two) => {
  test("is refused with a question that names them", async () => {
    expect(await endOf(read(one))).toThrow(
      "has 1 hidden row (row 3), as a filter leaves them. To read what is hidden, use --hidden read; to leave it out, use --hidden skip",
    );
    expect(await endOf(read(two))).toThrow("has 2 hidden rows (the first is row 3), as a filter leaves them");
  });
  test("is read as a whole with --hidden read", async () =>
    expect(await read(one, { hidden: "read" })).toEqual({ rows: [ANN, BOB], rejected: NOT_APPROVED, warnings: [] }));
  test("is read without them with --hidden skip, and the report counts them", async () => {
    expect(await read(one, { hidden: "skip" })).toEqual({
      rows: [ANN],
      rejected: NOT_APPROVED,
      warnings: ["has 1 hidden row: left out"],
    });
    expect(await read(two, { hidden: "skip" })).toEqual({
      rows: [ANN],
      rejected: [],
      warnings: ["has 2 hidden rows: left out"],
    });
  });
});

test("a row without height is hidden, and an empty hidden row does not count", async () => {
  expect(await endOf(read(xlsx({ row_attributes: { 3: 'ht="0" customHeight="1"' } })))).toThrow("1 hidden row (row 3)");
  const path = xlsx({ rows: [...ROWS, [""]], row_attributes: { 5: HIDDEN } });
  expect((await read(path)).rows).toEqual([ANN, BOB]);
});

describe("a hidden column", () => {
  const text_hidden = '<col min="1" max="1" width="9"/><col min="5" max="5" width="9" hidden="1"/>';
  const ods_columns =
    '<table:table-column table:number-columns-repeated="4"/><table:table-column table:visibility="collapse"/><table:table-column/>';
  test.each([
    ["xlsx", xlsx({ cols: text_hidden })],
    ["xlsx", xlsx({ cols: '<col min="5" max="5" width="0" customWidth="1"/>' })],
    ["ods", ods({ columns: ods_columns })],
  ])("that readers would see is asked about in .%s", async (_, path) => {
    expect(await endOf(read(path))).toThrow(
      "has a hidden column Review, which would be read as the text. To read what is hidden, use --hidden read; to leave it out, use --hidden skip",
    );
    expect((await read(path, { hidden: "read" })).rows).toEqual([ANN, BOB]);
    expect((await read(path, { map: { text: "Review" } })).rows).toEqual([ANN, BOB]);
    expect((await read(path, { hidden: "skip" })).rows).toEqual([
      [5, "Ann L.", null],
      [1, "Bob R.", null],
    ]);
    expect((await read(path, { hidden: "skip", map: { text: "Review" } })).rows).toEqual([ANN, BOB]);
  });
  test("that identifies a review or says that it is not public counts in any case", async () => {
    const path = xlsx({ cols: '<col min="1" max="1" hidden="1"/><col min="6" max="6" hidden="true"/>' });
    for (const hidden of [null, "read", "skip"] as const) {
      const { rows, rejected } = await readReviews(path, { hidden });
      expect(rows.map(({ source_id }) => source_id)).toEqual(["r1", "r2"]);
      expect(rejected).toEqual(NOT_APPROVED);
    }
  });
});

test("a hidden sheet of an OpenDocument spreadsheet is ignored", async () => {
  const style =
    '<office:automatic-styles><style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles>';
  const path = writeData("a.ods", buildOds(style + table({ style: "ta2" }) + table({ style: "ta1" })));
  expect((await read(path)).rows).toEqual([ANN, BOB]);
  expect(await endOf(read(path, { sheet: "Rta2" }))).toThrow("has no sheet Rta2; it has 1 Rta1");
});
