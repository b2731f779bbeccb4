import { ENOUGH_REVIEWS } from "../../model/basics/enough.ts";
import { dateOfDay } from "../../model/basics/time.ts";
import { i32At, itemAt, u8At, u32At } from "../../model/basics/typed-array.ts";
import type { SearchFilters } from "../../model/search.ts";
import { type Dimension, type DimensionValue, type Figures, MOST_GROUPS } from "../../model/statistics.ts";
import { FLAGS, type Position, type Postings, type ReviewIndex } from "../review-index.ts";
import type { Turns } from "../turns.ts";
import { type Coded, codesOf, groupLabel, oneGroup } from "./dimensions.ts";
import { matchFilters } from "./search.ts";

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

/** One count for each rating, with and without a text and a reply. All figures except the dates come from these. */
const CELLS = 20;

type Tally = {
  stars: [number, number, number, number, number];
  text: number;
  reply: number;
  newest: Position;
  oldest: Position;
};

const cellOf = (rating: number, flags: number): number =>
  ((rating - 1) << 2) | (flags & (FLAGS.has_text | FLAGS.has_reply));

/**
 * part / whole × scale, rounded to `decimals`. Computed from whole numbers, so that an exact half is rounded up. Null
 * if `whole` is 0.
 */
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

/** After this many reviews (about 1 ms), other requests may run. */
const TURN_REVIEWS = 8192;

/** The tally of a group from its CELLS counts. */
function tallyOf(cells: Uint32Array, newest: Position, oldest: Position): Tally {
  const tally: Tally = { stars: [0, 0, 0, 0, 0], text: 0, reply: 0, newest, oldest };
  for (let cell = 0; cell < CELLS; cell++) {
    const count = u32At(cells, cell);
    const [star, bits] = [cell >> 2, cell & 3];
    tally.stars[star] = itemAt(tally.stars, star) + count;
    if (bits & FLAGS.has_text) tally.text += count;
    if (bits & FLAGS.has_reply) tally.reply += count;
  }
  return tally;
}

/**
 * Calls `add` for parts of the matches. The counting is in a plain function, because a generator takes twice as long
 * (measured).
 */
function* inParts(matches: Postings, add: (from: number, to: number) => void): Turns<void> {
  for (let from = 0; from < matches.length; from += TURN_REVIEWS) {
    if (from > 0) yield;
    add(from, Math.min(from + TURN_REVIEWS, matches.length));
  }
}

function* tallyAll({ rating, flags }: ReviewIndex, matches: Postings): Turns<Tally> {
  const cells = new Uint32Array(CELLS);
  yield* inParts(matches, (from, to) => {
    for (let i = from; i < to; i++) {
      const position = u32At(matches, i);
      const cell = cellOf(u8At(rating, position), u8At(flags, position));
      cells[cell] = u32At(cells, cell) + 1;
    }
  });
  return tallyOf(cells, matches[0] ?? -1, matches.at(-1) ?? -1);
}

/** With more pairs than this, most do not occur, and a table of all pairs would be mostly empty. */
const MOST_PAIRS = 1 << 20;

/** The counts of groups. A group is a pair of codes. Groups are added newest first. */
type Groups = {
  first: Coded;
  second: Coded;
  /** The group number of each pair, or -1 if it does not occur. `numbers` replaces it if there are too many pairs. */
  table: Int32Array;
  numbers: Map<number, number> | null;
  /** By group number: its pair, its CELLS counts, its newest and its oldest review. */
  pairs: number[];
  cells: Uint32Array;
  newest: Position[];
  oldest: Uint32Array;
  /** Reviews by code of the first dimension. */
  outer_counts: Uint32Array;
};

function createGroups(first: Coded, second: Coded): Groups {
  const pairs = first.values.length * second.values.length;
  const many = pairs > MOST_PAIRS;
  return {
    first,
    second,
    table: new Int32Array(many ? 0 : pairs).fill(-1),
    numbers: many ? new Map() : null,
    pairs: [],
    cells: new Uint32Array(CELLS * 64),
    newest: [],
    oldest: new Uint32Array(64),
    outer_counts: new Uint32Array(first.values.length),
  };
}

function doubled(array: Uint32Array): Uint32Array {
  const wider = new Uint32Array(2 * array.length);
  wider.set(array);
  return wider;
}

function addGroup(groups: Groups, pair: number, position: Position): number {
  const number = groups.pairs.length;
  if (groups.numbers) groups.numbers.set(pair, number);
  else groups.table[pair] = number;
  groups.pairs.push(pair);
  groups.newest.push(position);
  if (number === groups.oldest.length) {
    groups.cells = doubled(groups.cells);
    groups.oldest = doubled(groups.oldest);
  }
  return number;
}

