import type { Taxonomy } from "../../../insights/engine/reading/taxonomy.ts";
import type { Label } from "../../model/analysis.ts";
import { compareText } from "../../model/basics/compare-text.ts";
import { i32At, itemAt } from "../../model/basics/typed-array.ts";
import type { InsightsDocument } from "../../model/insights-document.ts";
import { type AnalyzedReview, OF_ASPECT, type TopicMention } from "../analyzed-review.ts";
import type { InsightReview } from "../insight-review.ts";
import { isRecent, type RecentMonths } from "../period.ts";
import { buildSentenceCandidate, pickQuotes } from "../quotes.ts";
import { inSentence } from "../sentences/sentence-words.ts";
import { count, countKeys, counts, ENOUGH_TEXTS, emptyTally, tallyScore, total } from "../tally.ts";
import { scoreAt, verdictOf } from "../verdict.ts";
import { collectPhrases, commonSpelling, countPhrases, mostFrequent, type PhraseUse } from "./phrases.ts";

type Topic = InsightsDocument["topics"][number];
/** A review that mentions a topic: its sentiment, the words, their sentences, and the aspects of those. */
type Use = {
  review: AnalyzedReview;
  label: Label;
  marks: { start: number; end: number; sentence: number }[];
  aspects: string[];
  /** True if at least one of the sentences reveals nobody's health. */
  open: boolean;
};
/** A review that a topic counts, and its sentiment toward it. */
export type TopicMember = { review: InsightReview; label: Label };
/** A topic with the reviews that it counts. */
type Found = { topic: Topic; members: TopicMember[] };

const LEAST_REVIEWS = 3;
const MOST_TOPICS = 25;
const QUOTES = 2;
/** Quotes come from this many of the newest reviews of a topic. More would take time and not be clearer. */
const QUOTED_FROM = 200;
const EXAMPLES = 5;
/** Only this many of the most frequent phrases are considered. */
const CONSIDERED = 300;
/** If a longer phrase has this share of a phrase's uses, only the longer one is a topic. */
const SAME_TOPIC = 0.6;

const sentenceAt = (review: AnalyzedReview, at: number) => itemAt(review.analysis.sentences, at);

/** The aspects that at least half of the reviews' sentences have. */
function aspectsOf(uses: Use[]): string[] {
  return countKeys(uses.flatMap(({ aspects }) => aspects))
    .filter(([, n]) => n * 2 >= uses.length)
    .map(([id]) => id)
    .sort();
}

/**
 * The clearest sentences of the topic, on the side that each review takes: those about one of these aspects. If there are
 * none, those about no aspect.
 */
function quotesOf(uses: Use[], aspect_ids: readonly string[]): Topic["quotes"] {
  const tally = emptyTally();
  for (const { label } of uses) count(tally, label);
  const quotesIf = (tells: (aspects: readonly string[]) => boolean): Topic["quotes"] => {
    const candidates = uses.flatMap(({ review: { review, text, analysis }, label, marks }) =>
      marks
        .filter(({ sentence }) => tells(itemAt(analysis.sentences, sentence).aspects))
        .flatMap(({ sentence }) => buildSentenceCandidate(review, text, analysis, sentence, label) ?? []),
    );
    return pickQuotes(candidates, tally, { most: QUOTES });
  };
  if (aspect_ids.length === 0) return quotesIf(() => true);
  const about = quotesIf((own) => own.some((id) => aspect_ids.includes(id)));
  return about.length > 0 ? about : quotesIf((own) => own.length === 0);
}

/** True if at least three sentences are different. The same words in several reviews count as one story. */
function tellsStories(uses: Use[]): boolean {
  const stories = new Set<string>();
  for (const { review, marks } of uses) {
    const { start, end } = sentenceAt(review, itemAt(marks, 0).sentence);
    stories.add(review.text.slice(start, end).toLowerCase());
    if (stories.size >= LEAST_REVIEWS) return true;
  }
  return false;
}

const spellingOf = (uses: Use[]): string =>
  commonSpelling(uses.flatMap(({ review, marks }) => marks.map(({ start, end }) => review.text.slice(start, end))));

/** The first `most` uses that fit. It does not examine the others, of which there may be thousands. */
const firstOf = (uses: Use[], fits: (use: Use) => boolean, most: number): Use[] => [
  ...uses.values().filter(fits).take(most),
];

/** A topic with at least three stories, a side and a quote, otherwise null. Quotes are recent if there are enough. */
function describeTopic(
  recent_time: RecentMonths,
  { id, label, told_by }: { id: string; label: string | undefined; told_by: readonly string[] },
  uses: Use[],
): Topic | null {
  if (!tellsStories(uses)) return null;
  const recent = firstOf(uses, ({ review }) => isRecent(recent_time, review.month), QUOTED_FROM);
  const aspect_ids = aspectsOf(uses);
  const quoted = told_by.length > 0 ? told_by : aspect_ids;
  const fresh = recent.length >= ENOUGH_TEXTS ? quotesOf(recent, quoted) : [];
  const quotes = fresh.length < QUOTES ? quotesOf(uses.slice(0, QUOTED_FROM), quoted) : fresh;
  const tally = emptyTally();
  for (const { label } of uses) count(tally, label);
  if (quotes.length === 0 || tally.neutral === total(tally)) return null;
  // If all sentences of a review about the topic reveal someone's health, the review is neither quoted nor an example.
  const examples = firstOf(uses, ({ open }) => open, EXAMPLES);
  return {
    id,
    label: label ?? spellingOf(uses),
    ...counts(tally),
    score: tallyScore(tally),
    enough: total(tally) >= ENOUGH_TEXTS,
    aspect_ids,
    example_review_ids: examples.map(({ review }) => review.review.id),
    quotes,
  };
}

