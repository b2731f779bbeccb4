import type { InsightsDocument } from "../../model/insights-document.ts";
import type { AnalyzedReview } from "./analyzed-review.ts";
import type { ReviewsByAspect } from "./aspects.ts";
import { type Citation, citationOf, isQuotable, type Quote } from "./quotes.ts";

type AspectInsights = InsightsDocument["aspects"][number];
type Overall = InsightsDocument["overall_sentiment"];

const MOST_SENTENCES = 6;
const PRAISED = 4;
/** A complaint that this share of the texts has belongs in the summary. */
const SHARED_COMPLAINT = 0.1;
const SHORTEST_WORDS = 5;
const LONGEST_WORDS = 32;

const plural = (n: number, word: string): string => `${n} ${word}${n === 1 ? "" : "s"}`;

/** Every number is in `overall_sentiment`, or is the sum of its counts. */
function firstSentence(overall: Overall, read: number): string {
  if (read === 0) return "There are no reviews in English with text yet.";
  const parts = [`${overall.positive_count} positive`, `${overall.negative_count} negative`];
  if (overall.mixed_count > 0) parts.push(`${overall.mixed_count} mixed`);
  if (overall.neutral_count > 0) parts.push(`${overall.neutral_count} neutral`);
  return `${plural(read, "review")} in English with text: ${parts.join(", ")}.`;
}

const wordCount = (text: string): number => text.split(/\s+/).length;
const fitsSummary = ({ text }: Quote): boolean => {
  const words = wordCount(text);
  return words >= SHORTEST_WORDS && words <= LONGEST_WORDS && isQuotable(text);
};

/** The clearest quote of one side about an aspect, from a review that is not in `quoted`. */
function clearest(
  reviews: AnalyzedReview[],
  aspect: string,
  side: "positive" | "negative",
  quoted: Set<string>,
): Quote | null {
  let best: { quote: Quote; clarity: number } | null = null;
  for (const review of reviews) {
    const candidate = review.aspects.get(aspect)?.candidate;
    if (candidate?.sentiment !== side || quoted.has(review.review.id) || candidate.clarity < (best?.clarity ?? 0))
      continue;
    if (best && candidate.clarity === best.clarity && candidate.review_id > best.quote.review_id) continue;
    const quote = candidate.quote();
    if (fitsSummary(quote)) best = { quote, clarity: candidate.clarity };
  }
  return best?.quote ?? null;
}

/** Quotes about the most praised aspects, then about the complaints that a tenth of the reviews share. */
export function buildSummary(
  overall: Overall,
  read: number,
  aspects: AspectInsights[],
  by_aspect: ReviewsByAspect,
): { summary: string; citations: Citation[] } {
  const quoted = new Set<string>();
  const quotes: Quote[] = [];
  const addQuote = (aspect: string, side: "positive" | "negative") => {
    const quote = quotes.length < MOST_SENTENCES ? clearest(by_aspect.get(aspect) ?? [], aspect, side, quoted) : null;
    if (!quote) return;
    quoted.add(quote.review_id);
    quotes.push(quote);
  };
  const complaints = aspects.filter(
    ({ negative_count, mixed_count }) => read > 0 && negative_count + mixed_count >= read * SHARED_COMPLAINT,
  );
  const room = Math.min(PRAISED, MOST_SENTENCES - Math.min(2, complaints.length));
  const praised = [...aspects].filter(({ positive_count, negative_count }) => positive_count > negative_count);
  praised.sort((left, right) => right.positive_count - left.positive_count || (left.id < right.id ? -1 : 1));
  for (const { id } of praised.slice(0, room)) addQuote(id, "positive");
  complaints.sort((left, right) => right.negative_count - left.negative_count || (left.id < right.id ? -1 : 1));
  for (const { id } of complaints) addQuote(id, "negative");
  return {
    summary: [firstSentence(overall, read), ...quotes.map(({ text }) => `“${text}”`)].join(" "),
    citations: quotes.map(citationOf),
  };
}

/** One clear sentence on the side that most reviews take, from a review whose stars agree. */
export function pickPullQuote(overall: Overall, reviews: AnalyzedReview[]): Citation | null {
  const positive = overall.positive_count >= overall.negative_count;
  let best: { citation: Citation; score: number } | null = null;
  for (const { review, text, analysis } of reviews) {
    if (positive ? review.rating < 4 : review.rating > 2) continue;
    for (const { start, end, score, words, aspects, private: is_private } of analysis.sentences) {
      const side = positive ? score : -score;
      if (is_private || words < 8 || words > 24 || aspects.length === 0 || side <= (best?.score ?? 0)) continue;
      const sentence = text.slice(start, end);
      if (!isQuotable(sentence) || !/[.!]$/.test(sentence)) continue;
      best = { citation: { review_id: review.id, start, end, text: sentence }, score: side };
    }
  }
  return best?.citation ?? null;
}
