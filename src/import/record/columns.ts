import { OperatorError } from "../../operator-error.ts";
import { BadField, type Candidate, type Place } from "./candidate.ts";
import {
  type Fields,
  isFields,
  parseMethod,
  parseReply,
  parseSource,
  parseStars,
  parseUpdated,
  parseWhen,
  textOf,
  type WhenOptions,
} from "./values.ts";

/** What a table can say of a review, and the headers it is known under, folded. A column not named here is never read:
 * e-mail, telephone and IP addresses stop at the door. */
const FIELDS = {
  rating: [
    "rating",
    "stars",
    "star rating",
    "score",
    "review rating",
    "review stars",
    "rating value",
    "reviewrating ratingvalue",
    "stars given",
    "rate",
  ],
  date: [
    "date",
    "review date",
    "created",
    "created at",
    "date posted",
    "posted",
    "posted at",
    "published",
    "published at",
    "date published",
    "datepublished",
    "publishedatdate",
    "time",
    "timestamp",
    "date created",
    "created time",
    "createtime",
    "time created",
    "review created utc",
    "review created",
    "review datetime utc",
    "datetime",
    "iso date",
    "submitted",
    "submitted at",
  ],
  updated_at: ["updated", "updated at", "updatetime", "last edited", "edited at", "modified", "modified at"],
  author: [
    "author",
    "reviewer",
    "reviewer name",
    "customer name",
    "customer",
    "user",
    "user name",
    "username",
    "author name",
    "author title",
    "autor name",
    "review username",
    "display name",
    "reviewer displayname",
    "patient",
    "patient name",
    "consumer name",
    "name",
  ],
  text: [
    "text",
    "review",
    "comment",
    "comments",
    "body",
    "review text",
    "review body",
    "reviewbody",
    "content",
    "review content",
    "message",
    "feedback",
    "snippet",
    "description",
  ],
  title: ["title", "review title", "headline", "subject", "heading"],
  source_id: ["id", "review id", "reviewid", "uuid", "external id", "external review id"],
  source: ["source", "site", "platform", "source of review", "review source", "review site"],
  source_url: ["url", "link", "review url", "review link", "permalink", "reviewurl"],
  reply: [
    "reply",
    "owner answer",
    "owner reply",
    "owner response",
    "response",
    "reply text",
    "company reply",
    "business response",
    "reply content",
    "response text",
  ],
  reply_date: [
    "reply date",
    "response date",
    "owner answer timestamp datetime utc",
    "reply created utc",
    "company reply date utc",
    "company reply date",
    "replied at",
  ],
  language: ["language", "lang", "review language"],
  location: ["place id", "placeid", "location id", "location", "store", "branch", "listing"],
  location_name: ["location name", "business name", "place name", "store name"],
  verified_by: ["verified by", "verification", "verification method"],
} as const;

export type FieldName = keyof typeof FIELDS;
export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[]; // Object.keys loses the literal names

/** Which column holds which field; an empty name says that none does, whatever the headers look like. */
export type Columns = { [field in FieldName]?: string };

export const foldHeader = (header: string): string =>
  header
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** In a table of no known shape "location" may be where the reviewer lives: it counts when the operator says so. */
export const withoutListing = (given: Columns): Columns =>
  given.location === undefined && given.location_name === undefined
    ? { ...given, location: "", location_name: "" }
    : given;

/** Finds the columns by their headers; `given` (from --map or a preset) comes first. */
export function findColumns(headers: readonly string[], given: Columns = {}): Columns {
  const byFold = new Map(headers.map((header) => [foldHeader(header), header]));
  const columns: Columns = {};
  for (const field of FIELD_NAMES) {
    const named = given[field];
    const found =
      named === undefined
        ? FIELDS[field].map((alias) => byFold.get(alias)).find((header) => header !== undefined)
        : byFold.get(foldHeader(named));
    if (found !== undefined) columns[field] = found;
  }
  return columns;
}

