/** The parts of /insights.json that tools show. A document made before an analysis exists may lack any of them. */
export type Counts = {
  mention_count: number;
  positive_count?: number;
  neutral_count?: number;
  mixed_count?: number;
  negative_count?: number;
  score?: number;
};
export type Quote = {
  review_id: string;
  start: number;
  end: number;
  text: string;
  sentiment?: string;
  score?: number;
};
export type Aspect = Counts & {
  id: string;
  label: string;
  positive_pct?: number;
  ci95?: [number, number];
  enough?: boolean;
  average_rating_when_mentioned?: number | null;
  trend?: Record<string, unknown> | null;
  top_phrases?: unknown[];
  example_review_ids?: string[];
  quotes?: Quote[];
};
export type Entity = Counts & {
  id: string;
  name: string;
  average_rating?: number | null;
  aspects?: Record<string, unknown>;
  top_phrases?: unknown[];
  example_review_ids?: string[];
  quotes?: Quote[];
};
export type Insights = {
  generated_at?: string | null;
  review_count?: number;
  text_count?: number;
  date_range?: Record<string, unknown> | null;
  overall_sentiment?: Record<string, unknown> | null;
  aspects?: Aspect[];
  entities?: { technicians?: Entity[]; services?: Entity[]; service_areas?: Entity[]; problems?: Entity[] };
  topics?: (Counts & { id: string; label: string })[];
  temporal?: { monthly?: Month[]; trend?: string };
  per_review?: Record<string, unknown>;
  faq?: { id?: string; question: string; answer: string; source?: string; citations?: Quote[] }[];
  summary?: string | null;
  summary_citations?: Quote[];
  pull_quote?: string | null;
  pull_quote_review_id?: string | null;
  strengths?: unknown[];
  concerns?: unknown[];
  limits?: string[];
};
export type Month = { month: string; review_count: number; average_rating: number | null; score?: number | null };

/** Which words decided is for people who check the engine; /insights.json has it. */
export const shortQuotes = (quotes: Quote[] | undefined, count: number): Omit<Quote, "start" | "end">[] =>
  (quotes ?? []).slice(0, count).map(({ review_id, text, sentiment, score }) => ({
    review_id,
    text,
    ...(sentiment === undefined ? {} : { sentiment }),
    ...(score === undefined ? {} : { score }),
  }));

export const shortAspect = ({ quotes: _, top_phrases: __, example_review_ids: ___, ...rest }: Aspect) => rest;

export const NO_ANALYSIS = "no analysis of the texts is available yet; counts and reviews are";
