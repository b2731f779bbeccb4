import type { InsightsDocument, ReviewInsights } from "../../model/insights-document.ts";
import { EXAMPLE_REVIEW_ID } from "./openapi-examples.ts";

/** The first sentence of the example review. All offsets below refer to it. */
const TEXT = "Ana fixed my vertigo in three visits.";
const EVIDENCE = [{ start: 4, end: 9, weight: 0.61 }];
const CITATION = { review_id: EXAMPLE_REVIEW_ID, start: 0, end: TEXT.length, text: TEXT };
const QUOTE = { ...CITATION, sentiment: "positive" as const, score: 0.82, evidence: EVIDENCE };
const MENTIONED = { mention_count: 1, positive_count: 1, neutral_count: 0, mixed_count: 0, negative_count: 0 };

export const reviewInsightsExample: ReviewInsights = {
  id: EXAMPLE_REVIEW_ID,
  read: "text",
  sentiment: { label: "positive", score: 0.82 },
  aspects: [{ aspect: "results", sentiment: "positive", score: 0.82, start: 0, end: TEXT.length, evidence: EVIDENCE }],
  mentions: {
    technicians: [{ id: "ana-ruiz", name: "Ana Ruiz" }],
    services: [{ id: "vestibular", name: "Vestibular therapy" }],
    service_areas: [],
  },
};

const ASPECT: InsightsDocument["aspects"][number] = {
  id: "results",
  label: "Results",
  ...MENTIONED,
  positive_pct: 100,
  score: 0.82,
  ci95: null,
  enough: false,
  average_rating_when_mentioned: 5,
  trend: null,
  top_phrases: ["fixed my vertigo"],
  example_review_ids: [EXAMPLE_REVIEW_ID],
  quotes: [QUOTE],
};

const TECHNICIAN: InsightsDocument["entities"]["technicians"][number] = {
  id: "ana-ruiz",
  name: "Ana Ruiz",
  ...MENTIONED,
  score: 0.82,
  average_rating: 5,
  aspects: { results: { mention_count: 1, score: 0.82 } },
  top_phrases: [],
  example_review_ids: [EXAMPLE_REVIEW_ID],
  quotes: [QUOTE],
};

/** One review allows few conclusions, and the example shows that (`enough`, `ci95`, `limits`). */
export const insightsExample = (base_url: string): InsightsDocument => ({
  version: "1.0",
  generated_at: "2026-03-15T09:12:44Z",
  model: "candor-clinic-1",
  engine: {
    version: "1.0.0",
    model_sha256: "9f2c1e5b7a604d83b1c97e2f40d86a35c7e81b94f06d2a53e8b7c1094fd6a2e5",
    taxonomy_sha256: "41c8e07ab3d95f2687e01c4b9da63f58e27b0c91d54fa86320e7bd19c5f4a03d",
    method: "Additive model over words, phrases and measures; extractive, no text is generated.",
    accuracy_url: `${base_url}/policy#insights`,
    accuracy: {
      test_texts: 1044,
      overall_right_pct: 83.1,
      aspects_right_pct: 84.2,
      aspects_found_pct: 71.5,
      against_stars_found_pct: 63.2,
    },
  },
  review_count: 1,
  text_count: 1,
  date_range: { earliest: "2026-03-14", latest: "2026-03-14" },
  window: { from: null, to: "2026-03-14", review_count: 1, text_count: 1 },
  languages: { en: 1 },
  overall_sentiment: {
    score: 0.82,
    positive_pct: 100,
    neutral_pct: 0,
    negative_pct: 0,
    positive_count: 1,
    neutral_count: 0,
    mixed_count: 0,
    negative_count: 0,
  },
  aspects: [ASPECT],
  entities: {
    technicians: [TECHNICIAN],
    services: [],
    service_areas: [],
    problems: [],
  },
  topics: [],
  temporal: {
    monthly: [{ month: "2026-03", review_count: 1, average_rating: 5, score: null }],
    trend: null,
  },
  per_review: { [EXAMPLE_REVIEW_ID]: { label: "positive", score: 0.82, aspects: ["results"] } },
  faq: [],
  headline: "Too few agree to say what people think",
  summary: `One review, rated 5.00 on average. ${TEXT}`,
  summary_citations: [{ sentence: 1, ...CITATION }],
  pull_quote: TEXT,
  pull_quote_review_id: EXAMPLE_REVIEW_ID,
  strengths: ["results"],
  concerns: [],
  limits: ["A program made this from 1 review, which is too few to draw conclusions."],
});
