import { ASPECT_SENTIMENTS } from "../model/analysis.ts";
import { cut, isLonger } from "../model/basics/cut.ts";
import { isCalendarDate } from "../model/basics/time.ts";
import { SOURCES, VERIFICATION_LEVELS, VERIFICATION_METHODS } from "../model/review-kinds.ts";
import {
  type FilterName,
  givenFilters,
  isDateOrTime,
  isLanguageTag,
  NAME_MAX_CHARACTERS,
  QUERY_MAX_CHARACTERS,
  SEARCH_LIMIT,
  type SearchFilters,
  type SearchRequest,
} from "../model/search.ts";
import { DIMENSIONS, type Dimension, MOST_DIMENSIONS } from "../model/statistics.ts";
import { type Issue, MAX_ISSUES, moreIssues } from "../model/wire/problem.ts";
import { suggest } from "../spelling.ts";

type Parsed = { value: unknown } | { code: string; message: string };

const fault = (code: string, message: string): Parsed => ({ code, message });

function number(name: string, min: number, max: number, whole: boolean) {
  const pattern = whole ? /^[+-]?\d{1,15}$/ : /^[+-]?\d{1,15}(\.\d{1,15})?$/;
  return (text: string): Parsed => {
    if (!pattern.test(text)) return fault("invalid_type", `${name} must be ${whole ? "a whole number" : "a number"}`);
    const value = Number(text);
    if (value > max) return fault("too_big", `${name} must be at most ${max}`);
    if (value < min) return fault("too_small", `${name} must be at least ${min}`);
    return { value };
  };
}

const date = (name: string) => (text: string) =>
  isCalendarDate(text) ? { value: text } : fault("invalid_date", `${name} must be a real calendar date, YYYY-MM-DD`);

const text = (name: string, max: number) => (value: string) => {
  if (value.includes("\0")) return fault("invalid_string", `${name} must not contain NUL`);
  return isLonger(value, max) ? fault("too_big", `${name} must have at most ${max} characters`) : { value };
};

const oneOf = (name: string, values: readonly string[]) => (value: string) =>
  values.includes(value) ? { value } : fault("invalid_value", `${name} must be one of ${values.join(", ")}`);

const flag = (name: string) => (value: string) =>
  value === "true" || value === "false"
    ? { value: value === "true" }
    : fault("invalid_type", `${name} must be true or false`);

const language = (value: string) =>
  isLanguageTag(value) ? { value } : fault("invalid_value", "language must be a language tag, such as en or pt-BR");

const dateOrTime = (name: string) => (value: string) =>
  isDateOrTime(value)
    ? { value }
    : fault("invalid_date", `${name} must be a date, YYYY-MM-DD, or an RFC 3339 time with offset ("+" written as %2B)`);

function dimensions(value: string): Parsed {
  const names = value.split(",");
  const unknown = names.find((name) => !DIMENSIONS.some((dimension) => dimension === name));
  if (unknown !== undefined) {
    return fault("invalid_value", `group_by must be one or two of ${DIMENSIONS.join(", ")}, with a comma between two`);
  }
  if (names.length > MOST_DIMENSIONS) return fault("too_big", `group_by takes at most ${MOST_DIMENSIONS} dimensions`);
  if (new Set(names).size < names.length) return fault("repeated", "give each dimension of group_by only once");
  return { value: names };
}

type Parser = (text: string) => Parsed;

/** One parser for each filter of the schema. A filter without a parser does not compile. */
const FILTERS: Record<FilterName, Parser> = {
  rating: number("rating", 1, 5, true),
  min_rating: number("min_rating", 1, 5, false),
  since: date("since"),
  until: date("until"),
  query: text("query", QUERY_MAX_CHARACTERS),
  mentions_technician: text("mentions_technician", NAME_MAX_CHARACTERS),
  mentions_service: text("mentions_service", NAME_MAX_CHARACTERS),
  max_rating: number("max_rating", 1, 5, false),
  source: oneOf("source", SOURCES),
  verification: oneOf("verification", VERIFICATION_METHODS),
  language,
  has_text: flag("has_text"),
  has_reply: flag("has_reply"),
  incentivized: flag("incentivized"),
  edited: flag("edited"),
  aspect: text("aspect", NAME_MAX_CHARACTERS),
  aspect_sentiment: oneOf("aspect_sentiment", ASPECT_SENTIMENTS),
  topic: text("topic", NAME_MAX_CHARACTERS),
  condition: text("condition", NAME_MAX_CHARACTERS),
  sentiment: oneOf("sentiment", ASPECT_SENTIMENTS),
  verification_level: oneOf("verification_level", VERIFICATION_LEVELS),
  updated_since: dateOrTime("updated_since"),
};

type Parameters = { [name: string]: Parser };

const SEARCH: Parameters = {
  ...FILTERS,
  limit: number("limit", SEARCH_LIMIT.min, SEARCH_LIMIT.max, true),
  cursor: text("cursor", 500),
};
const STATISTICS: Parameters = { ...FILTERS, group_by: dimensions };

export const isSearchParameter = (name: string): boolean => Object.hasOwn(SEARCH, name);

