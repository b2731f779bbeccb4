import { OperatorError } from "../../operator-error.ts";
import { counted } from "../../spelling.ts";
import { chooseEncoding } from "../read/encoding.ts";
import { readTable, withoutTotals } from "../read/header-row.ts";
import type { Input } from "../read/input.ts";
import { chooseSheet } from "../read/spreadsheet.ts";
import { type Records, readRecords } from "../read/table-records.ts";
import type { Sheet, Workbook } from "../read/workbook.ts";
import { numberDuplicates, refuseDuplicates } from "../record/duplicate-headers.ts";
import { findColumns, requireColumns, withoutHomes } from "../record/find-columns.ts";
import { normalizeHeader } from "../record/header-names.ts";
import { leftOut, refuseHidden, settleHiddenRows, withoutColumns } from "../record/hidden-cells.ts";
import { refuseMerged } from "../record/merged-rows.ts";
import { describeConsents, surveyConsents, surveyTable } from "../record/survey.ts";
import { parseTable } from "../record/table-rows.ts";
import { apifyTable } from "./apify.ts";
import { birdeyeTable } from "./birdeye.ts";
import { brightDataTable } from "./bright-data.ts";
import { csv } from "./csv.ts";
import type { TableFormat } from "./format.ts";
import { judgeme } from "./judgeme.ts";
import {
  checkScaleOption,
  countedInput,
  describeFile,
  noteEncoding,
  type OpenedFile,
  type ReadOptions,
} from "./opened-reviews.ts";
import { outscraperTable } from "./outscraper.ts";
import { podiumTable } from "./podium.ts";
import { trustpilotTable } from "./trustpilot.ts";
import { yelpTable } from "./yelp.ts";

/** The most specific formats come first, the generic one last. */
export const TABLE_FORMATS: readonly TableFormat[] = [
  outscraperTable,
  brightDataTable,
  apifyTable,
  yelpTable,
  trustpilotTable,
  birdeyeTable,
  podiumTable,
  judgeme,
  csv,
];

function chooseTableFormat(file: string, headers: readonly string[], asked: string | null): TableFormat {
  const names = new Set(headers.map(normalizeHeader));
  const format = asked
    ? TABLE_FORMATS.find(({ name }) => name === asked)
    : TABLE_FORMATS.find((known) => known.headers.every((header) => names.has(header)));
  if (!format) throw new OperatorError(`${file} is a table, not ${asked}: remove --format`);
  return format;
}

/** A table from any kind of file. It can be read more than once. */
type TableSource = {
  input: Pick<Input, "name" | "size">;
  read(): Records;
  /** Complete after all rows were read. */
  notes: string[];
  /** The hidden columns of a spreadsheet, if the operator did not say what to do with them. */
  hidden?: ReadonlySet<number>;
};

/** Whether a row has the names of columns with reviews. */
export const looksLikeHeader = (cells: readonly string[], { map, format: asked }: ReadOptions): boolean => {
  const names = new Set(cells.map(normalizeHeader));
  if (TABLE_FORMATS.some(({ headers }) => headers.length > 0 && headers.every((header) => names.has(header))))
    return true;
  const preset = TABLE_FORMATS.find(({ name }) => name === asked);
  // --map can use a column's own name, or its name with a number if several columns have the same name.
  const { rating, date } = findColumns([...cells, ...numberDuplicates(cells)], { ...preset?.columns, ...map });
  return rating !== undefined && date !== undefined;
};

async function detectTable({ input, read, notes, hidden }: TableSource, options: ReadOptions): Promise<OpenedFile> {
  const isHeader = (cells: string[]) => looksLikeHeader(cells, options);
  const { headers: shown, records, above } = await readTable(read(), isHeader);
  const headers = numberDuplicates(shown);
  const format = chooseTableFormat(input.name, shown, options.format);
  const given = { ...format.columns, ...options.map };
  checkScaleOption(input.name, format, options.scale);
  const wanted = format === csv && options.location === null ? withoutHomes(headers, given) : given;
  refuseDuplicates(input.name, shown, wanted);
  const named = findColumns(headers, wanted);
  requireColumns(input.name, headers, named, options.map);
  const date = headers.indexOf(named.date ?? "");
  const reread = async () => withoutTotals((await readTable(read(), isHeader)).records, date, () => {});
  const { scale, dates: order } = options;
  const { consent = [], ignore = [] } = options;
  const survey = { map: wanted, consent, ignore, scale, titles: above.flat() };
  const mapping = format === csv ? await surveyTable(input.name, headers, await reread(), survey) : null;
  const columns = mapping?.columns ?? named;
  const consents = mapping?.consents ?? (await surveyConsents(input.name, headers, reread, survey));
  if (!mapping) notes.push(...describeConsents(consents));
  // "Published" looks like a date column until its rows contain yes and no. Without rows this cannot be known.
  if (mapping && columns.rating !== undefined) requireColumns(input.name, headers, columns, {});
  if (hidden) refuseHidden(input.name, headers, hidden, { columns, given: options.map });
  if (above.length > 0) notes.push(`has ${counted(above.length, "row")} above the column names: skipped`);
  const onTotal = (row: number) => notes.push(`has totals in row ${row}: skipped`);
  const rows = parseTable({
    file: input.name,
    format,
    headers,
    columns,
    consents: consents.rules,
    scale: scale ?? 5,
    order,
    today: options.today ?? null,
    records: refuseMerged(input.name, headers, columns, withoutTotals(records, date, onTotal)),
    reread,
  });
  const names_listing = columns.location !== undefined || columns.location_name !== undefined;
  const reviews = { ...describeFile(input, format), ...rows, mapping, consents: consents.columns, notes };
  return { reviews, names_listing };
}

export async function detectTextTable(file: Input, options: ReadOptions): Promise<OpenedFile> {
  const encoding = await chooseEncoding(file, options.encoding ?? null);
  const input = countedInput(file, options);
  let counts = true;
  const read = () => {
    const records = readRecords(counts ? input : file, encoding);
    counts = false;
    return records;
  };
  return detectTable({ input, read, notes: noteEncoding(encoding, options) }, options);
}

async function readHeaders(sheet: Sheet, options: ReadOptions): Promise<string[]> {
  const records = sheet.read();
  const { headers } = await readTable(records, (cells) => looksLikeHeader(cells, options));
  await records.return(undefined);
  return headers;
}

export async function detectSheet(workbook: Workbook, options: ReadOptions): Promise<OpenedFile> {
  const sheet = await chooseSheet(workbook, options.sheet ?? null, (cells) => looksLikeHeader(cells, options));
  if (!sheet) throw new OperatorError(`${workbook.name} has no sheets: save it again`);
  const notes = workbook.sheets.length > 1 ? [`has several sheets: ${sheet.name} was read`] : [];
  const choice = options.hidden ?? null;
  const hidden = await sheet.hiddenColumns();
  const left_out =
    choice === "skip" && hidden.size > 0
      ? leftOut(await readHeaders(sheet, options), hidden, options.map)
      : new Set<number>();
  let noted = false;
  const onSkipped = (count: number) => {
    if (!noted) notes.push(`has ${counted(count, "hidden row")}: left out`);
    noted = true;
  };
  const read = () => withoutColumns(settleHiddenRows(workbook.name, sheet.read(), choice, onSkipped), left_out);
  return detectTable({ input: workbook, read, notes, ...(choice === null ? { hidden } : {}) }, options);
}
