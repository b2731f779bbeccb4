import { describe, expect, test } from "bun:test";
import { readSpreadsheet } from "../../../src/import/read/spreadsheet.ts";
import type { TableRecord } from "../../../src/import/read/table-records.ts";
import { readArchive } from "../../../src/import/read/zip.ts";
import { endOf } from "../../end-of.ts";
import { FAST } from "../../length.ts";
import { buildOds } from "../../spreadsheets.ts";
import { buildZip } from "../../zip.ts";

/** The sheets of a workbook with their records, and the places of the columns they hide. */
async function readWorkbook(content: Uint8Array) {
  const archive = { name: "a.xlsx", content };
  const { names } = await readArchive(archive, () => false);
  const workbook = await readSpreadsheet(archive, names);
  const sheets: Record<string, TableRecord[]> = {};
  const hidden: number[][] = [];
  for (const sheet of workbook?.sheets ?? []) {
    sheets[sheet.name] = (await Array.fromAsync(sheet.read())).flat();
    hidden.push([...(await sheet.hiddenColumns())]);
  }
  return { sheets, hidden };
}
const rowsOf = async (content: Uint8Array) => (await readWorkbook(content)).sheets.R ?? [];

describe("the records of an Excel workbook", () => {
  const xlsx = (sheet: string, more: { strings?: string; styles?: string; workbook?: string } = {}) =>
    buildZip([
      {
        name: "xl/workbook.xml",
        data: `<workbook>${more.workbook ?? ""}<sheets><sheet name="R" id="r1"/></sheets></workbook>`,
      },
      { name: "xl/_rels/workbook.xml.rels", data: '<R><Relationship Id="r1" Target="/xl/worksheets/s.xml"/></R>' },
      ...(more.strings ? [{ name: "xl/sharedStrings.xml", data: `<sst>${more.strings}</sst>` }] : []),
      ...(more.styles ? [{ name: "xl/styles.xml", data: more.styles }] : []),
      { name: "xl/worksheets/s.xml", data: `<worksheet>${sheet}</worksheet>` },
    ]);
  const v = (place: string, value: string, type = "str") => `<c r="${place}" t="${type}"><v>${value}</v></c>`;

  test("have the rows and columns that their places name, else the next ones", async () => {
    const sheet = `<row r="2">${v("A2", "a")}${v("C2", "c")}<c t="str"><v>d</v></c></row><row><c t="str"><v>e</v></c></row>
      <row r="9">${v("AB9", "ab")}</row><row r="12">${v("A12", " ")}</row>`;
    expect(await rowsOf(xlsx(sheet))).toEqual([
      { row: 2, cells: ["a", "", "c", "d"] },
      { row: 3, cells: ["e"] },
      { row: 9, cells: [...Array<string>(27).fill(""), "ab"] },
    ]);
  });

  test("have texts, truth values, dates and percentages as they are shown", async () => {
    const strings = "<si><t>one</t></si><si><t>two_x0041_</t><rPh><t>no</t></rPh><r><t>three</t></r></si>";
    const styles =
      '<s><numFmts><numFmt numFmtId="170" formatCode="yyyy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="9"/></cellXfs></s>';
    const styled = (style: number, value: string) => `<c s="${style}"><v>${value}</v></c>`;
    const cells = `${v("A1", "0", "s")}${v("B1", "1", "s")}${v("C1", "2", "s")}${v("D1", "1", "b")}${v("E1", "0", "b")}`;
    const others = `${styled(0, "46027")}${styled(1, "46027")}${styled(2, "0.2")}${styled(2, "x")}${v("J1", "a_x0042_")}${v("K1", "a_x0042_", "d")}`;
    const inline =
      '<c t="inlineStr"><is><r><t>p</t></r><rPh><t>no</t></rPh><r><t>q</t></r></is></c><c t="str"><v></v></c><c><f>1+1</f><v>2</v></c>';
    expect(await rowsOf(xlsx(`<row>${cells}${others}${inline}</row>`, { strings, styles }))).toEqual([
      {
        row: 1,
        cells: [
          ...["one", "twoAthree", "", "TRUE", "FALSE", "46027", "2026-01-05", "20%", "x", "aB", "a_x0042_"],
          ...["pq", "", "2"],
        ],
      },
    ]);
    const from_1904 = { styles, workbook: '<workbookPr date1904="1"/>' };
    expect(await rowsOf(xlsx(`<row>${styled(1, "44565")}</row>`, from_1904))).toEqual([
      { row: 1, cells: ["2026-01-05"] },
    ]);
  });

  test("say which rows and columns are hidden", async () => {
    const cols =
      '<cols><col min="1" max="1" width="9"/><col min="2" max="3" hidden="1"/><col min="5" max="5" width="0"/></cols>';
    const rows = [' hidden="1"', ' hidden="true"', ' ht="0"', ' hidden="0" ht="15"', ""].map(
      (attributes, at) => `<row r="${at + 1}"${attributes}>${v(`A${at + 1}`, "a")}</row>`,
    );
    const { sheets, hidden } = await readWorkbook(xlsx(`${cols}<sheetData>${rows.join("")}</sheetData>`));
    expect(sheets.R?.map((record) => record.hidden ?? false)).toEqual([true, true, true, false, false]);
    expect(hidden).toEqual([[1, 2, 4]]);
  });

  test("have at most 1,048,576 rows and 16,384 columns", async () => {
    expect(await rowsOf(xlsx(`<row r="1048576">${v("XFD1048576", "a")}</row>`))).toMatchObject([{ row: 1_048_576 }]);
    for (const row of ["1048577", "0", "x"])
      expect(await endOf(rowsOf(xlsx(`<row r="${row}"/>`)))).toThrow(`a.xlsx is a broken table: it has a row ${row}`);
    expect(await endOf(rowsOf(xlsx(`<row>${v("XFE1", "a")}</row>`)))).toThrow("row 1 has more than 16384 columns");
  });

  test.skipIf(FAST)("have at most 1 MB each", async () => {
    // Words that do not compress like a zip bomb.
    const half = Array.from({ length: 64 * 1024 }, (_, at) => String(((at * 7919) % 89_999_999) + 1e7)).join("");
    expect(await rowsOf(xlsx(`<row>${v("A1", half)}${v("B1", half)}</row>`))).toHaveLength(1);
    expect(
      await rowsOf(xlsx(`<row>${v("A1", half)}</row><row>${v("A2", half)}</row><row>${v("A3", half)}</row>`)),
    ).toHaveLength(3);
    expect(await endOf(rowsOf(xlsx(`<row>${v("A1", half)}${v("B1", `${half}x`)}</row>`)))).toThrow(
      "row 1 is larger than 1 MB",
    );
  });
});

