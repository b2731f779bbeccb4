import { parseWordLists } from "../../model/basics/word-lists.ts";
import words from "./header-row.words.txt" with { type: "text" };
import type { Records, TableRecord } from "./table-records.ts";

/** How many rows are searched for the column names. A title, an address or an export date may be above them. */
const SEARCHED = 20;

export type Table = {
  headers: string[];
  records: Records;
  /** The rows above the column names. */
  above: string[][];
};

const trimmed = (record: TableRecord | undefined): string[] => record?.cells.map((cell) => cell.trim()) ?? [];

/** The first row that may name the columns: a title or a date above them fills less than half of what a row fills. */
function firstNames(rows: readonly string[][]): number {
  const filled = rows.map((cells) => cells.filter((cell) => cell !== "").length);
  const most = Math.max(0, ...filled);
  return filled.findIndex((count) => count * 2 >= most);
}

/** Finds the row with the column names: the first row that `isHeader` accepts, otherwise the first that may be it. */
export async function readTable(batches: Records, isHeader: (cells: string[]) => boolean): Promise<Table> {
  const read: TableRecord[] = [];
  let ended = false;
  while (!ended && read.length < SEARCHED && !read.some((record) => isHeader(trimmed(record)))) {
    const next = await batches.next();
    ended = next.done === true;
    if (!next.done) read.push(...next.value);
  }
  const searched = read.slice(0, SEARCHED).map(trimmed);
  const found = searched.findIndex(isHeader);
  const above = Math.max(0, found === -1 ? firstNames(searched) : found);
  async function* records(): Records {
    yield read.slice(above + 1);
    yield* batches;
  }
  return { headers: trimmed(read[above]), records: records(), above: read.slice(0, above).map(trimmed) };
}

const { totals } = parseWordLists("header-row.words.txt", words, ["totals"]);
/** "Total", "Grand total", "Average": the name of a sum or a mean below a table. */
const TOTAL = new RegExp(String.raw`^(?:grand |sub)?(?:${totals.join("|")})(?![\p{L}\p{N}])`, "iu");

const isTotal = (cell: string): boolean => TOTAL.test(cell.trim().slice(0, 40));

/**
 * Omits empty rows, and rows with a sum or a mean, which have no date. `onTotal` gets the row numbers of the latter.
 */
export async function* withoutTotals(records: Records, date: number, onTotal: (row: number) => void): Records {
  for await (const batch of records) {
    yield batch.filter(({ row, cells }) => {
      const day = (cells[date] ?? "").trim();
      // Rows with a date are complete, so only the others are checked cell by cell.
      if (day !== "" && !isTotal(day)) return true;
      if (cells.every((cell) => cell.trim() === "")) return false;
      if (!cells.some(isTotal) || cells.some((cell) => cell.length > 40)) return true;
      onTotal(row);
      return false;
    });
  }
}
