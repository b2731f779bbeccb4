import type { Engine } from "../../../insights/engine/engine.ts";
import type { Analysis } from "../../model/analysis.ts";
import { compareText } from "../../model/basics/compare-text.ts";
import { i32At, itemAt } from "../../model/basics/typed-array.ts";
import type { Profile } from "../../model/business.ts";
import type { AnalyzedReview } from "../analyzed-review.ts";
import type { InsightReview } from "../insight-review.ts";
import { type AspectNow, isRecent, type Period } from "../period.ts";
import {
  type Citation,
  candidatesOf,
  citationOf,
  inOrderOfClarity,
  isQuotable,
  type QuoteCandidate,
} from "../quotes.ts";
import type { ReviewColumns } from "../read-reviews.ts";
import { isSelfContained } from "../standalone.ts";
import { count, emptyTally, type Tally } from "../tally.ts";

/** The facts from which the summary is composed. All of them are about the period. */
export type SummaryFacts = {
  engine: Engine;
  /** The name of the business. Null if it has none. */
  name: string | null;
  period: Period;
  /** All reviews of the period, and those that could be analyzed. */
  reviews: InsightReview[];
  analyzed: AnalyzedReview[];
  tally: Tally;
  /** A clear sentence for each side that reviews take. */
  both_sides: Citation[];
  aspects: AspectNow[];
  /** Listed people, with the reviews that mention them. */
  people: { name: string; reviews: AnalyzedReview[] }[];
  /** Why people come, with the reviews that say so. The most common reason is first. */
  problems: { name: string; reviews: AnalyzedReview[]; id: string }[];
};

export type FactsInput = {
  engine: Engine;
  profile: Profile | null;
  period: Period;
  reviews: InsightReview[];
  columns: ReviewColumns;
  analyzed: AnalyzedReview[];
  aspects: AspectNow[];
};

const mostFirst = (left: { reviews: unknown[]; name: string }, right: { reviews: unknown[]; name: string }): number =>
  right.reviews.length - left.reviews.length || compareText(left.name, right.name);

function addOnce(lists: Map<string, AnalyzedReview[]>, key: string, review: AnalyzedReview): void {
  const list = lists.get(key);
  if (!list) lists.set(key, [review]);
  else if (list.at(-1) !== review) list.push(review);
}

/** `reviews` are all reviews. The facts are only about the period. */
export function summaryFacts({
  engine,
  profile,
  period,
  reviews,
  columns,
  analyzed,
  aspects,
}: FactsInput): SummaryFacts {
  const { taxonomy } = engine.taxonomy;
  const read = analyzed.filter(({ month }) => isRecent(period, month));
  const recent = reviews.filter((_, at) => isRecent(period, i32At(columns.months, at)));
  const tally = emptyTally();
  for (const { label } of read) count(tally, label);
  const naming = new Map<string, AnalyzedReview[]>();
  const having = new Map<string, AnalyzedReview[]>();
  for (const review of read) {
    for (const { kind, id } of review.entities) if (kind === "technicians") addOnce(naming, id, review);
    for (const id of review.analysis.problems) addOnce(having, id, review);
  }
  return {
    engine,
    name: profile?.name ?? null,
    period,
    reviews: recent,
    analyzed: read,
    tally,
    both_sides: clearOfBothSides(read, tally),
    aspects,
    people: (profile?.technicians ?? [])
      .filter(({ insights }) => insights)
      .map(({ id, name }) => ({ name, reviews: naming.get(id) ?? [] }))
      .sort(mostFirst),
    problems: taxonomy.problems.map(({ id, name }) => ({ id, name, reviews: having.get(id) ?? [] })).sort(mostFirst),
  };
}

const SHORTEST_WORDS = 4;
const LONGEST_WORDS = 20;

const fitsSummary = (text: string): boolean => {
  const words = text.split(/\s+/).length;
  return (
    words >= SHORTEST_WORDS && words <= LONGEST_WORDS && /[.!]$/.test(text) && isQuotable(text) && isSelfContained(text)
  );
};

const takesSide = ({ sentences }: Analysis, at: number, side: "positive" | "negative"): boolean =>
  itemAt(sentences, at).score > 0 === (side === "positive");

/** Support for one side of an aspect: citations, and a quote that makes sense alone, if there is one. */
export function supportOf(
  { id, mentions }: AspectNow,
  side: "positive" | "negative",
  most: number,
): { quote: Citation | null; citations: Citation[] } {
  const candidates = candidatesOf(mentions).filter(({ sentiment }) => sentiment === side);
  const clearest: QuoteCandidate[] = [];
  let quote: QuoteCandidate | null = null;
  for (const candidate of inOrderOfClarity(candidates)) {
    if (!quote && !candidate.doubtful && fitsSummary(candidate.quote().text)) quote = candidate;
    else if (clearest.length < most) clearest.push(candidate);
    if (quote && clearest.length >= most) break;
  }
  const chosen = [...(quote ? [quote] : []), ...clearest].slice(0, most);
  // A count needs citations even if no sentence is clear enough for a quote.
  const citations =
    chosen.length > 0
      ? chosen.map((candidate) => citationOf(candidate.quote()))
      : clearSentences(
          mentions.filter(({ sentiment }) => sentiment === side).map(({ review }) => review),
          ({ analysis }, at) => itemAt(analysis.sentences, at).aspects.includes(id) && takesSide(analysis, at, side),
          most,
        );
  return { quote: quote ? (citations[0] ?? null) : null, citations };
}

/** The clearest sentences for which `fits` is true, one per review. None reveals someone's health. */
export function clearSentences(
  reviews: AnalyzedReview[],
  fits: (review: AnalyzedReview, sentence: number) => boolean,
  most: number,
): Citation[] {
  const clearest: { review: AnalyzedReview; at: number; size: number }[] = [];
  for (const review of reviews) {
    if (review.translated) continue;
    const { sentences } = review.analysis;
    let best = -1;
    let size = 0;
    for (let at = 0; at < sentences.length; at++) {
      const { score, private: is_private } = itemAt(sentences, at);
      if (is_private || Math.abs(score) <= size || !fits(review, at)) continue;
      best = at;
      size = Math.abs(score);
    }
    // Only as many are kept as are shown: one to three of 20,000.
    if (best >= 0 && (clearest.length < most || size >= itemAt(clearest, most - 1).size)) {
      clearest.push({ review, at: best, size });
      clearest.sort(
        (left, right) => right.size - left.size || compareText(left.review.review.id, right.review.review.id),
      );
      clearest.length = Math.min(clearest.length, most);
    }
  }
  return clearest.map(({ review, at }) => {
    const { start, end } = itemAt(review.analysis.sentences, at);
    return { review_id: review.review.id, start, end, text: review.text.slice(start, end) };
  });
}

/** A clear sentence for each side that reviews take. */
function clearOfBothSides(analyzed: AnalyzedReview[], tally: Tally): Citation[] {
  const side = (label: "positive" | "negative") =>
    clearSentences(
      analyzed.filter((review) => review.label === label),
      ({ analysis }, at) => takesSide(analysis, at, label),
      tally[label] >= tally.positive ? 2 : 1,
    );
  return [...side("positive"), ...side("negative")];
}
