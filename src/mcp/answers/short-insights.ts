import { dateOfDay } from "../../model/basics/time.ts";
import { i32At } from "../../model/basics/typed-array.ts";
import type { InsightsDocument } from "../../model/insights-document.ts";
import { positionOf } from "../../snapshot/review-at.ts";
import type { ReviewIndex } from "../../snapshot/review-index.ts";

export type Aspect = InsightsDocument["aspects"][number];
export type Entity = InsightsDocument["entities"]["technicians"][number];
export type ReportTopic = InsightsDocument["topics"][number];
export type Month = InsightsDocument["temporal"]["monthly"][number];
type Citation = InsightsDocument["faq"][number]["citations"][number];
type Quote = Aspect["quotes"][number];

/** The review's date, so that an agent does not report an old complaint as a new one. */
function dateOf(index: ReviewIndex, review_id: string): string | null {
  const position = positionOf(index, review_id);
  return position === null ? null : dateOfDay(i32At(index.day, position));
}

/** Omits the evidence, which people use to check the engine. /insights.json has it. */
export const shortQuotes = (index: ReviewIndex, quotes: readonly (Citation | Quote)[], count: number) =>
  quotes.slice(0, count).map((quote) => {
    const { review_id, text } = quote;
    const cited = { review_id, date: dateOf(index, review_id), text };
    return "sentiment" in quote ? { ...cited, sentiment: quote.sentiment, score: quote.score } : cited;
  });

const DIRECTIONS = ["better", "worse", "steady", "too few to say"] as const;
/** Scores (-1 to 1) that differ by less than this count as equal. */
const STEADY_WITHIN = 0.2;

/** The trend in one word. A large difference that is not significant proves neither a change nor the absence of one. */
export function directionOf(trend: Aspect["trend"]): (typeof DIRECTIONS)[number] {
  if (!trend || trend.score === null || trend.previous_score === null) return "too few to say";
  const change = trend.score - trend.previous_score;
  if (trend.significant && change !== 0) return change > 0 ? "better" : "worse";
  return Math.abs(change) < STEADY_WITHIN ? "steady" : "too few to say";
}

export const shortAspect = ({ quotes: _, top_phrases: __, example_review_ids: ___, ...rest }: Aspect) => ({
  ...rest,
  direction: directionOf(rest.trend),
});

export const NO_ANALYSIS = "the texts are not analyzed yet; counts and reviews are available";

/** With fewer reviews than this, a score or a mean says little. The insights use the same number. */
export const ENOUGH_MENTIONS = 5;
