import type { InsightsDocument } from "../../model/insights-document.ts";
import type { Taxonomy } from "../engine/reading/taxonomy.ts";
import type { FoldedReview } from "./analyzed-review.ts";
import { pickQuotes } from "./quotes.ts";
import {
  count,
  counts,
  differs,
  emptyTally,
  interval,
  mean,
  percent,
  type Tally,
  tallyScore,
  total,
} from "./statistics.ts";
import { NO_PLACES, topPhrases } from "./topics.ts";

type AspectInsights = InsightsDocument["aspects"][number];

export const ENOUGH = 5;
/** Shortest first: a small clinic's half year has too few words on some aspects. */
const WINDOWS_MONTHS = [6, 12, 24];
const EXAMPLES = 5;
const QUOTES = 4;

/** The newest months against as many before, of the shortest window with enough reviews in both; null where none has. */
function trendOf(of: FoldedReview[], aspect: string, latest: number): AspectInsights["trend"] {
  for (const window_months of WINDOWS_MONTHS) {
    const now = emptyTally();
    const before = emptyTally();
    for (const { month, aspects } of of) {
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

function describe(phrases: string[], id: string, label: string, of: FoldedReview[], latest: number): AspectInsights {
  const tally: Tally = emptyTally();
  for (const { aspects } of of) count(tally, aspects.get(id)?.sentiment ?? "neutral");
  const quotes = of.flatMap(({ aspects }) => aspects.get(id)?.candidate ?? []);
  return {
    id,
    label,
    ...counts(tally),
    positive_pct: percent(tally.positive, total(tally)),
    score: tallyScore(tally),
    ci95: interval(tally),
    enough: total(tally) >= ENOUGH,
    average_rating_when_mentioned: mean(of.map(({ review }) => review.rating)),
    trend: trendOf(of, id, latest),
    top_phrases: topPhrases(phrases, of, (review) => review.aspects.get(id)?.phrases ?? NO_PLACES),
    example_review_ids: of.slice(0, EXAMPLES).map(({ review }) => review.id),
    quotes: pickQuotes(quotes, QUOTES),
  };
}

/** Of every aspect, the reviews that speak of it. */
export type Speaking = ReadonlyMap<string, FoldedReview[]>;

export function speakingOf(taxonomy: Taxonomy, reviews: FoldedReview[]): Speaking {
  const speaking = new Map<string, FoldedReview[]>(taxonomy.aspects.map(({ id }) => [id, []]));
  for (const review of reviews) for (const id of review.aspects.keys()) speaking.get(id)?.push(review);
  return speaking;
}

/** Every aspect that someone mentions, most mentioned first. */
export function aspectInsights(
  taxonomy: Taxonomy,
  phrases: string[],
  reviews: FoldedReview[],
  speaking: Speaking,
): AspectInsights[] {
  const latest = reviews.reduce((newest, { month }) => Math.max(newest, month), 0);
  return taxonomy.aspects
    .map(({ id, label }) => describe(phrases, id, label, speaking.get(id) ?? [], latest))
    .filter(({ mention_count }) => mention_count > 0)
    .sort((left, right) => right.mention_count - left.mention_count || (left.id < right.id ? -1 : 1));
}
