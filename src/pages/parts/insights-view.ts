import type { InsightsDocument, ReviewInsights } from "../../model/insights-document.ts";

/** The members of /insights.json that the pages use. */
export type InsightsView = Pick<
  InsightsDocument,
  | "overall_sentiment"
  | "aspects"
  | "entities"
  | "topics"
  | "temporal"
  | "faq"
  | "headline"
  | "summary"
  | "summary_citations"
  | "limits"
  | "engine"
>;

/** How often the engine was right. Null if that was not measured. */
export type AccuracyView = InsightsDocument["engine"]["accuracy"];

export type AspectView = InsightsView["aspects"][number];
export type TopicView = InsightsView["topics"][number];
export type EntityView = InsightsView["entities"]["technicians"][number];
/** `language` is the language of the review, if it is known. */
export type QuoteView = AspectView["quotes"][number] & { language?: string | null };
export type Sentiment = QuoteView["sentiment"];

/** A passage of one review that is evidence for an aspect, with the aspect's label. */
export type EvidenceView = Pick<ReviewInsights["aspects"][number], "aspect" | "sentiment" | "start" | "end"> & {
  label: string;
};
