import { statSync } from "node:fs";
import { OperatorError, usageError } from "../../operator-error.ts";
import { chooseEncoding } from "../read/encoding.ts";
import { decode, detectKind, fileInput, type Input } from "../read/input.ts";
import { type JsonElement, readJsonElements } from "../read/json-elements.ts";
import { hasMember } from "../read/member-names.ts";
import { refuseDemonstration } from "../read/refuse-demonstration.ts";
import { findTableIn, readSpreadsheet } from "../read/spreadsheet.ts";
import { describeMarkup, readPage } from "../read/web-page.ts";
import type { Archive } from "../read/zip.ts";
import type { ConsentGiven, Consents } from "../record/consent/consent-survey.ts";
import { withoutDamaged } from "../record/damaged-rows.ts";
import { onlyThese, withoutHomes } from "../record/find-columns.ts";
import { parseElements } from "../record/json-rows.ts";
import { chooseListing, pickListing } from "../record/listings.ts";
import { describeConsents, isAskingMember, NO_CONSENTS, surveyElements, surveyMembers } from "../record/survey.ts";
import { flatten, isFields } from "../record/values.ts";
import { apify } from "./apify.ts";
import { birdeye } from "./birdeye.ts";
import { brightData } from "./bright-data.ts";
import { candor } from "./candor.ts";
import { dataforseo } from "./dataforseo.ts";
import { detectSheet, detectTextTable, TABLE_FORMATS } from "./detect-table.ts";
import { facebook } from "./facebook.ts";
import type { JsonFormat } from "./format.ts";
import { googleApi } from "./google-api.ts";
import { isPlaces, placesRefused } from "./google-places.ts";
import {
  countInListings,
  googleTakeout,
  listTakeoutFolder,
  listTakeoutZip,
  reviewsByOwner,
  type TakeoutListing,
} from "./google-takeout.ts";
import { json } from "./json.ts";
import { jsonLd } from "./json-ld.ts";
import {
  checkScaleOption,
  countedInput,
  describeFile,
  noteEncoding,
  type OpenedFile,
  type ReadOptions,
  type Reviews,
} from "./opened-reviews.ts";
import { outscraper } from "./outscraper.ts";
import { podium } from "./podium.ts";
import { serpapi } from "./serpapi.ts";
import { trustpilot } from "./trustpilot.ts";
import { yelp } from "./yelp.ts";

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
  birdeye,
  yelp,
  facebook,
  jsonLd,
  json,
];
export const FORMAT_NAMES = [...new Set([...JSON_FORMATS, ...TABLE_FORMATS].map(({ name }) => name))];

/** How many of the first rows are read to recognize the format. */
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

type KnownDocument = {
  format: JsonFormat;
  reread: () => AsyncIterable<JsonElement>;
  /** Whether the name of any member in it asks for consent. */
  isAsked: () => Promise<boolean>;
};

/** What a document of a known format says about publication. */
async function findConsents(file: string, document: KnownDocument, said: ConsentGiven): Promise<Consents> {
  const { format, reread, isAsked } = document;
  async function* reviews() {
    for await (const { value } of reread()) yield* format.reviews?.(value) ?? [value];
  }
  const is_read = format.reviews || said.consent.length + said.ignore.length > 0 || (await isAsked());
  return is_read ? surveyMembers(file, reviews(), said) : NO_CONSENTS;
}

async function detectDocument(file: Input, kind: "json" | "page", options: ReadOptions): Promise<OpenedFile> {
  const path = file.name;
  const encoding = await chooseEncoding(file, options.encoding ?? null).catch((error) => {
    throw kind === "json" ? notUtf8(path) : error;
  });
  if (kind === "json" && !options.encoding && !encoding.startsWith("utf-")) throw notUtf8(path);
  const input = countedInput(file, options);
  const read = (from: Input) =>
    refuseDemonstration(
      path,
      kind === "page" ? readPage(from, encoding) : readJsonElements(decode(from, encoding), path),
    );
  const { sample, elements } = await readSample(read(input));
  if (kind === "page" && sample.length === 0) {
    throw new OperatorError(`${path} is ${describeMarkup(input.head)}: no reviews can be read from it`);
  }
  const format = chooseJsonFormat(path, sample, options.format);
  const members = sample.flatMap(({ value }) => (isFields(value) ? Object.keys(flatten(value)) : []));
  const map = options.location === null ? withoutHomes(members, options.map) : options.map;
  checkScaleOption(path, format, options.scale);
  const { scale, dates: order } = options;
  const reread = () => read(file);
  const { consent = [], ignore = [] } = options;
  const said = { map, consent, ignore };
  const mapping = format === json ? await surveyElements(path, reread(), { ...said, scale }) : null;
  const isAsked = () => hasMember(decode(file, encoding), isAskingMember);
  const consents = mapping?.consents ?? (await findConsents(path, { format, reread, isAsked }, said));
  const chosen = mapping ? onlyThese(mapping.columns) : map;
  const rows = parseElements({
    file: path,
    format,
    map: chosen,
    consents: consents.rules,
    scale: scale ?? 5,
    order,
    today: options.today ?? null,
    elements,
    reread,
  });
  const notes = noteEncoding(encoding, options);
  if (!mapping) notes.push(...describeConsents(consents));
  return {
    reviews: { ...describeFile(input, format), ...rows, mapping, consents: consents.columns, notes },
    names_listing: true,
  };
}

