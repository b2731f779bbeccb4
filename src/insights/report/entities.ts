import type { Profile } from "../../model/business.ts";
import type { InsightsDocument } from "../../model/insights-document.ts";
import { itemAt } from "../../model/typed-array.ts";
import type { Taxonomy } from "../engine/reading/taxonomy.ts";
import type { AnalyzedReview, EntityKind, EntityMention } from "./analyzed-review.ts";
import { NO_PHRASES, topPhrases } from "./phrases.ts";
import { buildSentenceCandidate, pickQuotes, type QuoteCandidate } from "./quotes.ts";
import { count, counts, emptyTally, mean, type Tally, tallyScore } from "./statistics.ts";
import { CLEAR } from "./verdict.ts";

type Entities = InsightsDocument["entities"];
type EntityInsights = Entities["technicians"][number];
type Use = { review: AnalyzedReview; mention: EntityMention };

const EXAMPLES = 5;
const QUOTES = 3;

/** The clearest sentence about the entity in a review. */
function quoteCandidate({ review, mention }: Use): QuoteCandidate[] {
  const { sentences } = review.analysis;
  const named = mention.sentences.filter((at) => !itemAt(sentences, at).private);
  const size = (at: number): number => Math.abs(itemAt(sentences, at).score);
  const [best] = named.sort((left, right) => size(right) - size(left) || left - right);
  if (best === undefined) return [];
  const { score } = itemAt(sentences, best);
  const sentiment = Math.abs(score) < CLEAR ? "neutral" : score > 0 ? "positive" : "negative";
  const candidate = buildSentenceCandidate(review.review, review.text, review.analysis, best, sentiment);
  return candidate && !candidate.doubtful ? [candidate] : [];
}

function aspectsOf(uses: Use[]): EntityInsights["aspects"] {
  const tallies = new Map<string, Tally>();
  for (const { review, mention } of uses) {
    for (const aspect of mention.aspects) {
      const label = review.aspects.get(aspect)?.sentiment;
      if (!label) continue;
      const tally = tallies.get(aspect) ?? emptyTally();
      tallies.set(aspect, tally);
      count(tally, label);
    }
  }
  const entries = [...tallies].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    entries.map(([aspect, tally]) => [
      aspect,
      { mention_count: counts(tally).mention_count, score: tallyScore(tally) },
    ]),
  );
}

function describeEntity(phrases: string[], id: string, name: string, uses: Use[]): EntityInsights {
  const tally = emptyTally();
  for (const { mention } of uses) count(tally, mention.label);
  const mentions = new Map(uses.map(({ review, mention }) => [review, mention]));
  const reviews = uses.map(({ review }) => review);
  return {
    id,
    name,
    ...counts(tally),
    score: tallyScore(tally),
    average_rating: mean(reviews.map(({ review }) => review.rating)),
    aspects: aspectsOf(uses),
    top_phrases: topPhrases(phrases, reviews, (review) => mentions.get(review)?.phrases ?? NO_PHRASES),
    example_review_ids: reviews.slice(0, EXAMPLES).map(({ review }) => review.id),
    quotes: pickQuotes(uses.flatMap(quoteCandidate), tally, QUOTES),
  };
}

const byMentions = (left: EntityInsights, right: EntityInsights): number =>
  right.mention_count - left.mention_count || (left.id < right.id ? -1 : 1);

/** Health problems are only counted: no quote links one to a person. */
function problems(taxonomy: Taxonomy, reviews: AnalyzedReview[]): EntityInsights[] {
  const uses = new Map<string, Use[]>(taxonomy.problems.map(({ id }) => [id, []]));
  for (const review of reviews) {
    if (review.analysis.problems.length === 0) continue;
    const { label } = review.analysis.sentiment;
    const mention: EntityMention = {
      kind: "services",
      id: "",
      label,
      sentences: [],
      aspects: [...review.aspects.keys()],
      phrases: NO_PHRASES,
    };
    for (const id of review.analysis.problems) uses.get(id)?.push({ review, mention });
  }
  return taxonomy.problems
    .map(({ id, name }) => ({
      ...describeEntity([], id, name, uses.get(id) ?? []),
      top_phrases: [],
      example_review_ids: [],
    }))
    .filter(({ mention_count }) => mention_count > 0)
    .sort(byMentions);
}

export function entityInsights(
  taxonomy: Taxonomy,
  profile: Profile | null,
  phrases: string[],
  reviews: AnalyzedReview[],
): Entities {
  const uses = new Map<string, Use[]>();
  for (const review of reviews) {
    for (const mention of review.entities) {
      const key = `${mention.kind} ${mention.id}`;
      const list = uses.get(key);
      if (list) list.push({ review, mention });
      else uses.set(key, [{ review, mention }]);
    }
  }
  const listed = (kind: EntityKind, entities: { id: string; name: string }[]) =>
    entities
      .map(({ id, name }) => describeEntity(phrases, id, name, uses.get(`${kind} ${id}`) ?? []))
      .filter(({ mention_count }) => mention_count > 0)
      .sort(byMentions);
  return {
    technicians: listed("technicians", profile?.technicians.filter(({ insights }) => insights) ?? []),
    services: listed("services", profile?.services ?? []),
    service_areas: listed("service_areas", profile?.service_areas ?? []),
    problems: problems(taxonomy, reviews),
  };
}
