import { compareText } from "../../model/basics/compare-text.ts";
import { foldQuery } from "../../model/basics/search-folding.ts";
import { itemAt, u8At, u32At } from "../../model/basics/typed-array.ts";
import type { SearchFilters, SearchRequest } from "../../model/search.ts";
import { compareToKey, idAt } from "../review-at.ts";
import type { Position, Postings, ReviewIndex } from "../review-index.ts";
import { finish, type Turns } from "../turns.ts";
import { allowedStars, type ColumnTest, columnTest, dateWindow, filterLists, NONE, passesTest } from "./filters.ts";
import { intersect, lowerBound, parseTextQuery, type TextQuery } from "./text-index.ts";
import { exactMatches, matchText } from "./text-search.ts";

export type SearchResult = { matched: number; positions: Position[]; next_cursor: string | null };

const within = (list: Postings, from: number, to: number): Postings =>
  list.subarray(lowerBound(list, from), lowerBound(list, to));

/** Makes no view of the list, because five views took a third of the time of a plain search (measured). */
const countWithin = (list: Postings, from: number, to: number): number => lowerBound(list, to) - lowerBound(list, from);

type Matches = {
  matched: number;
  page: (from: Position, limit: number) => Position[];
  all: () => Postings;
};

const listed = (list: Postings): Matches => ({
  matched: list.length,
  page: (from, limit) => {
    const start = lowerBound(list, from);
    return Array.from(list.subarray(start, start + limit));
  },
  all: () => list,
});

/** The reviews of the window that have one of these ratings. They are counted without reading each review. */
function unlisted(index: ReviewIndex, [from, to]: [number, number], stars: readonly boolean[]): Matches {
  let matched = 0;
  for (let i = 0; i < index.by_rating.length; i++) {
    if (stars[i + 1]) matched += countWithin(itemAt(index.by_rating, i), from, to);
  }
  const page = (start: Position, limit: number) => {
    const positions: Position[] = [];
    for (let i = Math.max(start, from); i < to && positions.length < limit; i++) {
      if (stars[u8At(index.rating, i)]) positions.push(i);
    }
    return positions;
  };
  const all = () => {
    const positions = new Uint32Array(matched);
    for (let i = from, at = 0; i < to; i++) if (stars[u8At(index.rating, i)]) positions[at++] = i;
    return positions;
  };
  return { matched, page, all };
}

/** The reviews of the list that pass the filters on columns. */
function keep(index: ReviewIndex, list: Postings, stars: readonly boolean[], test: ColumnTest | null): Postings {
  const kept = new Uint32Array(list.length);
  let count = 0;
  for (let i = 0; i < list.length; i++) {
    const position = u32At(list, i);
    if (!stars[u8At(index.rating, position)] || (test && !passesTest(index, test, position))) continue;
    kept[count++] = position;
  }
  return kept.subarray(0, count);
}

function everyPosition([from, to]: [number, number]): Postings {
  const positions = new Uint32Array(to - from);
  for (let i = 0; i < positions.length; i++) positions[i] = from + i;
  return positions;
}

const parseQuery = (index: ReviewIndex, { query }: SearchFilters): TextQuery | null => {
  const folded = query === undefined ? "" : foldQuery(query);
  return folded === "" ? null : parseTextQuery(index.text.base, folded);
};

/** All reviews whose text contains the words, in order. Null without a query. */
export function* findText(index: ReviewIndex, filters: SearchFilters): Turns<Postings | null> {
  const query = parseQuery(index, filters);
  return query && (yield* matchText(index.text, query, null, [0, index.count]));
}

/**
 * For searches with only words, if their list is a bitmap: it is already counted, and a page is read from it. Otherwise
 * null.
 */
function* onlyText(index: ReviewIndex, query: TextQuery): Turns<Matches | null> {
  const exact = yield* exactMatches(index.text, query);
  return exact && { ...exact, all: () => finish(matchText(index.text, query, null, [0, index.count])) };
}

