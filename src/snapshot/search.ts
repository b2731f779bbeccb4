import { createHash } from "node:crypto";
import type { ExplorerFilters } from "../model/explorer.ts";
import type { AspectFilters, SearchFilters, SearchRequest } from "../model/search.ts";
import { dayNumber } from "../model/time.ts";
import { i32At, u8At } from "../model/typed-array.ts";
import { aspectPositions } from "./aspect-postings.ts";
import { compareToKey, idAt } from "./review-at.ts";
import type { Position, Postings, ReviewIndex } from "./review-index.ts";
import { foldForSearch } from "./search-folding.ts";
import { exactPage, intersect, lowerBound, matchText, parseTextQuery } from "./text-index.ts";

/** Every filter of HTTP, the explorer page and MCP. Each of them uses some of these. */
type Filters = ExplorerFilters & AspectFilters;

export type SearchResult = { matched: number; positions: Position[]; next_cursor: string | null };

/** Positions [from, to) whose date is in the window. Days decrease with the position. */
export function dateWindow(index: ReviewIndex, filters: SearchFilters): [number, number] {
  const firstAtMost = (limit: number) => {
    let [low, high] = [0, index.count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (i32At(index.day, middle) > limit) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const from = filters.until === undefined ? 0 : firstAtMost(dayNumber(filters.until));
  const to = filters.since === undefined ? index.count : firstAtMost(dayNumber(filters.since) - 1);
  return [from, Math.max(from, to)];
}

const NONE: Postings = new Uint32Array(0);

/** The lists that a result must be in. An unknown technician or service matches nothing. */
function requiredLists(index: ReviewIndex, filters: Filters): Postings[] {
  const lists: Postings[] = [];
  const named = (name: string, names: ReadonlyMap<string, string>, by: ReadonlyMap<string, Postings>) => {
    const folded = foldForSearch(name.trim());
    lists.push(by.get(names.get(folded) ?? folded) ?? NONE);
  };
  if (filters.rating !== undefined) lists.push(index.by_rating[filters.rating - 1] ?? NONE);
  if (filters.mentions_technician !== undefined) {
    named(filters.mentions_technician, index.technician_names, index.by_technician);
  }
  if (filters.mentions_service !== undefined) named(filters.mentions_service, index.service_names, index.by_service);
  if (filters.source !== undefined) lists.push(index.by_source.get(filters.source) ?? NONE);
  if (filters.aspect !== undefined) lists.push(aspectPositions(index, filters.aspect, filters.aspect_sentiment));
  return lists.sort((a, b) => a.length - b.length);
}

const within = (list: Postings, from: number, to: number): Postings =>
  list.subarray(lowerBound(list, from), lowerBound(list, to));

type Matches = { matched: number; page: (from: Position, limit: number) => Position[] };

const listed = (list: Postings): Matches => ({
  matched: list.length,
  page: (from, limit) => {
    const start = lowerBound(list, from);
    return Array.from(list.subarray(start, start + limit));
  },
});

/** Counted without looking at each review: every position in the window, or those with enough stars. */
function unlisted(index: ReviewIndex, [from, to]: [number, number], min_rating: number): Matches {
  let matched = 0;
  for (const [i, list] of index.by_rating.entries()) if (i + 1 >= min_rating) matched += within(list, from, to).length;
  return {
    matched,
    page: (start, limit) => {
      const positions: Position[] = [];
      for (let i = Math.max(start, from); i < to && positions.length < limit; i++) {
        if (u8At(index.rating, i) >= min_rating) positions.push(i);
      }
      return positions;
    },
  };
}

function findMatches(index: ReviewIndex, filters: Filters): Matches {
  const [from, to] = dateWindow(index, filters);
  const lists = requiredLists(index, filters);
  const min_rating = filters.min_rating ?? 1;
  const query = filters.query ? parseTextQuery(index.text, foldForSearch(filters.query)) : null;
  if (!query && lists.length === 0) return unlisted(index, [from, to], min_rating);
  if (query?.exact && lists.length === 0 && min_rating <= 1 && from === 0 && to === index.count) {
    const page = (start: Position, limit: number) => exactPage(index.text, query, start, limit);
    if (page(0, 0)) return { matched: query.at_most, page: (start, limit) => page(start, limit) ?? [] };
  }
  let found: Postings | null = null;
  for (const list of lists) found = found ? intersect(found, list) : within(list, from, to);
  if (query) found = matchText(index.text, query, found, [from, to]);
  found ??= NONE;
  if (min_rating > 1) found = found.filter((position) => u8At(index.rating, position) >= min_rating);
  return listed(found);
}

/** Every review whose text contains the words, in order. */
export const findText = (index: ReviewIndex, words: string): Postings =>
  matchText(index.text, parseTextQuery(index.text, foldForSearch(words)), null, [0, index.count]);

/** Identifies the filters that a cursor belongs to. */
function filterKey(filters: Filters): string {
  const entries = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(entries)).digest("base64url").slice(0, 12);
}

/** A cursor holds the sort key of the last review shown, so it stays right when reviews are added or removed. */
export const renderCursor = (index: ReviewIndex, filters: Filters, last: Position): string =>
  Buffer.from(
    [filterKey(filters), index.day[last], index.published_ms[last], idAt(index, last)].join("~"),
    "latin1",
  ).toString("base64url");

/** The first position after the cursor's review; null for a cursor that is not ours or belongs to other filters. */
function parseCursor(index: ReviewIndex, filters: Filters, cursor: string): Position | null {
  const match = /^([\w-]{12})~(-?\d{1,7})~(-?\d{1,15})~([0-9A-Z]{26})$/.exec(
    Buffer.from(cursor, "base64url").toString("latin1"),
  );
  if (match?.[1] !== filterKey(filters)) return null;
  const key = { day: Number(match[2]), published_ms: Number(match[3]), id: match[4] as string }; // group 4 took part
  let [low, high] = [0, index.count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareToKey(index, middle, key) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The search behind HTTP, MCP and the pages. Null: the cursor does not belong to these filters. */
export function search(
  index: ReviewIndex,
  { filters, limit, cursor }: SearchRequest & { filters: Filters },
): SearchResult | null {
  const start = cursor === null ? 0 : parseCursor(index, filters, cursor);
  if (start === null) return null;
  const matches = findMatches(index, filters);
  const positions = matches.page(start, limit + 1);
  const more = positions.length > limit;
  if (more) positions.pop();
  const last = positions.at(-1);
  return {
    matched: matches.matched,
    positions,
    next_cursor: more && last !== undefined ? renderCursor(index, filters, last) : null,
  };
}
