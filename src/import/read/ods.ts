import { OperatorError } from "../../operator-error.ts";
import { decode, type Input } from "./input.ts";
import { renderPercent } from "./serial-date.ts";
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

const repeated = (value: string | undefined): number => Math.max(1, Math.floor(Number(value ?? 1)) || 1);

/** The value of a cell. If it is not a date, a number or a boolean, its shown text (OpenDocument 1.3, §19.389). */
function renderCell(attributes: Record<string, string>, paragraphs: readonly string[]): string {
  const text = paragraphs.join("\n");
  switch (attributes["value-type"]) {
    case "date":
      return attributes["date-value"] ?? text;
    case "float":
      return attributes.value ?? text;
    case "percentage":
      // A custom format may show the value without a percent sign.
      return attributes.value === undefined ? text : renderPercent(Number(attributes.value));
    case "currency":
      return text;
    case "boolean":
      return attributes["boolean-value"] === "true" ? "TRUE" : "FALSE";
    default:
      return text === "" ? (attributes["string-value"] ?? "") : text;
  }
}

type OpenEvent = XmlEvent & { kind: "open" };

/** The paragraphs of the current cell. Comments on a cell are not part of its text. */
function createCellText() {
  let paragraphs: string[] = [];
  let inParagraph = false;
  let annotations = 0;
  const append = (text: string) => {
    if (inParagraph && annotations === 0) paragraphs.push(`${paragraphs.pop() ?? ""}${text}`);
  };
  return {
    append,
    ignores: () => annotations > 0,
    paragraphs: () => paragraphs,
    clear: () => {
      paragraphs = [];
    },
    open({ name, attributes }: OpenEvent): void {
      if (name === "annotation") annotations += 1;
      if (annotations > 0) return;
      if (name === "p") {
        inParagraph = true;
        paragraphs.push("");
      } else if (name === "s") append(" ".repeat(Math.min(repeated(attributes.c), 100)));
      else if (name === "tab") append("\t");
      else if (name === "line-break") append("\n");
    },
    close(name: string): void {
      if (name === "annotation") annotations -= 1;
      else if (name === "p" && annotations === 0) inParagraph = false;
    },
  };
}

const brokenTable = (file: string, what: string) => new OperatorError(`${file} is a broken table: ${what}`);

/** OpenDocument 1.3, §19.749. Rows are hidden by hand, in a closed group, or by a filter. */
const isHidden = ({ visibility }: Record<string, string>): boolean =>
  visibility === "collapse" || visibility === "filter";

/** Collects the rows of one table. A count may repeat a row or a cell many times. */
function createRowCollector(file: string) {
  let row = 0;
  let cells: string[] = [];
  let repeat = 1;
  let hidden = false;
  let rows: TableRecord[] = [];
  return {
    startTable: () => {
      row = 0;
    },
    startRow: (attributes: Record<string, string>) => {
      cells = [];
      repeat = repeated(attributes["number-rows-repeated"]);
      hidden = isHidden(attributes);
    },
    addCell(attributes: Record<string, string>, paragraphs: string[]): void {
      const text = renderCell(attributes, paragraphs);
      // A row ends with an empty cell whose count covers all columns to the right.
      const count = repeated(attributes["number-columns-repeated"]);
      const room = Math.max(0, COLUMN_LIMIT - cells.length);
      if (text !== "" && count > room) throw brokenTable(file, `row ${row + 1} has more than ${COLUMN_LIMIT} columns`);
      if (text.length * count > ROW_CHARACTERS) throw brokenTable(file, `row ${row + 1} is larger than 1 MB`);
      for (let copy = 0; copy < Math.min(count, room); copy += 1) cells.push(text);
    },
    endRow(wanted: boolean): void {
      const filled = dropEmptyEnd(cells);
      if (filled.length === 0 || !wanted) {
        row += repeat;
        return;
      }
      if (row + repeat > ROW_LIMIT) throw brokenTable(file, `it has more than ${ROW_LIMIT} rows`);
      if (repeat > 1000) throw brokenTable(file, `row ${row + 1} is repeated ${repeat} times`);
      for (let copy = 0; copy < repeat; copy += 1) {
        row += 1;
        rows.push(hidden ? { row, cells: filled, hidden } : { row, cells: filled });
      }
    },
    take(least: number): TableRecord[] {
      if (rows.length < least) return [];
      const batch = rows;
      rows = [];
      return batch;
    },
  };
}

