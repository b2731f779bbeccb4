import { dateOfDay, dayNumber } from "../../model/basics/time.ts";
import { i32At, itemAt, u8At, u32At } from "../../model/basics/typed-array.ts";
import {
  SOURCE_LABELS,
  VERIFICATION_LABELS,
  VERIFICATION_LEVEL_LABELS,
  VERIFICATION_LEVELS,
} from "../../model/review-kinds.ts";
import type { Dimension, DimensionValue } from "../../model/statistics.ts";
import { FLAGS, type Postings, type ReviewIndex } from "../review-index.ts";
import { levelPositions } from "./filters.ts";

/**
 * Codes are indexes into `values`. The review at `p` has the codes from `codes[start[p]]` to before `codes[start[p +
 * 1]]`.
 */
export type Coded = { values: DimensionValue[]; start: Uint32Array; codes: Uint32Array };

/** 0, 1, 2 and so on: the starts of the codes if each review has one code. All share this array, and it only grows. */
let counting = new Uint32Array(0);

function countTo(length: number): Uint32Array {
  if (counting.length >= length) return counting;
  counting = new Uint32Array(length);
  for (let i = 0; i < length; i++) counting[i] = i;
  return counting;
}

/** One value per review. */
const coded = (values: DimensionValue[], codes: Uint32Array): Coded => ({
  values,
  start: countTo(codes.length + 1),
  codes,
});

/** All reviews have the same value. */
export const oneGroup = ({ count }: ReviewIndex): Coded => coded([null], new Uint32Array(count));

/** Any number of values per review. A review that is in no list has the value null. */
function codedLists(count: number, lists: ReadonlyMap<string, Postings>): Coded {
  const start = new Uint32Array(count + 1);
  for (const list of lists.values()) {
    for (let i = 0; i < list.length; i++) {
      const after = u32At(list, i) + 1;
      start[after] = u32At(start, after) + 1;
    }
  }
  for (let position = 0; position < count; position++) {
    start[position + 1] = u32At(start, position) + Math.max(1, u32At(start, position + 1));
  }
  const codes = new Uint32Array(u32At(start, count)).fill(lists.size);
  const next = start.slice();
  let code = 0;
  for (const list of lists.values()) {
    for (let i = 0; i < list.length; i++) {
      const position = u32At(list, i);
      const at = u32At(next, position);
      codes[at] = code;
      next[position] = at + 1;
    }
    code++;
  }
  return { values: [...lists.keys(), null], start, codes };
}

/** Days decrease with the position, so the reviews of a period are neighbors. Each period's name is made only once. */
function codedPeriods({ count, day }: ReviewIndex, periodOf: (date: string) => { name: string; first: string }): Coded {
  const periods: string[] = [];
  const codes = new Uint32Array(count);
  let first_day = Number.POSITIVE_INFINITY;
  for (let position = 0; position < count; position++) {
    const at = i32At(day, position);
    if (at < first_day) {
      const { name, first } = periodOf(dateOfDay(at));
      periods.push(name);
      first_day = dayNumber(first);
    }
    codes[position] = periods.length - 1;
  }
  return coded(periods, codes);
}

const monthOf = (date: string) => ({ name: date.slice(0, 7), first: `${date.slice(0, 7)}-01` });
const yearOf = (date: string) => ({ name: date.slice(0, 4), first: `${date.slice(0, 4)}-01-01` });

function quarterOf(date: string) {
  const quarter = Math.ceil(Number(date.slice(5, 7)) / 3);
  const year = date.slice(0, 4);
  return { name: `${year}-Q${quarter}`, first: `${year}-${String(3 * quarter - 2).padStart(2, "0")}-01` };
}

function aspectLists({ by_aspect }: ReviewIndex): Map<string, Postings> {
  return new Map(Array.from(by_aspect, ([id, { positions }]) => [id, positions]));
}

