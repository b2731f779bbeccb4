import { statSync } from "node:fs";
import type { Source, VerificationMethod } from "../../model/review.ts";
import { OperatorError, usageError } from "../../operator-error.ts";
import { counted } from "../../spelling.ts";
import { chooseEncoding } from "../read/encoding.ts";
import { readTable, withoutTotals } from "../read/header-row.ts";
import { countBytes, decode, detectKind, type Input, openFile } from "../read/input.ts";
import { type JsonElement, readJsonElements } from "../read/json-elements.ts";
import { readPage } from "../read/page.ts";
import { chooseSheet, openSpreadsheet, openTableIn } from "../read/spreadsheet.ts";
import { type Records, readRecords } from "../read/table-records.ts";
import type { Workbook } from "../read/workbook.ts";
import type { Archive } from "../read/zip.ts";
import type { ParsedRows } from "../record/candidate.ts";
import type { Mapping } from "../record/choose-columns.ts";
import { withoutDamaged } from "../record/damaged-rows.ts";
import {
  type Columns,
  findColumns,
  normalizeHeader,
  onlyThese,
  requireColumns,
  withoutListing,
} from "../record/find-columns.ts";
import { parseElements } from "../record/json-rows.ts";
import { chooseListing, pickListing } from "../record/listings.ts";
import { surveyElements, surveyTable } from "../record/survey.ts";
import { parseTable } from "../record/table-rows.ts";
import { isFields, type Scale } from "../record/values.ts";
import type { DateOrder } from "../record/when.ts";
import { apify } from "./apify.ts";
import { birdeye } from "./birdeye.ts";
import { candor } from "./candor.ts";
import { csv } from "./csv.ts";
import { facebook } from "./facebook.ts";
import type { FormatDefaults, JsonFormat, TableFormat } from "./format.ts";
import { googleApi } from "./google-api.ts";
import {
  countReviews,
  googleTakeout,
  openTakeoutFolder,
  openTakeoutZip,
  reviewsByOwner,
  type TakeoutListing,
} from "./google-takeout.ts";
import { json } from "./json.ts";
import { jsonLd } from "./json-ld.ts";
import { judgeme } from "./judgeme.ts";
import { outscraper, outscraperTable } from "./outscraper.ts";
import { podium } from "./podium.ts";
import { serpapi } from "./serpapi.ts";
import { trustpilot } from "./trustpilot.ts";
import { yelp, yelpTable } from "./yelp.ts";

/** The most specific formats come first, the generic ones last. */
const JSON_FORMATS: readonly JsonFormat[] = [
  candor,
  googleApi,
  googleTakeout,
  serpapi,
  outscraper,
  apify,
  yelp,
  facebook,
  jsonLd,
  json,
];
const TABLE_FORMATS: readonly TableFormat[] = [outscraperTable, yelpTable, trustpilot, birdeye, podium, judgeme, csv];

export const FORMAT_NAMES = [...new Set([...JSON_FORMATS, ...TABLE_FORMATS].map(({ name }) => name))];

/** The reviews of one file and one listing, parsed but not prepared. */
export type Reviews = ParsedRows & {
  file: string;
  /** Bytes to read, unpacked. */
  size: number;
  format: string;
  source: Source;
  verified_by: VerificationMethod | null;
  location: string | null;
  /** The file has all reviews of its listing: a review that is missing was deleted at the source. */
  complete: boolean;
  /** Which columns were chosen, in a file of no known format. */
  mapping: Mapping | null;
  /** How the file was read, where there was a choice. Complete when all rows were read. */
  notes: string[];
};

export type ReadOptions = {
  format: string | null;
  location: string | null;
  map: Columns;
  /** What a rating is out of, in a file of no known format; null if the operator did not say. */
  scale: Scale | null;
  /** The order of dates such as 3/4/2025; null if the file must show it. */
  dates: DateOrder | null;
  /** The name or number of a sheet of a workbook. */
  sheet?: string | null;
  /** null: decided by the content. */
  encoding?: string | null;
  /** Where standard input was saved, for the path "-". */
  standard_input?: string | null;
  /** Called with the size of each chunk that is read. */
  onBytes?: (count: number) => void;
};

/** Formats are recognized by their first rows. */
const SAMPLE = 5;

async function readSample(elements: AsyncIterable<JsonElement>) {
  const iterator = elements[Symbol.asyncIterator]();
  const sample: JsonElement[] = [];
  while (sample.length < SAMPLE) {
    const next = await iterator.next();
    if (next.done) break;
    sample.push(next.value);
  }
  async function* all(): AsyncGenerator<JsonElement> {
    yield* sample;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  }
  return { sample, elements: all() };
}

