import { statSync } from "node:fs";
import type { Source, VerificationMethod } from "../../model/review.ts";
import { OperatorError, usageError } from "../../operator-error.ts";
import { decode, detectEncoding, type Input, openFile, sniff } from "../read/input.ts";
import { type JsonElement, jsonElements } from "../read/json-elements.ts";
import type { Candidate, Rejection, Rows } from "../record/candidate.ts";
import { type Columns, withoutListing } from "../record/columns.ts";
import { openDateOrder } from "../record/date-order.ts";
import { chooseListing, pickListing } from "../record/listings.ts";
import { isFields } from "../record/values.ts";
import { apify } from "./apify.ts";
import { birdeye } from "./birdeye.ts";
import { candor } from "./candor.ts";
import { csv, openTable } from "./csv.ts";
import { facebook } from "./facebook.ts";
import type { JsonFormat, TableFormat } from "./format.ts";
import { googleApi } from "./google-api.ts";
import {
  countReviews,
  googleTakeout,
  openTakeoutFolder,
  openTakeoutZip,
  type TakeoutListing,
  wrongFile,
} from "./google-takeout.ts";
import { json } from "./json.ts";
import { jsonLd, readPage } from "./json-ld.ts";
import { judgeme } from "./judgeme.ts";
import { outscraper, outscraperTable } from "./outscraper.ts";
import { podium } from "./podium.ts";
import { serpapi } from "./serpapi.ts";
import { trustpilot } from "./trustpilot.ts";
import { yelp, yelpTable } from "./yelp.ts";

/** In order of how much they ask for: the generic ones come last. */
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

/** Reviews of one file and one listing, on their way in. */
export type Reviews = {
  file: string;
  /** Bytes that are to be read of it, unpacked. */
  size: number;
  format: string;
  source: Source;
  verified_by: VerificationMethod | null;
  location: string | null;
  /** Holds all reviews of its listing: one that is missing was deleted at the source. */
  complete: boolean;
  rows: Rows;
  /** What the file says of itself that its rows do not bear out; known when they were read. */
  warning(): string | null;
};

export type ReadOptions = {
  format: string | null;
  location: string | null;
  map: Columns;
  /** Told how many bytes were read. */
  bytes?: (count: number) => void;
};

const SAMPLE = 5;
const PAGE_LIMIT = 32 * 1024 * 1024;

type Elements = { sample: JsonElement[]; rest: AsyncIterator<JsonElement> };

async function readSample(elements: AsyncIterable<JsonElement>): Promise<Elements> {
  const rest = elements[Symbol.asyncIterator]();
  const sample: JsonElement[] = [];
  while (sample.length < SAMPLE) {
    const next = await rest.next();
    if (next.done) break;
    sample.push(next.value);
  }
  return { sample, rest };
}