/** The reviews that the filters match. `text` is the result of `findText` for them, if that is known. */
function* findMatches(index: ReviewIndex, filters: SearchFilters, text: Postings | null): Turns<Matches> {
  const window = dateWindow(index, filters);
  const stars = allowedStars(filters);
  const test = columnTest(index, filters);
  const lists = [...filterLists(index, filters).values()];
  if (filters.rating !== undefined) lists.push(index.by_rating[filters.rating - 1] ?? NONE);
  if (text) lists.push(text);
  if (lists.length > 1) lists.sort((a, b) => a.length - b.length);
  const query = text ? null : parseQuery(index, filters);
  // The list contains only reviews with an exact rating, so only the other filters on stars need a check.
  const every_star = (filters.min_rating ?? 1) <= 1 && (filters.max_rating ?? 5) >= 5;
  if (!query && !test && lists.length === 0) return unlisted(index, window, stars);
  const whole = window[0] === 0 && window[1] === index.count;
  const simple = query && !test && lists.length === 0 && every_star && whole ? yield* onlyText(index, query) : null;
  if (simple) return simple;
  let found: Postings | null = null;
  for (const list of lists) found = found ? intersect(found, list) : within(list, ...window);
  if (!query) found ??= everyPosition(window);
  if (found && !(every_star && !test)) found = keep(index, found, stars, test);
  if (!query) return listed(found ?? NONE);
  const matched: Postings = yield* matchText(index.text, query, found, window);
  return listed(found || (every_star && !test) ? matched : keep(index, matched, stars, test));
}

/** All reviews that the filters match, in order, for statistics. For `text`, see `searchInTurns`. */
export function* matchFilters(
  index: ReviewIndex,
  filters: SearchFilters,
  text: Postings | null = null,
): Turns<Postings> {
  return (yield* findMatches(index, filters, text)).all();
}

/** How many reviews the filters match. */
export function* countMatches(index: ReviewIndex, filters: SearchFilters): Turns<number> {
  return (yield* findMatches(index, filters, null)).matched;
}

/** Identifies the filters that a cursor belongs to. */
function filterKey(filters: SearchFilters): string {
  const entries = Object.entries(filters).sort(([a], [b]) => compareText(a, b));
  return Bun.SHA256.hash(JSON.stringify(entries), "base64url").slice(0, 12);
}

/** A cursor contains the sort key of the last shown review, so it stays valid when reviews are added or removed. */
export const renderCursor = (index: ReviewIndex, filters: SearchFilters, last: Position): string =>
  Buffer.from(
    [filterKey(filters), index.day[last], index.published_ms[last], idAt(index, last)].join("~"),
    "latin1",
  ).toString("base64url");

/** The first position after the cursor's review. Null if the cursor is not ours or belongs to other filters. */
function parseCursor(index: ReviewIndex, filters: SearchFilters, cursor: string): Position | null {
  const match = /^([\w-]{12})~(-?\d{1,7})~(-?\d{1,15})~([0-9A-Z]{26})$/.exec(
    Buffer.from(cursor, "base64url").toString("latin1"),
  );
  if (match?.[1] !== filterKey(filters)) return null;
  const key = { day: Number(match[2]), published_ms: Number(match[3]), id: match[4] as string }; // group 4 always takes part in a match
  let [low, high] = [0, index.count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareToKey(index, middle, key) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The search for HTTP, MCP and the pages. Null if the cursor does not belong to these filters. `text` is the result of
 * `findText` for the filters, if that is known.
 */
export function* searchInTurns(
  index: ReviewIndex,
  { filters, limit, cursor }: SearchRequest,
  text: Postings | null = null,
): Turns<SearchResult | null> {
  const start = cursor === null ? 0 : parseCursor(index, filters, cursor);
  if (start === null) return null;
  const matches = yield* findMatches(index, filters, text);
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

/** The same without turns. */
export const search = (index: ReviewIndex, request: SearchRequest): SearchResult | null =>
  finish(searchInTurns(index, request));
