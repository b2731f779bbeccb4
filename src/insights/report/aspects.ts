import type { InsightsDocument } from "../../model/insights-document.ts";
import type { Taxonomy } from "../engine/reading/taxonomy.ts";
import type { AnalyzedReview, ReviewsByAspect } from "./analyzed-review.ts";
import { isRecent, type Period } from "./period.ts";
import { NO_PHRASES, topPhrases } from "./phrases.ts";
import { pickQuotes } from "./quotes.ts";
import {
  count,
  counts,
  differs,
  ENOUGH,
  emptyTally,
  interval,
  mean,
  percent,
  type Tally,
  tallyScore,
  total,
} from "./statistics.ts";

type AspectInsights = InsightsDocument["aspects"][number];

/** Shortest first: half a year of a small clinic has too few reviews on some aspects. */
const WINDOWS_MONTHS = [6, 12, 24];
const EXAMPLES = 5;
const QUOTES = 4;

/** Compares the newest months with as many before, in the shortest window with enough reviews in both halves. */
function trendOf(reviews: AnalyzedReview[], aspect: string, latest: number): AspectInsights["trend"] {
  for (const window_months of WINDOWS_MONTHS) {
    const now = emptyTally();
    const before = emptyTally();
    for (const { month, aspects } of reviews) {
      const age = latest - month;
      const label = aspects.get(aspect)?.sentiment;
      if (!label || age >= 2 * window_months) continue;
      count(age < window_months ? now : before, label);
    }
    if (total(now) < ENOUGH || total(before) < ENOUGH) continue;
    return {
      window_months,
      score: tallyScore(now),
      previous_score: tallyScore(before),
      n: total(now) + total(before),
      significant: differs(now, before),
    };
  }
  return null;
}

export function tallyOf(reviews: AnalyzedReview[], id: string): Tally {
  const tally = emptyTally();
  for (const { aspects } of reviews) count(tally, aspects.get(id)?.sentiment ?? "neutral");
  return tally;
}

/** Quotes of the period if at least five of its reviews mention the aspect, otherwise of all reviews. */
export function aspectQuotes(period: Period, reviews: AnalyzedReview[], id: string, most: number) {
  const recent = reviews.filter(({ month }) => isRecent(period, month));
  const used = recent.length >= ENOUGH ? recent : reviews;
  const candidates = used.flatMap(({ aspects }) => aspects.get(id)?.candidate ?? []);
  return pickQuotes(candidates, tallyOf(used, id), most);
}

/** What the reviews that mention an aspect say; `phrases` are all phrases by number. */
function describeAspect(
  { id, label }: { id: string; label: string },
  reviews: AnalyzedReview[],
  phrases: string[],
  period: Period,
  latest: number,
): AspectInsights {
  const tally = tallyOf(reviews, id);
  return {
    id,
    label,
    ...counts(tally),
    positive_pct: percent(tally.positive, total(tally)),
    score: tallyScore(tally),
    ci95: interval(tally),
    enough: total(tally) >= ENOUGH,
    average_rating_when_mentioned: mean(reviews.map(({ review }) => review.rating)),
    trend: trendOf(reviews, id, latest),
    top_phrases: topPhrases(phrases, reviews, (review) => review.aspects.get(id)?.phrases ?? NO_PHRASES),
    example_review_ids: reviews.slice(0, EXAMPLES).map(({ review }) => review.id),
    quotes: aspectQuotes(period, reviews, id, QUOTES),
  };
}

export function groupByAspect(taxonomy: Taxonomy, reviews: AnalyzedReview[]): ReviewsByAspect {
  const by_aspect = new Map<string, AnalyzedReview[]>(taxonomy.aspects.map(({ id }) => [id, []]));
  for (const review of reviews) for (const id of review.aspects.keys()) by_aspect.get(id)?.push(review);
  return by_aspect;
}

/** Every aspect that a review mentions, most mentioned first. */
export function aspectInsights(
  taxonomy: Taxonomy,
  phrases: string[],
  reviews: AnalyzedReview[],
  by_aspect: ReviewsByAspect,
  period: Period,
): AspectInsights[] {
  const latest = reviews.reduce((newest, { month }) => Math.max(newest, month), 0);
  return taxonomy.aspects
    .map((aspect) => describeAspect(aspect, by_aspect.get(aspect.id) ?? [], phrases, period, latest))
    .filter(({ mention_count }) => mention_count > 0)
    .sort((left, right) => right.mention_count - left.mention_count || (left.id < right.id ? -1 : 1));
}
