import { CsvError, parse } from "csv-parse";
import { OperatorError } from "../../operator-error.ts";
import { decode, type Encoding, type Input, openFile } from "../read/input.ts";
import { type Candidate, parseRow, type Rejection, type Rows } from "../record/candidate.ts";
import {
  type Columns,
  datesOf,
  findColumns,
  foldHeader,
  nameRecord,
  parseRecord,
  requireColumns,
  withoutListing,
} from "../record/columns.ts";
import { openDateOrder } from "../record/date-order.ts";
import type { Fields } from "../record/values.ts";
import type { TableFormat } from "./format.ts";

/** Anything with a rating and a date: the last resort for tables. */
export const csv: TableFormat = { name: "csv", source: "other", verified_by: null, headers: [] };

const DELIMITERS = [",", ";", "\t", "|"];
/** One row larger than this is no review: a quote that is never closed, or ten million columns. */
const RECORD_LIMIT = 1024 * 1024;

/** The first line's most frequent delimiter outside quotes. */
function detectDelimiter(head: string): string {
  const line = /^(?:"[^"]*"|[^"\n])*/.exec(head)?.[0].replace(/"[^"]*"/g, "") ?? "";
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: line.split(delimiter).length }));
  return counts.sort((a, b) => b.count - a.count)[0]?.delimiter ?? ",";
}

/** Column names fit into the head of a file; ten million of them are no table of reviews. */
function checkFirstLine(input: Input, head: string): void {
  if (input.size > input.head.length && !/[\r\n]/.test(head)) {
    throw new OperatorError(
      `${input.name} is a broken table: its first line is longer than ${input.head.length} bytes, where column names should be`,
    );
  }
}

/** The records by the chunk they ended in: handed over one by one, a third of the import's time would go there. */
async function* readRecords(input: Input, encoding: Encoding): AsyncGenerator<string[][]> {
  const head = new TextDecoder(encoding).decode(input.head);
  checkFirstLine(input, head);
  let records: string[][] = [];
  const parser = parse({
    bom: true,
    delimiter: detectDelimiter(head),
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: RECORD_LIMIT,
    // Records without `columns` are arrays of cells. With null for an answer the parser keeps none itself.
    on_record: (record: string[]) => {
      records.push(record);
      return null;
    },
  });
  const taken = () => {
    const batch = records;
    records = [];
    return batch;
  };
  parser.on("error", () => {}); // told by the callbacks below
  parser.resume();
  try {
    for await (const text of decode(input, encoding)) {
      await settled((done) => parser.write(text, done));
      yield taken();
    }
    await settled((done) => parser.end(done));
    yield taken();
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === "number" ? ` at line ${error.lines}` : "";
    const what =
      error.code === "CSV_MAX_RECORD_SIZE" ? "a row is larger than 1 MB (a quote that is not closed?)" : error.message;
    throw new OperatorError(`${input.name} is a broken table${line}: ${what}`);
  }
}

const settled = (start: (done: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => start((error) => (error ? reject(error) : resolve())));

export type Table = {
  format: TableFormat;
  listed: boolean;
  rows: Rows;
  warning: () => string | null;
};

/** The dates of a table, read ahead of its rows. */
async function* readDates(input: Input, encoding: Encoding, headers: readonly string[], columns: Columns) {
  const { rest } = await takeFirst(readRecords(openFile(input.name), encoding));
  for await (const batch of rest) {
    for (const cells of batch) yield datesOf(toRecord(headers, cells), columns);
  }
}

const toRecord = (headers: readonly string[], cells: readonly string[]) =>
  Object.fromEntries(headers.map((header, index) => [header, cells[index] ?? ""]));

async function* parseRecords(
  input: Input,
  format: TableFormat,
  headers: readonly string[],
  columns: Columns,
  batches: AsyncIterable<string[][]>,
  dates: ReturnType<typeof openDateOrder>,
): Rows {
  const utc = format.utc ?? false;
  const parse = (cells: readonly string[], record: Fields, row: number): Candidate | Rejection => {
    const place = { file: input.name, row };
    if (cells.length > headers.length && cells.slice(headers.length).some((cell) => cell.trim() !== "")) {
      const reason = `the row has ${cells.length} cells, the header ${headers.length}: quote texts with a delimiter in them`;
      return { place, reason };
    }
    const options = { utc, order: format.order ?? dates.order() };
    return parseRow(
      place,
      () => parseRecord(record, columns, place, options),
      () => nameRecord(record, columns),
    );
  };
  let row = 1; // as a spreadsheet counts: the header is row 1
  for await (const batch of batches) {
    const parsed: (Candidate | Rejection)[] = [];
    for (const cells of batch) {
      row += 1;
      const record = toRecord(headers, cells);
      if (!format.order && dates.meet(datesOf(record, columns), row)) await dates.settle();
      parsed.push(parse(cells, record, row));
    }
    yield parsed;
  }
}

/** The first record, and all batches after it. */
async function takeFirst(batches: AsyncGenerator<string[][]>) {
  let batch: string[][] = [];
  while (batch.length === 0) {
    const next = await batches.next();
    if (next.done) break;
    batch = next.value;
  }
  const [first = [], ...others] = batch;
  async function* rest(): AsyncGenerator<string[][]> {
    yield others;
    yield* batches;
  }
  return { first, rest: rest() };
}

/** Opens a table: finds its format by its headers and the columns by their names, reads nothing but the first row. */
export async function openTable(
  input: Input,
  encoding: Encoding,
  formats: readonly TableFormat[],
  options: { format: string | null; location: string | null; map: Columns },
): Promise<Table> {
  const { first, rest } = await takeFirst(readRecords(input, encoding));
  const headers = first.map((header) => header.trim());
  const folded = new Set(headers.map(foldHeader));
  const format = options.format
    ? formats.find(({ name }) => name === options.format)
    : formats.find((known) => known.headers.every((header) => folded.has(header)));
  if (!format) throw new OperatorError(`${input.name} is a table, not ${options.format}: leave --format out`);
  const given = { ...format.columns, ...options.map };
  const columns = findColumns(headers, format === csv && options.location === null ? withoutListing(given) : given);
  requireColumns(input.name, headers, columns, options.map);
  const listed = columns.location !== undefined || columns.location_name !== undefined;
  const dates = openDateOrder(2, () => readDates(input, encoding, headers, columns));
  const rows = parseRecords(input, format, headers, columns, rest, dates);
  return { format, listed, rows, warning: dates.warning };
}
