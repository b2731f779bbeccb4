import type { InsightsDocument } from "../../model/insights-document.ts";
import type { FoldedReview } from "./analyzed-review.ts";
import type { Speaking } from "./aspects.ts";
import { type Citation, citationOf, type Quote } from "./quotes.ts";

type AspectInsights = InsightsDocument["aspects"][number];
type Overall = InsightsDocument["overall_sentiment"];

const MOST_SENTENCES = 6;
const PRAISED = 4;
/** A complaint that this share of the texts has in common belongs in the summary. */
const SHARED_COMPLAINT = 0.1;
const SHORTEST_WORDS = 5;
const LONGEST_WORDS = 32;

const plural = (n: number, word: string): string => `${n} ${word}${n === 1 ? "" : "s"}`;

/** Every number here stands in `overall_sentiment` and `text_count`, or is their sum. */
function leadSentence(overall: Overall, read: number): string {
  if (read === 0) return "No review with text has been read yet.";
  const parts = [`${overall.positive_count} positive`, `${overall.negative_count} negative`];
  if (overall.mixed_count > 0) parts.push(`${overall.mixed_count} mixed`);
  if (overall.neutral_count > 0) parts.push(`${overall.neutral_count} neutral`);
  return `Of ${plural(read, "review")} that could be read, ${parts.join(", ")}.`;
}

const wordCount = (text: string): number => text.split(/\s+/).length;
const sayable = ({ text }: Quote): boolean => {
  const words = wordCount(text);
  return words >= SHORTEST_WORDS && words <= LONGEST_WORDS && !text.endsWith("?") && !/\[[a-z_ ]+\]/.test(text);
};

/** The clearest sentence of one side about an aspect, from a review not yet heard. */
function clearest(
  reviews: FoldedReview[],
  aspect: string,
  side: "positive" | "negative",
  heard: Set<string>,
): Quote | null {
  let best: { quote: Quote; clarity: number } | null = null;
  for (const review of reviews) {
    const candidate = review.aspects.get(aspect)?.candidate;
    if (candidate?.sentiment !== side || heard.has(review.review.id) || candidate.clarity < (best?.clarity ?? 0))
      continue;
    if (best && candidate.clarity === best.clarity && candidate.review_id > best.quote.review_id) continue;
    const quote = candidate.quote();
    if (sayable(quote)) best = { quote, clarity: candidate.clarity };
  }
  return best?.quote ?? null;
}

/** Sentences chosen for coverage: the aspects most praised, then the complaints that a tenth or more share. */
export function buildSummary(
  overall: Overall,
  read: number,
  aspects: AspectInsights[],
  speaking: Speaking,
): { summary: string; citations: Citation[] } {
  const heard = new Set<string>();
  const quotes: Quote[] = [];
  const hear = (aspect: string, side: "positive" | "negative") => {
    const quote = quotes.length < MOST_SENTENCES ? clearest(speaking.get(aspect) ?? [], aspect, side, heard) : null;
    if (!quote) return;
    heard.add(quote.review_id);
    quotes.push(quote);
  };
  const complaints = aspects.filter(
    ({ negative_count, mixed_count }) => read > 0 && negative_count + mixed_count >= read * SHARED_COMPLAINT,
  );
  const room = Math.min(PRAISED, MOST_SENTENCES - Math.min(2, complaints.length));
  const praised = [...aspects].filter(({ positive_count, negative_count }) => positive_count > negative_count);
  praised.sort((left, right) => right.positive_count - left.positive_count || (left.id < right.id ? -1 : 1));
  for (const { id } of praised.slice(0, room)) hear(id, "positive");
  complaints.sort((left, right) => right.negative_count - left.negative_count || (left.id < right.id ? -1 : 1));
  for (const { id } of complaints) hear(id, "negative");
  return {
    summary: [leadSentence(overall, read), ...quotes.map(({ text }) => `“${text}”`)].join(" "),
    citations: quotes.map(citationOf),
  };
}

/** One sentence to quote: clear, of the side that most reviews take, from a review whose stars agree. */
export function pickPullQuote(overall: Overall, reviews: FoldedReview[]): Citation | null {
  const positive = overall.positive_count >= overall.negative_count;
  let best: { citation: Citation; score: number } | null = null;
  for (const { review, text, analysis } of reviews) {
    if (positive ? review.rating < 4 : review.rating > 2) continue;
    for (const { start, end, score, words, aspects, private: told } of analysis.sentences) {
      const side = positive ? score : -score;
      if (told || words < 8 || words > 24 || aspects.length === 0 || side <= (best?.score ?? 0)) continue;
      const quoted = text.slice(start, end);
      if (quoted.endsWith("?") || !/[.!]$/.test(quoted) || /\[[a-z_ ]+\]/.test(quoted)) continue;
      best = { citation: { review_id: review.id, start, end, text: quoted }, score: side };
    }
  }
  return best?.citation ?? null;
}
