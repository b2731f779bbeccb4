import { OperatorError } from "../../operator-error.ts";
import { decode, type Input } from "./input.ts";
import { createSplitter, lineEndOf } from "./split-records.ts";

/**
 * A row of a table, with the row number that a spreadsheet shows. `hidden` if the spreadsheet does not show the row.
 */
export type TableRecord = { row: number; cells: string[]; hidden?: true };

/** Records come in batches. With single records, a third of an import's time would be spent waiting. */
export type Records = AsyncGenerator<TableRecord[]>;

const DELIMITERS = [",", ";", "\t", "|"];
const RECORDS = 40;

/** The delimiter that a first line such as "sep=;" names. Null if there is no such line. */
export const readSeparator = (head: string): string | null => /^\ufeff?"?sep=([,;|\t])"?\r?\n/i.exec(head)?.[1] ?? null;

/** The number of cells in each of the first records. A quote counts only at the start of a cell. */
function countCells(head: string, delimiter: string): { counts: number[]; whole: boolean } {
  const counts: number[] = [];
  let cells = 1;
  let quoted = false;
  let start = true;
  let empty = true;
  for (let at = 0; at < head.length && counts.length < RECORDS; at += 1) {
    const character = head.charAt(at);
    if (quoted) {
      // A doubled quote is one quote inside the cell.
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

/**
 * The delimiter for which most of the first records have the same number of cells. `cut` means that the head ends
 * early.
 */
export function detectDelimiter(head: string, cut: boolean): string {
  let best = { delimiter: ",", score: 0 };
  for (const delimiter of DELIMITERS) {
    const { counts, whole } = countCells(head, delimiter);
    const records = cut && !whole && counts.length > 1 ? counts.slice(0, -1) : counts;
    const by_count = new Map<number, number>();
    for (const count of records) if (count > 1) by_count.set(count, (by_count.get(count) ?? 0) + 1);
    for (const [count, times] of by_count) {
      // If two delimiters fit equally well, the one with more columns wins.
      const score = times / records.length + count / 1_000_000;
      if (score > best.score) best = { delimiter, score };
    }
  }
  return best.delimiter;
}

/** Column names must fit in the head of a file. A first line with ten million columns is not a table of reviews. */
function checkFirstLine(input: Input, head: string): void {
  if (input.size > input.head.length && !/[\r\n]/.test(head)) {
    throw new OperatorError(
      `${input.name} is a broken table: its first line, which should hold the column names, is longer than ${input.head.length} bytes`,
    );
  }
}

/** One batch per chunk of the file, with the records that end in it. */
export async function* readRecords(input: Input, encoding: string): Records {
  const head = new TextDecoder(encoding as Bun.Encoding).decode(input.head); // a name that `decode` accepts
  checkFirstLine(input, head);
  // Excel's special first line "sep=;" names the delimiter and is not a row.
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
