import type { Profile } from "../../../model/business.ts";
import { itemAt } from "../../../model/typed-array.ts";
import type { Engine } from "../../engine/engine.ts";
import type { AnalyzedReview } from "../analyzed-review.ts";
import type { InsightReview } from "../insight-review.ts";
import { type AspectNow, isRecent, type Period } from "../period.ts";
import { type Citation, citationOf, isQuotable, type QuoteCandidate } from "../quotes.ts";
import { isSelfContained } from "../standalone.ts";
import { count, emptyTally, type Tally } from "../statistics.ts";

/** What the summary is composed from. All of it is of the period. */
export type SummaryFacts = {
  engine: Engine;
  /** Of the business. */
  name: string;
  period: Period;
  /** All reviews, and those that could be read. */
  reviews: InsightReview[];
  analyzed: AnalyzedReview[];
  tally: Tally;
  /** A clear sentence of each side that reviews take. */
  both_sides: Citation[];
  aspects: AspectNow[];
  /** Listed people, with the reviews that name them. */
  people: { name: string; reviews: AnalyzedReview[] }[];
  /** Why people come, with the reviews that say so; most first. */
  problems: { name: string; reviews: AnalyzedReview[]; id: string }[];
};

export type FactsInput = {
  engine: Engine;
  profile: Profile | null;
  period: Period;
  reviews: InsightReview[];
  analyzed: AnalyzedReview[];
  aspects: AspectNow[];
};

const mostFirst = (left: { reviews: unknown[]; name: string }, right: { reviews: unknown[]; name: string }): number =>
  right.reviews.length - left.reviews.length || (left.name < right.name ? -1 : 1);

/** `reviews` are all; the facts are of the period. */
export function summaryFacts({ engine, profile, period, reviews, analyzed, aspects }: FactsInput): SummaryFacts {
  const { taxonomy } = engine.taxonomy;
  const read = analyzed.filter(({ month }) => isRecent(period, month));
  const recent = period.from === null ? reviews : reviews.filter(({ date }) => date >= (period.from ?? ""));
  const tally = emptyTally();
  for (const { analysis } of read) count(tally, analysis.sentiment.label);
  const naming = (id: string): AnalyzedReview[] =>
    read.filter(({ entities }) => entities.some((entity) => entity.kind === "technicians" && entity.id === id));
  return {
    engine,
    name: profile?.name ?? `the ${taxonomy.noun}`,
    period,
    reviews: recent,
    analyzed: read,
    tally,
    both_sides: clearOfBothSides(read, tally),
    aspects,
    people: (profile?.technicians ?? [])
      .filter(({ insights }) => insights)
      .map(({ id, name }) => ({ name, reviews: naming(id) }))
      .sort(mostFirst),
    problems: taxonomy.problems
      .map(({ id, name }) => ({
        id,
        name,
        reviews: read.filter(({ analysis }) => analysis.problems.includes(id)),
      }))
      .sort(mostFirst),
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

const clearestFirst = (left: QuoteCandidate, right: QuoteCandidate): number =>
  Number(left.doubtful) - Number(right.doubtful) ||
  right.clarity - left.clarity ||
  (left.review_id < right.review_id ? -1 : 1);

/** What reviews say for one side of an aspect: a quote that makes sense alone, if there is one, and citations. */
export function supportOf(
  { id, reviews }: AspectNow,
  side: "positive" | "negative",
  most: number,
): { quote: Citation | null; citations: Citation[] } {
  const candidates = reviews
    .flatMap(({ aspects }) => aspects.get(id)?.candidate ?? [])
    .filter(({ sentiment }) => sentiment === side)
    .sort(clearestFirst);
  const quote = candidates.find((candidate) => !candidate.doubtful && fitsSummary(candidate.quote().text));
  const chosen = [...(quote ? [quote] : []), ...candidates.filter((candidate) => candidate !== quote)].slice(0, most);
  const sided = side === "positive" ? 1 : -1;
  // A count is cited even if no sentence says it clearly enough to be quoted for it.
  const citations =
    chosen.length > 0
      ? chosen.map((candidate) => citationOf(candidate.quote()))
      : clearSentences(
          reviews.filter(({ aspects }) => aspects.get(id)?.sentiment === side),
          ({ analysis }, at) => {
            const { aspects, score } = itemAt(analysis.sentences, at);
            return aspects.includes(id) && score * sided > 0;
          },
          most,
        );
  return { quote: quote ? (citations[0] ?? null) : null, citations };
}

/** The clearest sentence of each of the first reviews that `fits`; none that reveals someone's health. */
export function clearSentences(
  reviews: AnalyzedReview[],
  fits: (review: AnalyzedReview, sentence: number) => boolean,
  most: number,
): Citation[] {
  const found: { review: AnalyzedReview; at: number; size: number }[] = [];
  for (const review of reviews) {
    const { sentences } = review.analysis;
    let best = -1;
    let size = 0;
    for (let at = 0; at < sentences.length; at++) {
      const { score, private: is_private } = itemAt(sentences, at);
      if (is_private || Math.abs(score) <= size || !fits(review, at)) continue;
      best = at;
      size = Math.abs(score);
    }
    if (best >= 0) found.push({ review, at: best, size });
  }
  // Texts are cut only for those that are shown.
  return found
    .sort((left, right) => right.size - left.size || (left.review.review.id < right.review.review.id ? -1 : 1))
    .slice(0, most)
    .map(({ review, at }) => {
      const { start, end } = itemAt(review.analysis.sentences, at);
      return { review_id: review.review.id, start, end, text: review.text.slice(start, end) };
    });
}

/** A clear sentence of each side that reviews take. */
function clearOfBothSides(analyzed: AnalyzedReview[], tally: Tally): Citation[] {
  const side = (label: "positive" | "negative") =>
    clearSentences(
      analyzed.filter(({ analysis }) => analysis.sentiment.label === label),
      ({ analysis }, at) => itemAt(analysis.sentences, at).score > 0 === (label === "positive"),
      tally[label] >= tally.positive ? 2 : 1,
    );
  return [...side("positive"), ...side("negative")];
}
