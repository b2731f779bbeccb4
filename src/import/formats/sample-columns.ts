import { OperatorError } from "../../operator-error.ts";
import { chooseEncoding } from "../read/encoding.ts";
import { readTable } from "../read/header-row.ts";
import { detectKind, fileInput } from "../read/input.ts";
import { readSpreadsheet } from "../read/spreadsheet.ts";
import { type Records, readRecords } from "../read/table-records.ts";
import { numberDuplicates } from "../record/duplicate-headers.ts";
import { looksLikeHeader } from "./detect-table.ts";
import { listTakeoutZip } from "./google-takeout.ts";
import type { ReadOptions } from "./opened-reviews.ts";

/** A column, and the first values in it. `sheet` is null if the file has no sheets. */
export type SampledColumn = { sheet: string | null; header: string; values: string[] };

const VALUES = 3;
const ROWS = 200;
const LENGTH = 60;

async function sampleTable(table: Records, sheet: string | null, options: ReadOptions): Promise<SampledColumn[]> {
  const { headers, records } = await readTable(table, (cells) => looksLikeHeader(cells, options));
  const columns = numberDuplicates(headers).map((header) => ({ sheet, header, values: new Set<string>() }));
  let rows = 0;
  for await (const batch of records) {
    for (const { cells } of batch.slice(0, ROWS)) {
      for (const [at, { values }] of columns.entries()) {
        const value = (cells[at] ?? "").replace(/\s+/g, " ").trim();
        if (value !== "" && values.size < VALUES) values.add(value.slice(0, LENGTH));
      }
    }
    rows += batch.length;
    if (rows >= ROWS) break;
  }
  return columns.map(({ values, ...column }) => ({ ...column, values: [...values] }));
}

/** The columns of a table or of all sheets of a workbook. None if the file is something else, or cannot be read. */
export async function sampleColumns(path: string, options: ReadOptions): Promise<SampledColumn[]> {
  try {
    const input = fileInput(path, options.shown_name ?? path);
    const kind = detectKind(input);
    if (kind === "table")
      return await sampleTable(readRecords(input, await chooseEncoding(input, null)), null, options);
    if (kind !== "zip") return [];
    const archive = { name: input.name, content: path };
    const workbook = await readSpreadsheet(archive, (await listTakeoutZip(archive)).names);
    const sheets = workbook?.sheets ?? [];
    const columns = await Promise.all(sheets.map((sheet) => sampleTable(sheet.read(), sheet.name, options)));
    return columns.flat();
  } catch (error) {
    if (error instanceof OperatorError) return []; // importing the file says why
    throw error;
  }
}
