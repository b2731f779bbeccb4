import type { SearchFilters } from "../model/search.ts";
import { type Dimension, type DimensionValue, ENOUGH_REVIEWS, type Figures, MOST_GROUPS } from "../model/statistics.ts";
import { dateOfDay } from "../model/time.ts";
import { i32At, itemAt, u8At, u32At } from "../model/typed-array.ts";
import { type Coded, codesOf, labelOf } from "./dimensions.ts";
import { FLAGS, type Position, type Postings, type ReviewIndex } from "./review-index.ts";
import { matchFilters } from "./search.ts";
import type { Turns } from "./turns.ts";

type Group = Figures & { label: string } & { [K in Dimension]?: DimensionValue };

/** The answer of /api/reviews/stats. */
export type Statistics = {
  query: SearchFilters;
  group_by: readonly Dimension[];
  total: number;
  matched: number;
  overall: Figures;
  group_count: number;
  groups: Group[];
};

/** Each number of stars, with and without a text and a reply: one count says all figures but the dates. */
const CELLS = 20;

/** What is counted of some groups: CELLS counts for each, and its newest and oldest review. They are added newest first. */
function openTallies() {
  let cells = new Uint32Array(CELLS * 64);
  let newest = new Uint32Array(64);
  let oldest = new Uint32Array(64);
  let used = 0;
  const grow = () => {
    const [wider, later, earlier] = [cells.length, newest.length, oldest.length].map((n) => new Uint32Array(2 * n));
    wider?.set(cells);
    later?.set(newest);
    earlier?.set(oldest);
    [cells, newest, oldest] = [wider ?? cells, later ?? newest, earlier ?? oldest];
  };
  return {
    /** The number of a new group. */
    open(position: Position): number {
      if (used === newest.length) grow();
      newest[used] = position;
      return used++;
    },
    add(group: number, cell: number, position: Position): void {
      const at = group * CELLS + cell;
      cells[at] = u32At(cells, at) + 1;
      oldest[group] = position;
    },
    tally(group: number): Tally {
      const tally: Tally = { stars: [0, 0, 0, 0, 0], text: 0, reply: 0, newest: -1, oldest: -1 };
      if (group >= used) return tally;
      for (let cell = 0; cell < CELLS; cell++) {
        const count = u32At(cells, group * CELLS + cell);
        const [star, bits] = [cell >> 2, cell & 3];
        tally.stars[star] = itemAt(tally.stars, star) + count;
        if (bits & FLAGS.has_text) tally.text += count;
        if (bits & FLAGS.has_reply) tally.reply += count;
      }
      return { ...tally, newest: u32At(newest, group), oldest: u32At(oldest, group) };
    },
  };
}

type Tally = {
  stars: [number, number, number, number, number];
  text: number;
  reply: number;
  newest: Position;
  oldest: Position;
};

const cellAt = ({ rating, flags }: ReviewIndex, position: Position): number =>
  ((u8At(rating, position) - 1) << 2) | (u8At(flags, position) & (FLAGS.has_text | FLAGS.has_reply));

/** Of two whole numbers, so that a half is exactly a half: rounded up, to `decimals`. Null of none. */
function ratio(part: number, whole: number, scale: number, decimals: number): number | null {
  if (whole === 0) return null;
  const unit = 10 ** decimals;
  return Math.floor((2 * part * scale * unit + whole) / (2 * whole)) / unit;
}

function figuresOf(index: ReviewIndex, { stars, text, reply, newest, oldest }: Tally): Figures {
  const count = stars.reduce((sum, n) => sum + n, 0);
  const sum = stars.reduce((total, n, i) => total + n * (i + 1), 0);
  const dateAt = (position: Position) => (position < 0 ? null : dateOfDay(i32At(index.day, position)));
  const [one, two, three, four, five] = stars;
  return {
    count,
    average_rating: ratio(sum, count, 1, 2),
    distribution: { "1": one, "2": two, "3": three, "4": four, "5": five },
    text_count: text,
    text_pct: ratio(text, count, 100, 1),
    reply_count: reply,
    reply_pct: ratio(reply, count, 100, 1),
    first_date: dateAt(oldest),
    last_date: dateAt(newest),
    enough: count >= ENOUGH_REVIEWS,
  };
}

/** Reviews between two places where other requests may have their turn: about 1 ms. */
const TURN_REVIEWS = 8192;

/** Above this many pairs, most of them do not occur, and a table of all would be mostly empty. */
const MOST_PAIRS = 1 << 20;

/** The number of each group: of a pair of codes that occurs. */
function openGroups(pairs: number): { get(pair: number): number; set(pair: number, group: number): void } {
  if (pairs > MOST_PAIRS) {
    const groups = new Map<number, number>();
    return { get: (pair) => groups.get(pair) ?? -1, set: (pair, group) => void groups.set(pair, group) };
  }
  const groups = new Int32Array(pairs).fill(-1);
  return {
    get: (pair) => i32At(groups, pair),
    set(pair, group) {
      groups[pair] = group;
    },
  };
}

