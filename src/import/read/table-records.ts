import { CsvError, parse } from "csv-parse";
import { OperatorError } from "../../operator-error.ts";
import { detectDelimiter, readSeparator } from "./delimiter.ts";
import { decode, type Input } from "./input.ts";
import { openQuoteCheck } from "./quotes.ts";

/** A row of a table, with its number as a spreadsheet shows it. */
export type TableRecord = { row: number; cells: string[] };

/** Records come in batches: one at a time, a third of an import's time would go to waiting. */
export type Records = AsyncGenerator<TableRecord[]>;

/** A larger row is not a review: a quote was never closed, or it has ten million columns. */
const RECORD_LIMIT = 1024 * 1024;

/** Column names fit into the head of a file; a first line of ten million columns is not a table of reviews. */
function checkFirstLine(input: Input, head: string): void {
  if (input.size > input.head.length && !/[\r\n]/.test(head)) {
    throw new OperatorError(
      `${input.name} is a broken table: its first line, which should hold the column names, is longer than ${input.head.length} bytes`,
    );
  }
}

function brokenTable(file: string, error: CsvError): OperatorError {
  const line = typeof error.lines === "number" ? ` at line ${error.lines}` : "";
  const reason =
    error.code === "CSV_MAX_RECORD_SIZE" ? "a row is larger than 1 MB (is a quote not closed?)" : error.message;
  return new OperatorError(`${file} is a broken table${line}: ${reason}`);
}

const settled = (start: (done: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => start((error) => (error ? reject(error) : resolve())));

/** One batch for each chunk of the file, with the records that ended in it. */
export async function* readRecords(input: Input, encoding: string): Records {
  const head = new TextDecoder(encoding as Bun.Encoding).decode(input.head); // a name that `decode` takes
  checkFirstLine(input, head);
  // Excel's own first line, "sep=;", names the delimiter and is not shown as a row.
  const separator = readSeparator(head);
  const delimiter = separator ?? detectDelimiter(head, input.size > input.head.length);
  const quotes = openQuoteCheck(input.name, delimiter);
  let records: TableRecord[] = [];
  const parser = parse({
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: RECORD_LIMIT,
    // Without `columns` a record is an array of cells. Returning null makes the parser keep none itself.
    on_record: (cells: string[], info) => {
      const row = info.records + info.empty_lines - (separator === null ? 0 : 1);
      if (row > 0) records.push({ row, cells });
      return null;
    },
  });
  const takeBatch = () => {
    const batch = records;
    records = [];
    return batch;
  };
  parser.on("error", () => {}); // the callbacks below report it
  parser.resume();
  try {
    for await (const text of decode(input, encoding)) {
      quotes.take(text);
      await settled((done) => parser.write(text, done));
      yield takeBatch();
    }
    quotes.end();
    await settled((done) => parser.end(done));
    yield takeBatch();
  } catch (error) {
    throw error instanceof CsvError ? brokenTable(input.name, error) : error;
  }
}