const notUtf8 = (file: string) => new OperatorError(`${file} is not UTF-8, as JSON must be: save it as UTF-8`);

/** Opens a file that may contain only a part of a listing, or several listings. */
async function detectLoose(
  open: (options: ReadOptions) => Promise<OpenedFile>,
  options: ReadOptions,
): Promise<Reviews> {
  const { reviews, names_listing } = await open(options);
  if (!names_listing && options.location === null) return reviews;
  const { onBytes: _, ...uncounted } = options;
  return pickListing(reviews, options.location, async () => (await open(uncounted)).reviews);
}

function detectLooseFile(input: Input, options: ReadOptions): Promise<Reviews> {
  const kind = detectKind(input);
  return detectLoose(
    (from) => (kind === "json" || kind === "page" ? detectDocument(input, kind, from) : detectTextTable(input, from)),
    options,
  );
}

/** A zip is a Takeout or a workbook, or contains one table. */
async function detectInZip(archive: Archive, options: ReadOptions): Promise<Reviews[]> {
  const { names, listings } = await listTakeoutZip(archive);
  if (listings.length > 0) return detectTakeout(archive.name, listings, options);
  const workbook = await readSpreadsheet(archive, names);
  if (workbook) return [await detectLoose((from) => detectSheet(workbook, from), options)];
  const inner = await findTableIn(archive, names);
  return "content" in inner ? detectInZip(inner, options) : [await detectLooseFile(inner, options)];
}

async function detectTakeoutFile(input: Input, location: string, options: ReadOptions): Promise<Reviews> {
  const read = (from: Input) => readJsonElements(decode(from, "utf-8"), input.name);
  const { elements } = await readSample(read(countedInput(input, options)));
  const rows = parseElements({
    file: input.name,
    format: googleTakeout,
    map: options.map,
    consents: [],
    scale: 5,
    order: null,
    today: null,
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

async function detectTakeout(path: string, listings: readonly TakeoutListing[], options: ReadOptions) {
  const undecided = options.location === null && listings.length > 1;
  const listing = chooseListing(path, undecided ? await countInListings(listings) : listings, options.location);
  // The name of an archive's entry begins with the name of the archive.
  const files = listing.files.map((file) =>
    file.name.startsWith(path) ? file : { ...file, name: `${path}: ${file.name}` },
  );
  return Promise.all(files.map((file) => detectTakeoutFile(file, listing.location, options)));
}

async function detectAt(path: string, options: ReadOptions): Promise<Reviews[]> {
  if (options.format !== null && !FORMAT_NAMES.includes(options.format)) {
    throw usageError(`--format ${options.format} is unknown: use one of ${FORMAT_NAMES.join(", ")}`);
  }
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    return detectTakeout(path, await listTakeoutFolder(path), options);
  }
  const from = path === "-" ? (options.standard_input ?? path) : path;
  const input = fileInput(from, path === "-" ? "standard input" : (options.shown_name ?? path));
  if (options.sheet && detectKind(input) !== "zip")
    throw new OperatorError(`${input.name} is not a workbook: remove --sheet`);
  if (detectKind(input) !== "zip") return [await detectLooseFile(input, options)];
  return detectInZip({ name: input.name, content: from }, options);
}

/**
 * Opens a path and detects from its content what it is. Rows that lost letters on their way are rejected. Rows in our
 * own format are not changed, so that /reviews.json can be imported byte for byte.
 */
export async function detectReviews(path: string, options: ReadOptions): Promise<Reviews[]> {
  const files = await detectAt(path, options);
  return files.map((file) =>
    file.format === candor.name ? file : { ...file, rows: withoutDamaged(file.file, file.rows) },
  );
}