/** The tally of each pair of codes that occurs. */
function* tallyPairs(index: ReviewIndex, matches: Postings, first: Coded, second: Coded): Turns<Pair[]> {
  const width = second.values.length;
  const groups = openGroups(first.values.length * width);
  const tallies = openTallies();
  const pairs: number[] = [];
  for (let i = 0; i < matches.length; i++) {
    if (i % TURN_REVIEWS === TURN_REVIEWS - 1) yield;
    const position = u32At(matches, i);
    const cell = cellAt(index, position);
    const [from, to] = [u32At(second.start, position), u32At(second.start, position + 1)];
    for (let a = u32At(first.start, position); a < u32At(first.start, position + 1); a++) {
      const row = u32At(first.codes, a) * width;
      for (let b = from; b < to; b++) {
        const pair = row + u32At(second.codes, b);
        let group = groups.get(pair);
        if (group < 0) {
          group = tallies.open(position);
          groups.set(pair, group);
          pairs.push(pair);
        }
        tallies.add(group, cell, position);
      }
    }
  }
  return pairs.map((pair, group) => ({
    first: Math.floor(pair / width),
    second: pair % width,
    tally: tallies.tally(group),
  }));
}

type Pair = { first: number; second: number; tally: Tally };

function* tallyAll(index: ReviewIndex, matches: Postings): Turns<Tally> {
  const tallies = openTallies();
  if (matches.length > 0) tallies.open(u32At(matches, 0));
  for (let i = 0; i < matches.length; i++) {
    if (i % TURN_REVIEWS === TURN_REVIEWS - 1) yield;
    const position = u32At(matches, i);
    tallies.add(0, cellAt(index, position), position);
  }
  return tallies.tally(0);
}

function oneGroup(count: number): Coded {
  const start = new Uint32Array(count + 1);
  for (let position = 0; position <= count; position++) start[position] = position;
  return { values: [null], start, codes: new Uint32Array(count) };
}

/** How often each code occurs among the matches. */
function countCodes(matches: Postings, { start, codes, values }: Coded): Uint32Array {
  const counts = new Uint32Array(values.length);
  for (let i = 0; i < matches.length; i++) {
    const position = u32At(matches, i);
    for (let at = u32At(start, position); at < u32At(start, position + 1); at++) {
      const code = u32At(codes, at);
      counts[code] = u32At(counts, code) + 1;
    }
  }
  return counts;
}

const DESCENDING: readonly Dimension[] = ["rating", "month", "quarter", "year"];
const FLAG_DIMENSIONS: readonly Dimension[] = ["has_reply", "incentivized", "edited"];

/** Order of code points, which UTF-16 units differ from outside the basic plane. */
const compareCodePoints = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

type Entry = { value: DimensionValue; count: number };

function compareEntries(dimension: Dimension, a: Entry, b: Entry): number {
  if (a.value === b.value) return 0;
  if (a.value === null || b.value === null) return a.value === null ? 1 : -1;
  if (FLAG_DIMENSIONS.includes(dimension)) return a.value ? -1 : 1;
  if (DESCENDING.includes(dimension)) return a.value > b.value ? -1 : 1;
  return b.count - a.count || compareCodePoints(String(a.value), String(b.value));
}

const tallied = ({ stars }: Tally): number => stars.reduce((sum, n) => sum + n, 0);

function* groupMatches(
  index: ReviewIndex,
  matches: Postings,
  group_by: readonly Dimension[],
): Turns<Pick<Statistics, "group_count" | "groups">> {
  const [outer, inner] = group_by;
  if (outer === undefined) return { group_count: 0, groups: [] };
  const first = codesOf(index, outer);
  yield;
  const second = inner === undefined ? oneGroup(index.count) : codesOf(index, inner);
  yield;
  const pairs = yield* tallyPairs(index, matches, first, second);
  const outer_counts = countCodes(matches, first);
  const found = pairs.map((pair) => ({
    tally: pair.tally,
    outer: { value: first.values[pair.first] ?? null, count: u32At(outer_counts, pair.first) },
    inner: { value: second.values[pair.second] ?? null, count: tallied(pair.tally) },
  }));
  found.sort(
    (a, b) =>
      compareEntries(outer, a.outer, b.outer) || (inner === undefined ? 0 : compareEntries(inner, a.inner, b.inner)),
  );
  const groups = found.slice(0, MOST_GROUPS).map((group): Group => {
    const values = inner === undefined ? [group.outer.value] : [group.outer.value, group.inner.value];
    return {
      ...Object.fromEntries(group_by.map((dimension, i) => [dimension, values[i] ?? null])),
      label: group_by.map((dimension, i) => labelOf(index, dimension, values[i] ?? null)).join(", "),
      ...figuresOf(index, group.tally),
    };
  });
  return { group_count: found.length, groups };
}

/** Figures of the reviews that the filters match, and of groups of them: behind HTTP and MCP. */
export function* statisticsInTurns(
  index: ReviewIndex,
  filters: SearchFilters,
  group_by: readonly Dimension[],
): Turns<Statistics> {
  const matches = yield* matchFilters(index, filters);
  const all = yield* tallyAll(index, matches);
  const grouped = yield* groupMatches(index, matches, group_by);
  return {
    query: filters,
    group_by,
    total: index.count,
    matched: matches.length,
    overall: figuresOf(index, all),
    ...grouped,
  };
}
