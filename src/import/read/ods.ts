import { OperatorError } from "../../operator-error.ts";
import { decode, type Input } from "./input.ts";
import type { Records, TableRecord } from "./table-records.ts";
import { BATCH_ROWS, COLUMN_LIMIT, dropEmptyEnd, ROW_CHARACTERS, ROW_LIMIT, type Workbook } from "./workbook.ts";
import { readXml, type XmlEvent } from "./xml.ts";

const repeated = (value: string | undefined): number => Math.max(1, Math.floor(Number(value ?? 1)) || 1);

/** The value of a cell; its shown text where it is not a date, a number or a boolean (OpenDocument 1.3, §19.389). */
function renderCell(attributes: Record<string, string>, paragraphs: readonly string[]): string {
  const text = paragraphs.join("\n");
  switch (attributes["value-type"]) {
    case "date":
      return attributes["date-value"] ?? text;
    case "float":
    case "percentage":
    case "currency":
      return attributes["value-type"] === "float" ? (attributes.value ?? text) : text;
    case "boolean":
      return attributes["boolean-value"] === "true" ? "TRUE" : "FALSE";
    default:
      return text === "" ? (attributes["string-value"] ?? "") : text;
  }
}

/** Collects the rows of the table number `wanted`, and the names of all tables. */
function openTableReader(file: string, wanted: number | null) {
  const names: string[] = [];
  let table = -1;
  let depth = 0;
  let row = 0;
  let cells: string[] = [];
  let paragraphs: string[] = [];
  let inParagraph = false;
  let ignored = 0;
  let attributes: Record<string, string> = {};
  let row_repeat = 1;
  let rows: TableRecord[] = [];
  const tooLarge = (what: string) => new OperatorError(`${file} is a broken table: ${what}`);
  const append = (text: string) => {
    if (inParagraph && ignored === 0) paragraphs.push(`${paragraphs.pop() ?? ""}${text}`);
  };

  function open({ name, attributes: given }: XmlEvent & { kind: "open" }): void {
    if (name === "annotation") ignored += 1;
    if (ignored > 0) return;
    if (name === "table") {
      depth += 1;
      if (depth === 1) {
        table += 1;
        names.push(given.name ?? "");
        row = 0;
      }
    } else if (name === "table-row") {
      cells = [];
      row_repeat = repeated(given["number-rows-repeated"]);
    } else if (name === "table-cell" || name === "covered-table-cell") {
      attributes = given;
      paragraphs = [];
    } else if (name === "p") {
      inParagraph = true;
      paragraphs.push("");
    } else if (name === "s") append(" ".repeat(Math.min(repeated(given.c), 100)));
    else if (name === "tab") append("\t");
    else if (name === "line-break") append("\n");
  }
  function endCell(): void {
    const text = renderCell(attributes, paragraphs);
    // A row ends in one empty cell that stands for all columns to the right.
    const count = repeated(attributes["number-columns-repeated"]);
    const room = Math.max(0, COLUMN_LIMIT - cells.length);
    if (text !== "" && count > room) throw tooLarge(`row ${row + 1} has more than ${COLUMN_LIMIT} columns`);
    if (text.length * count > ROW_CHARACTERS) throw tooLarge(`row ${row + 1} is larger than 1 MB`);
    for (let copy = 0; copy < Math.min(count, room); copy += 1) cells.push(text);
  }
  function endRow(): void {
    const filled = dropEmptyEnd(cells);
    if (filled.length === 0 || table !== wanted) {
      row += row_repeat;
      return;
    }
    if (row + row_repeat > ROW_LIMIT) throw tooLarge(`it has more than ${ROW_LIMIT} rows`);
    if (row_repeat > 1000) throw tooLarge(`row ${row + 1} is repeated ${row_repeat} times`);
    for (let copy = 0; copy < row_repeat; copy += 1) {
      row += 1;
      rows.push({ row, cells: filled });
    }
  }
  function close(name: string): void {
    if (name === "annotation") ignored -= 1;
    else if (ignored > 0) return;
    else if (name === "table") depth -= 1;
    else if (name === "p") inParagraph = false;
    else if (name === "table-cell" || name === "covered-table-cell") endCell();
    else if (name === "table-row") endRow();
  }
  return {
    names,
    done: () => wanted !== null && table > wanted,
    take(event: XmlEvent): void {
      if (event.kind === "open") open(event);
      else if (event.kind === "close") close(event.name);
      else append(event.text);
    },
    rows(least: number): TableRecord[] {
      if (rows.length < least) return [];
      const batch = rows;
      rows = [];
      return batch;
    },
  };
}

async function* readTable(file: string, content: Input, wanted: number): Records {
  const reader = openTableReader(file, wanted);
  for await (const events of readXml(decode(content, "utf-8"), file)) {
    for (const event of events) reader.take(event);
    const batch = reader.rows(BATCH_ROWS);
    if (batch.length > 0) yield batch;
    if (reader.done()) break;
  }
  yield reader.rows(0);
}

export const isOdsPart = (name: string): boolean => name === "content.xml" || name === "META-INF/manifest.xml";

/** Opens an OpenDocument spreadsheet whose parts are `inputs`. */
export async function openOds(file: string, inputs: readonly Input[]): Promise<Workbook> {
  const content = inputs.find(({ name }) => name === "content.xml");
  const manifest = inputs.find(({ name }) => name === "META-INF/manifest.xml");
  if (manifest && /encryption-data/.test(new TextDecoder().decode(manifest.head)))
    throw new OperatorError(`${file} is protected with a password: save it without one`);
  if (!content) throw new OperatorError(`${file} is a damaged spreadsheet: save it again`);
  const reader = openTableReader(file, null);
  for await (const events of readXml(decode(content, "utf-8"), file)) for (const event of events) reader.take(event);
  const sheets = reader.names.map((name, index) => ({ name, read: () => readTable(file, content, index) }));
  return { name: file, size: content.size, sheets };
}
