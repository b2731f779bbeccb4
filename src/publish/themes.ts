import type { Engine } from "../../insights/engine/engine.ts";
import type { CompiledTaxonomy } from "../../insights/engine/reading/taxonomy.ts";
import type { AnalyzedReview, EntityKind } from "../insights/analyzed-review.ts";
import type { InsightReview } from "../insights/insight-review.ts";
import type { TopicMember } from "../insights/topics/topics.ts";
import type { Label } from "../model/analysis.ts";
import type { Profile } from "../model/business.ts";
import type { InsightsDocument } from "../model/insights-document.ts";
import { spanishTheme } from "../model/spanish-themes.ts";
import { buildAspectPostings } from "../snapshot/aspect-postings.ts";
import { buildNames } from "../snapshot/resolve-name.ts";
import type { AspectPostings, Position, Postings, Themes, Wording } from "../snapshot/review-index.ts";

export type TopicMembers = Map<string, TopicMember[]>;

/** A review that could be analyzed, at its position. */
type Placed = { position: Position; review: AnalyzedReview };

/** Which reviews have which sentiment toward each of these. People who are not counted have no list. */
function entitySentiments(
  placed: readonly Placed[],
  kind: EntityKind,
  listed: readonly { id: string; insights?: boolean }[],
): Map<string, AspectPostings> {
  const counted = new Set(listed.filter(({ insights }) => insights !== false).map(({ id }) => id));
  return buildAspectPostings(
    placed.map(({ position, review }) => ({
      position,
      aspects: review.entities
        .filter((entity) => entity.kind === kind && counted.has(entity.id))
        .map(({ id, label }) => ({ aspect: id, sentiment: label })),
    })),
  );
}

function topicSentiments(members: TopicMembers, position_of: ReadonlyMap<InsightReview, Position>) {
  const found = Array.from(members, ([id, counted]) =>
    counted
      .map(({ review, label }) => ({ position: position_of.get(review) ?? 0, aspect: id, sentiment: label }))
      .sort((a, b) => a.position - b.position),
  ).flat();
  return buildAspectPostings(found.map(({ position, ...aspect }) => ({ position, aspects: [aspect] })));
}

const OF_REVIEW = "review";

function reviewSentiments(placed: readonly Placed[]): AspectPostings {
  const found = placed.map(({ position, review }): { position: Position; sentiment: Label } => ({
    position,
    sentiment: review.label,
  }));
  const lists = buildAspectPostings(
    found.map(({ position, sentiment }) => ({ position, aspects: [{ aspect: OF_REVIEW, sentiment }] })),
  );
  return lists.get(OF_REVIEW) ?? { positions: new Uint32Array(0), labels: new Uint8Array(0) };
}

function conditionLists(ids: readonly string[], placed: readonly Placed[]): Map<string, Postings> {
  const lists = new Map<string, Position[]>(ids.map((id) => [id, []]));
  for (const { position, review } of placed) {
    for (const id of review.analysis.problems) lists.get(id)?.push(position);
  }
  return new Map(Array.from(lists, ([id, list]) => [id, Uint32Array.from(list)]));
}

const labelsOf = (named: readonly { id: string; name: string }[]) => new Map(named.map(({ id, name }) => [id, name]));

const withSpanish = (named: readonly { id: string; name: string }[]) =>
  named.map(({ id, name }) => ({ id, name, aliases: [spanishTheme(name)] }));

/** Words for each aspect, topic and condition. Of an aspect without words to ask with, those that the engine looks for. */
function wordingsOf({ taxonomy, asked }: CompiledTaxonomy, topics: InsightsDocument["topics"]): Map<string, Wording> {
  const of_aspects = taxonomy.aspects.map(({ id, es, ...english }): [string, Wording] => {
    const words = [english, ...(es ? [es] : [])].flatMap((from) => [
      ...from.words,
      ...from.phrases,
      ...from.prefixes.map((prefix) => `${prefix}*`),
    ]);
    const own = asked.aspects[id] ?? [];
    // "Vertigo" tells the engine that a sentence is about results, but it is no other word for results.
    return [`aspect ${id}`, { asked: own, words: own.length > 0 ? [] : words }];
  });
  const named = [...taxonomy.topics, ...taxonomy.problems];
  const of_topics = topics.flatMap(({ id }): [string, Wording][] => {
    const found = named.find((one) => one.id === id);
    return found
      ? [[`topic ${id}`, { asked: asked.problems[id] ?? [], words: [...found.words, ...found.words_es] }]]
      : [];
  });
  const of_conditions = taxonomy.problems.map(({ id, words, words_es }): [string, Wording] => [
    `condition ${id}`,
    { asked: asked.problems[id] ?? [], words: [...words, ...words_es] },
  ]);
  return new Map([...of_aspects, ...of_topics, ...of_conditions]);
}

/** Which reviews are about what. `analyzed` is by position; null is a review that the insights counted but did not read. */
export function buildThemes(
  { taxonomy: compiled }: Engine,
  profile: Profile | null,
  analyzed: readonly (AnalyzedReview | null)[],
  { topics }: InsightsDocument,
  members: TopicMembers,
): Themes {
  const placed = analyzed.flatMap((review, position) => (review ? [{ position, review }] : []));
  const position_of = new Map(placed.map(({ review, position }) => [review.review, position]));
  const { taxonomy, asked } = compiled;
  const aspects = taxonomy.aspects.map(({ id, label }) => ({ id, name: label }));
  const named = topics.map(({ id, label }) => ({ id, name: label }));
  const conditions = taxonomy.problems.map(({ id, name }) => ({ id, name }));
  const topic = topicSentiments(members, position_of);
  return {
    read_count: analyzed.length,
    by_aspect: buildAspectPostings(
      placed.map(({ position, review }) => ({ position, aspects: review.analysis.aspects })),
    ),
    by_topic: new Map(topics.map(({ id }) => [id, topic.get(id)?.positions ?? new Uint32Array(0)])),
    by_condition: conditionLists(
      conditions.map(({ id }) => id),
      placed,
    ),
    sentiments: reviewSentiments(placed),
    sentiments_by: {
      technician: entitySentiments(placed, "technicians", profile?.technicians ?? []),
      service: entitySentiments(placed, "services", profile?.services ?? []),
      topic,
    },
    aspect_labels: labelsOf(aspects),
    topic_labels: labelsOf(named),
    condition_labels: labelsOf(conditions),
    aspect_names: buildNames(withSpanish(aspects)),
    topic_names: buildNames(withSpanish(named)),
    condition_names: buildNames(withSpanish(conditions)),
    wordings: wordingsOf(compiled, topics),
    common_words: asked.common,
    same_phrases: asked.same,
  };
}
