import type { InsightsDocument, ReviewInsights } from "../model/insights-document.ts";

/** What the pages read of /insights.json. */
export type InsightsView = Pick<
  InsightsDocument,
  | "overall_sentiment"
  | "aspects"
  | "entities"
  | "topics"
  | "temporal"
  | "faq"
  | "summary"
  | "summary_citations"
  | "limits"
>;

export type AspectView = InsightsView["aspects"][number];
export type EntityView = InsightsView["entities"]["technicians"][number];
export type CitationView = InsightsView["summary_citations"][number];
export type QuoteView = AspectView["quotes"][number];
export type Sentiment = QuoteView["sentiment"];

/** A passage of one review that its analysis speaks about, with the aspect's name for people. */
export type EvidenceView = Pick<ReviewInsights["aspects"][number], "aspect" | "sentiment" | "start" | "end"> & {
  label: string;
};

export const SENTIMENT_WORDS: Record<Sentiment, string> = {
  positive: "praise",
  negative: "criticism",
  neutral: "a fact",
  mixed: "both praise and criticism",
};
