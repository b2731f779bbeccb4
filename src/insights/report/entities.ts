import type { Profile } from "../../model/business.ts";
import type { InsightsDocument } from "../../model/insights-document.ts";
import { itemAt } from "../../model/typed-array.ts";
import type { Taxonomy } from "../engine/reading/taxonomy.ts";
import { type AnalyzedReview, CLEAR, type EntityKind, type EntityMention } from "./analyzed-review.ts";
import { pickQuotes, type QuoteCandidate, starsAgree } from "./quotes.ts";
import { count, counts, emptyTally, mean, type Tally, tallyScore } from "./statistics.ts";
import { NO_PHRASES, topPhrases } from "./topics.ts";

type Entities = InsightsDocument["entities"];
type EntityInsights = Entities["technicians"][number];
type Use = { review: AnalyzedReview; mention: EntityMention };

const EXAMPLES = 5;
const QUOTES = 3;

/** The clearest sentence about the entity in a review, with the evidence of the aspects in it. */
function quoteCandidate({ review, mention }: Use): QuoteCandidate[] {
  const named = mention.sentences.map((at) => itemAt(review.analysis.sentences, at));
  const sentences = named.filter((sentence) => !sentence.private);
  const [best] = sentences.sort(
    (left, right) => Math.abs(right.score) - Math.abs(left.score) || left.start - right.start,
  );
  if (!best) return [];
  const { start, end, score } = best;
  const sentiment = Math.abs(score) < CLEAR ? "neutral" : score > 0 ? "positive" : "negative";
  const place = { review_id: review.review.id, start, end, sentiment } as const;
  if (!starsAgree(review.review.rating, sentiment)) return [];
  const inside = (part: { start: number; end: number }) => part.start >= start && part.end <= end;
  return [
    {
      ...place,
      clarity: Math.abs(score),
      quote: () => {
        const evidence = review.analysis.aspects.flatMap((finding) => finding.evidence).filter(inside);
        const once = evidence.filter((part, at) => evidence.findIndex((other) => other.start === part.start) === at);
        return {
          ...place,
          score,
          text: review.text.slice(start, end),
          evidence: once.sort((left, right) => left.start - right.start),
        };
      },
    },
  ];
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
    quotes: pickQuotes(uses.flatMap(quoteCandidate), QUOTES),
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