const ALIASES: Record<string, string> = {
  q: "query",
  search: "query",
  keyword: "query",
  text: "query",
  technician: "mentions_technician",
  service: "mentions_service",
  stars: "rating",
  from: "since",
  to: "until",
  page: "cursor",
  offset: "cursor",
  per_page: "limit",
  max_results: "limit",
  lang: "language",
  replied: "has_reply",
  problem: "condition",
  opinion: "sentiment",
  groupby: "group_by",
  group: "group_by",
};

function suggestion(name: string, names: readonly string[]): string {
  const lower = cut(name, 40).toLowerCase();
  const alias = Object.hasOwn(ALIASES, lower) ? (ALIASES[lower] ?? "") : "";
  const best = names.includes(alias) ? alias : suggest(lower, names);
  return best ? `did you mean ${best}?` : `this path takes ${names.join(", ")}`;
}

/** The raw query string of a URL. URL.parse would give none for a URL that it cannot parse. */
export function queryOf(url: string): string {
  const at = url.indexOf("?");
  const end = url.indexOf("#", at);
  return at < 0 ? "" : url.slice(at + 1, end < 0 ? undefined : end);
}

/** Nearly all names and values need no decoding. */
const ENCODED = /[%+\ufffd]/;

/** application/x-www-form-urlencoded, but a broken escape or broken UTF-8 is an error and does not become U+FFFD. */
function decode(part: string): string | null {
  if (!ENCODED.test(part)) return part;
  try {
    const text = decodeURIComponent(part.replaceAll("+", " "));
    // The runtime replaces raw bytes that are not UTF-8 with it.
    return text.includes("\ufffd") ? null : text;
  } catch {
    return null;
  }
}

/** `message` gets the name as it is shown. Only listed faults get a message, because 8 KB can contain 4,000. */
type Fault = { code: string; message: (shown: string) => string };

const MISENCODED: Fault = {
  code: "invalid_encoding",
  message: (shown) => `${shown} is not valid percent-encoded UTF-8`,
};
const REPEATED: Fault = { code: "repeated", message: (shown) => `give ${shown} only once` };
const EMPTY: Fault = { code: "empty", message: (shown) => `${shown} must not be empty` };

const unrecognized = (parameters: Parameters): Fault => ({
  code: "unrecognized_key",
  message: (shown) => `${shown} is not a parameter: ${suggestion(shown, Object.keys(parameters))}`,
});

function halvesOf(pair: string): [name: string, value: string] {
  const equals = pair.indexOf("=");
  return equals < 0 ? [pair, ""] : [pair.slice(0, equals), pair.slice(equals + 1)];
}

/** Puts the value of a pair into `seen`, or returns what is wrong with it. */
function readPair(pair: string, parameters: Parameters, seen: Map<string, unknown>): Fault | null {
  const [raw_name, raw_value] = halvesOf(pair);
  const name = decode(raw_name);
  if (name === null) return MISENCODED;
  const parse = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  if (!parse) return unrecognized(parameters);
  if (seen.has(name)) return REPEATED;
  seen.set(name, undefined);
  const value = decode(raw_value);
  if (value === null) return MISENCODED;
  if (value === "" && name !== "query") return EMPTY;
  const parsed = parse(value);
  if ("code" in parsed) return { code: parsed.code, message: () => parsed.message };
  seen.set(name, parsed.value);
  return null;
}

function describe(pair: string, { code, message }: Fault): Issue {
  const [raw_name, raw_value] = halvesOf(pair);
  const shown = cut(decode(raw_name) ?? raw_name);
  return { path: [shown], code, message: message(shown), received: cut(decode(raw_value) ?? raw_value) };
}

/** The values by name, or all faults. `search` is the raw query string, with or without its "?". */
function parsePairs(search: string, parameters: Parameters): { values: Map<string, unknown> } | { issues: Issue[] } {
  const values = new Map<string, unknown>();
  const issues: Issue[] = [];
  let others = 0;
  for (const pair of search.replace(/^\?/, "").split("&")) {
    const found = pair === "" ? null : readPair(pair, parameters, values);
    if (found && issues.length < MAX_ISSUES) issues.push(describe(pair, found));
    else if (found) others++;
  }
  if (issues.length === 0) return { values };
  return { issues: others === 0 ? issues : [...issues, moreIssues(others)] };
}

const filtersOf = (values: ReadonlyMap<string, unknown>): SearchFilters => givenFilters((name) => values.get(name));

export function parseSearchParameters(search: string): { request: SearchRequest } | { issues: Issue[] } {
  const parsed = parsePairs(search, SEARCH);
  if ("issues" in parsed) return parsed;
  const limit = parsed.values.get("limit");
  const cursor = parsed.values.get("cursor");
  return {
    request: {
      filters: filtersOf(parsed.values),
      limit: typeof limit === "number" ? limit : SEARCH_LIMIT.fallback,
      cursor: typeof cursor === "string" ? cursor : null,
    },
  };
}

export function parseStatisticsParameters(
  search: string,
): { filters: SearchFilters; group_by: Dimension[] } | { issues: Issue[] } {
  const parsed = parsePairs(search, STATISTICS);
  if ("issues" in parsed) return parsed;
  const group_by = (parsed.values.get("group_by") ?? []) as Dimension[]; // from its own parser
  return { filters: filtersOf(parsed.values), group_by };
}
