import { OperatorError } from "../../operator-error.ts";
import type { Records } from "../read/table-records.ts";
import { readWhen } from "./dates/when.ts";
import type { Columns } from "./find-columns.ts";
import { readStars } from "./values.ts";

const DELIMITERS = [",", ";", "\t", "|"];

/** Stops a table where a quote in the wrong place made several rows one: a text would show other people's reviews. */
export async function* refuseMerged(
  file: string,
  headers: readonly string[],
  { rating = "", date = "" }: Columns,
  records: Records,
): Records {
  const [ratingAt, dateAt] = [headers.indexOf(rating), headers.indexOf(date)];
  const isRow = (line: string, delimiter: string): boolean => {
    const cells = line.split(delimiter).map((cell) => cell.trim().replace(/^"|"$/g, ""));
    if (cells.length < headers.length) return false;
    return readStars(cells[ratingAt] ?? "") !== null && readWhen(cells[dateAt] ?? "") !== null;
  };
  /** A text at either end of a row makes its first or last line look like a row, so both ends must, or a line between. */
  const isMerged = (cells: readonly string[], at: number): boolean => {
    const lines = (cells[at] ?? "").split(/\r\n?|\n/);
    return DELIMITERS.some((delimiter) => {
      if (lines.slice(1).some((line) => isRow(line, delimiter))) return true;
      const first = [...cells.slice(0, at), lines[0]].join(delimiter);
      const last = [lines.at(-1), ...cells.slice(at + 1)].join(delimiter);
      return isRow(first, delimiter) && isRow(last, delimiter);
    });
  };
  for await (const batch of records) {
    for (const { row, cells } of batch) {
      if (!cells.some((cell, at) => /[\r\n]/.test(cell) && isMerged(cells, at))) continue;
      throw new OperatorError(
        `${file} is a broken table at row ${row}: a cell of it contains another row, so a quote is missing or in the wrong place. Correct it, or export the file again`,
      );
    }
    yield batch;
  }
}
