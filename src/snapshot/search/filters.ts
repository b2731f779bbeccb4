import type { Label } from "../../model/analysis.ts";
import { createRecent } from "../../model/basics/recent.ts";
import { dayNumber, isCalendarDate, midnightInZone, parseTime } from "../../model/basics/time.ts";
import { f64At, i32At, u8At, u32At } from "../../model/basics/typed-array.ts";
import { levelOf, VERIFICATION_METHODS, type VerificationLevel } from "../../model/review-kinds.ts";
import type { SearchFilters } from "../../model/search.ts";
import type { Dimension } from "../../model/statistics.ts";
import { aspectPositions, withSentiment } from "../aspect-postings.ts";
import { resolveName } from "../resolve-name.ts";
import { FLAGS, type Postings, type ReviewIndex } from "../review-index.ts";

export const NONE: Postings = new Uint32Array(0);

/** The positions from `from` to before `to` whose dates are in the window. Days decrease with the position. */
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

/** Clients ask for the same few dates, and Intl takes 20 µs to find a midnight (measured). */
const midnights = createRecent<string, number>({ entries: 256 });

function midnightMs(time_zone: string, date: string): number {
  const key = `${date} ${time_zone}`;
  const ms = midnights.get(key) ?? Date.parse(midnightInZone(time_zone, date));
  midnights.set(key, ms);
  return ms;
}

/** The first millisecond that `updated_since` includes. */
export function updatedSinceMs({ time_zone }: Pick<ReviewIndex, "time_zone">, value: string): number {
  if (isCalendarDate(value)) return midnightMs(time_zone, value);
  // Commit times have milliseconds. A time with a finer fraction is later than the millisecond to which it is cut.
  return Date.parse(parseTime(value) ?? "") + (/\.\d{3}\d*[1-9]/.test(value) ? 1 : 0);
}

/** Which ratings pass. `stars[4]` is for four stars. */
export function allowedStars({ rating, min_rating = 1, max_rating = 5 }: SearchFilters): boolean[] {
  const passes = (stars: number) =>
    stars >= min_rating && stars <= max_rating && (rating === undefined || rating === stars);
  return [passes(0), passes(1), passes(2), passes(3), passes(4), passes(5)];
}

/** All positions that are in at least one of the lists, ascending. */
export function unite(lists: readonly Postings[], count: number): Postings {
  const [only] = lists;
  if (!only) return NONE;
  if (lists.length === 1) return only;
  const member = new Uint8Array(count);
  let united = 0;
  for (const list of lists) {
    for (let i = 0; i < list.length; i++) {
      const position = u32At(list, i);
      united += 1 - u8At(member, position);
      member[position] = 1;
    }
  }
  const all = new Uint32Array(united);
  for (let position = 0, at = 0; at < united; position++) if (member[position] === 1) all[at++] = position;
  return all;
}

/** RFC 4647 §3.3.1: a range matches a tag if they are equal, or if the tag begins with the range and a hyphen. */
function languagePositions({ by_language, count }: ReviewIndex, range: string): Postings {
  const wanted = range.toLowerCase();
  const lists = Array.from(by_language)
    .filter(([tag]) => tag.toLowerCase() === wanted || tag.toLowerCase().startsWith(`${wanted}-`))
    .map(([, list]) => list);
  return unite(lists, count);
}

function sentimentPositions(index: ReviewIndex, { aspect, aspect_sentiment }: SearchFilters): Postings {
  if (aspect !== undefined) return aspectPositions(index, resolveName(index.aspect_names, aspect), aspect_sentiment);
  const lists = Array.from(index.by_aspect.keys(), (id) => aspectPositions(index, id, aspect_sentiment));
  return unite(lists, index.count);
}

/** The reviews that the business checked, or those of a signed-in account. */
export function levelPositions({ by_verification, count }: ReviewIndex, level: VerificationLevel): Postings {
  const lists = VERIFICATION_METHODS.filter((method) => levelOf(method) === level);
  return unite(
    lists.flatMap((method) => by_verification.get(method) ?? []),
    count,
  );
}

type ListName =
  | "mentions_technician"
  | "mentions_service"
  | "source"
  | "verification"
  | "language"
  | "aspect"
  | "topic"
  | "condition"
  | "sentiment"
  | "verification_level";

