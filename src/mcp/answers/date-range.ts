import type { SearchFilters } from "../../model/search.ts";
import type { Postings, ReviewIndex } from "../../snapshot/review-index.ts";
import { dateWindow } from "../../snapshot/search/filters.ts";

/** The dates that an answer covers. Null means all time. */
export type Dates = Pick<SearchFilters, "since" | "until"> | null;

export function datesAsked({ since, until }: { since?: string | undefined; until?: string | undefined }): Dates {
  if (since === undefined && until === undefined) return null;
  return { ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) };
}

/** The reviews of `list` within these dates. */
export function ofDates(index: ReviewIndex, list: Postings, dates: Dates): Postings {
  if (!dates) return list;
  const [from, to] = dateWindow(index, dates);
  return list.filter((position) => position >= from && position < to);
}

/** An answer with a count of zero explains what that means. */
export const zeroNote = (count: number, dates: Dates): string[] =>
  count > 0
    ? []
    : [`no published review ${dates ? "of these dates " : ""}mentions it; that says nothing about the business`];
