import { describe, expect, test } from "bun:test";
import { fileURLToPath } from "node:url";
import { endOf } from "../../end-of.ts";
import { buildOds, buildXlsx, type TestCell } from "../../spreadsheets.ts";
import { buildZip } from "../../zip.ts";
import { readReviews, writeData } from "../read-reviews.ts";

const fixture = (name: string) => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
const HEADER = ["Rating", "Date", "Name", "Text"];
const number = (value: string, style = 0): TestCell => ({ xml: `<c s="${style}"><v>${value}</v></c>` });
const shown = async (path: string, options = {}) => {
  const { rows, rejected, warnings } = await readReviews(path, options);
  return { rows: rows.map(({ rating, date, text }) => [rating, date, text]), rejected, warnings };
};

describe("a workbook written by LibreOffice", () => {
  test.each(["libreoffice.xlsx", "libreoffice.ods"])("%s is read cell by cell", async (name) => {
    const { rows, rejected, warnings } = await readReviews(fixture(name));
    expect(rows.map(({ rating, date, author, text }) => ({ rating, date, author, text }))).toEqual([
      { rating: 5, date: "2026-01-05", author: "Anna N.", text: "Świetny, polecam\ndruga linia" },
      { rating: 1, date: "2026-02-28", author: "Bob O.", text: 'Bad & <slow> "service"' },
      { rating: 4, date: "2026-03-01", author: "Çelik", text: "two  spaces" },
    ]);
    expect([rejected, warnings]).toEqual([[], []]);
  });
  test("libreoffice.xls is named as what it is", async () => {
    expect(await endOf(readReviews(fixture("libreoffice.xls")))).toThrow("is an old Excel workbook (.xls)");
  });
});

