import type { InsightsDocument } from "../../model/insights-document.ts";
import { i32At, itemAt } from "../../model/typed-array.ts";
import { round } from "../engine/arithmetic.ts";
import type { AnalyzedReview, PhraseIndexes } from "./analyzed-review.ts";
import type { InsightReview } from "./insight-review.ts";

type Topic = InsightsDocument["topics"][number];
type Use = { review: AnalyzedReview; start: number; end: number; sentence: number };
/** Which phrases of a review count. */
type Select = (review: AnalyzedReview) => PhraseIndexes;

const LEAST_REVIEWS = 3;
const MOST_TOPICS = 30;
/** Only this many of the most frequent phrases are considered. */
const CONSIDERED = 300;
const EXAMPLES = 5;
/** If a longer phrase has this share of a phrase's uses, only the longer one is a topic. */
const SAME_TOPIC = 0.6;
const TOP = 5;
/** The newest uses decide how a phrase is spelled: this many. */
const SPELLINGS = 20;
export const NO_PHRASES: PhraseIndexes = new Int32Array();

/** How many reviews use each phrase, by the phrase's number. */
function countPhrases(phrases: string[], reviews: AnalyzedReview[], select: Select | null): Int32Array {
  const counts = new Int32Array(phrases.length);
  for (const review of reviews) {
    const numbers = review.phrases;
    const selected = select?.(review);
    const length = (selected ?? numbers).length;
    for (let at = 0; at < length; at++) {
      const number = i32At(numbers, selected ? i32At(selected, at) : at);
      counts[number] = i32At(counts, number) + 1;
    }
  }
  return counts;
}

/** Numbers of the phrases that at least `least` reviews use, most used first, then in alphabetical order. */
function frequentPhrases(phrases: string[], counts: Int32Array, least: number, most: number): number[] {
  const found: number[] = [];
  counts.forEach((n, number) => {
    if (n >= least) found.push(number);
  });
  const name = (number: number): string => itemAt(phrases, number);
  found.sort((a, b) => i32At(counts, b) - i32At(counts, a) || (name(a) < name(b) ? -1 : 1));
  return found.slice(0, most);
}

/** Where the reviews use the given phrases; at most `most` places for each. */
function collectPhrases(
  reviews: AnalyzedReview[],
  wanted: number[],
  select: Select | null,
  most: number,
): Map<number, Use[]> {
  const uses = new Map<number, Use[]>(wanted.map((number) => [number, []]));
  const is_wanted = new Uint8Array(wanted.reduce((top, number) => Math.max(top, number + 1), 0));
  for (const number of wanted) is_wanted[number] = 1;
  let open = wanted.length;
  for (const review of reviews) {
    if (open === 0) break;
    const numbers = review.phrases;
    const selected = select?.(review);
    const length = (selected ?? numbers).length;
    for (let index = 0; index < length; index++) {
      const at = selected ? i32At(selected, index) : index;
      const number = i32At(numbers, at);
      if (is_wanted[number] !== 1) continue;
      const list = uses.get(number);
      if (!list || list.length >= most) continue;
      const phrase = itemAt(review.analysis.phrases, at);
      list.push({ review, start: phrase.start, end: phrase.end, sentence: phrase.sentence });
      if (list.length === most) open--;
    }
  }
  return uses;
}

/** The most used of the selected phrases, as people wrote them. Each is in at least two reviews. */
export function topPhrases(phrases: string[], reviews: AnalyzedReview[], select: Select): string[] {
  if (phrases.length === 0 || reviews.length < 2) return [];
  const best = frequentPhrases(phrases, countPhrases(phrases, reviews, select), 2, TOP);
  const uses = collectPhrases(reviews, best, select, SPELLINGS);
  return best.map((number) => commonSpelling(uses.get(number) ?? []));
}

/** The most common spelling; among equals, the first in alphabetical order. */
function commonSpelling(uses: Use[]): string {
  const forms = new Map<string, number>();
  for (const { review, start, end } of uses) {
    const form = review.text.slice(start, end);
    forms.set(form, (forms.get(form) ?? 0) + 1);
  }
  const [best] = [...forms].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return best?.[0] ?? "";
}

const sentenceAt = ({ review, sentence }: Use) => itemAt(review.analysis.sentences, sentence);

const topicId = (key: string): string => key.replace(/[^a-z0-9]+/g, "-");

function describeTopic(key: string, uses: Use[]): Topic {
  const aspects = new Map<string, number>();
  let sum = 0;
  for (const use of uses) {
    const sentence = sentenceAt(use);
    sum += sentence.score;
    for (const aspect of sentence.aspects) aspects.set(aspect, (aspects.get(aspect) ?? 0) + 1);
  }
  return {
    id: topicId(key),
    label: commonSpelling(uses),
    mention_count: uses.length,
    score: round(sum / uses.length, 3),
    aspect_ids: [...aspects]
      .filter(([, n]) => n * 2 >= uses.length)
      .map(([id]) => id)
      .sort(),
    example_review_ids: uses.slice(0, EXAMPLES).map(({ review }) => review.review.id),
  };
}

/** Frequent phrases. A longer phrase replaces the shorter ones in it, and names of people are not topics. */
export function findTopics(
  phrases: string[],
  reviews: AnalyzedReview[],
  names: Set<string>,
  found?: (topic_id: string, reviews: InsightReview[]) => void,
): Topic[] {
  const counts = countPhrases(phrases, reviews, null);
  const name = (number: number): string => itemAt(phrases, number);
  const frequent = frequentPhrases(phrases, counts, LEAST_REVIEWS, CONSIDERED).filter(
    (number) =>
      !name(number)
        .split(" ")
        .some((word) => names.has(word)),
  );
  const padded = new Map(frequent.map((number) => [number, ` ${name(number)} `]));
  // Cheap conditions first: there are 90,000 pairs.
  const isPartOfLonger = (number: number): boolean =>
    frequent.some(
      (longer) =>
        i32At(counts, longer) >= i32At(counts, number) * SAME_TOPIC &&
        name(longer).length > name(number).length &&
        padded.get(longer)?.includes(padded.get(number) ?? ""),
    );
  const ids = new Set<string>();
  const isNew = (id: string): boolean => id.length > 1 && !ids.has(id) && Boolean(ids.add(id));
  const kept = frequent
    .filter((number) => !isPartOfLonger(number) && isNew(topicId(name(number))))
    .slice(0, MOST_TOPICS);
  const uses = collectPhrases(reviews, kept, null, Infinity);
  return kept.map((number) => {
    const used = uses.get(number) ?? [];
    const topic = describeTopic(name(number), used);
    found?.(
      topic.id,
      used.map(({ review }) => review.review),
    );
    return topic;
  });
}
