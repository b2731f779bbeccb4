import type { InsightsDocument } from "../model/insights-document.ts";
import type { AnalyzedReview } from "./analyzed-review.ts";
import { type Citation, isQuotable } from "./quotes.ts";
import { isSelfContained } from "./standalone.ts";

/** Words that are fine in a review but not in the only quote on a page. */
const CHATTY = /\b(?:lol|lmao|omg|smh)\b/i;

type Overall = Pick<InsightsDocument["overall_sentiment"], "positive_count" | "negative_count">;

/**
 * One clear sentence that represents the reviews: with the most common sentiment and language, from a review whose
 * stars agree.
 */
export function pickPullQuote(overall: Overall, reviews: AnalyzedReview[]): Citation | null {
  const positive = overall.positive_count >= overall.negative_count;
  const english = reviews.filter(({ analysis }) => analysis.language === "en").length;
  const language = 2 * english >= reviews.length ? "en" : "es";
  let best: { citation: Citation; score: number } | null = null;
  for (const { review, text, translated, analysis } of reviews) {
    if (translated || analysis.language !== language || (positive ? review.rating < 4 : review.rating > 2)) continue;
    for (const { start, end, score, words, aspects, private: is_private } of analysis.sentences) {
      const side = positive ? score : -score;
      if (is_private || words < 8 || words > 24 || aspects.length === 0 || side <= (best?.score ?? 0)) continue;
      const sentence = text.slice(start, end);
      if (!isQuotable(sentence) || !/[.!]$/.test(sentence) || !isSelfContained(sentence) || CHATTY.test(sentence))
        continue;
      best = { citation: { review_id: review.id, start, end, text: sentence }, score: side };
    }
  }
  return best?.citation ?? null;
}
