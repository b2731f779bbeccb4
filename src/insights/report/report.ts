import type { Analysis } from "../../model/analysis.ts";
import type { Profile } from "../../model/business.ts";
import type { InsightsDocument, ReviewInsights } from "../../model/insights-document.ts";
import type { Mentions } from "../../model/review.ts";
import type { Engine } from "../engine/engine.ts";
import { type AnalyzedReview, openReviewCache, type ReviewCache } from "./analyzed-review.ts";
import { aspectInsights, groupByAspect } from "./aspects.ts";
import { describeCaveats } from "./caveats.ts";
import { entityInsights } from "./entities.ts";
import { buildFaq } from "./faq/faq.ts";
import type { InsightReview } from "./insight-review.ts";
import { aspectsNow, describePeriod, openPeriod } from "./period.ts";
import { pickPullQuote } from "./pull-quote.ts";
import { count, emptyTally, percent, tallyScore, total } from "./statistics.ts";
import { strengthsAndConcerns } from "./strengths.ts";
import { buildSummary } from "./summary/summary.ts";
import { temporalInsights } from "./temporal.ts";
import { findTopics } from "./topics.ts";

const INSIGHTS_VERSION = "1";
const PER_REVIEW = 5000;

export type InsightsInput = {
  engine: Engine;
  profile: Profile | null;
  base_url: string;
  /** The time of the newest change in the data; null without data. */
  generated_at: string | null;
  /** Newest first. */
  reviews: InsightReview[];
  /** By review id. A review with text but without an analysis counts as one in another language. */
  analyses: ReadonlyMap<string, Analysis>;
  /** Called for each topic, with the reviews that its mention_count counts, newest first. */
  topicFound?: (topic_id: string, reviews: InsightReview[]) => void;
  /** To reuse work between two calls with the same profile. */
  cache?: ReviewCache;
};

/** Whether the engine could analyze a text: its words are in a language that is read, and its stated one is the same. */
export const isAnalyzed = (
  { text, language }: Pick<InsightReview, "text" | "language">,
  analysis: Analysis | undefined,
): analysis is Analysis =>
  text !== null &&
  analysis !== undefined &&
  analysis.language !== "other" &&
  (language === null || language.toLowerCase().split("-")[0] === analysis.language);

function analyzedReviews({ reviews, analyses }: InsightsInput, cache: ReviewCache): AnalyzedReview[] {
  return reviews.flatMap((review) => {
    const analysis = analyses.get(review.id);
    return isAnalyzed(review, analysis) ? cache.analyzedReview(review, analysis) : [];
  });
}

function overallSentiment(analyzed: AnalyzedReview[]): InsightsDocument["overall_sentiment"] {
  const tally = emptyTally();
  for (const { analysis } of analyzed) count(tally, analysis.sentiment.label);
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

function countLanguages({ reviews, analyses }: InsightsInput): Record<string, number> {
  const languages = new Map<string, number>();
  for (const { id, text, language } of reviews) {
    if (text === null) continue;
    const by_words = analyses.get(id)?.language ?? "other";
    const name = language ?? (by_words === "other" ? "und" : by_words);
    languages.set(name, (languages.get(name) ?? 0) + 1);
  }
  return Object.fromEntries([...languages].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)));
}

function dateRange(reviews: InsightReview[]): InsightsDocument["date_range"] {
  let earliest: string | null = null;
  let latest: string | null = null;
  for (const { date } of reviews) {
    if (earliest === null || date < earliest) earliest = date;
    if (latest === null || date > latest) latest = date;
  }
  return { earliest, latest };
}

const perReview = (analyzed: AnalyzedReview[]): InsightsDocument["per_review"] =>
  Object.fromEntries(analyzed.slice(0, PER_REVIEW).map(({ review, per_review }) => [review.id, per_review]));

/** Words of staff names, in lower case: people are not topics. */
const staffNames = (profile: Profile | null): Set<string> =>
  new Set(
    (profile?.technicians ?? []).flatMap(({ name, aliases }) =>
      [name, ...aliases].flatMap((words) => words.toLowerCase().split(/[^\p{L}]+/u)),
    ),
  );

function engineInsights({ engine, base_url }: InsightsInput): Pick<InsightsDocument, "model" | "engine"> {
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

/** `/insights.json`: what the reviews say, with quotes for every claim. The same data gives the same bytes. */
export function buildInsightsDocument(input: InsightsInput): InsightsDocument {
  const { engine, profile, reviews } = input;
  const { taxonomy } = engine.taxonomy;
  const cache = input.cache ?? openReviewCache(profile);
  const analyzed = analyzedReviews(input, cache);
  const overall_sentiment = overallSentiment(analyzed);
  const by_aspect = groupByAspect(taxonomy, analyzed);
  const period = openPeriod(reviews, analyzed);
  const aspects = aspectInsights(taxonomy, cache.phrases, analyzed, by_aspect, period);
  const now = aspectsNow(period, aspects, by_aspect);
  const { summary, citations } = buildSummary({ engine, profile, period, reviews, analyzed, aspects: now });
  const pull = pickPullQuote(
    overall_sentiment,
    analyzed.filter(({ month }) => month >= period.first_month),
  );
  const topics = findTopics(taxonomy, period, cache.phrases, analyzed, staffNames(profile));
  for (const { topic, reviews: counted } of topics) input.topicFound?.(topic.id, counted);
  const date_range = dateRange(reviews);
  const texts = reviews.filter(({ text }) => text !== null).length;
  return {
    version: INSIGHTS_VERSION,
    generated_at: input.generated_at,
    ...engineInsights(input),
    review_count: reviews.length,
    text_count: texts,
    date_range,
    window: describePeriod(period, reviews, date_range.latest),
    languages: countLanguages(input),
    overall_sentiment,
    aspects,
    entities: entityInsights(taxonomy, profile, cache.phrases, analyzed),
    topics: topics.map(({ topic }) => topic),
    temporal: temporalInsights(reviews, analyzed),
    per_review: perReview(analyzed),
    faq: buildFaq({ engine, profile, period, reviews, analyzed, aspects, by_aspect, now }),
    summary: profile?.summary ?? summary,
    summary_citations: profile?.summary ? [] : citations,
    pull_quote: pull?.text ?? null,
    pull_quote_review_id: pull?.review_id ?? null,
    ...strengthsAndConcerns(period, now),
    limits: describeCaveats(engine, {
      rating_only: reviews.length - texts,
      other_languages: texts - analyzed.length,
      opted_out: profile?.technicians.filter(({ insights }) => !insights).length ?? 0,
      older_than_shown: Math.max(0, analyzed.length - PER_REVIEW),
      operator_summary: Boolean(profile?.summary),
    }),
  };
}

/** What is shown of a text that could not be analyzed. */
export const NOT_ANALYZED: Pick<Analysis, "sentiment" | "aspects"> = {
  sentiment: { label: "neutral", score: 0 },
  aspects: [],
};

/** `/api/reviews/{id}/insights`. */
export const reviewInsightsOf = (
  id: string,
  analysis: Pick<Analysis, "sentiment" | "aspects">,
  mentions: Mentions,
): ReviewInsights => ({
  id,
  sentiment: analysis.sentiment,
  aspects: analysis.aspects,
  mentions,
});
