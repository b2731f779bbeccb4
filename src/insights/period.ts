import { i32At, u8At } from "../model/basics/typed-array.ts";
import type { InsightsDocument } from "../model/insights-document.ts";
import type { AnalyzedReview, AspectMention, ByAspect } from "./analyzed-review.ts";
import { monthKey } from "./month-keys.ts";
import type { ReviewColumns } from "./read-reviews.ts";
import { monthAndYear } from "./sentences/sentence-words.ts";
import { count, ENOUGH_TEXTS, emptyTally, type Tally, total } from "./tally.ts";

/** The report's opinions cover this many months up to the newest review. */
const MONTHS = 24;

/** The time that the report's opinions cover. */
export type Period = {
  /** Its first month, in months since year 0. 0 if all reviews count. */
  first_month: number;
  /** Its first day. Null if all reviews count. */
  from: string | null;
};

export const ALL_TIME: Period = { first_month: 0, from: null };

/** The 24 months up to the newest review, if there are older reviews and at least five texts are newer. */
export function choosePeriod({ months }: ReviewColumns, analyzed: AnalyzedReview[]): Period {
  let latest = 0;
  let earliest = Infinity;
  for (let at = 0; at < months.length; at++) {
    latest = Math.max(latest, i32At(months, at));
    earliest = Math.min(earliest, i32At(months, at));
  }
  const first_month = latest - MONTHS + 1;
  const texts = analyzed.reduce((n, { month }) => (month >= first_month ? n + 1 : n), 0);
  if (earliest >= first_month || texts < ENOUGH_TEXTS) return ALL_TIME;
  return { first_month, from: `${monthKey(first_month)}-01` };
}

export const isRecent = ({ first_month }: Period, month: number): boolean => month >= first_month;

/** " since November 2024" with a space before it. "" if all reviews count. */
export const sincePeriod = ({ from }: Period): string => (from === null ? "" : ` since ${monthAndYear(from)}`);

/** "before November 2024". */
export const beforePeriod = ({ from }: Period): string => (from === null ? "" : `before ${monthAndYear(from)}`);

export function describePeriod(
  period: Period,
  { months, has_text }: ReviewColumns,
  latest: string | null,
): InsightsDocument["window"] {
  let [review_count, text_count] = [0, 0];
  for (let at = 0; at < months.length; at++) {
    if (!isRecent(period, i32At(months, at))) continue;
    review_count += 1;
    text_count += u8At(has_text, at);
  }
  return { from: period.from, to: latest, review_count, text_count };
}

/** What reviews say about an aspect in the period, and what they said before. */
export type AspectNow = {
  id: string;
  label: string;
  /** What the reviews of the period say about it. */
  mentions: AspectMention[];
  now: Tally;
  before: Tally;
};

/** Every aspect that at least five reviews of the period mention. With fewer, nothing is said about it. */
export function aspectsNow(
  period: Period,
  aspects: readonly { id: string; label: string }[],
  by_aspect: ByAspect,
): AspectNow[] {
  return aspects.flatMap(({ id, label }) => {
    const mentions: AspectMention[] = [];
    const now = emptyTally();
    const earlier = emptyTally();
    for (const mention of by_aspect.get(id) ?? []) {
      const recent = isRecent(period, mention.review.month);
      count(recent ? now : earlier, mention.sentiment);
      if (recent) mentions.push(mention);
    }
    return total(now) >= ENOUGH_TEXTS ? [{ id, label, mentions, now, before: earlier }] : [];
  });
}
