import type { AspectFinding } from "../model/analysis.ts";
import type { InsightsDocument } from "../model/insights-document.ts";
import type { FoldedReview } from "./folded-review.ts";

export type Quote = InsightsDocument["aspects"][number]["quotes"][number];
export type Citation = InsightsDocument["summary_citations"][number];

/** Longer is no quote, shorter says nothing. */
const LONGEST = 260;
const SHORTEST = 20;

const quoteOf = ({ review, text }: FoldedReview, finding: AspectFinding): Quote => ({
  review_id: review.id,
  start: finding.start,
  end: finding.end,
  text: text.slice(finding.start, finding.end),
  sentiment: finding.sentiment,
  score: finding.score,
  evidence: finding.evidence.filter(({ start, end }) => start >= finding.start && end <= finding.end),
});

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
  sentiment === "positive" ? rating >= 3 : sentiment === "negative" ? rating <= 4 : true;

function makeCandidate(review: FoldedReview, aspect: string): Candidate[] {
  const at = review.analysis.aspects.findIndex((finding) => finding.aspect === aspect);
  const finding = review.analysis.aspects[at];
  if (!finding || !starsAgree(review.review.rating, finding.sentiment)) return [];
  const { start, end, sentiment, score } = finding;
  const clarity = (review.analysis.certainty[at] ?? 0) * Math.abs(score);
  return [{ review_id: review.review.id, start, end, sentiment, clarity, quote: () => quoteOf(review, finding) }];
}

const made = new WeakMap<FoldedReview, Map<string, Candidate[]>>();

/** What a review may be quoted with about an aspect: one passage or none; made once a folded review. */
export function candidatesOf(review: FoldedReview, aspect: string): Candidate[] {
  const known = made.get(review) ?? new Map<string, Candidate[]>();
  made.set(review, known);
  const before = known.get(aspect);
  if (before) return before;
  const fresh = makeCandidate(review, aspect);
  known.set(aspect, fresh);
  return fresh;
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
