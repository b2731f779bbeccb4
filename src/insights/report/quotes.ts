import type { Analysis } from "../../model/analysis.ts";
import type { InsightsDocument } from "../../model/insights-document.ts";
import type { InsightReview } from "./insight-review.ts";

export type Quote = InsightsDocument["aspects"][number]["quotes"][number];
export type Citation = InsightsDocument["summary_citations"][number];

/** Longer is no quote, shorter says nothing. */
const LONGEST = 260;
const SHORTEST = 20;

export const citationOf = ({ review_id, start, end, text }: Quote): Citation => ({ review_id, start, end, text });

/** Something that may be quoted, before anything is cut out: there are thousands, and four are wanted. */
export type Candidate = {
  review_id: string;
  start: number;
  end: number;
  sentiment: Quote["sentiment"];
  /** How surely it is what it is taken for: certainty times the score's size. */
  clarity: number;
  quote: () => Quote;
};

/** Stars that contradict the words make the reading doubtful: counted, not quoted. */
export const starsAgree = (rating: number, sentiment: Quote["sentiment"]): boolean =>
  sentiment === "positive" ? rating >= 3 : sentiment === "negative" ? rating <= 3 : true;

/** What the quoted sentence's own score must reach, on the side that it is quoted for. */
const AGREES = 0.2;
const sideOf = (sentiment: Quote["sentiment"]): number =>
  sentiment === "positive" ? 1 : sentiment === "negative" ? -1 : 0;

/** What a review may be quoted with about the aspect at `at`; null where nothing may. */
export function makeCandidate(review: InsightReview, text: string, analysis: Analysis, at: number): Candidate | null {
  const finding = analysis.aspects[at];
  if (!finding || !starsAgree(review.rating, finding.sentiment)) return null;
  const { start, end, sentiment, score } = finding;
  const around = analysis.sentences.find((one) => one.start <= start && start < one.end);
  // Nobody is quoted with a word about their health, nor with words that by themselves say something else.
  if (!around || around.private || (sideOf(sentiment) !== 0 && sideOf(sentiment) * around.score < AGREES)) return null;
  const place = { review_id: review.id, start, end };
  return {
    ...place,
    sentiment,
    clarity: (analysis.certainty[at] ?? 0) * Math.abs(score),
    quote: () => ({
      ...place,
      text: text.slice(start, end),
      sentiment,
      score,
      evidence: finding.evidence.filter((part) => part.start >= start && part.end <= end),
    }),
  };
}

/** No question, and nothing that an import blacked out. */
const isQuotable = ({ text }: Quote): boolean => !text.endsWith("?") && !/\[[a-z_ ]+\]/.test(text);

function clearestOf(candidates: Candidate[], most: number): Quote[] {
  const sorted = candidates.sort(
    (left, right) => right.clarity - left.clarity || (left.review_id < right.review_id ? -1 : 1),
  );
  const quotes: Quote[] = [];
  for (const { quote } of sorted) {
    if (quotes.length >= most) break;
    const cut = quote();
    if (isQuotable(cut)) quotes.push(cut);
  }
  return quotes;
}

/** The clearest of each side, in proportion to how many say so; every side that a fifth share is heard. */
export function pickQuotes(candidates: Candidate[], most: number): Quote[] {
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
