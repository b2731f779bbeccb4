import type { Analysis } from "../../model/analysis.ts";
import type { Profile } from "../../model/business.ts";
import type { InsightsDocument, ReviewInsights } from "../../model/insights-document.ts";
import type { Mentions } from "../../model/review.ts";
import type { Engine } from "../engine/engine.ts";
import { type FoldedReview, type Folder, openFolder } from "./analyzed-review.ts";
import { aspectInsights, ENOUGH, speakingOf } from "./aspects.ts";
import { describeLimits } from "./caveats.ts";
import { entityInsights } from "./entities.ts";
import { buildFaq } from "./faq.ts";
import type { InsightReview } from "./insight-review.ts";
import { count, emptyTally, percent, tallyScore, total } from "./statistics.ts";
import { buildSummary, pickPullQuote } from "./summary.ts";
import { temporalInsights } from "./temporal.ts";
import { findTopics } from "./topics.ts";

const INSIGHTS_VERSION = "1";
const PER_REVIEW = 5000;
/** An aspect is a strength if even the low end of its interval is clearly positive, a concern if the high end is negative. */
const STRONG = 0.3;

export type AggregateInput = {
  engine: Engine;
  profile: Profile | null;
  base_url: string;
  /** The newest change in the data; null without any. */
  generated_at: string | null;
  /** Newest first. */
  reviews: InsightReview[];
  /** By review id; a review with text that has none is analysed as if it had no text. */
  analyses: ReadonlyMap<string, Analysis>;
  /** Keeps what was folded between two calls with the same profile. */
  folder?: Folder;
};

/** Whether the engine could read a text: English, by the reviewer's or the importer's word and by the words themselves. */
export const isRead = ({ text, language }: InsightReview, analysis: Analysis | undefined): analysis is Analysis =>
  text !== null && analysis?.language === "en" && (language === null || /^en\b/i.test(language));

function foldAll({ reviews, analyses }: AggregateInput, folder: Folder): FoldedReview[] {
  return reviews.flatMap((review) => {
    const analysis = analyses.get(review.id);
    return isRead(review, analysis) ? folder.fold(review, analysis) : [];
  });
}

function overallSentiment(folded: FoldedReview[]): InsightsDocument["overall_sentiment"] {
  const tally = emptyTally();
  for (const { analysis } of folded) count(tally, analysis.sentiment.label);
  const n = total(tally);
  return {
    score: tallyScore(tally),
    positive_pct: percent(tally.positive, n),
    neutral_pct: percent(tally.neutral, n),
    negative_pct: percent(tally.negative, n),
    positive_count: tally.positive,
    neutral_count: tally.neutral,
    mixed_count: tally.mixed,
    negative_count: tally.negative,
  };
}

function countLanguages({ reviews, analyses }: AggregateInput): Record<string, number> {
  const languages = new Map<string, number>();
  for (const { id, text, language } of reviews) {
    if (text === null) continue;
    const name = language ?? (analyses.get(id)?.language === "other" ? "und" : "en");
    languages.set(name, (languages.get(name) ?? 0) + 1);
  }
  return Object.fromEntries([...languages].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)));
}

type AspectInsights = InsightsDocument["aspects"][number];
const strength = ({ label, positive_count, mention_count }: AspectInsights): string =>
  `${label}: ${positive_count} of ${mention_count} reviews positive`;
const concern = ({ label, negative_count, mention_count }: AspectInsights): string =>
  `${label}: ${negative_count} of ${mention_count} reviews critical`;

function dateRange(reviews: InsightReview[]): InsightsDocument["date_range"] {
  let earliest: string | null = null;
  let latest: string | null = null;
  for (const { date } of reviews) {
    if (earliest === null || date < earliest) earliest = date;
    if (latest === null || date > latest) latest = date;
  }
  return { earliest, latest };
}

const perReview = (folded: FoldedReview[]): InsightsDocument["per_review"] =>
  Object.fromEntries(folded.slice(0, PER_REVIEW).map(({ review, in_short }) => [review.id, in_short]));

/** Names of the staff, folded: they are people, not topics. */
const staffNames = (profile: Profile | null): Set<string> =>
  new Set(
    (profile?.technicians ?? []).flatMap(({ name, aliases }) =>
      [name, ...aliases].flatMap((one) => one.toLowerCase().split(/[^\p{L}]+/u)),
    ),
  );

function engineInsights({ engine, base_url }: AggregateInput): Pick<InsightsDocument, "model" | "engine"> {
  return {
    model: `candor-${engine.taxonomy.taxonomy.id}-${engine.weights.header.version}`,
    engine: {
      version: engine.version,
      model_sha256: engine.weights.sha256,
      taxonomy_sha256: engine.taxonomy.sha256,
      method:
        "Aspects by a taxonomy and a linear re-ranker, polarity by an additive model over word n-grams; every score is the sum of the shares of the words shown.",
      accuracy_url: `${base_url}/developers#insights`,
    },
  };
}

/** Everything that the reviews say, each claim with its words. Pure: the same data gives the same bytes. */
export function aggregate(input: AggregateInput): InsightsDocument {
  const { engine, profile, reviews } = input;
  const { taxonomy } = engine.taxonomy;
  const folder = input.folder ?? openFolder(profile);
  const folded = foldAll(input, folder);
  const overall_sentiment = overallSentiment(folded);
  const speaking = speakingOf(taxonomy, folded);
  const aspects = aspectInsights(taxonomy, folder.phrases, folded, speaking);
  const { summary, citations } = buildSummary(overall_sentiment, folded.length, aspects, speaking);
  const pull = pickPullQuote(overall_sentiment, folded);
  const texts = reviews.filter(({ text }) => text !== null).length;
  const sure = aspects.filter(({ mention_count }) => mention_count >= ENOUGH);
  return {
    version: INSIGHTS_VERSION,
    generated_at: input.generated_at,
    ...engineInsights(input),
    ...(profile?.demonstration ? { demonstration: true as const } : {}),
    review_count: reviews.length,
    text_count: texts,
    date_range: dateRange(reviews),
    languages: countLanguages(input),
    overall_sentiment,
    aspects,
    entities: entityInsights(taxonomy, profile, folder.phrases, folded),
    topics: findTopics(folder.phrases, folded, staffNames(profile)),
    temporal: temporalInsights(reviews, folded),
    per_review: perReview(folded),
    faq: buildFaq(engine, profile, reviews, folded, aspects),
    summary: profile?.summary ?? summary,
    summary_citations: profile?.summary ? [] : citations,
    pull_quote: pull?.text ?? null,
    pull_quote_review_id: pull?.review_id ?? null,
    strengths: sure.filter(({ ci95 }) => (ci95?.[0] ?? -1) >= STRONG).map(strength),
    concerns: sure.filter(({ ci95 }) => (ci95?.[1] ?? 1) < 0).map(concern),
    limits: describeLimits(engine, {
      rating_only: reviews.length - texts,
      other_languages: texts - folded.length,
      opted_out: profile?.technicians.filter(({ insights }) => !insights).length ?? 0,
      older_than_shown: Math.max(0, folded.length - PER_REVIEW),
      operator_summary: Boolean(profile?.summary),
    }),
  };
}

/** `/api/reviews/{id}/insights`. */
export const reviewInsightsOf = (id: string, analysis: Analysis, mentions: Mentions): ReviewInsights => ({
  id,
  sentiment: analysis.sentiment,
  aspects: analysis.aspects,
  mentions,
});
