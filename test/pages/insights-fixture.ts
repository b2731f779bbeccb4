import type {
  AspectView,
  EntityView,
  InsightsView,
  QuoteView,
  Sentiment,
} from "../../src/pages/parts/insights-view.ts";
import { reviewRow } from "../rows.ts";

const quote = (number: number, text: string, sentiment: Sentiment): QuoteView => ({
  review_id: reviewRow(number).id,
  start: 0,
  end: text.length,
  text,
  sentiment,
  score: sentiment === "positive" ? 0.9 : -0.8,
  evidence: [],
});

const aspect = (
  id: string,
  label: string,
  counts: [number, number, number, number],
  quotes: QuoteView[],
): AspectView => ({
  id,
  label,
  mention_count: counts.reduce((sum, count) => sum + count, 0),
  positive_count: counts[0],
  neutral_count: counts[1],
  mixed_count: counts[2],
  negative_count: counts[3],
  positive_pct: 50,
  score: 0.4,
  ci95: [0.1, 0.7],
  enough: counts.reduce((sum, count) => sum + count, 0) >= 5,
  average_rating_when_mentioned: 4.2,
  trend: { window_months: 12, score: 0.6, previous_score: 0.2, n: 40, significant: id === "results" },
  top_phrases: [],
  example_review_ids: [],
  quotes,
});

const entity = (
  id: string,
  name: string,
  counts: [number, number, number, number],
  quotes: QuoteView[],
): EntityView => ({
  ...aspect(id, name, counts, quotes),
  name,
  average_rating: 4.6,
  aspects: {},
});

/** Insights for a made-up clinic. */
export const INSIGHTS: InsightsView = {
  engine: {
    version: "1.0.0",
    model_sha256: "0",
    taxonomy_sha256: "0",
    method: "Counts words.",
    accuracy_url: "https://reviews.example/policy#insights",
    accuracy: null,
  },
  overall_sentiment: {
    score: 0.6,
    positive_pct: 73.6,
    neutral_pct: 4.4,
    negative_pct: 14.7,
    positive_count: 125,
    neutral_count: 8,
    mixed_count: 12,
    negative_count: 25,
  },
  aspects: [
    aspect(
      "results",
      "Results",
      [71, 4, 6, 9],
      [
        quote(1, "I walked down to the docks with my grandson and didn't think about my knee once.", "positive"),
        quote(2, "Six weeks in, the shoulder is where it was.", "negative"),
      ],
    ),
    aspect(
      "care",
      "Care",
      [64, 2, 5, 11],
      [
        quote(3, "Priya asked about my dog at every visit.", "positive"),
        quote(4, "Felt talked down to. I know what a hamstring is, thank you.", "negative"),
      ],
    ),
    aspect(
      "expertise",
      "Expertise",
      [40, 1, 2, 3],
      [quote(5, "Found in ten minutes what two clinics had missed.", "positive")],
    ),
    aspect(
      "billing",
      "Billing",
      [3, 2, 1, 14],
      [quote(6, "Nobody told me about the copay until the third bill.", "negative")],
    ),
    aspect("facility", "Facility", [2, 1, 0, 1], []),
  ],
  entities: {
    technicians: [
      entity(
        "ana-ruiz",
        "Ana Ruiz",
        [22, 1, 1, 2],
        [quote(3, "Ana never let me rush and never let me slack.", "positive")],
      ),
      entity("ben-cole", "Ben Cole", [9, 1, 0, 1], [quote(5, "Ben explains with his hands.", "positive")]),
    ],
    services: [entity("dry-needling", "Dry needling", [7, 0, 2, 3], [quote(2, "The day after hurts.", "negative")])],
    service_areas: [],
    problems: [],
  },
  topics: [
    {
      id: "front-desk",
      label: "front desk",
      mention_count: 12,
      positive_count: 6,
      neutral_count: 0,
      mixed_count: 0,
      negative_count: 6,
      score: 0.1,
      enough: true,
      aspect_ids: [],
      example_review_ids: [],
      quotes: [quote(4, "The front desk is a joy.", "positive")],
    },
    {
      id: "home-exercises",
      label: "home exercises",
      mention_count: 9,
      positive_count: 7,
      neutral_count: 0,
      mixed_count: 0,
      negative_count: 2,
      score: 0.5,
      enough: true,
      aspect_ids: [],
      example_review_ids: [],
      quotes: [],
    },
  ],
  temporal: { monthly: [], trend: "steady" },
  faq: [
    {
      id: "waiting",
      question: "How long is the wait?",
      answer: "14 reviews mention it; 11 were seen on time. “Five visits. Five on-time starts.”",
      source: "reviews",
      citations: [{ review_id: reviewRow(7).id, start: 0, end: 33, text: "Five visits. Five on-time starts." }],
      reply_citations: [],
    },
  ],
  summary:
    "Of 188 reviews with text, 140 are positive. “I walked down to the docks.” “Nobody told me about the copay.”",
  summary_citations: [
    { sentence: 0, review_id: reviewRow(1).id, start: 0, end: 27, text: "I walked down to the docks." },
    { sentence: 1, review_id: reviewRow(6).id, start: 0, end: 32, text: "Nobody told me about the copay." },
  ],
  limits: [
    "A program reads the reviews. About one judgment in five is wrong.",
    "12 reviews are not in English and were left out.",
  ],
};
