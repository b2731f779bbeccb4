import type { Taxonomy } from "../../insights/engine/reading/taxonomy.ts";
import { compareText } from "../model/basics/compare-text.ts";
import type { Profile } from "../model/business.ts";
import type { InsightsDocument } from "../model/insights-document.ts";
import {
  type AnalyzedReview,
  aspectOf,
  type EntityKind,
  type EntityMention,
  groupSaid,
  NO_PHRASES,
} from "./analyzed-review.ts";
import { candidatesOf, type Fits, fitsPerson, pickQuotes } from "./quotes.ts";
import { count, counts, emptyTally, mean, type Tally, tallyScore } from "./tally.ts";
import { topPhrases } from "./topics/phrases.ts";

type Entities = InsightsDocument["entities"];
type EntityInsights = Entities["technicians"][number];

const EXAMPLES = 5;
const QUOTES = 3;

function aspectsOf(mentions: readonly EntityMention[]): EntityInsights["aspects"] {
  const tallies = new Map<string, Tally>();
  for (const { review, aspects } of mentions) {
    for (const aspect of aspects) {
      const label = aspectOf(review, aspect)?.sentiment;
      if (!label) continue;
      const tally = tallies.get(aspect) ?? emptyTally();
      tallies.set(aspect, tally);
      count(tally, label);
    }
  }
  const entries = [...tallies].sort(([a], [b]) => compareText(a, b));
  return Object.fromEntries(
    entries.map(([aspect, tally]) => [
      aspect,
      { mention_count: counts(tally).mention_count, score: tallyScore(tally) },
    ]),
  );
}

function describeEntity(
  phrases: string[],
  { id, name }: { id: string; name: string },
  mentions: EntityMention[],
  fits?: Fits,
): EntityInsights {
  const tally = emptyTally();
  for (const { label } of mentions) count(tally, label);
  return {
    id,
    name,
    ...counts(tally),
    score: tallyScore(tally),
    average_rating: mean(mentions.map(({ review }) => review.review.rating)),
    aspects: aspectsOf(mentions),
    top_phrases: topPhrases(phrases, mentions),
    example_review_ids: mentions.slice(0, EXAMPLES).map(({ review }) => review.review.id),
    quotes: pickQuotes(candidatesOf(mentions), tally, { most: QUOTES, ...(fits && { fits }) }),
  };
}

const byMentions = (left: EntityInsights, right: EntityInsights): number =>
  right.mention_count - left.mention_count || compareText(left.id, right.id);

/** Health problems are only counted, so that no quote connects one with a person. */
function problems(taxonomy: Taxonomy, reviews: AnalyzedReview[]): EntityInsights[] {
  const mentions = new Map<string, EntityMention[]>(taxonomy.problems.map(({ id }) => [id, []]));
  for (const review of reviews) {
    const { analysis, label } = review;
    if (analysis.problems.length === 0) continue;
    const { aspects } = review.per_review;
    const mention = { review, kind: "services", id: "", label, aspects, phrases: NO_PHRASES, candidate: null } as const;
    for (const id of analysis.problems) mentions.get(id)?.push(mention);
  }
  return taxonomy.problems
    .map(({ id, name }) => ({
      ...describeEntity([], { id, name }, mentions.get(id) ?? []),
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
  const keyOf = ({ kind, id }: Pick<EntityMention, "kind" | "id">) => `${kind} ${id}`;
  const mentions = groupSaid(reviews, ({ entities }) => entities, keyOf);
  const listed = (kind: EntityKind, entities: { id: string; name: string }[]) =>
    entities
      .map((entity) => {
        const fits = kind === "technicians" ? fitsPerson : undefined;
        return describeEntity(phrases, entity, mentions.get(keyOf({ kind, id: entity.id })) ?? [], fits);
      })
      .filter(({ mention_count }) => mention_count > 0)
      .sort(byMentions);
  return {
    technicians: listed("technicians", profile?.technicians.filter(({ insights }) => insights) ?? []),
    services: listed("services", profile?.services ?? []),
    service_areas: listed("service_areas", profile?.service_areas ?? []),
    problems: problems(taxonomy, reviews),
  };
}