describe("an Excel workbook", () => {
  test("gives dates, formulas, inline and rich texts, booleans and errors as their values", async () => {
    const rows: TestCell[][] = [
      HEADER,
      [number("5"), number("46027", 1), "Ann", { xml: '<c t="inlineStr"><is><t>in &amp; line</t></is></c>' }],
      [
        { xml: "<c><f>2+2</f><v>4</v></c>" },
        number("46028.5", 2),
        "Bob",
        { xml: '<c t="str"><f>A1</f><v>made</v></c>' },
      ],
      [],
      [
        number("1"),
        { xml: '<c t="d"><v>2026-01-07</v></c>' },
        "Cy",
        { xml: '<c t="inlineStr"><is><r><t>a</t></r><r><t><![CDATA[ < b]]></t></r></is></c>' },
      ],
      [number("3"), number("46030", 1), "Di", { xml: '<c t="e"><v>#REF!</v></c>' }],
      [number("2"), "2026-01-09", "Ed", "line_x000D_\nend &#65;"],
    ];
    expect(await shown(writeData("a.xlsx", buildXlsx([{ name: "R", rows }])))).toEqual({
      rows: [
        [5, "2026-01-05", "in & line"],
        [4, "2026-01-06", "made"],
        [1, "2026-01-07", "a < b"],
        [2, "2026-01-09", "line\nend A"],
      ],
      rejected: ["6: text is the spreadsheet error #REF!"],
      warnings: [],
    });
  });
  test("shows a number as a date in any column if its cell has a date format, built in or written out", async () => {
    const rows = [1, 2, 3, 0].map((style) => [number("5"), "2026-01-05", "Ann", number("46028.5", style)]);
    const { rows: read } = await shown(writeData("a.xlsx", buildXlsx([{ name: "R", rows: [HEADER, ...rows] }])));
    expect(read.map(([, , text]) => text)).toEqual([
      "2026-01-06T12:00:00",
      "2026-01-06T12:00:00",
      "46028.5",
      "46028.5",
    ]);
  });
  test("may count its days from 1904, and may use prefixes", async () => {
    const day = buildXlsx([{ name: "R", rows: [HEADER, [number("5"), number("44565", 1), "Ann", "good"]] }], {
      date1904: true,
    });
    expect((await shown(writeData("a.xlsx", day))).rows).toEqual([[5, "2026-01-05", "good"]]);
    const prefixed = buildXlsx([{ name: "R", rows: [HEADER, ["5", "2026-01-05", "Ann", "good"]] }], { prefix: "x:" });
    expect((await shown(writeData("b.xlsx", prefixed))).rows).toEqual([[5, "2026-01-05", "good"]]);
  });
  test("with several sheets of reviews asks which, by name or number", async () => {
    const sheet = (text: string) => [HEADER, ["5", "2026-01-05", "Ann", text]];
    const path = writeData(
      "a.xlsx",
      buildXlsx([
        { name: "Notes", rows: [["hello"]] },
        { name: "East", rows: sheet("east") },
        { name: "West", rows: sheet("west") },
        { name: "Old", rows: sheet("old"), state: "hidden" },
      ]),
    );
    expect(await endOf(readReviews(path))).toThrow(
      'several sheets that look like reviews: choose with --sheet "East" or --sheet "West"',
    );
    expect((await shown(path, { sheet: "West" })).rows).toEqual([[5, "2026-01-05", "west"]]);
    expect((await shown(path, { sheet: "2" })).rows).toEqual([[5, "2026-01-05", "east"]]);
    expect(await endOf(readReviews(path, { sheet: "9" }))).toThrow("has no sheet 9; it has 1 Notes, 2 East, 3 West");
  });
  test("with one sheet of reviews among others is read there, and the report says so", async () => {
    const sheets = [
      { name: "Notes", rows: [["hello"]] },
      { name: "Data", rows: [HEADER, ["5", "2026-01-05", "Ann", "x"]] },
    ];
    expect(await shown(writeData("a.xlsx", buildXlsx(sheets)))).toEqual({
      rows: [[5, "2026-01-05", "x"]],
      rejected: [],
      warnings: ["has several sheets: Data was read"],
    });
  });
  test("in a zip goes in like the workbook itself", async () => {
    const inner = buildXlsx([{ name: "R", rows: [HEADER, ["5", "2026-01-05", "Ann", "x"]] }]);
    const zip = buildZip([
      { name: "export/a.xlsx", data: inner },
      { name: "__MACOSX/a.xlsx", data: "x" },
    ]);
    expect((await shown(writeData("a.zip", zip))).rows).toEqual([[5, "2026-01-05", "x"]]);
    const packed = (data: string | Uint8Array, name: string) => buildZip([{ name, data }]);
    const twice = packed(packed("rating,date\n5,2026-01-05\n", "a.csv"), "b.zip");
    expect((await shown(writeData("c.zip", twice))).rows).toEqual([[5, "2026-01-05", null]]);
    expect(await endOf(readReviews(writeData("d.zip", packed(twice, "c.zip"))))).toThrow(
      "d.zip: c.zip: b.zip is a zip in a zip: unpack it first",
    );
  });
  test("with a document type, a damaged part or a cut part is refused", async () => {
    const sheet = (data: string) =>
      writeData(
        "a.xlsx",
        buildZip([
          { name: "xl/workbook.xml", data: '<workbook><sheets><sheet name="a" id="r1"/></sheets></workbook>' },
          { name: "xl/_rels/workbook.xml.rels", data: '<R><Relationship Id="r1" Target="/xl/worksheets/s.xml"/></R>' },
          { name: "xl/worksheets/s.xml", data },
        ]),
      );
    expect(await endOf(readReviews(sheet('<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>')))).toThrow(
      "has a document type",
    );
    expect(await endOf(readReviews(sheet("<worksheet><row>")))).toThrow("its XML ends too early");
    expect(await endOf(readReviews(sheet("<a>".repeat(300))))).toThrow("not nested properly");
    expect(await endOf(readReviews(sheet('<w><row r="9999999"/></w>')))).toThrow("it has a row 9999999");
    expect(await endOf(readReviews(sheet('<w><row r="1"><c r="ZZZ1"><v>1</v></c></row></w>')))).toThrow(
      "more than 16384 columns",
    );
  });
});