const topicId = (key: string): string => key.replace(/[^a-z0-9]+/g, "-");

/**
 * Phrases that at least `least` reviews use, by the id of their topic. A longer phrase replaces the shorter ones in it.
 */
function phraseUses(
  phrases: string[],
  reviews: AnalyzedReview[],
  names: ReadonlySet<string>,
  least: number,
): Map<string, Use[]> {
  const sources = reviews.map((review) => ({ review, phrases: null }));
  const counted = countPhrases(phrases, sources, LEAST_REVIEWS);
  const { counts: numbers } = counted;
  const name = (number: number): string => itemAt(phrases, number);
  const frequent = mostFrequent(phrases, counted, CONSIDERED).filter(
    (number) =>
      !name(number).startsWith(OF_ASPECT) &&
      !name(number)
        .split(" ")
        .some((word) => names.has(word)),
  );
  const padded = new Map(frequent.map((number) => [number, ` ${name(number)} `]));
  // Fast conditions come first, because there are 90,000 pairs.
  const isPartOfLonger = (number: number): boolean =>
    frequent.some(
      (longer) =>
        i32At(numbers, longer) >= i32At(numbers, number) * SAME_TOPIC &&
        name(longer).length > name(number).length &&
        padded.get(longer)?.includes(padded.get(number) ?? ""),
    );
  const ids = new Map(
    frequent
      .filter((number) => i32At(numbers, number) >= least && !isPartOfLonger(number))
      .map((number) => [topicId(name(number)), number]),
  );
  const kept = [...ids].filter(([id]) => id.length > 1);
  const uses = collectPhrases(
    sources,
    kept.map(([, number]) => number),
    Infinity,
  );
  return new Map(kept.map(([id, number]) => [id, (uses.get(number) ?? []).map(phraseUse)]));
}

function phraseUse({ review, ...place }: PhraseUse): Use {
  const sentence = sentenceAt(review, place.sentence);
  const { aspects, private: is_private } = sentence;
  return {
    review,
    label: verdictOf([scoreAt(sentence, place.start)], review.review.rating),
    marks: [place],
    aspects,
    open: !is_private,
  };
}

/** `by_topic`: what reviews say about each topic and problem of the taxonomy. `names`: the words of staff names. */
type TopicsInput = {
  reviews: AnalyzedReview[];
  by_topic: ReadonlyMap<string, TopicMention[]>;
  names: ReadonlySet<string>;
};

/** True if the taxonomy's topics already count most uses of a phrase. */
function isCovered(uses: Use[]): boolean {
  const covered = uses.filter(({ review, marks: own }) =>
    own.some(({ start, end }) =>
      review.topics.some(({ marks }) => marks.some((mark) => mark.start < end && start < mark.end)),
    ),
  );
  return covered.length * 2 >= uses.length;
}

/**
 * What reviews talk about, most mentioned first: the topics and problems of the taxonomy, and frequent phrases that
 * belong to an aspect (any phrase, if the taxonomy has none), each with the reviews that it counts. Names of people are not topics, nor are things that say
 * nothing about the business.
 */
export function findTopics(
  taxonomy: Taxonomy,
  recent_time: RecentMonths,
  phrases: string[],
  { reviews, by_topic, names }: TopicsInput,
): Found[] {
  const labels = new Map([
    ...taxonomy.problems.map(({ id, name }) => [id, inSentence(name)] as const),
    ...taxonomy.topics.map(({ id, label }) => [id, label] as const),
  ]);
  const told_by = new Map([
    ...taxonomy.problems.map(({ id }) => [id, taxonomy.problem_aspects] as const),
    ...taxonomy.topics.map(({ id, aspects }) => [id, aspects] as const),
  ]);
  const describe = (id: string, uses: Use[]): Found[] => {
    const named = { id, label: labels.get(id), told_by: told_by.get(id) ?? [] };
    const topic = describeTopic(recent_time, named, uses);
    return topic ? [{ topic, members: uses.map(({ review: { review }, label }) => ({ review, label })) }] : [];
  };
  const most_first = [...by_topic].sort(([a, left], [b, right]) => right.length - left.length || compareText(a, b));
  const topics = [
    ...most_first
      .values()
      .flatMap(([id, uses]) => describe(id, uses))
      .take(MOST_TOPICS),
  ];
  // A phrase with fewer uses than the last of these topics cannot be among the most mentioned.
  const least = topics[MOST_TOPICS - 1]?.topic.mention_count ?? LEAST_REVIEWS;
  for (const [id, uses] of phraseUses(phrases, reviews, names, least)) {
    const of_taxonomy = by_topic.get(id);
    if (of_taxonomy && describe(id, of_taxonomy).length > 0) continue;
    const belongs = taxonomy.aspects.length === 0 || aspectsOf(uses).length > 0;
    if (belongs && !isCovered(uses)) topics.push(...describe(id, uses));
  }
  return topics
    .sort(({ topic: a }, { topic: b }) => b.mention_count - a.mention_count || compareText(a.id, b.id))
    .slice(0, MOST_TOPICS);
}
