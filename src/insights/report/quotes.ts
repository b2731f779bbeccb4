import type { Analysis } from "../../model/analysis.ts";
import type { InsightsDocument } from "../../model/insights-document.ts";
import { itemAt } from "../../model/typed-array.ts";
import type { InsightReview } from "./insight-review.ts";

export type Quote = InsightsDocument["aspects"][number]["quotes"][number];
export type Citation = InsightsDocument["summary_citations"][number];

/** Longer is too long for a quote, shorter says too little. */
const LONGEST = 260;
const SHORTEST = 20;

export const citationOf = ({ review_id, start, end, text }: Quote): Citation => ({ review_id, start, end, text });

/** A passage that may be quoted. The text is cut only on demand: there are thousands, and four are needed. */
export type QuoteCandidate = {
  review_id: string;
  start: number;
  end: number;
  sentiment: Quote["sentiment"];
  /** How clearly it says what it is quoted for: certainty times the size of the score. */
  clarity: number;
  quote: () => Quote;
};

/** If stars contradict the words, the analysis is in doubt: the review is counted, not quoted. */
export const starsAgree = (rating: number, sentiment: Quote["sentiment"]): boolean =>
  sentiment === "positive" ? rating >= 3 : sentiment === "negative" ? rating <= 3 : true;

/** The score that a quoted sentence must reach on the side it is quoted for. */
const AGREES = 0.2;
const sideOf = (sentiment: Quote["sentiment"]): number =>
  sentiment === "positive" ? 1 : sentiment === "negative" ? -1 : 0;

/** The passage about the aspect at `at`; null if it may not be quoted. */
export function buildQuoteCandidate(
  review: InsightReview,
  text: string,
  analysis: Analysis,
  at: number,
): QuoteCandidate | null {
  const finding = analysis.aspects[at];
  if (!finding || !starsAgree(review.rating, finding.sentiment)) return null;
  const { start, end, sentiment, score } = finding;
  const around = analysis.sentences.find((sentence) => sentence.start <= start && start < sentence.end);
  // Sentences about someone's health are never quoted, nor sentences whose own words say something else.
  if (!around || around.private || (sideOf(sentiment) !== 0 && sideOf(sentiment) * around.score < AGREES)) return null;
  const place = { review_id: review.id, start, end };
  return {
    ...place,
    sentiment,
    clarity: itemAt(analysis.certainty, at) * Math.abs(score),
    quote: () => ({
      ...place,
      text: text.slice(start, end),
      sentiment,
      score,
      evidence: finding.evidence.filter((part) => part.start >= start && part.end <= end),
    }),
  };
}

/** Not a question, and nothing that an import redacted. */
export const isQuotable = (text: string): boolean => !text.endsWith("?") && !/\[[a-z_ ]+\]/.test(text);

function clearestOf(candidates: QuoteCandidate[], most: number): Quote[] {
  const sorted = candidates.sort(
    (left, right) => right.clarity - left.clarity || (left.review_id < right.review_id ? -1 : 1),
  );
  const quotes: Quote[] = [];
  for (const { quote } of sorted) {
    if (quotes.length >= most) break;
    const cut = quote();
    if (isQuotable(cut.text)) quotes.push(cut);
  }
  return quotes;
}

/** The clearest quotes of each side, in proportion to their numbers. A side with a fifth of them gets at least one. */
export function pickQuotes(candidates: QuoteCandidate[], most: number): Quote[] {
  const fitting = candidates.filter(({ start, end }) => end - start >= SHORTEST && end - start <= LONGEST);
  const positive = fitting.filter(({ sentiment }) => sentiment === "positive");
  const negative = fitting.filter(({ sentiment }) => sentiment === "negative");
  const sided = positive.length + negative.length;
  if (sided === 0) return clearestOf(fitting, 1);
  const fair = Math.round((most * negative.length) / sided);
  const least = negative.length * 5 >= sided ? 1 : 0;
  const critical = clearestOf(negative, Math.max(least, fair));
  return [...clearestOf(positive, most - critical.length), ...critical];
}