/** The filters that name what a sentiment can be about. */
const SUBJECTS = [
  { filter: "mentions_technician", kind: "technician" },
  { filter: "mentions_service", kind: "service" },
  { filter: "topic", kind: "topic" },
] as const;
export type Opined = (typeof SUBJECTS)[number]["kind"];

/** The reviews of a technician, service or topic, or only those with this sentiment toward it. */
export const subjectPositions = (index: ReviewIndex, kind: Opined, id: string, sentiment?: Label): Postings =>
  sentiment === undefined
    ? (index[`by_${kind}`].get(id) ?? NONE)
    : withSentiment(index.sentiments_by[kind].get(id), sentiment);

/** The sentiment is that toward each named subject. If none is named, it is that of the whole review. */
function setSubjects(lists: Map<ListName, Postings>, index: ReviewIndex, filters: SearchFilters): void {
  const { sentiment } = filters;
  let named = false;
  for (const { filter, kind } of SUBJECTS) {
    const name = filters[filter];
    if (name === undefined) continue;
    named = true;
    lists.set(filter, subjectPositions(index, kind, resolveName(index[`${kind}_names`], name), sentiment));
  }
  if (sentiment !== undefined && !named) lists.set("sentiment", withSentiment(index.sentiments, sentiment));
}

/** The list of each filter that has one. A result must be in all of them. An unknown name matches nothing. */
export function filterLists(index: ReviewIndex, filters: SearchFilters): Map<ListName, Postings> {
  const lists = new Map<ListName, Postings>();
  const { source, verification, verification_level, language, condition } = filters;
  setSubjects(lists, index, filters);
  if (source !== undefined) lists.set("source", index.by_source.get(source) ?? NONE);
  if (verification !== undefined) lists.set("verification", index.by_verification.get(verification) ?? NONE);
  if (verification_level !== undefined) lists.set("verification_level", levelPositions(index, verification_level));
  if (language !== undefined) lists.set("language", languagePositions(index, language));
  if (filters.aspect !== undefined || filters.aspect_sentiment !== undefined) {
    lists.set("aspect", sentimentPositions(index, filters));
  }
  if (condition !== undefined) {
    lists.set("condition", index.by_condition.get(resolveName(index.condition_names, condition)) ?? NONE);
  }
  return lists;
}

/** The filters and dimensions that only reviews with an analysis have. */
const THEMES = ["aspect", "aspect_sentiment", "topic", "condition", "sentiment"] as const;

/** A note for answers from the analysis: reviews that the insights did not read are in none of its lists. */
export const themeCoverage = ({ count, read_count }: ReviewIndex): string[] =>
  read_count >= count
    ? []
    : [
        `aspects, topics, conditions and sentiments are known for the newest ${read_count} of ${count} reviews only: older reviews do not count in them`,
      ];

/** The same note for filters and groups. Empty if they do not use the analysis. */
export function coverageNotes(
  index: ReviewIndex,
  filters: SearchFilters,
  group_by: readonly Dimension[] = [],
): string[] {
  const asked = THEMES.some((theme) => filters[theme] !== undefined || group_by.some((name) => name === theme));
  return asked ? themeCoverage(index) : [];
}

/** The filters on columns, except the stars: required bits, and the earliest time of a change. */
export type ColumnTest = { mask: number; wanted: number; changed_from: number };

/** Null if there is no such filter. */
export function columnTest(index: ReviewIndex, filters: SearchFilters): ColumnTest | null {
  let [mask, wanted] = [0, 0];
  for (const name of ["has_text", "has_reply", "incentivized", "edited"] as const) {
    if (filters[name] === undefined) continue;
    mask |= FLAGS[name];
    if (filters[name]) wanted |= FLAGS[name];
  }
  const { updated_since } = filters;
  if (mask === 0 && updated_since === undefined) return null;
  return { mask, wanted, changed_from: updated_since === undefined ? 0 : updatedSinceMs(index, updated_since) };
}

export const passesTest = ({ flags, changed_ms }: ReviewIndex, test: ColumnTest, position: number): boolean =>
  (u8At(flags, position) & test.mask) === test.wanted && f64At(changed_ms, position) >= test.changed_from;
