import type { Label } from "../../model/analysis.ts";
import type { InsightsDocument } from "../../model/insights-document.ts";
import { i32At, itemAt } from "../../model/typed-array.ts";
import type { Taxonomy } from "../engine/reading/taxonomy.ts";
import { type AnalyzedReview, OF_ASPECT } from "./analyzed-review.ts";
import type { InsightReview } from "./insight-review.ts";
import { isRecent, type Period } from "./period.ts";
import { collectPhrases, commonSpelling, countPhrases, frequentPhrases } from "./phrases.ts";
import { buildSentenceCandidate, pickQuotes } from "./quotes.ts";
import { count, counts, ENOUGH, emptyTally, tallyScore, total } from "./statistics.ts";
import { verdictOf } from "./verdict.ts";
import { inSentence } from "./words.ts";

type Topic = InsightsDocument["topics"][number];
/** A review that speaks of a topic: what it says, the words, and their sentences. */
type Use = { review: AnalyzedReview; label: Label; places: { start: number; end: number; sentence: number }[] };

const LEAST_REVIEWS = 3;
const MOST_TOPICS = 25;
const QUOTES = 2;
/** Quotes come from this many of the newest reviews of a topic: more take time and are no clearer. */
const QUOTED_FROM = 200;
const EXAMPLES = 5;
/** Only this many of the most frequent phrases are considered. */
const CONSIDERED = 300;
/** If a longer phrase has this share of a phrase's uses, only the longer one is a topic. */
const SAME_TOPIC = 0.6;

const sentenceAt = (review: AnalyzedReview, at: number) => itemAt(review.analysis.sentences, at);

/** The aspects of at least half of the reviews' sentences. */
function aspectsOf(uses: Use[]): string[] {
  const numbers = new Map<string, number>();
  for (const { review, places } of uses) {
    const aspects = new Set(places.flatMap(({ sentence }) => sentenceAt(review, sentence).aspects));
    for (const aspect of aspects) numbers.set(aspect, (numbers.get(aspect) ?? 0) + 1);
  }
  return [...numbers]
    .filter(([, n]) => n * 2 >= uses.length)
    .map(([id]) => id)
    .sort();
}

/** The clearest sentences of the topic on the side that each review takes. */
function quotesOf(uses: Use[]): Topic["quotes"] {
  const tally = emptyTally();
  for (const { label } of uses) count(tally, label);
  const candidates = uses.flatMap(({ review, label, places }) =>
    places.flatMap(
      ({ sentence }) => buildSentenceCandidate(review.review, review.text, review.analysis, sentence, label) ?? [],
    ),
  );
  return pickQuotes(candidates, tally, QUOTES);
}

/** Whether at least three sentences differ: the same words in several reviews are one story. */
function tellsStories(uses: Use[]): boolean {
  const stories = new Set<string>();
  for (const {
    review,
    places: [place],
  } of uses) {
    const { start, end } = sentenceAt(review, place?.sentence ?? 0);
    stories.add(review.text.slice(start, end).toLowerCase());
    if (stories.size >= LEAST_REVIEWS) return true;
  }
  return false;
}

const spellingOf = (uses: Use[]): string =>
  commonSpelling(uses.flatMap(({ review, places }) => places.map(({ start, end }) => review.text.slice(start, end))));

/** A topic of at least three stories with two quotes; null otherwise. Quotes are recent if there are enough. */
function describeTopic(period: Period, id: string, label: string | undefined, uses: Use[]): Topic | null {
  if (!tellsStories(uses)) return null;
  const recent = uses.filter(({ review }) => isRecent(period, review.month));
  const fresh = recent.length >= ENOUGH ? quotesOf(recent.slice(0, QUOTED_FROM)) : [];
  const quotes = fresh.length < QUOTES ? quotesOf(uses.slice(0, QUOTED_FROM)) : fresh;
  if (quotes.length < QUOTES) return null;
  const tally = emptyTally();
  for (const { label } of uses) count(tally, label);
  // A sentence that reveals someone's health links the review to the topic neither by a quote nor as an example.
  const open = uses.filter(({ review, places }) =>
    places.some(({ sentence }) => !sentenceAt(review, sentence).private),
  );
  return {
    id,
    label: label ?? spellingOf(uses),
    ...counts(tally),
    score: tallyScore(tally),
    enough: total(tally) >= ENOUGH,
    aspect_ids: aspectsOf(uses),
    example_review_ids: open.slice(0, EXAMPLES).map(({ review }) => review.review.id),
    quotes,
  };
}