describe("the records of an OpenDocument spreadsheet", () => {
  const cell = (text: string, attributes = "") => `<table-cell ${attributes}><p>${text}</p></table-cell>`;
  const ods = (rows: string) =>
    buildOds(`<table name="R">${rows}</table><table name="S"><table-row>${cell("s")}</table-row></table>`);
  const repeated = (what: "rows" | "columns", count: number) => `number-${what}-repeated="${count}"`;

  test("stand for as many rows and columns as they say", async () => {
    const sheet = `<table-row ${repeated("rows", 3)}>${cell("")}</table-row>
      <table-row ${repeated("rows", 2)}>${cell("a", repeated("columns", 2))}<covered-table-cell/>${cell("b")}${cell("", repeated("columns", 9))}</table-row>
      <table-row visibility="collapse">${cell("c")}</table-row><table-row visibility="visible">${cell("d")}</table-row>`;
    const { sheets } = await readWorkbook(ods(sheet));
    expect(sheets).toEqual({
      R: [
        { row: 4, cells: ["a", "a", "", "b"] },
        { row: 5, cells: ["a", "a", "", "b"] },
        { row: 6, cells: ["c"], hidden: true },
        { row: 7, cells: ["d"] },
      ],
      S: [{ row: 1, cells: ["s"] }],
    });
  });

  test("have the text of their cells, without comments and tables inside", async () => {
    const words = `<p>a<s/>b<s c="3"/>c<tab/>d<line-break/>e</p><p>f<span>g</span></p>`;
    const comment = "<annotation><p>no</p><table-row/><table-cell/></annotation>";
    const row = `<table-row><table-cell>${comment}${words}</table-cell>${cell("h")}</table-row>`;
    expect(await rowsOf(ods(row))).toEqual([{ row: 1, cells: ["a b   c\td\ne\nfg", "h"] }]);
  });

  test("are of the sheets, not of tables in their cells", async () => {
    const inner = `<table name="inner"><table-row>${cell("no")}</table-row></table>`;
    const { sheets } = await readWorkbook(ods(`<table-row><table-cell>${inner}</table-cell></table-row>`));
    expect(Object.keys(sheets)).toEqual(["R", "S"]);
  });

  test("hide the columns that say so", async () => {
    const columns = `<table-column ${repeated("columns", 2)}/><table-column visibility="collapse" ${repeated("columns", 2)}/><table-column visibility="filter"/>`;
    expect((await readWorkbook(ods(`${columns}<table-row>${cell("a")}</table-row>`))).hidden).toEqual([[2, 3, 4], []]);
  });

  test("have at most 16,384 columns and 1 MB each, and are repeated at most 1,000 times", async () => {
    const row = (attributes: string, text = "a") => `<table-row>${cell(text, attributes)}</table-row>`;
    expect((await rowsOf(ods(row(repeated("columns", 16_384)))))[0]?.cells).toHaveLength(16_384);
    expect(await endOf(rowsOf(ods(row(repeated("columns", 16_385)))))).toThrow("row 1 has more than 16384 columns");
    const long = "x".repeat(1024);
    expect((await rowsOf(ods(row(repeated("columns", 1024), long))))[0]?.cells).toHaveLength(1024);
    expect(await endOf(rowsOf(ods(row(repeated("columns", 1025), long))))).toThrow("row 1 is larger than 1 MB");
    const times = (count: number) => `<table-row ${repeated("rows", count)}>${cell("a")}</table-row>`;
    expect(await rowsOf(ods(times(1000)))).toHaveLength(1000);
    expect(await endOf(rowsOf(ods(times(1001))))).toThrow("row 1 is repeated 1001 times");
    const last = `<table-row ${repeated("rows", 1_048_575)}/>`;
    expect(await rowsOf(ods(last + times(1)))).toMatchObject([{ row: 1_048_576 }]);
    expect(await endOf(rowsOf(ods(last + times(2))))).toThrow("it has more than 1048576 rows");
  });
});