/** Technicians who are not counted are left out. A review may then have no technician. */
function technicianLists({ by_technician, uncounted_technicians }: ReviewIndex): Map<string, Postings> {
  return new Map([...by_technician].filter(([id]) => !uncounted_technicians.has(id)));
}

function codedFlag({ count, flags }: ReviewIndex, bit: number): Coded {
  const codes = new Uint32Array(count);
  for (let position = 0; position < count; position++) codes[position] = (u8At(flags, position) & bit) === 0 ? 0 : 1;
  return coded([false, true], codes);
}

function codedRating({ count, rating }: ReviewIndex): Coded {
  const codes = new Uint32Array(count);
  for (let position = 0; position < count; position++) codes[position] = u8At(rating, position) - 1;
  return coded([1, 2, 3, 4, 5], codes);
}

const levelLists = (index: ReviewIndex): Map<string, Postings> =>
  new Map(VERIFICATION_LEVELS.map((level) => [level, levelPositions(index, level)]));

const CODED: Record<Dimension, (index: ReviewIndex) => Coded> = {
  rating: codedRating,
  source: ({ count, by_source }) => codedLists(count, by_source),
  verification: ({ count, by_verification }) => codedLists(count, by_verification),
  language: ({ count, by_language }) => codedLists(count, by_language),
  technician: (index) => codedLists(index.count, technicianLists(index)),
  service: ({ count, by_service }) => codedLists(count, by_service),
  service_area: ({ count, by_service_area }) => codedLists(count, by_service_area),
  condition: ({ count, by_condition }) => codedLists(count, by_condition),
  verification_level: (index) => codedLists(index.count, levelLists(index)),
  aspect: (index) => codedLists(index.count, aspectLists(index)),
  topic: ({ count, by_topic }) => codedLists(count, by_topic),
  month: (index) => codedPeriods(index, monthOf),
  quarter: (index) => codedPeriods(index, quarterOf),
  year: (index) => codedPeriods(index, yearOf),
  has_reply: (index) => codedFlag(index, FLAGS.has_reply),
  incentivized: (index) => codedFlag(index, FLAGS.incentivized),
  edited: (index) => codedFlag(index, FLAGS.edited),
};

export const codesOf = (index: ReviewIndex, dimension: Dimension): Coded => CODED[dimension](index);

const FLAG_LABELS: { [dimension: string]: [is: string, is_not: string] } = {
  has_reply: ["With a response", "Without a response"],
  incentivized: ["Incentivized", "Not incentivized"],
  edited: ["Edited", "Never edited"],
};

const NULL_LABELS: { [dimension: string]: string } = {
  language: "Unknown language",
  technician: "No technician",
  service: "No service",
  service_area: "No service area",
  condition: "No condition",
  aspect: "No aspect",
  topic: "No topic",
};

const MONTHS = "January February March April May June July August September October November December".split(" ");

/** The label of a value. */
export function groupLabel(index: ReviewIndex, dimension: Dimension, value: DimensionValue): string {
  const text = String(value);
  if (value === null) return NULL_LABELS[dimension] ?? "None";
  if (typeof value === "boolean") return FLAG_LABELS[dimension]?.[value ? 0 : 1] ?? text;
  switch (dimension) {
    case "rating":
      return value === 1 ? "1 star" : `${text} stars`;
    case "month":
      return `${itemAt(MONTHS, Number(text.slice(5)) - 1)} ${text.slice(0, 4)}`;
    case "quarter":
      return `${text.slice(5)} ${text.slice(0, 4)}`;
    case "source":
      return SOURCE_LABELS[text] ?? text;
    case "verification":
      return VERIFICATION_LABELS[text] ?? text;
    case "verification_level":
      return VERIFICATION_LEVEL_LABELS[text] ?? text;
    case "technician":
    case "service":
    case "service_area":
    case "condition":
    case "aspect":
    case "topic":
      return index[`${dimension}_labels`].get(text) ?? text;
    default:
      return text;
  }
}