/** The reviews of each topic and problem of the taxonomy. */
function namedUses(reviews: AnalyzedReview[]): Map<string, Use[]> {
  const uses = new Map<string, Use[]>();
  for (const review of reviews) {
    for (const { id, label, marks } of review.topics) {
      const list = uses.get(id);
      const use = { review, label, places: marks };
      if (list) list.push(use);
      else uses.set(id, [use]);
    }
  }
  return uses;
}

const topicId = (key: string): string => key.replace(/[^a-z0-9]+/g, "-");

/** Frequent phrases that no topic of the taxonomy covers. A longer phrase replaces the shorter ones in it. */
function phraseUses(phrases: string[], reviews: AnalyzedReview[], names: ReadonlySet<string>): Map<string, Use[]> {
  const numbers = countPhrases(phrases, reviews, null);
  const name = (number: number): string => itemAt(phrases, number);
  const frequent = frequentPhrases(phrases, numbers, LEAST_REVIEWS, CONSIDERED).filter(
    (number) =>
      !name(number).startsWith(OF_ASPECT) &&
      !name(number)
        .split(" ")
        .some((word) => names.has(word)),
  );
  const padded = new Map(frequent.map((number) => [number, ` ${name(number)} `]));
  // Cheap conditions first: there are 90,000 pairs.
  const isPartOfLonger = (number: number): boolean =>
    frequent.some(
      (longer) =>
        i32At(numbers, longer) >= i32At(numbers, number) * SAME_TOPIC &&
        name(longer).length > name(number).length &&
        padded.get(longer)?.includes(padded.get(number) ?? ""),
    );
  const kept = frequent.filter((number) => !isPartOfLonger(number) && topicId(name(number)).length > 1);
  return new Map(
    Array.from(collectPhrases(reviews, kept, null, Infinity), ([number, places]) => [
      topicId(name(number)),
      places.map(({ review, ...place }): Use => {
        const { score } = sentenceAt(review, place.sentence);
        return { review, label: verdictOf([score], review.review.rating, false), places: [place] };
      }),
    ]),
  );
}

/** Whether the taxonomy's topics already count most uses of a phrase. */
function isCovered(uses: Use[]): boolean {
  const covered = uses.filter(({ review, places }) =>
    places.some(({ start, end }) =>
      review.topics.some(({ marks }) => marks.some((mark) => mark.start < end && start < mark.end)),
    ),
  );
  return covered.length * 2 >= uses.length;
}

/**
 * What reviews talk about, most mentioned first: the topics and problems of the taxonomy, and frequent phrases that
 * belong to an aspect, each with the reviews that it counts. Names of people are not topics, and a thing that tells nothing about the business is not either.
 */
export function findTopics(
  taxonomy: Taxonomy,
  period: Period,
  phrases: string[],
  reviews: AnalyzedReview[],
  names: ReadonlySet<string>,
): { topic: Topic; reviews: InsightReview[] }[] {
  const labels = new Map([
    ...taxonomy.problems.map(({ id, name }) => [id, inSentence(name)] as const),
    ...taxonomy.topics.map(({ id, label }) => [id, label] as const),
  ]);
  const topics = new Map<string, { topic: Topic; reviews: InsightReview[] }>();
  const add = (id: string, uses: Use[]) => {
    const topic = topics.has(id) ? null : describeTopic(period, id, labels.get(id), uses);
    if (topic) topics.set(id, { topic, reviews: uses.map(({ review }) => review.review) });
  };
  for (const [id, uses] of namedUses(reviews)) add(id, uses);
  for (const [id, uses] of phraseUses(phrases, reviews, names)) {
    if (!isCovered(uses) && aspectsOf(uses).length > 0) add(id, uses);
  }
  return [...topics.values()]
    .sort(({ topic: a }, { topic: b }) => b.mention_count - a.mention_count || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_TOPICS);
}
