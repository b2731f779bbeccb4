import { OperatorError } from "../../operator-error.ts";
import { decode, type Input } from "./input.ts";
import { createSplitter, lineEndOf } from "./split-records.ts";

/** A row of a table, with its number as a spreadsheet shows it; `hidden` if the spreadsheet does not show it. */
export type TableRecord = { row: number; cells: string[]; hidden?: true };

/** Records come in batches: one at a time, a third of an import's time would go to waiting. */
export type Records = AsyncGenerator<TableRecord[]>;

const DELIMITERS = [",", ";", "\t", "|"];
const RECORDS = 40;

/** The delimiter that a first line such as sep=; gives, or null. */
export const readSeparator = (head: string): string | null => /^\ufeff?"?sep=([,;|\t])"?\r?\n/i.exec(head)?.[1] ?? null;

/** How many cells each of the first records has. A quote counts only at the start of a cell. */
function countCells(head: string, delimiter: string): { counts: number[]; whole: boolean } {
  const counts: number[] = [];
  let cells = 1;
  let quoted = false;
  let start = true;
  let empty = true;
  for (let at = 0; at < head.length && counts.length < RECORDS; at += 1) {
    const character = head.charAt(at);
    if (quoted) {
      // Two quotes are one quote inside the cell.
      if (character === '"' && head.charAt(at + 1) === '"') at += 1;
      else if (character === '"') quoted = false;
    } else if (character === "\n" || character === "\r") {
      if (!empty) counts.push(cells);
      cells = 1;
      empty = true;
      start = true;
      continue;
    } else if (character === '"' && start) quoted = true;
    else if (character === delimiter) cells += 1;
    start = !quoted && (character === delimiter || (start && (character === " " || character === "\ufeff")));
    empty = false;
  }
  if (empty || counts.length >= RECORDS) return { counts, whole: true };
  return { counts: [...counts, cells], whole: false };
}

/** The delimiter that gives the most records of the first ones the same number of cells; `cut`: the head ends early. */
export function detectDelimiter(head: string, cut: boolean): string {
  let best = { delimiter: ",", score: 0 };
  for (const delimiter of DELIMITERS) {
    const { counts, whole } = countCells(head, delimiter);
    const records = cut && !whole && counts.length > 1 ? counts.slice(0, -1) : counts;
    const by_count = new Map<number, number>();
    for (const count of records) if (count > 1) by_count.set(count, (by_count.get(count) ?? 0) + 1);
    for (const [count, times] of by_count) {
      // Of two that fit as well, the one with more columns.
      const score = times / records.length + count / 1_000_000;
      if (score > best.score) best = { delimiter, score };
    }
  }
  return best.delimiter;
}

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