function chooseJsonFormat(file: string, sample: readonly JsonElement[], asked: string | null): JsonFormat {
  if (sample.some(({ value }) => isFields(value) && value.type === "FeatureCollection")) throw reviewsByOwner(file);
  const format = JSON_FORMATS.find(({ name, looksLike }) => (asked === null ? sample.some(looksLike) : name === asked));
  if (format) return format;
  if (asked !== null) throw new OperatorError(`${file} is JSON, not ${asked}: remove --format`);
  throw new OperatorError(
    `${file} has no rows that look like reviews: each needs a rating and a date. If they have unusual names, use --format json with --map`,
  );
}

function chooseTableFormat(file: string, headers: readonly string[], asked: string | null): TableFormat {
  const names = new Set(headers.map(normalizeHeader));
  const format = asked
    ? TABLE_FORMATS.find(({ name }) => name === asked)
    : TABLE_FORMATS.find((known) => known.headers.every((header) => names.has(header)));
  if (!format) throw new OperatorError(`${file} is a table, not ${asked}: remove --format`);
  return format;
}

const describeFile = (
  { name: file, size }: Pick<Input, "name" | "size">,
  { name, source, verified_by }: FormatDefaults,
) => ({
  file,
  size,
  format: name,
  source,
  verified_by,
  location: null,
  complete: false,
  mapping: null,
  notes: [],
});

const openInput = (input: Input, { onBytes }: ReadOptions): Input => (onBytes ? countBytes(input, onBytes) : input);

/** `names_listing`: rows may say which listing they belong to. */
type OpenedFile = { reviews: Reviews; names_listing: boolean };

/** A table whatever it is stored in. It can be read more than once. */
type TableSource = { input: Pick<Input, "name" | "size">; read(): Records; notes: string[] };

const looksLikeHeader = (cells: readonly string[], { map, format: asked }: ReadOptions): boolean => {
  const names = new Set(cells.map(normalizeHeader));
  if (TABLE_FORMATS.some(({ headers }) => headers.length > 0 && headers.every((header) => names.has(header))))
    return true;
  const preset = TABLE_FORMATS.find(({ name }) => name === asked);
  const { rating, date } = findColumns(cells, { ...preset?.columns, ...map });
  return rating !== undefined && date !== undefined;
};

async function openTable({ input, read, notes }: TableSource, options: ReadOptions): Promise<OpenedFile> {
  const isHeader = (cells: string[]) => looksLikeHeader(cells, options);
  const { headers, records, above } = await readTable(read(), isHeader);
  const format = chooseTableFormat(input.name, headers, options.format);
  const given = { ...format.columns, ...options.map };
  checkScaleOption(input.name, format, options.scale);
  const wanted = format === csv && options.location === null ? withoutListing(given) : given;
  const named = findColumns(headers, wanted);
  requireColumns(input.name, headers, named, options.map);
  const date = headers.indexOf(named.date ?? "");
  const reread = async () => withoutTotals((await readTable(read(), isHeader)).records, date, () => {});
  const { scale, dates: order } = options;
  const survey = { map: wanted, scale };
  const mapping = format === csv ? await surveyTable(input.name, headers, await reread(), survey) : null;
  const columns = mapping?.columns ?? named;
  const found = [...notes];
  if (above > 0) found.push(`has ${counted(above, "row")} above the column names: skipped`);
  const onTotal = (row: number) => found.push(`has totals in row ${row}: skipped`);
  const rows = parseTable({
    file: input.name,
    format,
    headers,
    columns,
    scale: scale ?? 5,
    order,
    records: withoutTotals(records, date, onTotal),
    reread,
  });
  const names_listing = columns.location !== undefined || columns.location_name !== undefined;
  return { reviews: { ...describeFile(input, format), ...rows, mapping, notes: found }, names_listing };
}

/** The ratings of a known format are out of five. */
function checkScaleOption(file: string, { name }: FormatDefaults, scale: Scale | null): void {
  if (scale === null || scale === 5 || name === csv.name || name === json.name) return;
  throw new OperatorError(`${file} has the format ${name}, whose ratings are out of five: remove --scale`);
}

/** Said where it is not UTF-8: the operator may know better. */
const noteEncoding = (encoding: string, { encoding: asked }: ReadOptions): string[] =>
  encoding === "utf-8" || asked ? [] : [`was read as ${encoding}, by its content: --encoding NAME overrides this`];

async function openTextTable(file: Input, options: ReadOptions): Promise<OpenedFile> {
  const { encoding } = await chooseEncoding(file, options.encoding ?? null);
  const input = openInput(file, options);
  let counts = true;
  const read = () => {
    const records = readRecords(counts ? input : file, encoding);
    counts = false;
    return records;
  };
  return openTable({ input, read, notes: noteEncoding(encoding, options) }, options);
}

async function openSheet(workbook: Workbook, options: ReadOptions): Promise<OpenedFile> {
  const sheet = await chooseSheet(workbook, options.sheet ?? null, (cells) => looksLikeHeader(cells, options));
  if (!sheet) throw new OperatorError(`${workbook.name} has no sheets: save it again`);
  const notes = workbook.sheets.length > 1 ? [`has several sheets: ${sheet.name} was read`] : [];
  return openTable({ input: workbook, read: sheet.read, notes }, options);
}

