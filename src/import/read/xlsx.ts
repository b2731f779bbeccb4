import { OperatorError } from "../../operator-error.ts";
import { decode, type Input } from "./input.ts";
import { isDateFormat, isPercentFormat, renderPercent, renderSerialDate } from "./serial-date.ts";
import { openStringTable, type StringTable } from "./string-table.ts";
import type { Records, TableRecord } from "./table-records.ts";
import {
  addColumns,
  BATCH_ROWS,
  COLUMN_LIMIT,
  dropEmptyEnd,
  ROW_CHARACTERS,
  ROW_LIMIT,
  visibleSheets,
  type Workbook,
} from "./workbook.ts";
import { readXml, type XmlEvent } from "./xml.ts";

/** Excel writes control characters as _x000D_, and writes an underscore that would look like one as _x005F_. */
const decodeEscapes = (text: string): string =>
  text.includes("_x")
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

async function forEvents(input: Input, file: string, onEvent: (event: XmlEvent) => void): Promise<void> {
  for await (const events of readXml(decode(input, "utf-8"), file)) for (const event of events) onEvent(event);
}

/** The text of each <si>: its <t> parts, without the phonetic guide of Japanese (<rPh>). */
async function readSharedStrings(input: Input | undefined, file: string): Promise<StringTable> {
  const table = openStringTable();
  let text = "";
  let inText = false;
  let phonetic = false;
  if (!input) return table;
  await forEvents(input, file, (event) => {
    if (event.kind === "text") text += inText && !phonetic ? event.text : "";
    else if (event.name === "t") inText = event.kind === "open";
    else if (event.name === "rPh") phonetic = event.kind === "open";
    else if (event.name === "si" && event.kind === "open") text = "";
    else if (event.name === "si") table.add(decodeEscapes(text));
  });
  return table;
}

type Style = "date" | "percent" | "plain";

function styleOf(id: number, code: string | undefined): Style {
  if (isPercentFormat(id, code)) return "percent";
  return isDateFormat(id, code) ? "date" : "plain";
}

/** What a cell with each style number shows. */
async function readStyles(input: Input | undefined, file: string): Promise<Style[]> {
  const codes = new Map<number, string>();
  const styles: Style[] = [];
  let inCells = false;
  if (!input) return styles;
  await forEvents(input, file, (event) => {
    if (event.kind === "text") return;
    if (event.name === "cellXfs") inCells = event.kind === "open";
    if (event.kind !== "open") return;
    const id = Number(event.attributes.numFmtId);
    if (event.name === "numFmt") codes.set(id, event.attributes.formatCode ?? "");
    else if (event.name === "xf" && inCells) styles.push(styleOf(id, codes.get(id)));
  });
  return styles;
}

