import { i32At, u8At } from "../model/basics/typed-array.ts";
import type { InsightsDocument } from "../model/insights-document.ts";
import type { ByAspect } from "./analyzed-review.ts";
import { monthKey } from "./month-keys.ts";
import type { ReviewColumns } from "./read-reviews.ts";
import { count, emptyTally, type Tally } from "./tally.ts";

/** What is recent: so many months up to the newest review. Everything else is of all time. */
const MONTHS = 24;

/** The first month of the recent time, in months since year 0. */
export type RecentMonths = { first_month: number };

export function recentTime({ months }: ReviewColumns): RecentMonths {
  let latest = 0;
  for (let at = 0; at < months.length; at++) latest = Math.max(latest, i32At(months, at));
  return { first_month: latest - MONTHS + 1 };
}

export const isRecent = ({ first_month }: RecentMonths, month: number): boolean => month >= first_month;

/** The first day of the recent time, as YYYY-MM-DD. */
export const recentFrom = ({ first_month }: RecentMonths): string => `${monthKey(first_month)}-01`;

/** `window` of the document: all reviews. */
export function describeWindow({ months, has_text }: ReviewColumns, latest: string | null): InsightsDocument["window"] {
  let text_count = 0;
  for (let at = 0; at < months.length; at++) text_count += u8At(has_text, at);
  return { from: null, to: latest, review_count: months.length, text_count };
}

/** What reviews say about an aspect in the recent time, and what they said before. */
export type AspectChange = { now: Tally; before: Tally };

export const aspectChanges = (recent: RecentMonths, by_aspect: ByAspect): Map<string, AspectChange> =>
  new Map(
    Array.from(by_aspect, ([id, mentions]) => {
      const change = { now: emptyTally(), before: emptyTally() };
      for (const { review, sentiment } of mentions)
        count(isRecent(recent, review.month) ? change.now : change.before, sentiment);
      return [id, change];
    }),
  );