async function openDocument(file: Input, kind: "json" | "page", options: ReadOptions): Promise<OpenedFile> {
  const path = file.name;
  const { encoding } = await chooseEncoding(file, options.encoding ?? null).catch((error) => {
    throw kind === "json" ? notUtf8(path) : error;
  });
  if (kind === "json" && !options.encoding && !encoding.startsWith("utf-")) throw notUtf8(path);
  const input = openInput(file, options);
  const read = (from: Input) =>
    kind === "page" ? readPage(from, encoding) : readJsonElements(decode(from, encoding), path);
  const { sample, elements } = await readSample(read(input));
  if (kind === "page" && sample.length === 0) {
    throw new OperatorError(`${path} is a web page without JSON-LD: no reviews can be read from it`);
  }
  const format = chooseJsonFormat(path, sample, options.format);
  const map = options.location === null ? withoutListing(options.map) : options.map;
  checkScaleOption(path, format, options.scale);
  const { scale, dates: order } = options;
  const reread = () => read(file);
  const mapping = format === json ? await surveyElements(path, reread(), { map, scale }) : null;
  const chosen = mapping ? onlyThese(mapping.columns) : map;
  const rows = parseElements({ file: path, format, map: chosen, scale: scale ?? 5, order, elements, reread });
  const notes = noteEncoding(encoding, options);
  return { reviews: { ...describeFile(input, format), ...rows, mapping, notes }, names_listing: true };
}

const notUtf8 = (file: string) => new OperatorError(`${file} is not UTF-8, as JSON must be: save it as UTF-8`);

/** Opens a file that may be only a part of a listing, or have several. */
async function openLoose(open: (options: ReadOptions) => Promise<OpenedFile>, options: ReadOptions): Promise<Reviews> {
  const { reviews, names_listing } = await open(options);
  if (!names_listing && options.location === null) return reviews;
  const { onBytes: _, ...uncounted } = options;
  return pickListing(reviews, options.location, async () => (await open(uncounted)).reviews);
}

function openLooseFile(input: Input, options: ReadOptions): Promise<Reviews> {
  const kind = detectKind(input);
  return openLoose(
    (from) => (kind === "json" || kind === "page" ? openDocument(input, kind, from) : openTextTable(input, from)),
    options,
  );
}

/** A zip is a Takeout, a workbook, or has one table in it. */
async function openZip(archive: Archive, options: ReadOptions): Promise<Reviews[]> {
  const { names, listings } = await openTakeoutZip(archive);
  if (listings.length > 0) return openTakeout(archive.name, listings, options);
  const workbook = await openSpreadsheet(archive, names);
  if (workbook) return [await openLoose((from) => openSheet(workbook, from), options)];
  const inner = await openTableIn(archive, names);
  return "content" in inner ? openZip(inner, options) : [await openLooseFile(inner, options)];
}

async function openTakeoutFile(input: Input, location: string, options: ReadOptions): Promise<Reviews> {
  const read = (from: Input) => readJsonElements(decode(from, "utf-8"), input.name);
  const { elements } = await readSample(read(openInput(input, options)));
  const rows = parseElements({
    file: input.name,
    format: googleTakeout,
    map: options.map,
    scale: 5,
    order: null,
    elements,
    reread: () => read(input),
  });
  return { ...describeFile(input, googleTakeout), ...rows, location, complete: true };
}

async function openTakeout(path: string, listings: readonly TakeoutListing[], options: ReadOptions) {
  const undecided = options.location === null && listings.length > 1;
  const listing = chooseListing(path, undecided ? await countReviews(listings) : listings, options.location);
  // The name of an archive's entry begins with the name of the archive.
  const files = listing.files.map((file) =>
    file.name.startsWith(path) ? file : { ...file, name: `${path}: ${file.name}` },
  );
  return Promise.all(files.map((file) => openTakeoutFile(file, listing.location, options)));
}

async function openPath(path: string, options: ReadOptions): Promise<Reviews[]> {
  if (options.format !== null && !FORMAT_NAMES.includes(options.format)) {
    throw usageError(`--format ${options.format} is unknown: use one of ${FORMAT_NAMES.join(", ")}`);
  }
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    return openTakeout(path, await openTakeoutFolder(path), options);
  }
  const from = path === "-" ? (options.standard_input ?? path) : path;
  const input = openFile(from, path === "-" ? "standard input" : path);
  if (options.sheet && detectKind(input) !== "zip")
    throw new OperatorError(`${input.name} is not a workbook: remove --sheet`);
  if (detectKind(input) !== "zip") return [await openLooseFile(input, options)];
  return openZip({ name: input.name, content: from }, options);
}

/** Opens a path and finds out by its content what it is. Rows that lost letters on their way are rejected. */
export async function openReviews(path: string, options: ReadOptions): Promise<Reviews[]> {
  const files = await openPath(path, options);
  return files.map((file) => ({ ...file, rows: withoutDamaged(file.file, file.rows) }));
}
