import type { Records } from "./table-records.ts";

/** A spreadsheet file: its sheets in order, without hidden ones if any other exists. A sheet can be read more than once. */
export type Workbook = { name: string; size: number; sheets: { name: string; read(): Records }[] };

export const ROW_LIMIT = 1_048_576;
export const COLUMN_LIMIT = 16_384;
/** As for a row of CSV. */
export const ROW_CHARACTERS = 1024 * 1024;
export const BATCH_ROWS = 200;

export const dropEmptyEnd = (cells: string[]): string[] => {
  let end = cells.length;
  while (end > 0 && (cells[end - 1] ?? "").trim() === "") end -= 1;
  return cells.slice(0, end);
};
