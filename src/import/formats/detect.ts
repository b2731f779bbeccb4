import { statSync } from "node:fs";
import type { Source, VerificationMethod } from "../../model/review.ts";
import { OperatorError, usageError } from "../../operator-error.ts";
import { countBytes, decode, detectEncoding, detectKind, type FileKind, type Input, openFile } from "../read/input.ts";
import { type JsonElement, readJsonElements } from "../read/json-elements.ts";
import { readPage } from "../read/page.ts";
import { readTable } from "../read/table-records.ts";
import type { ParsedRows } from "../record/candidate.ts";
import type { Mapping } from "../record/choose-columns.ts";
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
import { apify, apifyTable } from "./apify.ts";
import { birdeye } from "./birdeye.ts";
import { brightData, brightDataTable } from "./bright-data.ts";
import { candor } from "./candor.ts";
import { csv } from "./csv.ts";
import { dataforseo } from "./dataforseo.ts";
import { facebook } from "./facebook.ts";
import type { FormatDefaults, JsonFormat, TableFormat } from "./format.ts";
import { googleApi } from "./google-api.ts";
import { isPlaces, placesRefused } from "./google-places.ts";
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
import { podium, podiumTable } from "./podium.ts";
import { serpapi } from "./serpapi.ts";
import { trustpilot, trustpilotTable } from "./trustpilot.ts";
import { yelp, yelpTable } from "./yelp.ts";

/** The most specific formats come first, the generic ones last. */
const JSON_FORMATS: readonly JsonFormat[] = [
  candor,
  googleApi,
  googleTakeout,
  serpapi,
  brightData,
  outscraper,
  dataforseo,
  apify,
  trustpilot,
  podium,
  yelp,
  facebook,
  jsonLd,
  json,
];
const TABLE_FORMATS: readonly TableFormat[] = [
  outscraperTable,
  brightDataTable,
  apifyTable,
  yelpTable,
  trustpilotTable,
  birdeye,
  podiumTable,
  judgeme,
  csv,
];

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
  /** When an archive was made; null if the file does not say. */
  exported_ms: number | null;
  /** Which columns were chosen, in a file of no known format. */
  mapping: Mapping | null;
};

export type ReadOptions = {
  format: string | null;
  location: string | null;
  map: Columns;
  /** What a rating is out of, in a file of no known format; null if the operator did not say. */
  scale: Scale | null;
  /** The order of dates such as 3/4/2025; null if the file must show it. */
  dates: DateOrder | null;
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
  if (sample.some(({ value, root }) => isPlaces(value) || isPlaces(root))) throw placesRefused(file);
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

const describeFile = ({ name: file, size }: Input, { name, source, verified_by }: FormatDefaults) => ({
  file,
  size,
  format: name,
  source,
  verified_by,
  location: null,
  complete: false,
  exported_ms: null,
  mapping: null,
});

const openInput = (input: Input, { onBytes }: ReadOptions): Input => (onBytes ? countBytes(input, onBytes) : input);

/** `names_listing`: rows may say which listing they belong to. */
type OpenedFile = { reviews: Reviews; names_listing: boolean };

async function openTable(path: string, options: ReadOptions): Promise<OpenedFile> {
  const input = openInput(openFile(path), options);
  const encoding = detectEncoding(input.head);
  const { headers, records } = await readTable(input, encoding);
  const format = chooseTableFormat(path, headers, options.format);
  const given = { ...format.columns, ...options.map };
  const reread = async () => (await readTable(openFile(path), encoding)).records;
  checkScaleOption(path, format, options.scale);
  const wanted = format === csv && options.location === null ? withoutListing(given) : given;
  requireColumns(path, headers, findColumns(headers, wanted), options.map);
  const mapping =
    format === csv ? await surveyTable(path, headers, await reread(), { map: wanted, scale: options.scale }) : null;
  const columns = mapping?.columns ?? findColumns(headers, wanted);
  const { scale, dates: order } = options;
  const rows = parseTable({ file: path, format, headers, columns, scale: scale ?? 5, order, records, reread });
  const names_listing = columns.location !== undefined || columns.location_name !== undefined;
  return { reviews: { ...describeFile(input, format), ...rows, mapping }, names_listing };
}

/** The ratings of a known format are out of five. */
function checkScaleOption(file: string, { name }: FormatDefaults, scale: Scale | null): void {
  if (scale === null || scale === 5 || name === csv.name || name === json.name) return;
  throw new OperatorError(`${file} has the format ${name}, whose ratings are out of five: remove --scale`);
}

async function openDocument(path: string, kind: "json" | "page", options: ReadOptions): Promise<OpenedFile> {
  const input = openInput(openFile(path), options);
  const encoding = detectEncoding(input.head);
  if (kind === "json" && encoding === "windows-1252")
    throw new OperatorError(`${path} is not UTF-8, as JSON must be: save it as UTF-8`);
  const read = (from: Input) => (kind === "page" ? readPage(from) : readJsonElements(decode(from, encoding), path));
  const { sample, elements } = await readSample(read(input));
  if (kind === "page" && sample.length === 0) {
    throw new OperatorError(`${path} is a web page without JSON-LD: no reviews can be read from it`);
  }
  const format = chooseJsonFormat(path, sample, options.format);
  const map = options.location === null ? withoutListing(options.map) : options.map;
  checkScaleOption(path, format, options.scale);
  const { scale, dates: order } = options;
  const reread = () => read(openFile(path));
  const mapping = format === json ? await surveyElements(path, reread(), { map, scale }) : null;
  const chosen = mapping ? onlyThese(mapping.columns) : map;
  const rows = parseElements({ file: path, format, map: chosen, scale: scale ?? 5, order, elements, reread });
  return { reviews: { ...describeFile(input, format), ...rows, mapping }, names_listing: true };
}

/** Opens a file that may be only a part of a listing, or have several. */
async function openLooseFile(path: string, kind: Exclude<FileKind, "zip">, options: ReadOptions): Promise<Reviews> {
  const open = (from: ReadOptions) => (kind === "table" ? openTable(path, from) : openDocument(path, kind, from));
  const { reviews, names_listing } = await open(options);
  if (!names_listing && options.location === null) return reviews;
  const { onBytes: _, ...uncounted } = options;
  return pickListing(reviews, options.location, async () => (await open(uncounted)).reviews);
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
  return {
    ...describeFile(input, googleTakeout),
    ...rows,
    location,
    complete: true,
    exported_ms: input.archived_ms ?? null,
  };
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

/** Opens a path and finds out by its content what it is. Reads only the beginning of each file. */
export async function openReviews(path: string, options: ReadOptions): Promise<Reviews[]> {
  if (options.format !== null && !FORMAT_NAMES.includes(options.format)) {
    throw usageError(`--format ${options.format} is unknown: use one of ${FORMAT_NAMES.join(", ")}`);
  }
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    return openTakeout(path, await openTakeoutFolder(path), options);
  }
  const kind = detectKind(openFile(path));
  if (kind !== "zip") return [await openLooseFile(path, kind, options)];
  return openTakeout(path, await openTakeoutZip(path), options);
}
