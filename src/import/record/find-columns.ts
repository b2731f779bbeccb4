import { parseWordLists } from "../../model/basics/word-lists.ts";
import { OperatorError } from "../../operator-error.ts";
import { consentKind } from "./consent/consent-headers.ts";
import words from "./find-columns.words.txt" with { type: "text" };
import { keyOf } from "./header-names.ts";

/** The fields that a table can have for a review, each with the number of its lists in find-columns.words.txt. */
const FIELDS = {
  rating: 3,
  date: 3,
  updated_at: 1,
  author: 3,
  last_name: 1,
  text: 3,
  title: 1,
  source_id: 2,
  source: 1,
  source_url: 2,
  reply: 2,
  reply_date: 1,
  language: 1,
  translation: 1,
  translation_language: 1,
  location: 1,
  location_name: 1,
  consent: 1,
  status: 2,
  verified_by: 1,
} as const;

export type FieldName = keyof typeof FIELDS;
export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[]; // Object.keys loses the literal names

/** What a header says: `rank` is higher if it names the field more clearly. */
type Alias = { field: FieldName; rank: number };
const RANKS = [3, 2, 1] as const;
const HEADER_LISTS = FIELD_NAMES.flatMap((field) =>
  RANKS.filter((rank) => rank <= FIELDS[field]).map((rank) => ({ field, rank, list: `${field} ${rank}` as const })),
);
const LISTS = parseWordLists("find-columns.words.txt", words, [
  ...HEADER_LISTS.map(({ list }) => list),
  ...(["first name", "person"] as const),
]);
/** A part of a pattern that matches one entry of a list. */
const anyOf = (list: keyof typeof LISTS): string => `(?:${LISTS[list].join("|")})`;

/** In --map: no column holds the field. */
const NO_COLUMN = "none";

/** Which column holds which field. An empty name means that no column does, whatever the headers look like. */
export type Columns = { [field in FieldName]?: string };

const FIRST_NAME = new RegExp(`^${anyOf("first name")}$`, "u");
export const isFirstName = (header: string): boolean => FIRST_NAME.test(keyOf(header));

const PERSON = new RegExp(`^${anyOf("person")}$`, "u");
/** A column with names of persons. Which of them to show is the operator's choice. */
export const isPersonName = (header: string): boolean => PERSON.test(keyOf(header));

const ALIASES = new Map<string, Alias>();
for (const { field, rank, list } of HEADER_LISTS) {
  for (const header of LISTS[list]) ALIASES.set(keyOf(header), { field, rank });
}

/** A longer end says something else. */
const HEADER_END = 40;
/** "Rating (1-5)", "Score out of 10", "Note /20". */
const OUT_OF = String.raw`/\s?|\bout of\s?|\bsur\s?|\bvon\s?|\bde\s?|\b[01]\s?(?:-|–|to|\.\.|à|bis|a)\s?|\bmax(?:imum)?\.?\s?`;
const STATED = new RegExp(
  String.raw`(?:${OUT_OF})(\d{1,3}|five|ten)(?:\s?(?:stars?|points?|sterne|étoiles|estrellas))?\s?[)\]]{0,2}$`,
  "iu",
);

/** What a header says about its scale, and the rest of it. */
export function readHeader(header: string): { name: string; best: number | null } {
  const found = STATED.exec(header.slice(-HEADER_END));
  if (!found?.[1]) return { name: header, best: null };
  const best = { five: 5, ten: 10 }[found[1].toLowerCase()] ?? Number(found[1]);
  return { name: header.slice(0, header.length - found[0].length), best };
}

export function aliasOf(header: string): Alias | undefined {
  const alias = ALIASES.get(keyOf(header));
  if (alias) return alias;
  const kind = consentKind(header);
  if (kind !== null) return { field: kind === "shown" ? "status" : "consent", rank: 0.5 };
  const { name, best } = readHeader(header);
  const stated = best === null ? undefined : ALIASES.get(keyOf(name));
  return stated?.field === "rating" ? stated : undefined;
}

/** Answers that are 0 to 10: how likely someone is to recommend the business. */
const isPromoterScore = (header: string): boolean =>
  /^(?:nps.*|netpromoterscore.*|likelihoodtorecommend|howlikely.*recommend.*|wouldyourecommend.*)$/u.test(
    keyOf(header),
  );

