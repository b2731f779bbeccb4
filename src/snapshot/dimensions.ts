import { SOURCE_LABELS, VERIFICATION_LABELS } from "../model/review.ts";
import type { Dimension, DimensionValue } from "../model/statistics.ts";
import { dateOfDay } from "../model/time.ts";
import { i32At, itemAt, u8At, u32At } from "../model/typed-array.ts";
import { FLAGS, type Postings, type ReviewIndex } from "./review-index.ts";

/** Codes are indexes into `values`. The codes of the review at `p` are `codes[start[p]]` to before `codes[start[p + 1]]`. */
export type Coded = { values: DimensionValue[]; start: Uint32Array; codes: Uint32Array };

/** One value per review. */
function coded(count: number, values: DimensionValue[], codeAt: (position: number) => number): Coded {
  const codes = new Uint32Array(count);
  const start = new Uint32Array(count + 1);
  for (let position = 0; position < count; position++) {
    codes[position] = codeAt(position);
    start[position + 1] = position + 1;
  }
  return { values, start, codes };
}

/** Any number of values per review. One that is in no list has the value null. */
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

/** Days decrease with the position, so the reviews of a day are neighbors, and so are those of a period. */
function codedPeriods({ count, day }: ReviewIndex, periodOf: (date: string) => string): Coded {
  const periods: string[] = [];
  let known = Number.NaN;
  return coded(count, periods, (position) => {
    const at = i32At(day, position);
    if (at !== known) {
      known = at;
      const period = periodOf(dateOfDay(at));
      if (period !== periods.at(-1)) periods.push(period);
    }
    return periods.length - 1;
  });
}

const quarterOf = (date: string): string => `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;

function aspectLists({ by_aspect }: ReviewIndex): Map<string, Postings> {
  return new Map(Array.from(by_aspect, ([id, { positions }]) => [id, positions]));
}

const codedFlag = ({ count, flags }: ReviewIndex, bit: number): Coded =>
  coded(count, [false, true], (position) => ((u8At(flags, position) & bit) === 0 ? 0 : 1));

const CODED: Record<Dimension, (index: ReviewIndex) => Coded> = {
  rating: ({ count, rating }) => coded(count, [1, 2, 3, 4, 5], (position) => u8At(rating, position) - 1),
  source: ({ count, by_source }) => codedLists(count, by_source),
  verification: ({ count, by_verification }) => codedLists(count, by_verification),
  language: ({ count, by_language }) => codedLists(count, by_language),
  technician: ({ count, by_technician }) => codedLists(count, by_technician),
  service: ({ count, by_service }) => codedLists(count, by_service),
  service_area: ({ count, by_service_area }) => codedLists(count, by_service_area),
  aspect: (index) => codedLists(index.count, aspectLists(index)),
  topic: ({ count, by_topic }) => codedLists(count, by_topic),
  month: (index) => codedPeriods(index, (date) => date.slice(0, 7)),
  quarter: (index) => codedPeriods(index, quarterOf),
  year: (index) => codedPeriods(index, (date) => date.slice(0, 4)),
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
  aspect: "No aspect",
  topic: "No topic",
};

const MONTHS = "January February March April May June July August September October November December".split(" ");

/** A value in words. */
export function labelOf(index: ReviewIndex, dimension: Dimension, value: DimensionValue): string {
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
    case "technician":
    case "service":
    case "service_area":
    case "aspect":
    case "topic":
      return index[`${dimension}_labels`].get(text) ?? text;
    default:
      return text;
  }
}