test("the readings above Japanese words are not part of a text, and rich text is one text", async () => {
  const strings = ["Rating", "Date", "Name", "Text"].map((text) => `<si><t>${text}</t></si>`);
  strings.push("<si><t>東京</t><rPh><t>トウキョウ</t></rPh><r><t>の</t></r><r><t>先生</t></r></si>");
  const cell = (value: number, type = 't="s"') => `<c ${type}><v>${value}</v></c>`;
  const rows = [
    [0, 1, 2, 3].map((at) => cell(at)),
    [cell(5, ""), '<c t="str"><v>2026-01-05</v></c>', cell(2), cell(4)],
  ];
  const sheet = rows.map((cells) => `<row>${cells.join("")}</row>`).join("");
  const workbook = buildZip([
    { name: "xl/workbook.xml", data: '<workbook><sheets><sheet name="R" r:id="rId1"/></sheets></workbook>' },
    {
      name: "xl/_rels/workbook.xml.rels",
      data: '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    },
    { name: "xl/sharedStrings.xml", data: `<sst>${strings.join("")}</sst>` },
    { name: "xl/worksheets/sheet1.xml", data: `<worksheet><sheetData>${sheet}</sheetData></worksheet>` },
  ]);
  expect((await shown(writeData("a.xlsx", workbook))).rows).toEqual([[5, "2026-01-05", "東京の先生"]]);
});

describe("an OpenDocument spreadsheet", () => {
  const cell = (text: string, attributes = 'office:value-type="string"') =>
    `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
  const head = `<table:table-row>${HEADER.map((name) => cell(name)).join("")}<table:table-cell table:number-columns-repeated="16380"/></table:table-row>`;
  const table = (rows: string) =>
    `<table:table table:name="R">${head}${rows}<table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row></table:table>`;

  test("gives values, paragraphs, spaces and repeated rows, without the notes", async () => {
    const row = (text: string, repeat = "") =>
      `<table:table-row ${repeat}><table:table-cell office:value-type="float" office:value="5"><text:p>5,00</text:p></table:table-cell>${cell("5. Jan", 'office:value-type="date" office:date-value="2026-01-05T10:00:00"')}${cell("Ann")}${text}</table:table-row>`;
    const note =
      '<table:table-cell office:value-type="string"><office:annotation><text:p>secret</text:p></office:annotation><text:p>one<text:s text:c="2"/><text:span>two</text:span></text:p><text:p>three</text:p></table:table-cell>';
    const { rows } = await readReviews(
      writeData("a.ods", buildOds(table(row(note) + row(cell("same"), 'table:number-rows-repeated="2"')))),
    );
    expect(rows.map(({ date, text }) => [date, text])).toEqual([
      ["2026-01-05", "one  two\nthree"],
      ["2026-01-05", "same"],
      ["2026-01-05", "same"],
    ]);
  });

  test("gives a share as percent, an amount as it is shown, and yes and no as words", async () => {
    const values = [
      cell("20", 'office:value-type="percentage" office:value="0.2"'),
      cell("30 %", 'office:value-type="percentage"'),
      cell("5 €", 'office:value-type="currency" office:value="5.004"'),
      cell("ja", 'office:value-type="boolean" office:boolean-value="true"'),
      cell("nein", 'office:value-type="boolean" office:boolean-value="false"'),
      '<table:table-cell office:value-type="string" office:string-value="kept"/>',
    ];
    const start = `<table:table-cell office:value-type="float" office:value="5"/>${cell("", 'office:value-type="date" office:date-value="2026-01-05"')}${cell("Ann")}`;
    const lines = values.map((value) => `<table:table-row>${start}${value}</table:table-row>`).join("");
    const { rows } = await readReviews(writeData("a.ods", buildOds(table(lines))));
    expect(rows.map(({ text }) => text)).toEqual(["20%", "30 %", "5 €", "TRUE", "FALSE", "kept"]);
  });
  test("that repeats a full row a million times, or has a document type, is refused", async () => {
    const bomb = table(`<table:table-row table:number-rows-repeated="1000000">${cell("5")}</table:table-row>`);
    expect(await endOf(readReviews(writeData("a.ods", buildOds(bomb))))).toThrow("row 2 is repeated 1000000 times");
    const laughs = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>';
    expect(await endOf(readReviews(writeData("b.ods", buildOds(table(""), laughs))))).toThrow("has a document type");
  });
});

test.each([4, 5])("a percentage in a workbook (style %d) is never a number of stars", async (style) => {
  const rows: TestCell[][] = [
    HEADER,
    [number("1", style), "2026-01-05", "Ann", "Good"],
    [number("0.2", style), "2026-01-06", "Bob", "Bad"],
  ];
  const path = writeData("p.xlsx", buildXlsx([{ name: "R", rows }]));
  expect(await endOf(shown(path))).toThrow("If they are percentages, use --scale 100");
  expect((await shown(path, { scale: 100 })).rows).toEqual([
    [5, "2026-01-05", "Good"],
    [1, "2026-01-06", "Bad"],
  ]);
});
