import type { InsightsDocument } from "../model/insights-document.ts";

export type Aspect = InsightsDocument["aspects"][number];
export type Entity = InsightsDocument["entities"]["technicians"][number];
export type Month = InsightsDocument["temporal"]["monthly"][number];
type Citation = InsightsDocument["summary_citations"][number];
type Quote = Aspect["quotes"][number];

/** Places and which words decided are for people who check the engine; /insights.json has them. */
export const shortQuotes = (quotes: readonly (Citation | Quote)[], count: number) =>
  quotes.slice(0, count).map((quote) => {
    const { review_id, text } = quote;
    return "sentiment" in quote
      ? { review_id, text, sentiment: quote.sentiment, score: quote.score }
      : { review_id, text };
  });

export const shortAspect = ({ quotes: _, top_phrases: __, example_review_ids: ___, ...rest }: Aspect) => rest;

export const NO_ANALYSIS = "no analysis of the texts is available yet; counts and reviews are";
