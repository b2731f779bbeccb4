import type { InsightsDocument } from "../../model/insights-document.ts";
import { dateOfDay } from "../../model/time.ts";
import { positionOf } from "../../snapshot/review-at.ts";
import type { ReviewIndex } from "../../snapshot/review-index.ts";

export type Aspect = InsightsDocument["aspects"][number];
export type Entity = InsightsDocument["entities"]["technicians"][number];
export type Month = InsightsDocument["temporal"]["monthly"][number];
type Citation = InsightsDocument["summary_citations"][number];
type Quote = Aspect["quotes"][number];

/** When it was written: what was said years ago is no word on today. */
function dateOf(index: ReviewIndex, review_id: string): string | null {
  const position = positionOf(index, review_id);
  const day = position === null ? undefined : index.day[position];
  return day === undefined ? null : dateOfDay(day);
}

/** Places and which words decided are for people who check the engine; /insights.json has them. */
export const shortQuotes = (index: ReviewIndex, quotes: readonly (Citation | Quote)[], count: number) =>
  quotes.slice(0, count).map((quote) => {
    const { review_id, text } = quote;
    const cited = { review_id, date: dateOf(index, review_id), text };
    return "sentiment" in quote ? { ...cited, sentiment: quote.sentiment, score: quote.score } : cited;
  });

export const DIRECTIONS = ["better", "worse", "steady", "too few to say"] as const;
/** Two scores (-1 to 1) nearer to each other than this are called the same. */
const SAME = 0.2;

/** The trend in a word. A wide gap that chance may have made says nothing, neither a change nor that there is none. */
export function directionOf(trend: Aspect["trend"]): (typeof DIRECTIONS)[number] {
  if (!trend || trend.score === null || trend.previous_score === null) return "too few to say";
  const change = trend.score - trend.previous_score;
  if (trend.significant && change !== 0) return change > 0 ? "better" : "worse";
  return Math.abs(change) < SAME ? "steady" : "too few to say";
}

export const shortAspect = ({ quotes: _, top_phrases: __, example_review_ids: ___, ...rest }: Aspect) => ({
  ...rest,
  direction: directionOf(rest.trend),
});

export const NO_ANALYSIS = "no analysis of the texts is available yet; counts and reviews are";

/** Below this many reviews a score or a mean says little; the same number as in the insights. */
export const ENOUGH = 5;
