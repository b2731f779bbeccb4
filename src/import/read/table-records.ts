import { OperatorError } from "../../operator-error.ts";
import { detectDelimiter, readSeparator } from "./delimiter.ts";
import { decode, type Input } from "./input.ts";
import { createSplitter, lineEndOf } from "./split-records.ts";

/** A row of a table, with its number as a spreadsheet shows it; `hidden` if the spreadsheet does not show it. */
export type TableRecord = { row: number; cells: string[]; hidden?: true };

/** Records come in batches: one at a time, a third of an import's time would go to waiting. */
export type Records = AsyncGenerator<TableRecord[]>;

/** Column names fit into the head of a file; a first line of ten million columns is not a table of reviews. */
function checkFirstLine(input: Input, head: string): void {
  if (input.size > input.head.length && !/[\r\n]/.test(head)) {
    throw new OperatorError(
      `${input.name} is a broken table: its first line, which should hold the column names, is longer than ${input.head.length} bytes`,
    );
  }
}

/** One batch for each chunk of the file, with the records that ended in it. */
export async function* readRecords(input: Input, encoding: string): Records {
  const head = new TextDecoder(encoding as Bun.Encoding).decode(input.head); // a name that `decode` takes
  checkFirstLine(input, head);
  // Excel's own first line, "sep=;", names the delimiter and is not shown as a row.
  const separator = readSeparator(head);
  const delimiter = separator ?? detectDelimiter(head, input.size > input.head.length);
  const splitter = createSplitter(input.name, delimiter, lineEndOf(head));
  let row = separator === null ? 0 : -1;
  const number = (records: readonly string[][]): TableRecord[] => {
    const batch: TableRecord[] = [];
    for (const cells of records) {
      row += 1;
      if (row > 0 && cells.length > 0) batch.push({ row, cells });
    }
    return batch;
  };
  for await (const text of decode(input, encoding)) yield number(splitter.take(text));
  yield number(splitter.end());
}
