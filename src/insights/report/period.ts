import type { Label } from "../../model/analysis.ts";
import type { InsightsDocument } from "../../model/insights-document.ts";
import { type AnalyzedReview, monthNumber, type ReviewsByAspect } from "./analyzed-review.ts";
import type { InsightReview } from "./insight-review.ts";
import { count, ENOUGH, emptyTally, type Tally, total } from "./statistics.ts";
import { monthAndYear } from "./words.ts";

/** Opinions are told of the months up to the newest review: this many. */
const MONTHS = 24;

/** The time that opinions are told of. */
export type Period = {
  /** Its first month, in months since year 0; 0 if all reviews count. */
  first_month: number;
  /** Its first day; null if all reviews count. */
  from: string | null;
};

export const ALL_TIME: Period = { first_month: 0, from: null };

/** The 24 months up to the newest review, if older reviews exist and at least five texts are newer. */
export function openPeriod(reviews: InsightReview[], analyzed: AnalyzedReview[]): Period {
  let latest = 0;
  let earliest = Infinity;
  for (const { date } of reviews) {
    const month = monthNumber(date);
    latest = Math.max(latest, month);
    earliest = Math.min(earliest, month);
  }
  const first_month = latest - MONTHS + 1;
  const texts = analyzed.reduce((n, { month }) => (month >= first_month ? n + 1 : n), 0);
  if (earliest >= first_month || texts < ENOUGH) return ALL_TIME;
  // Month numbers begin with 1 for January of year 0.
  const year = Math.floor((first_month - 1) / 12);
  const month = first_month - 12 * year;
  return { first_month, from: `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-01` };
}

export const isRecent = ({ first_month }: Period, month: number): boolean => month >= first_month;

/** "since November 2024", after a space; "" if all reviews count. */
export const since = ({ from }: Period): string => (from === null ? "" : ` since ${monthAndYear(from)}`);

/** "before November 2024". */
export const before = ({ from }: Period): string => (from === null ? "" : `before ${monthAndYear(from)}`);

export function describePeriod(
  period: Period,
  reviews: InsightReview[],
  latest: string | null,
): InsightsDocument["window"] {
  const recent = reviews.filter(({ date }) => isRecent(period, monthNumber(date)));
  return {
    from: period.from,
    to: latest,
    review_count: recent.length,
    text_count: recent.filter(({ text }) => text !== null).length,
  };
}

/** What reviews say about an aspect in the period, and what they said before. */
export type AspectNow = {
  id: string;
  label: string;
  /** The reviews of the period that mention it. */
  reviews: AnalyzedReview[];
  now: Tally;
  before: Tally;
};

/** Every aspect that at least five reviews of the period mention: of fewer, nothing is said. */
export function aspectsNow(
  period: Period,
  aspects: readonly { id: string; label: string }[],
  by_aspect: ReviewsByAspect,
): AspectNow[] {
  return aspects.flatMap(({ id, label }) => {
    const all = by_aspect.get(id) ?? [];
    const reviews = all.filter(({ month }) => isRecent(period, month));
    const now = emptyTally();
    const earlier = emptyTally();
    for (const { month, aspects: found } of all) {
      const sentiment: Label = found.get(id)?.sentiment ?? "neutral";
      count(isRecent(period, month) ? now : earlier, sentiment);
    }
    return total(now) >= ENOUGH ? [{ id, label, reviews, now, before: earlier }] : [];
  });
}