/** Converts "C12" to 2. A cell without a reference comes after the previous one. */
function columnOf(place: string | undefined, previous: number): number {
  const letters = /^[A-Z]{1,3}/.exec(place ?? "")?.[0];
  if (letters === undefined) return previous + 1;
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

type Cell = { column: number; type: string; style: number; text: string };
type Opened = { file: string; strings: StringTable; styles: Style[]; from_1904: boolean };

const isTrue = (value: string | undefined): boolean => value === "1" || value === "true";
/** Hidden by a filter, by hand, or with a height of zero. */
const isHiddenRow = ({ hidden, ht }: Record<string, string>): boolean => isTrue(hidden) || Number(ht) === 0;

/** The hidden columns of a sheet. <cols> comes before its rows (ECMA-376 §18.3.1.99). */
async function readHiddenColumns(input: Input, file: string): Promise<ReadonlySet<number>> {
  const columns = new Set<number>();
  for await (const events of readXml(decode(input, "utf-8"), file)) {
    for (const event of events) {
      if (event.kind !== "open") continue;
      const { min, max, hidden, width } = event.attributes;
      if (event.name === "sheetData") return columns;
      if (event.name === "col" && (isTrue(hidden) || Number(width) === 0))
        addColumns(columns, Number(min) - 1, Number(max));
    }
  }
  return columns;
}

function renderCell({ type, style, text }: Cell, { strings, styles, from_1904 }: Opened): string {
  if (text === "") return "";
  if (type === "s") return strings.get(Number(text)) ?? "";
  if (type === "b") return text === "1" ? "TRUE" : "FALSE";
  if (type === "n" && styles[style] === "percent" && Number.isFinite(Number(text))) return renderPercent(Number(text));
  if (type === "n") return (styles[style] === "date" ? renderSerialDate(Number(text), from_1904) : null) ?? text;
  return type === "d" ? text : decodeEscapes(text);
}

/** Collects the rows of a sheet from its events. */
function createRowReader(sheet: Opened) {
  let row = 0;
  let hidden = false;
  let cells: string[] = [];
  let size = 0;
  let cell: Cell | null = null;
  let reading = false;
  let phonetic = false;
  let rows: TableRecord[] = [];
  const tooLarge = (what: string) => new OperatorError(`${sheet.file} is a broken table: ${what}`);

  function open(name: string, attributes: Record<string, string>): void {
    if (name === "row") {
      row = attributes.r === undefined ? row + 1 : Number(attributes.r);
      if (!(row >= 1 && row <= ROW_LIMIT)) throw tooLarge(`it has a row ${attributes.r}`);
      hidden = isHiddenRow(attributes);
      cells = [];
      size = 0;
      cell = null;
    } else if (name === "c") {
      const column = columnOf(attributes.r, cell?.column ?? cells.length - 1);
      if (column >= COLUMN_LIMIT) throw tooLarge(`row ${row} has more than ${COLUMN_LIMIT} columns`);
      cell = { column, type: attributes.t ?? "n", style: Number(attributes.s ?? 0), text: "" };
    } else if (name === "rPh") phonetic = true;
    else reading = !phonetic && (name === "v" || name === "t");
  }
  function close(name: string): void {
    reading = false;
    if (name === "rPh") phonetic = false;
    else if (name === "c" && cell) {
      while (cells.length < cell.column) cells.push("");
      const text = renderCell(cell, sheet);
      size += text.length;
      if (size > ROW_CHARACTERS) throw tooLarge(`row ${row} is larger than 1 MB`);
      cells[cell.column] = text;
    } else if (name === "row") {
      const filled = dropEmptyEnd(cells);
      if (filled.length > 0) rows.push(hidden ? { row, cells: filled, hidden } : { row, cells: filled });
    }
  }
  return {
    take(event: XmlEvent): void {
      if (event.kind === "open") open(event.name, event.attributes);
      else if (event.kind === "close") close(event.name);
      else if (reading && cell) cell.text += event.text;
    },
    rows(least: number): TableRecord[] {
      if (rows.length < least) return [];
      const batch = rows;
      rows = [];
      return batch;
    },
  };
}

async function* readSheet(input: Input, open: () => Promise<Opened>): Records {
  const sheet = await open();
  try {
    const reader = createRowReader(sheet);
    for await (const events of readXml(decode(input, "utf-8"), sheet.file)) {
      for (const event of events) reader.take(event);
      const batch = reader.rows(BATCH_ROWS);
      if (batch.length > 0) yield batch;
    }
    yield reader.rows(0);
  } finally {
    sheet.strings.close();
  }
}

/** The sheets in the workbook's list, each with the id of its part. */
async function readSheetList(input: Input, file: string) {
  const sheets: { name: string; id: string; hidden: boolean }[] = [];
  let from_1904 = false;
  await forEvents(input, file, (event) => {
    if (event.kind !== "open") return;
    const { name = "", id = "", state = "visible", date1904 = "0" } = event.attributes;
    if (event.name === "sheet") sheets.push({ name, id, hidden: state !== "visible" });
    if (event.name === "workbookPr") from_1904 = isTrue(date1904);
  });
  return { sheets, from_1904 };
}

const WORKBOOK = /^(.*\/)?workbook\.xml$/i;
export const isWorkbookPart = (name: string): boolean =>
  /^xl\/(?:workbook|sharedStrings|styles|_rels\/workbook\.xml\.rels|worksheets\/[^/]{1,80})(?:\.xml|\.rels|)$/i.test(
    name,
  );

/** Reads an Excel workbook (ECMA-376). `inputs` are its parts. */
export async function readXlsx(file: string, inputs: readonly Input[]): Promise<Workbook> {
  const part = (path: string) => inputs.find(({ name }) => name.toLowerCase() === path.toLowerCase());
  const workbook = inputs.find(({ name }) => WORKBOOK.test(name));
  const relations = part("xl/_rels/workbook.xml.rels");
  if (!workbook || !relations) throw new OperatorError(`${file} is a damaged Excel workbook: save it again`);
  const targets = new Map<string, string>();
  await forEvents(relations, file, (event) => {
    if (event.kind !== "open" || event.name !== "Relationship") return;
    const { Id = "", Target = "" } = event.attributes;
    targets.set(Id, Target.startsWith("/") ? Target.slice(1) : `xl/${Target}`);
  });
  const { sheets, from_1904 } = await readSheetList(workbook, file);
  const open = async (): Promise<Opened> => ({
    file,
    from_1904,
    styles: await readStyles(part("xl/styles.xml"), file),
    strings: await readSharedStrings(part("xl/sharedStrings.xml"), file),
  });
  const readable = sheets.flatMap(({ name, id, hidden }) => {
    const input = part(targets.get(id) ?? "");
    if (!input) return [];
    return [{ name, hidden, read: () => readSheet(input, open), hiddenColumns: () => readHiddenColumns(input, file) }];
  });
  const size = inputs.reduce((sum, input) => sum + input.size, 0);
  return { name: file, size, sheets: visibleSheets(readable) };
}
