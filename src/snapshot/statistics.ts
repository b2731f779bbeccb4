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

/** What is counted of some reviews. They are added newest first. */
type Tally = {
  stars: [number, number, number, number, number];
  text: number;
  reply: number;
  newest: Position;
  oldest: Position;
};

const emptyTally = (): Tally => ({ stars: [0, 0, 0, 0, 0], text: 0, reply: 0, newest: -1, oldest: -1 });

function add(tally: Tally, { rating, flags }: ReviewIndex, position: Position): void {
  const at = u8At(rating, position) - 1;
  tally.stars[at] = itemAt(tally.stars, at) + 1;
  const bits = u8At(flags, position);
  if (bits & FLAGS.has_text) tally.text++;
  if (bits & FLAGS.has_reply) tally.reply++;
  if (tally.newest < 0) tally.newest = position;
  tally.oldest = position;
}

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

/** The tally of each pair of codes that occurs; `first * second.values.length + second` is its key. */
function* tallyPairs(index: ReviewIndex, matches: Postings, first: Coded, second: Coded): Turns<Map<number, Tally>> {
  const tallies = new Map<number, Tally>();
  const width = second.values.length;
  for (let i = 0; i < matches.length; i++) {
    if (i % TURN_REVIEWS === TURN_REVIEWS - 1) yield;
    const position = u32At(matches, i);
    const [from, to] = [u32At(second.start, position), u32At(second.start, position + 1)];
    for (let a = u32At(first.start, position); a < u32At(first.start, position + 1); a++) {
      const row = u32At(first.codes, a) * width;
      for (let b = from; b < to; b++) {
        const key = row + u32At(second.codes, b);
        let tally = tallies.get(key);
        if (!tally) {
          tally = emptyTally();
          tallies.set(key, tally);
        }
        add(tally, index, position);
      }
    }
  }
  return tallies;
}

const ONE_GROUP = (count: number): Coded => ({
  values: [null],
  start: new Uint32Array(count + 1).map((_, position) => position),
  codes: new Uint32Array(count),
});

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
  const second = inner === undefined ? ONE_GROUP(index.count) : codesOf(index, inner);
  yield;
  const tallies = yield* tallyPairs(index, matches, first, second);
  const outer_counts = countCodes(matches, first);
  const found = Array.from(tallies, ([key, tally]) => {
    const code = Math.floor(key / second.values.length);
    const inner_value = second.values[key % second.values.length] ?? null;
    return {
      tally,
      outer: { value: first.values[code] ?? null, count: u32At(outer_counts, code) },
      inner: { value: inner_value, count: tallied(tally) },
    };
  });
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
  const all = emptyTally();
  for (let i = 0; i < matches.length; i++) {
    if (i % TURN_REVIEWS === TURN_REVIEWS - 1) yield;
    add(all, index, u32At(matches, i));
  }
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
