import { cut, isLonger } from "../model/cut.ts";
import { type Issue, MAX_ISSUES, moreIssues } from "../model/problem.ts";
import { QUERY_MAX_CHARACTERS, SEARCH_LIMIT, type SearchFilters, type SearchRequest } from "../model/search.ts";
import { isCalendarDate } from "../model/time.ts";
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

const PARAMETERS = {
  rating: number("rating", 1, 5, true),
  min_rating: number("min_rating", 1, 5, false),
  since: date("since"),
  until: date("until"),
  query: text("query", QUERY_MAX_CHARACTERS),
  mentions_technician: text("mentions_technician", 300),
  mentions_service: text("mentions_service", 300),
  limit: number("limit", SEARCH_LIMIT.min, SEARCH_LIMIT.max, true),
  cursor: text("cursor", 500),
} as const;

const NAMES = Object.keys(PARAMETERS);

export const isSearchParameter = (name: string): boolean => NAMES.includes(name);

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
};

function suggestion(name: string): string {
  const lower = cut(name, 40).toLowerCase();
  const best = (Object.hasOwn(ALIASES, lower) && ALIASES[lower]) || suggest(lower, NAMES);
  return best ? `did you mean ${best}?` : `this path takes ${NAMES.join(", ")}`;
}

/** application/x-www-form-urlencoded, but a broken escape or broken UTF-8 is an error, not U+FFFD. */
function decode(part: string): string | null {
  try {
    const text = decodeURIComponent(part.replaceAll("+", " "));
    // The runtime puts it in place of raw bytes that are not UTF-8.
    return text.includes("\ufffd") ? null : text;
  } catch {
    return null;
  }
}

/** Describes a fault. Only the faults that are listed are described: 8 KB hold 4,000, and a suggestion takes time. */
type Describe = () => Issue;

function parsePair(pair: string, seen: Map<string, unknown>): Describe | null {
  const equals = pair.indexOf("=");
  const rawName = equals < 0 ? pair : pair.slice(0, equals);
  const rawValue = equals < 0 ? "" : pair.slice(equals + 1);
  const name = decode(rawName);
  const value = decode(rawValue);
  const shown = cut(name ?? rawName);
  const issue = (code: string, message: () => string) => (): Issue => ({
    path: [shown],
    code,
    message: message(),
    received: cut(value ?? rawValue),
  });
  const misencoded = issue("invalid_encoding", () => `${shown} is not valid percent-encoded UTF-8`);
  if (name === null) return misencoded;
  const parse = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name as keyof typeof PARAMETERS] : undefined; // just checked
  if (!parse) return issue("unrecognized_key", () => `${shown} is not a parameter: ${suggestion(name)}`);
  if (seen.has(name)) return issue("repeated", () => `give ${name} only once`);
  seen.set(name, undefined);
  if (value === null) return misencoded;
  if (value === "" && name !== "query") return issue("empty", () => `${name} must not be empty`);
  const parsed = parse(value);
  if ("code" in parsed) return issue(parsed.code, () => parsed.message);
  seen.set(name, parsed.value);
  return null;
}

/** The request, or its faults, all at once. `search` is the raw query string, with or without its "?". */
export function parseSearchParameters(search: string): { request: SearchRequest } | { issues: Issue[] } {
  const seen = new Map<string, unknown>();
  const issues: Issue[] = [];
  let others = 0;
  for (const pair of search.replace(/^\?/, "").split("&")) {
    const describe = pair === "" ? null : parsePair(pair, seen);
    if (describe && issues.length < MAX_ISSUES) issues.push(describe());
    else if (describe) others++;
  }
  if (issues.length > 0) return { issues: others === 0 ? issues : [...issues, moreIssues(others)] };
  const { limit, cursor, ...given } = Object.fromEntries(seen);
  const filters = Object.fromEntries(
    NAMES.filter((name) => given[name] !== undefined && given[name] !== "").map((name) => [name, given[name]]),
  ) as SearchFilters; // each value came from its own parser above
  return {
    request: {
      filters,
      limit: typeof limit === "number" ? limit : SEARCH_LIMIT.fallback,
      cursor: typeof cursor === "string" ? cursor : null,
    },
  };
}