async function* all({ sample, rest }: Elements): AsyncGenerator<JsonElement> {
  yield* sample;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

function chooseFormat(file: string, sample: readonly JsonElement[], asked: string | null): JsonFormat {
  if (sample.some(({ value }) => isFields(value) && value.type === "FeatureCollection")) throw wrongFile(file);
  const format = JSON_FORMATS.find(({ name, looksLike }) => (asked === null ? sample.some(looksLike) : name === asked));
  if (format) return format;
  if (asked !== null) throw new OperatorError(`${file} is JSON, not ${asked}: leave --format out`);
  throw new OperatorError(
    `${file} has no rows that look like reviews: each needs a rating and a date. If their names are unusual, give --format json and --map`,
  );
}

/** Elements handed over together. */
const BATCH = 200;

function openElements(
  file: string,
  elements: Elements,
  format: JsonFormat,
  map: Columns,
  again: () => AsyncIterable<JsonElement>,
): Reviews {
  let row = 0;
  let root: JsonElement["root"] = {};
  const datesOf = (element: JsonElement) => format.dates?.(element, map) ?? [];
  const dates = openDateOrder(1, async function* () {
    for await (const element of again()) yield datesOf(element);
  });
  async function* rows(): Rows {
    let batch: (Candidate | Rejection)[] = [];
    for await (const element of all(elements)) {
      row += 1;
      root = element.root;
      if (format.dates && dates.meet(datesOf(element), row)) await dates.settle();
      batch.push(...format.parse(element, { file, row }, map, dates.order()));
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  }
  const { name, source, verified_by } = format;
  return {
    file,
    size: 0,
    format: name,
    source,
    verified_by,
    location: null,
    complete: false,
    rows: rows(),
    warning: () => format.finish?.(root, row) ?? dates.warning(),
  };
}

async function* pageElements(input: Input): AsyncGenerator<JsonElement> {
  if (input.size > PAGE_LIMIT) throw new OperatorError(`${input.name} is too large for a page: at most 32 MB`);
  let html = "";
  for await (const part of decode(input, detectEncoding(input.head))) html += part;
  for (const value of readPage(html)) yield { value, member: null, root: {} };
}

function counted(input: Input, bytes: ReadOptions["bytes"]): Input {
  if (!bytes) return input;
  async function* chunks() {
    for await (const chunk of input.chunks()) {
      bytes?.(chunk.length);
      yield chunk;
    }
  }
  return { ...input, chunks };
}

type Opened = Reviews & { /** Rows may say which listing they are of. */ listed: boolean };

async function openText(
  path: string,
  kind: "json" | "page" | "table",
  options: ReadOptions,
  bytes?: ReadOptions["bytes"],
): Promise<Opened> {
  const input = counted(openFile(path), bytes);
  const encoding = detectEncoding(input.head);
  if (kind === "table") {
    const { format, rows, listed, warning } = await openTable(input, encoding, TABLE_FORMATS, options);
    const { name, source, verified_by } = format;
    return {
      file: path,
      size: input.size,
      format: name,
      source,
      verified_by,
      location: null,
      complete: false,
      rows,
      warning,
      listed,
    };
  }
  if (kind === "json" && encoding === "windows-1252")
    throw new OperatorError(`${path} is not UTF-8, as JSON must be: save it as UTF-8`);
  const elements = (from: Input) => (kind === "page" ? pageElements(from) : jsonElements(decode(from, encoding), path));
  const read = await readSample(elements(input));
  if (kind === "page" && read.sample.length === 0) {
    throw new OperatorError(`${path} is a page without JSON-LD: no reviews can be read from it`);
  }
  const format = chooseFormat(path, read.sample, options.format);
  const map = options.location === null ? withoutListing(options.map) : options.map;
  return { ...openElements(path, read, format, map, () => elements(openFile(path))), size: input.size, listed: true };
}

async function openLoose(path: string, kind: "json" | "page" | "table", options: ReadOptions): Promise<Reviews> {
  const { listed, ...reviews } = await openText(path, kind, options, options.bytes);
  return listed || options.location !== null
    ? pickListing(reviews, options.location, () => openText(path, kind, options))
    : reviews;
}

async function openTakeout(path: string, listings: readonly TakeoutListing[], options: ReadOptions) {
  const undecided = options.location === null && listings.length > 1;
  const listing = chooseListing(path, undecided ? await countReviews(listings) : listings, options.location);
  // An entry of an archive is found by the archive's name and its own.
  const files = listing.files.map((file) =>
    file.name.startsWith(path) ? file : { ...file, name: `${path}: ${file.name}` },
  );
  return openListing({ ...listing, files }, options);
}

async function openListing(listing: TakeoutListing, options: ReadOptions): Promise<Reviews[]> {
  return Promise.all(
    listing.files.map(async (file) => {
      const elements = (input: Input) => jsonElements(decode(input, "utf-8"), file.name);
      const read = await readSample(elements(counted(file, options.bytes)));
      const reviews = openElements(file.name, read, googleTakeout, options.map, () => elements(file));
      return { ...reviews, size: file.size, location: listing.location, complete: true };
    }),
  );
}

/** Opens one path: finds out by content what it is, reads nothing but its beginning. */
export async function openReviews(path: string, options: ReadOptions): Promise<Reviews[]> {
  if (options.format !== null && !FORMAT_NAMES.includes(options.format)) {
    throw usageError(`--format ${options.format} is unknown: one of ${FORMAT_NAMES.join(", ")}`);
  }
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    return openTakeout(path, await openTakeoutFolder(path), options);
  }
  const kind = sniff(openFile(path));
  if (kind !== "zip") return [await openLoose(path, kind, options)];
  return openTakeout(path, await openTakeoutZip(path), options);
}
