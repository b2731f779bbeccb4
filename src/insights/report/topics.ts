import type { InsightsDocument } from "../../model/insights-document.ts";
import { round } from "../engine/arithmetic.ts";
import type { FoldedReview, Places } from "./analyzed-review.ts";

type Topic = InsightsDocument["topics"][number];
type Use = { review: FoldedReview; start: number; end: number; sentence: number };
/** Which of a review's phrases are meant. */
type Meant = (review: FoldedReview) => Places;

const LEAST_REVIEWS = 3;
const MOST_TOPICS = 30;
/** Only so many of the most frequent phrases are looked at closely. */
const CONSIDERED = 300;
const EXAMPLES = 5;
/** A phrase that stands inside a longer one this often is that one. */
const SWALLOWED = 0.6;
const TOP = 5;
/** The newest so many uses decide how a phrase is spelt. */
const SPELLINGS = 20;
export const NO_PLACES: Places = new Int32Array();

/** How many reviews use each phrase, by the folder's numbers. */
function countPhrases(phrases: string[], reviews: FoldedReview[], meant: Meant | null): Int32Array {
  const counts = new Int32Array(phrases.length);
  for (const review of reviews) {
    const numbers = review.phrases;
    const places = meant?.(review);
    const length = places ? places.length : numbers.length;
    for (let at = 0; at < length; at++) {
      const number = numbers[places ? (places[at] ?? 0) : at] ?? 0;
      counts[number] = (counts[number] ?? 0) + 1;
    }
  }
  return counts;
}

/** Numbers of the phrases that at least so many reviews use, most used first; of equals, by the alphabet. */
function frequentPhrases(phrases: string[], counts: Int32Array, least: number, most: number): number[] {
  const found: number[] = [];
  counts.forEach((n, number) => {
    if (n >= least) found.push(number);
  });
  const name = (number: number): string => phrases[number] ?? "";
  found.sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || (name(a) < name(b) ? -1 : 1));
  return found.slice(0, most);
}

/** Where the reviews use the given phrases; at most so many places of each. */
function collectPhrases(
  reviews: FoldedReview[],
  wanted: number[],
  meant: Meant | null,
  most: number,
): Map<number, Use[]> {
  const uses = new Map<number, Use[]>(wanted.map((number) => [number, []]));
  const is_wanted = new Uint8Array(wanted.reduce((top, number) => Math.max(top, number + 1), 0));
  for (const number of wanted) is_wanted[number] = 1;
  let open = wanted.length;
  for (const review of reviews) {
    if (open === 0) break;
    const numbers = review.phrases;
    const places = meant?.(review);
    const length = places ? places.length : numbers.length;
    for (let index = 0; index < length; index++) {
      const at = places ? (places[index] ?? 0) : index;
      if (is_wanted[numbers[at] ?? 0] !== 1) continue;
      const list = uses.get(numbers[at] ?? -1);
      const phrase = review.analysis.phrases[at];
      if (!list || !phrase || list.length >= most) continue;
      list.push({ review, start: phrase.start, end: phrase.end, sentence: phrase.sentence });
      if (list.length === most) open--;
    }
  }
  return uses;
}

/** The meant phrases of at least two reviews, as people wrote them. */
export function topPhrases(phrases: string[], reviews: FoldedReview[], meant: Meant): string[] {
  if (phrases.length === 0 || reviews.length < 2) return [];
  const best = frequentPhrases(phrases, countPhrases(phrases, reviews, meant), 2, TOP);
  const uses = collectPhrases(reviews, best, meant, SPELLINGS);
  return best.map((number) => writtenLabel(uses.get(number) ?? []));
}

/** As most people wrote it; of equals, the first in the alphabet. */
function writtenLabel(uses: Use[]): string {
  const forms = new Map<string, number>();
  for (const { review, start, end } of uses) {
    const form = review.text.slice(start, end);
    forms.set(form, (forms.get(form) ?? 0) + 1);
  }
  const [best] = [...forms].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return best?.[0] ?? "";
}

const sentenceAt = ({ review, sentence }: Use) => review.analysis.sentences[sentence];

const topicId = (key: string): string => key.replace(/[^a-z0-9]+/g, "-");

function describe(key: string, uses: Use[]): Topic {
  const aspects = new Map<string, number>();
  let sum = 0;
  for (const use of uses) {
    const sentence = sentenceAt(use);
    sum += sentence?.score ?? 0;
    for (const aspect of sentence?.aspects ?? []) aspects.set(aspect, (aspects.get(aspect) ?? 0) + 1);
  }
  return {
    id: topicId(key),
    label: writtenLabel(uses),
    mention_count: uses.length,
    score: round(sum / uses.length, 3),
    aspect_ids: [...aspects]
      .filter(([, n]) => n * 2 >= uses.length)
      .map(([id]) => id)
      .sort(),
    example_review_ids: uses.slice(0, EXAMPLES).map(({ review }) => review.review.id),
  };
}

/** Frequent phrases, longer ones before what they contain; names of people are no topics. */
export function findTopics(phrases: string[], reviews: FoldedReview[], names: Set<string>): Topic[] {
  const counts = countPhrases(phrases, reviews, null);
  const name = (number: number): string => phrases[number] ?? "";
  const frequent = frequentPhrases(phrases, counts, LEAST_REVIEWS, CONSIDERED).filter(
    (number) =>
      !name(number)
        .split(" ")
        .some((word) => names.has(word)),
  );
  const padded = new Map(frequent.map((number) => [number, ` ${name(number)} `]));
  // The cheap questions first: there are 90,000 pairs.
  const swallowed = (number: number): boolean =>
    frequent.some(
      (longer) =>
        (counts[longer] ?? 0) >= (counts[number] ?? 0) * SWALLOWED &&
        name(longer).length > name(number).length &&
        padded.get(longer)?.includes(padded.get(number) ?? ""),
    );
  const ids = new Set<string>();
  const kept = frequent
    .filter((number) => !swallowed(number))
    .filter(
      (number) => topicId(name(number)).length > 1 && !ids.has(topicId(name(number))) && ids.add(topicId(name(number))),
    )
    .slice(0, MOST_TOPICS);
  const uses = collectPhrases(reviews, kept, null, Infinity);
  return kept.map((number) => describe(name(number), uses.get(number) ?? []));
}
