import type { Analysis } from "../model/analysis.ts";
import { itemAt } from "../model/basics/typed-array.ts";
import type { InsightsDocument } from "../model/insights-document.ts";
import type { AnalyzedReview, ReviewCache } from "./analyzed-review.ts";
import type { InsightReview } from "./insight-review.ts";
import { monthNumber } from "./month-keys.ts";
import { countKeys } from "./tally.ts";

/**
 * Columns of all reviews, in their order. They are made once from up to 20,000 objects and then read as often as
 * needed.
 */
export type ReviewColumns = {
  /** Months since year 0. */
  months: Int32Array;
  ratings: Uint8Array;
  /** 1 if the review has a text. */
  has_text: Uint8Array;
};

export type ReviewsRead = {
  columns: ReviewColumns;
  /** The reviews that could be analyzed. */
  analyzed: AnalyzedReview[];
  text_count: number;
  date_range: InsightsDocument["date_range"];
  languages: InsightsDocument["languages"];
};

/** The language of a text, as stated or judged by its words. The words of a translation do not show it. */
function languageOf({ language, translation }: InsightReview, analysis: Analysis | undefined): string {
  const by_words = analysis?.language ?? "other";
  return language ?? (by_words === "other" || translation !== null ? "und" : by_words);
}

export function joinAnalyses(
  reviews: readonly InsightReview[],
  analyses: ReadonlyMap<string, Analysis>,
  cache: ReviewCache,
): ReviewsRead {
  const months = new Int32Array(reviews.length);
  const ratings = new Uint8Array(reviews.length);
  const has_text = new Uint8Array(reviews.length);
  const analyzed: AnalyzedReview[] = [];
  const languages: string[] = [];
  const date_range: ReviewsRead["date_range"] = { earliest: null, latest: null };
  let text_count = 0;
  for (let at = 0; at < reviews.length; at++) {
    const review = itemAt(reviews, at);
    const { id, date, text } = review;
    months[at] = monthNumber(date);
    ratings[at] = review.rating;
    if (date_range.earliest === null || date < date_range.earliest) date_range.earliest = date;
    if (date_range.latest === null || date > date_range.latest) date_range.latest = date;
    if (text === null) continue;
    has_text[at] = 1;
    text_count += 1;
    const analysis = analyses.get(id);
    const language = languageOf(review, analysis);
    languages.push(language);
    const read = analysis && cache.analyzedReview(review, analysis);
    if (read) analyzed.push(read);
  }
  return {
    columns: { months, ratings, has_text },
    analyzed,
    text_count,
    date_range,
    languages: Object.fromEntries(countKeys(languages)),
  };
}
