import { CsvError, parse } from "csv-parse";
import { itemAt } from "../../model/typed-array.ts";
import { OperatorError } from "../../operator-error.ts";
import { decode, type Encoding, type Input } from "./input.ts";

/** Records are lists of cells. They come in batches: one at a time, a third of an import's time would go to waiting. */
export type Records = AsyncGenerator<string[][]>;

const DELIMITERS = [",", ";", "\t", "|"];
/** A larger row is not a review: a quote was never closed, or it has ten million columns. */
const RECORD_LIMIT = 1024 * 1024;

/** The delimiter that is most frequent in the first line, outside quotes. */
function detectDelimiter(head: string): string {
  const line = /^(?:"[^"]*"|[^"\n])*/.exec(head)?.[0].replace(/"[^"]*"/g, "") ?? "";
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: line.split(delimiter).length }));
  return itemAt(
    counts.sort((a, b) => b.count - a.count),
    0,
  ).delimiter;
}

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
async function* readRecords(input: Input, encoding: Encoding): Records {
  const head = new TextDecoder(encoding).decode(input.head);
  checkFirstLine(input, head);
  let records: string[][] = [];
  const parser = parse({
    delimiter: detectDelimiter(head),
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: RECORD_LIMIT,
    // Without `columns` a record is an array of cells. Returning null makes the parser keep none itself.
    on_record: (record: string[]) => {
      records.push(record);
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
      await settled((done) => parser.write(text, done));
      yield takeBatch();
    }
    await settled((done) => parser.end(done));
    yield takeBatch();
  } catch (error) {
    throw error instanceof CsvError ? brokenTable(input.name, error) : error;
  }
}

/** Reads the header of a table; its other records follow in batches. */
export async function readTable(input: Input, encoding: Encoding): Promise<{ headers: string[]; records: Records }> {
  const batches = readRecords(input, encoding);
  let batch: string[][] = [];
  while (batch.length === 0) {
    const next = await batches.next();
    if (next.done) break;
    batch = next.value;
  }
  const [first = [], ...others] = batch;
  async function* records(): Records {
    yield others;
    yield* batches;
  }
  return { headers: first.map((header) => header.trim()), records: records() };
}
