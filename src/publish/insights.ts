import type { Engine } from "../insights/engine/engine.ts";
import { analysisKey, analyzeCached, type FreshAnalysis, MOST_REVIEWS } from "../insights/engine/kept-analyses.ts";
import { adjustForStars } from "../insights/engine/stars.ts";
import { openReviewCache, type ReviewCache } from "../insights/report/analyzed-review.ts";
import type { InsightReview } from "../insights/report/insight-review.ts";
import { buildInsightsDocument, isAnalyzed } from "../insights/report/report.ts";
import type { Analysis } from "../model/analysis.ts";
import type { Profile } from "../model/business.ts";
import { demonstrationMark } from "../model/demonstration.ts";
import type { InsightsDocument } from "../model/insights-document.ts";
import { buildAspectPostings } from "../snapshot/aspect-postings.ts";
import { buildNames } from "../snapshot/names.ts";
import { reviewAt } from "../snapshot/review-at.ts";
import type { Postings, ReviewIndex, Themes } from "../snapshot/review-index.ts";
import type { AnalysesOf } from "../store/snapshot-source.ts";
import type { Dataset } from "./dataset.ts";
import type { EngineFor } from "./engines.ts";

/** What the reviews say, which reviews are about which aspect and topic, and the analyses that were new. */
export type Insights = {
  document: InsightsDocument | null;
  themes: Themes;
  fresh: FreshAnalysis[];
};

/** Reviews whose kept analyses are read in one query. */
const PAGE = 1000;

type Remembered = Map<string, { key: string; analysis: Analysis }>;

const insightReviews = (index: ReviewIndex): InsightReview[] =>
  Array.from({ length: Math.min(index.count, MOST_REVIEWS) }, (_, position) => {
    const { id, rating, date, text, language, owner_reply, mentions } = reviewAt(index, position);
    return { id, rating, date, text, language, reply: owner_reply?.text ?? null, mentions };
  });

/** Each review's analysis: remembered, kept in the store, or made now. */
async function analyzeReviews(
  engine: Engine,
  reviews: readonly InsightReview[],
  remembered: Remembered,
  analysesOf: AnalysesOf,
): Promise<{ analyses: Remembered; fresh: FreshAnalysis[] }> {
  const fresh: FreshAnalysis[] = [];
  const analyses: Remembered = new Map();
  const missing: { id: string; text: string; language: string | null; rating: number; key: string }[] = [];
  for (const { id, text, language, rating } of reviews) {
    if (text === null) continue;
    const key = `${analysisKey(engine, text, language)}:${rating}`;
    const known = remembered.get(id);
    if (known?.key === key) analyses.set(id, known);
    else missing.push({ id, text, language, rating, key });
  }
  for (let at = 0; at < missing.length; at += PAGE) {
    const page = missing.slice(at, at + PAGE);
    const kept = await analysesOf(page.map(({ id }) => id));
    for (const { id, text, language, rating, key } of page) {
      const analysis = adjustForStars(analyzeCached(engine, { id, text, language }, kept.get(id), fresh), rating);
      analyses.set(id, { key, analysis });
    }
  }
  return { analyses, fresh };
}

type TopicMembers = Map<string, InsightReview[]>;

/** Covers the same reviews that the insights count. */
function themesOf(
  engine: Engine,
  reviews: InsightReview[],
  analyses: ReadonlyMap<string, Analysis>,
  { topics }: InsightsDocument,
  members: TopicMembers,
): Themes {
  const by_aspect = buildAspectPostings(
    reviews.map((review, position) => {
      const analysis = analyses.get(review.id);
      return { position, aspects: isAnalyzed(review, analysis) ? analysis.aspects : [] };
    }),
  );
  const position_of = new Map(reviews.map((review, position) => [review, position]));
  const positionsOf = (listed: InsightReview[]): Postings =>
    Uint32Array.from(listed, (review) => position_of.get(review) ?? 0).sort();
  const aspects = engine.taxonomy.taxonomy.aspects.map(({ id, label }) => ({ id, name: label }));
  const named = topics.map(({ id, label }) => ({ id, name: label }));
  return {
    by_aspect,
    by_topic: new Map(topics.map(({ id }) => [id, positionsOf(members.get(id) ?? [])])),
    aspect_labels: new Map(aspects.map(({ id, name }) => [id, name])),
    topic_labels: new Map(named.map(({ id, name }) => [id, name])),
    aspect_names: buildNames(aspects),
    topic_names: buildNames(named),
  };
}

/** Remembers between two builds: a new review costs its own analysis and a recount. */
export function openInsights(engineFor: EngineFor): (dataset: Dataset, analysesOf: AnalysesOf) => Promise<Insights> {
  let remembered: Remembered = new Map();
  let reviewed: { profile: string; cache: ReviewCache } | null = null;
  const cacheFor = (profile: Profile | null): ReviewCache => {
    const key = JSON.stringify(profile);
    if (reviewed?.profile !== key) reviewed = { profile: key, cache: openReviewCache(profile) };
    return reviewed.cache;
  };
  return async ({ base_url, updated_at, demonstration, reviews: index, profile }, analysesOf) => {
    const engine = engineFor(profile);
    const reviews = insightReviews(index);
    const found = await analyzeReviews(engine, reviews, remembered, analysesOf);
    // Reviews that are gone, above all erased ones, are forgotten here.
    remembered = found.analyses;
    const analyses = new Map(Array.from(found.analyses, ([id, { analysis }]) => [id, analysis]));
    const members: TopicMembers = new Map();
    const report = {
      engine,
      profile,
      base_url,
      generated_at: updated_at,
      reviews,
      analyses,
      cache: cacheFor(profile),
      topicFound: (id: string, counted: InsightReview[]) => void members.set(id, counted),
    };
    const document = { ...demonstrationMark(demonstration), ...buildInsightsDocument(report) };
    if (index.count > reviews.length) {
      document.limits.push(`All of this is read from the newest ${reviews.length} of ${index.count} reviews.`);
    }
    return { document, themes: themesOf(engine, reviews, analyses, document, members), fresh: found.fresh };
  };
}
