import type { Records } from "./table-records.ts";

/** A sheet can be read more than once. Columns are counted from 0. */
export type Sheet = { name: string; read(): Records; hiddenColumns(): Promise<ReadonlySet<number>> };

/** A spreadsheet file with its sheets in order. Hidden sheets are omitted unless all are hidden. */
export type Workbook = { name: string; size: number; sheets: readonly Sheet[] };

export function visibleSheets<T extends { hidden: boolean }>(sheets: readonly T[]): readonly T[] {
  const visible = sheets.filter(({ hidden }) => !hidden);
  return visible.length > 0 ? visible : sheets;
}

export const ROW_LIMIT = 1_048_576;
export const COLUMN_LIMIT = 16_384;
/** The same limit as for a row of CSV. */
export const ROW_CHARACTERS = 1024 * 1024;
export const BATCH_ROWS = 200;

export function addColumns(columns: Set<number>, from: number, to: number): void {
  for (let column = from; column < Math.min(to, COLUMN_LIMIT); column += 1) columns.add(column);
}

export const dropEmptyEnd = (cells: string[]): string[] => {
  let end = cells.length;
  while (end > 0 && (cells[end - 1] ?? "").trim() === "") end -= 1;
  return cells.slice(0, end);
};
