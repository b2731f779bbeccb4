import { buildZip } from "./zip.ts";

/** A cell of a sheet in a test: a text, or the XML of the cell without its place. */
export type TestCell = string | { xml: string };
export type TestSheet = {
  name: string;
  rows: readonly (readonly TestCell[])[];
  state?: string;
  /** XML attributes of rows, by their numbers as Excel shows them. */
  row_attributes?: Record<number, string>;
  /** The XML of <col> elements. */
  cols?: string;
};

const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const columnName = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : columnName(Math.floor(index / 26) - 1) + columnName(index % 26);

/** Style 1 is a date, style 2 a date with a time of its own format, style 3 a number with two decimals, 4 and 5 percentages. */
const STYLES = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-409]d&quot; of &quot;mmm\\ yyyy h:mm"/><numFmt numFmtId="165" formatCode="0.0\\ %"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="2"/><xf numFmtId="9"/><xf numFmtId="165"/></cellXfs></styleSheet>`;

function renderSheet(
  { rows, row_attributes = {}, cols = "" }: TestSheet,
  strings: Map<string, number>,
  prefix: string,
): string {
  const lines = rows.map((cells, row) => {
    const rendered = cells.map((cell, column) => {
      const place = `r="${columnName(column)}${row + 1}"`;
      if (typeof cell !== "string")
        return cell.xml.replace("<c", `<${prefix}c ${place}`).replace("</c>", `</${prefix}c>`);
      if (cell === "") return "";
      if (!strings.has(cell)) strings.set(cell, strings.size);
      return `<${prefix}c ${place} t="s"><${prefix}v>${strings.get(cell)}</${prefix}v></${prefix}c>`;
    });
    const attributes = `r="${row + 1}" ${row_attributes[row + 1] ?? ""}`;
    return cells.length === 0 ? "" : `<${prefix}row ${attributes}>${rendered.join("")}</${prefix}row>`;
  });
  return `<?xml version="1.0"?><${prefix}worksheet><!-- > --><cols>${cols}</cols><${prefix}sheetData>${lines.join("\n")}</${prefix}sheetData></${prefix}worksheet>`;
}

/** An Excel workbook; `prefix` is put before the names of elements, as some writers do. */
export function buildXlsx(
  sheets: readonly TestSheet[],
  { date1904 = false, prefix = "" }: { date1904?: boolean; prefix?: string } = {},
): Uint8Array {
  const strings = new Map<string, number>();
  const parts = sheets.map((sheet, index) => ({
    name: `xl/worksheets/sheet${index + 1}.xml`,
    data: renderSheet(sheet, strings, prefix),
  }));
  const list = sheets.map(
    ({ name, state = "visible" }, index) =>
      `<sheet name="${escapeXml(name)}" state="${state}" r:id="rId${index + 1}"/>`,
  );
  const relations = sheets.map(
    (_, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  const shared = [...strings.keys()].map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`);
  return buildZip([
    {
      name: "xl/workbook.xml",
      data: `<workbook><workbookPr date1904="${date1904}"/><sheets>${list.join("")}</sheets></workbook>`,
    },
    { name: "xl/_rels/workbook.xml.rels", data: `<Relationships>${relations.join("")}</Relationships>` },
    { name: "xl/styles.xml", data: STYLES },
    { name: "xl/sharedStrings.xml", data: `<sst>${shared.join("")}</sst>` },
    ...parts,
  ]);
}

/** An OpenDocument spreadsheet with this XML in its tables. */
export const buildOds = (tables: string, before = ""): Uint8Array =>
  buildZip([
    { name: "mimetype", data: "application/vnd.oasis.opendocument.spreadsheet" },
    {
      name: "content.xml",
      data: `<?xml version="1.0"?>${before}<office:document-content><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
    },
  ]);