const isCell = (name: string): boolean => name === "table-cell" || name === "covered-table-cell";

type Table = { name: string; hidden: boolean; hidden_columns: Set<number>; columns: number };

/**
 * What the document says about its tables before their rows: the styles that hide a table, and the columns of each
 * table.
 */
function createTableList() {
  const tables: Table[] = [];
  const hiding = new Set<string | undefined>();
  let style: string | undefined;
  return {
    tables,
    open({ name, attributes }: OpenEvent): void {
      const table = tables.at(-1);
      if (name === "style") style = attributes.name;
      else if (name === "table-properties" && attributes.display === "false") hiding.add(style);
      else if (name === "table-column" && table) {
        const from = table.columns;
        table.columns += repeated(attributes["number-columns-repeated"]);
        if (isHidden(attributes)) addColumns(table.hidden_columns, from, table.columns);
      }
    },
    add({ name = "", "style-name": named }: Record<string, string>): void {
      tables.push({ name, hidden: hiding.has(named), hidden_columns: new Set(), columns: 0 });
    },
  };
}

/** Collects the rows of table number `wanted`, and the list of all tables. */
function createTableReader(file: string, wanted: number | null) {
  const list = createTableList();
  const text = createCellText();
  const collector = createRowCollector(file);
  let depth = 0;
  let attributes: Record<string, string> = {};

  function open(event: OpenEvent): void {
    text.open(event);
    if (text.ignores()) return;
    if (event.name === "table") {
      depth += 1;
      if (depth > 1) return;
      list.add(event.attributes);
      collector.startTable();
    } else if (event.name === "table-row") collector.startRow(event.attributes);
    else if (isCell(event.name)) {
      attributes = event.attributes;
      text.clear();
    } else if (depth < 2) list.open(event);
  }
  function close(name: string): void {
    const ignored = text.ignores();
    text.close(name);
    if (ignored) return;
    if (name === "table") depth -= 1;
    else if (isCell(name)) collector.addCell(attributes, text.paragraphs());
    else if (name === "table-row") collector.endRow(list.tables.length - 1 === wanted);
  }
  return {
    tables: list.tables,
    done: () => wanted !== null && list.tables.length - 1 > wanted,
    take(event: XmlEvent): void {
      if (event.kind === "open") open(event);
      else if (event.kind === "close") close(event.name);
      else text.append(event.text);
    },
    rows: collector.take,
  };
}

async function* readTable(file: string, content: Input, wanted: number): Records {
  const reader = createTableReader(file, wanted);
  for await (const events of readXml(decode(content, "utf-8"), file)) {
    for (const event of events) reader.take(event);
    const batch = reader.rows(BATCH_ROWS);
    if (batch.length > 0) yield batch;
    if (reader.done()) break;
  }
  yield reader.rows(0);
}

export const isOdsPart = (name: string): boolean => name === "content.xml" || name === "META-INF/manifest.xml";

/** Reads an OpenDocument spreadsheet. `inputs` are its parts. */
export async function readOds(file: string, inputs: readonly Input[]): Promise<Workbook> {
  const content = inputs.find(({ name }) => name === "content.xml");
  const manifest = inputs.find(({ name }) => name === "META-INF/manifest.xml");
  if (manifest && /encryption-data/.test(new TextDecoder().decode(manifest.head)))
    throw new OperatorError(`${file} is protected with a password: save it without one`);
  if (!content) throw new OperatorError(`${file} is a damaged spreadsheet: save it again`);
  const reader = createTableReader(file, null);
  for await (const events of readXml(decode(content, "utf-8"), file)) for (const event of events) reader.take(event);
  const sheets = reader.tables.map(({ name, hidden, hidden_columns }, index) => ({
    name,
    hidden,
    read: () => readTable(file, content, index),
    hiddenColumns: async () => hidden_columns,
  }));
  return { name: file, size: content.size, sheets: visibleSheets(sheets) };
}
