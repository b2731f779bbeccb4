import { OperatorError } from "../../operator-error.ts";

/**
 * The fields that a table can have for a review, and the headers that name them, normalized. A column that is not listed
 * here is never read, so email, telephone and IP addresses never get in.
 */
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

/** Which column holds which field. An empty name means that no column does, whatever the headers look like. */
export type Columns = { [field in FieldName]?: string };

export const normalizeHeader = (header: string): string =>
  header
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** In a table of no known format, "location" may be where the reviewer lives: it is read only if the operator says so. */
export const withoutListing = (given: Columns): Columns =>
  given.location === undefined && given.location_name === undefined
    ? { ...given, location: "", location_name: "" }
    : given;

/** Finds the columns by their headers; `given` (from --map or the format) comes first. */
export function findColumns(headers: readonly string[], given: Columns = {}): Columns {
  const byName = new Map(headers.map((header) => [normalizeHeader(header), header]));
  const columns: Columns = {};
  for (const field of FIELD_NAMES) {
    const named = given[field];
    const found =
      named === undefined
        ? FIELDS[field].map((alias) => byName.get(alias)).find((header) => header !== undefined)
        : byName.get(normalizeHeader(named));
    if (found !== undefined) columns[field] = found;
  }
  return columns;
}

/** Parses the values of --map, such as rating=Stars. */
export function parseMap(values: readonly string[], usageError: (message: string) => Error): Columns {
  const columns: Columns = {};
  for (const value of values) {
    const [name = "", ...rest] = value.split("=");
    const field = FIELD_NAMES.find((candidate) => candidate === name.trim());
    const header = rest.join("=").trim();
    if (!field || header === "") {
      throw usageError(`--map ${value} is not FIELD=COLUMN, where FIELD is one of ${FIELD_NAMES.join(", ")}`);
    }
    columns[field] = header;
  }
  return columns;
}

export function requireColumns(file: string, headers: readonly string[], columns: Columns, map: Columns): void {
  // Column names are short. If a row of data is in their place, it may hold more than a log should show.
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
      `${file} has no column that looks like ${missing.join(" or ")}; it has ${shown}. Name the column: --map ${missing[0]}=COLUMN`,
    );
  }
}
