import type { Taxonomy } from "../../insights/engine/reading/taxonomy.ts";
import { compareText } from "../model/basics/compare-text.ts";
import type { InsightsDocument } from "../model/insights-document.ts";
import type { AnalyzedReview, AspectMention, ByAspect } from "./analyzed-review.ts";
import { isRecent, type RecentMonths } from "./period.ts";
import { candidatesOf, pickQuotes } from "./quotes.ts";
import {
  count,
  counts,
  differs,
  ENOUGH_TEXTS,
  emptyTally,
  interval,
  isShared,
  mean,
  percentOrNull,
  type Tally,
  tallyScore,
  total,
} from "./tally.ts";
import { topPhrases } from "./topics/phrases.ts";

type AspectInsights = InsightsDocument["aspects"][number];

/** Shortest first. In half a year, a small business has too few reviews for some aspects. */
const WINDOWS_MONTHS = [6, 12, 24];
const EXAMPLES = 5;
const QUOTES = 4;
const SIDES = ["positive", "negative"] as const;

/**
 * Compares the newest months with the same number of months before. Uses the shortest window with enough reviews in
 * both.
 */
function trendOf(mentions: readonly AspectMention[], latest: number): AspectInsights["trend"] {
  for (const window_months of WINDOWS_MONTHS) {
    const now = emptyTally();
    const before = emptyTally();
    for (const { review, sentiment } of mentions) {
      const age = latest - review.month;
      if (age < 2 * window_months) count(age < window_months ? now : before, sentiment);
    }
    if (total(now) < ENOUGH_TEXTS || total(before) < ENOUGH_TEXTS) continue;
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

export function tallyOf(mentions: readonly AspectMention[]): Tally {
  const tally = emptyTally();
  for (const { sentiment } of mentions) count(tally, sentiment);
  return tally;
}

/**
 * Quotes from the recent time if at least five of its reviews mention the aspect, otherwise from all reviews. A side that
 * many take and that no recent passage supports alone is quoted from an earlier one.
 */
export function aspectQuotes(recent_time: RecentMonths, mentions: AspectMention[], most: number) {
  const recent = mentions.filter(({ review }) => isRecent(recent_time, review.month));
  const used = recent.length >= ENOUGH_TEXTS ? recent : mentions;
  const quotes = pickQuotes(candidatesOf(used), tallyOf(used), { most });
  if (used === mentions) return quotes;
  const all = tallyOf(mentions);
  const earlier = SIDES.flatMap((side) => {
    if (!isShared(all, side) || quotes.some(({ sentiment }) => sentiment === side)) return [];
    const of_side = candidatesOf(mentions).filter(({ sentiment }) => sentiment === side);
    return pickQuotes(of_side, all, { most: 1 });
  });
  const kept = [...quotes.slice(0, most - earlier.length), ...earlier];
  return kept.sort((left, right) => Number(left.sentiment === "negative") - Number(right.sentiment === "negative"));
}

/** What the reviews that mention an aspect say. `phrases` are all phrases by number. */
function describeAspect(
  { id, label }: { id: string; label: string },
  mentions: AspectMention[],
  phrases: string[],
  recent_time: RecentMonths,
  latest: number,
): AspectInsights {
  const tally = tallyOf(mentions);
  return {
    id,
    label,
    ...counts(tally),
    positive_pct: percentOrNull(tally.positive, total(tally)),
    score: tallyScore(tally),
    ci95: interval(tally),
    enough: total(tally) >= ENOUGH_TEXTS,
    average_rating_when_mentioned: mean(mentions.map(({ review }) => review.review.rating)),
    trend: trendOf(mentions, latest),
    top_phrases: topPhrases(phrases, mentions),
    example_review_ids: mentions.slice(0, EXAMPLES).map(({ review }) => review.review.id),
    quotes: aspectQuotes(recent_time, mentions, QUOTES),
  };
}

/** Every aspect that a review mentions, most mentioned first. */
export function aspectInsights(
  taxonomy: Taxonomy,
  phrases: string[],
  reviews: AnalyzedReview[],
  by_aspect: ByAspect,
  recent_time: RecentMonths,
): AspectInsights[] {
  const latest = reviews.reduce((newest, { month }) => Math.max(newest, month), 0);
  return taxonomy.aspects
    .map((aspect) => describeAspect(aspect, by_aspect.get(aspect.id) ?? [], phrases, recent_time, latest))
    .filter(({ mention_count }) => mention_count > 0)
    .sort((left, right) => right.mention_count - left.mention_count || compareText(left.id, right.id));
}