/** --map rating=Stars, as a table. */
export function parseMap(values: readonly string[], fault: (message: string) => Error): Columns {
  const columns: Columns = {};
  for (const value of values) {
    const [name = "", ...rest] = value.split("=");
    const field = FIELD_NAMES.find((candidate) => candidate === name.trim());
    const header = rest.join("=").trim();
    if (!field || header === "") {
      throw fault(`--map ${value} is not FIELD=COLUMN, where FIELD is one of ${FIELD_NAMES.join(", ")}`);
    }
    columns[field] = header;
  }
  return columns;
}

export function requireColumns(file: string, headers: readonly string[], columns: Columns, map: Columns): void {
  // A column's name is short; a row that stands where names should be may say more than a log should hold.
  const shown = headers
    .slice(0, 30)
    .map((header) => (header.length > 40 ? `${header.slice(0, 39)}…` : header))
    .join(", ");
  for (const field of FIELD_NAMES) {
    if (map[field] !== undefined && columns[field] === undefined) {
      throw new OperatorError(`${file} has no column ${map[field]}; it has ${shown}`);
    }
  }
  const missing = (["rating", "date"] as const).filter((field) => columns[field] === undefined);
  if (missing.length > 0) {
    throw new OperatorError(
      `${file} has no column that looks like ${missing.join(" or ")}; it has ${shown}. Say which: --map ${missing[0]}=COLUMN`,
    );
  }
}

/** Some tools put JSON into a cell: its words, or the member asked for. */
function openCell(value: unknown, ...members: string[]): unknown {
  let opened = value;
  if (typeof value === "string" && /^\s*\{[\s\S]*\}\s*$/.test(value)) {
    try {
      opened = JSON.parse(value);
    } catch {
      return value; // words that happen to stand in braces
    }
  }
  if (!isFields(opened)) return opened;
  const inside = opened;
  return members.map((member) => inside[member]).find((member) => textOf(member) !== null) ?? null;
}

/** Cells that may hold a date whose order the file must tell. */
export const datesOf = (record: Fields, columns: Columns): unknown[] =>
  (["date", "updated_at", "reply_date"] as const).flatMap((field) => {
    const header = columns[field];
    return header === undefined ? [] : [record[header]];
  });

/** What a row is called, which is known also where the rest of it cannot be used. */
export function nameRecord(record: Fields, columns: Columns) {
  const cell = (field: FieldName) => textOf(record[columns[field] ?? ""]);
  const source = parseSource(cell("source"));
  const location_name = cell("location_name");
  const location = cell("location") ?? location_name;
  return {
    ...(source ? { source } : {}),
    source_id: cell("source_id"),
    ...(location === null ? {} : { location, location_name }),
  };
}

/** A row of a table, or an object with the same members, as a candidate. */
export function parseRecord(record: Fields, columns: Columns, place: Place, options: WhenOptions = {}): Candidate {
  const cell = (field: FieldName): unknown => {
    const header = columns[field];
    return header === undefined ? undefined : record[header];
  };
  const has = (field: FieldName) => columns[field] !== undefined;
  const text = textOf(openCell(cell("text"), "text", "comment", "body", "original"));
  const reply = openCell(cell("reply"), "text", "comment", "body");
  const replied = has("reply_date") ? cell("reply_date") : openCell(cell("reply"), "updateTime", "date", "created_at");
  const language = textOf(cell("language"));
  if (text !== null && /^#(?:REF|VALUE|NAME|N\/A)[!?]?$/.test(text))
    throw new BadField(`text is a spreadsheet's error ${text}`);
  return {
    place,
    ...nameRecord(record, columns),
    author: textOf(openCell(cell("author"), "name", "displayName", "display_name")),
    rating: parseStars(openCell(cell("rating"), "ratingValue", "value", "rating")),
    ...parseWhen(cell("date"), options),
    ...parseUpdated(cell("updated_at"), options),
    ...(has("title") ? { title: textOf(cell("title")) } : {}),
    text,
    ...(language && /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(language) ? { language } : {}),
    ...(has("source_url") ? { source_url: textOf(cell("source_url")) } : {}),
    ...(has("reply")
      ? {
          reply: parseReply(reply, typeof reply === "string" && reply === replied ? null : replied, {
            ...(options.order ? { order: options.order } : {}),
          }),
        }
      : {}),
    ...parseMethod(cell("verified_by")),
  };
}