function addToGroups({ rating, flags }: ReviewIndex, groups: Groups, matches: Postings): void {
  const { table, numbers, outer_counts } = groups;
  const { start: first_start, codes: first_codes } = groups.first;
  const { start: second_start, codes: second_codes, values } = groups.second;
  let { cells, oldest } = groups;
  for (let i = 0; i < matches.length; i++) {
    const position = u32At(matches, i);
    const cell = cellOf(u8At(rating, position), u8At(flags, position));
    const from = u32At(second_start, position);
    const to = u32At(second_start, position + 1);
    const end = u32At(first_start, position + 1);
    for (let a = u32At(first_start, position); a < end; a++) {
      const code = u32At(first_codes, a);
      outer_counts[code] = u32At(outer_counts, code) + 1;
      for (let b = from; b < to; b++) {
        const pair = code * values.length + u32At(second_codes, b);
        let group = numbers ? (numbers.get(pair) ?? -1) : i32At(table, pair);
        if (group < 0) {
          group = addGroup(groups, pair, position);
          ({ cells, oldest } = groups);
        }
        const at = group * CELLS + cell;
        cells[at] = u32At(cells, at) + 1;
        oldest[group] = position;
      }
    }
  }
}

const DESCENDING: readonly Dimension[] = ["rating", "month", "quarter", "year"];
const FLAG_DIMENSIONS: readonly Dimension[] = ["has_reply", "incentivized", "edited"];

/** The order of code points. UTF-16 units sort differently outside the basic plane. */
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

type Ordered = { outer: DimensionValue; inner: DimensionValue; tally: Tally };

/** The first MOST_GROUPS groups. There may be many others, and only their number is needed. */
function orderGroups({ first, second, ...groups }: Groups, [outer, inner]: readonly Dimension[]): Ordered[] {
  const width = second.values.length;
  const by_outer = new Map<number, number[]>();
  for (const [number, pair] of groups.pairs.entries()) {
    const code = Math.floor(pair / width);
    const list = by_outer.get(code);
    if (list) list.push(number);
    else by_outer.set(code, [number]);
  }
  const tally = (number: number): Tally =>
    tallyOf(
      groups.cells.subarray(number * CELLS, (number + 1) * CELLS),
      itemAt(groups.newest, number),
      u32At(groups.oldest, number),
    );
  const outers = Array.from(by_outer, ([code, numbers]) => ({
    value: first.values[code] ?? null,
    count: u32At(groups.outer_counts, code),
    numbers,
  }));
  if (outer !== undefined) outers.sort((a, b) => compareEntries(outer, a, b));
  const ordered: Ordered[] = [];
  for (const { value, numbers } of outers) {
    if (ordered.length >= MOST_GROUPS) break;
    const inners = numbers.map((number) => {
      const tallies = tally(number);
      const code = itemAt(groups.pairs, number) % width;
      return { value: second.values[code] ?? null, count: tallied(tallies), tally: tallies };
    });
    if (inner !== undefined) inners.sort((a, b) => compareEntries(inner, a, b));
    for (const entry of inners) ordered.push({ outer: value, inner: entry.value, tally: entry.tally });
  }
  return ordered.slice(0, MOST_GROUPS);
}

function* groupMatches(
  index: ReviewIndex,
  matches: Postings,
  group_by: readonly Dimension[],
): Turns<Pick<Statistics, "group_count" | "groups">> {
  const [outer, inner] = group_by;
  if (outer === undefined) return { group_count: 0, groups: [] };
  const first = codesOf(index, outer);
  yield;
  const second = inner === undefined ? oneGroup(index) : codesOf(index, inner);
  yield;
  const counted = createGroups(first, second);
  yield* inParts(matches, (from, to) => addToGroups(index, counted, matches.subarray(from, to)));
  yield;
  const groups = orderGroups(counted, group_by).map((group): Group => {
    const values = inner === undefined ? [group.outer] : [group.outer, group.inner];
    return {
      ...Object.fromEntries(group_by.map((dimension, i) => [dimension, values[i] ?? null])),
      label: group_by.map((dimension, i) => groupLabel(index, dimension, values[i] ?? null)).join(", "),
      ...figuresOf(index, group.tally),
    };
  });
  return { group_count: counted.pairs.length, groups };
}

/** Figures about the reviews that the filters match and about groups of them, for HTTP and MCP. */
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