/** The column that --map or the format names for a field; "" or "none" means that there is none. */
export function findGiven(headers: readonly string[], named: string): string | undefined {
  return headers.find((header) => header === named) ?? headers.find((header) => keyOf(header) === keyOf(named));
}

/** The texts of a survey may be in several columns, which --map names one by one. They are joined. */
const BETWEEN = "\n";
export const textColumns = (named: string | undefined): string[] => named?.split(BETWEEN) ?? [];
export const joinColumns = (headers: readonly string[]): string => headers.join(BETWEEN);

/** The columns that a name stands for; undefined if one of them is not there. */
export function findMapped(headers: readonly string[], named: string): string | undefined {
  const found = textColumns(named).flatMap((name) => findGiven(headers, name) ?? []);
  return found.length === textColumns(named).length ? joinColumns(found) : undefined;
}

/** Finds the columns by their headers; `given` (from --map or the format) comes first, then the clearest name. */
export function findColumns(headers: readonly string[], given: Columns = {}): Columns {
  const columns: Columns = {};
  const ranks: { [field in FieldName]?: number } = {};
  for (const field of FIELD_NAMES) {
    const named = given[field];
    const found = named === undefined ? undefined : findMapped(headers, named);
    if (found !== undefined) columns[field] = found;
  }
  for (const header of headers) {
    const alias = aliasOf(header);
    if (!alias || given[alias.field] !== undefined || (ranks[alias.field] ?? 0) >= alias.rank) continue;
    ranks[alias.field] = alias.rank;
    columns[alias.field] = header;
  }
  return columns;
}

/**
 * In a table of no known format, "location" may be where the reviewer lives: it is read only if the operator says so. A
 * branch, a store or a business is a listing.
 */
export function withoutHomes(headers: readonly string[], given: Columns): Columns {
  if (given.location === NO_COLUMN) return { location_name: NO_COLUMN, ...given };
  if (given.location !== undefined || given.location_name !== undefined) return given;
  const clear = headers.filter((header) => keyOf(header) !== "location");
  const { location = "", location_name = "" } = findColumns(clear, given);
  return { ...given, location, location_name };
}

/** These columns and no others. */
export const onlyThese = (columns: Columns): Columns =>
  Object.fromEntries(FIELD_NAMES.map((field) => [field, columns[field] ?? ""]));

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
    const before = field === "text" ? textColumns(columns.text) : [];
    columns[field] = joinColumns([...before, header]);
  }
  return columns;
}

// Column names are short. If a row of data is in their place, it may hold more than a log should show.
const showHeaders = (headers: readonly string[]): string =>
  headers
    .slice(0, 30)
    .map((header) => (header.length > 40 ? `${header.slice(0, 39)}…` : header))
    .join(", ");

/** A table in which no column has the name of a rating or a date. Whoever can ask may ask which columns those are. */
export class MissingColumns extends OperatorError {
  readonly headers: readonly string[];
  readonly missing: readonly FieldName[];
  constructor({ headers, missing }: Pick<MissingColumns, "headers" | "missing">, message: string) {
    super(message);
    this.headers = headers;
    this.missing = missing;
  }
}

export function requireColumns(file: string, headers: readonly string[], columns: Columns, map: Columns): void {
  const shown = showHeaders(headers);
  for (const field of FIELD_NAMES) {
    if (map[field] !== undefined && map[field] !== NO_COLUMN && columns[field] === undefined) {
      throw new OperatorError(`${file} has no column ${map[field]}; it has ${shown}`);
    }
  }
  const missing = (["rating", "date"] as const).filter((field) => columns[field] === undefined);
  const promoter = headers.find(isPromoterScore);
  if (missing.includes("rating") && promoter !== undefined) {
    throw new MissingColumns(
      { headers: headers.filter((header) => header !== promoter), missing },
      `${file} has no rating: ${promoter} says how likely someone is to recommend the business, which is not a ` +
        "review. Export the reviews, or name the question that asks for stars: --map rating=COLUMN",
    );
  }
  if (missing.length > 0) {
    throw new MissingColumns(
      { headers, missing },
      `${file} has no column that looks like ${missing.join(" or ")}; it has ${shown}. Name the column: --map ${missing[0]}=COLUMN`,
    );
  }
}
