import type { Engine } from "../../insights/engine/engine.ts";
import { buildMentionFinder, type MentionFinder } from "../../insights/engine/mentions.ts";
import { isAnalyzed, type WordsToRead, wordsToRead } from "../../insights/engine/words-to-read.ts";
import type { Analysis, Label } from "../model/analysis.ts";
import { itemAt } from "../model/basics/typed-array.ts";
import type { Profile } from "../model/business.ts";
import type { InsightsDocument } from "../model/insights-document.ts";
import type { Mentions } from "../model/review.ts";
import { type FoundAnswer, findAnswers } from "./faq/answers.ts";
import { createReplies, type FoundQuestion, questionsIn, type ReadReplyOf } from "./faq/reply-answers.ts";
import type { InsightReview } from "./insight-review.ts";
import { monthNumber } from "./month-keys.ts";
import {
  buildQuoteCandidate,
  buildSentenceCandidate,
  type QuoteCandidate,
  readsAlone,
  type SaysAlone,
} from "./quotes.ts";
import { findTopicMentions, type NamedTopic, type TopicAspects } from "./topics/mentioned-topics.ts";
import { verdictOf } from "./verdict.ts";

const ENTITY_KINDS = ["technicians", "services", "service_areas"] as const;
export type EntityKind = (typeof ENTITY_KINDS)[number];

/** A person, service or area in a review, with what the sentences about it say. */
type NamedEntity = {
  kind: EntityKind;
  id: string;
  label: Label;
  aspects: string[];
  phrases: PhraseIndexes;
  candidate: QuoteCandidate | null;
};

/** Indexes into `analysis.phrases` of a review. */
export type PhraseIndexes = Int32Array;

/** An aspect in a review: its sentiment, its quote, and the phrases in the sentences about it. */
type FoundAspect = { aspect: string; sentiment: Label; candidate: QuoteCandidate | null; phrases: PhraseIndexes };

/** Something that a review says, together with the review. Lists of these can be read without all other reviews. */
type Said<T> = T & { review: AnalyzedReview };
export type EntityMention = Said<NamedEntity>;
export type AspectMention = Said<FoundAspect>;
export type TopicMention = Said<NamedTopic>;
export type AnswerMention = Said<FoundAnswer>;

/** A review with its analysis and its mentions: everything that depends only on the review and the profile. */
export type AnalyzedReview = {
  review: InsightReview;
  /** The words that were analyzed. Words of a translation are counted but never quoted. */
  text: string;
  translated: boolean;
  analysis: Analysis;
  label: Label;
  /** Months since year 0. */
  month: number;
  aspects: AspectMention[];
  entities: EntityMention[];
  per_review: InsightsDocument["per_review"][string];
  /** The number of each phrase of the analysis in the cache's list of phrases. */
  phrases: Int32Array;
  topics: TopicMention[];
  answers: AnswerMention[];
  questions: readonly FoundQuestion[];
};

/** Mentions by the id of their aspect, newest first. */
export type ByAspect = ReadonlyMap<string, AspectMention[]>;

/** Groups what reviews say by a key, in the order of the reviews. Each review is read once, not once per key. */
export function groupSaid<T>(
  reviews: readonly AnalyzedReview[],
  saidBy: (review: AnalyzedReview) => readonly T[],
  keyOf: (said: T) => string,
): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const review of reviews) {
    for (const said of saidBy(review)) {
      const key = keyOf(said);
      const group = groups.get(key);
      if (group) group.push(said);
      else groups.set(key, [said]);
    }
  }
  return groups;
}

export const aspectOf = ({ aspects }: AnalyzedReview, id: string): AspectMention | undefined =>
  aspects.find(({ aspect }) => aspect === id);

/** A sentence with "he" or "she" is about the person in the previous sentence, if only one person is named there. */
function sentencesNaming(analysis: Analysis, named: Mentions[], kind: EntityKind, id: string): number[] {
  const found = named.flatMap((mentions, at) => (mentions[kind].some((entity) => entity.id === id) ? [at] : []));
  if (kind !== "technicians") return found;
  const carried = found.flatMap((at) => {
    const next = analysis.sentences[at + 1];
    const alone = named[at]?.technicians.length === 1 && named[at + 1]?.technicians.length === 0;
    return next?.carries && alone ? [at + 1] : [];
  });
  return [...new Set([...found, ...carried])].sort((left, right) => left - right);
}

type Phrase = Analysis["phrases"][number];

export const NO_PHRASES: PhraseIndexes = new Int32Array();

/** A loop, because an iterator took a sixth of the first report of 10,000 reviews (measured). */
function phrasesIn({ phrases }: Analysis, belongs: (phrase: Phrase) => boolean): PhraseIndexes {
  const found: number[] = [];
  for (let at = 0; at < phrases.length; at++) if (belongs(itemAt(phrases, at))) found.push(at);
  return found.length === 0 ? NO_PHRASES : new Int32Array(found);
}

function findAspects(review: InsightReview, text: string, analysis: Analysis, saysAlone: SaysAlone): FoundAspect[] {
  const { sentences } = analysis;
  return analysis.aspects.map(({ aspect, sentiment }, at) => ({
    aspect,
    sentiment,
    candidate: buildQuoteCandidate(review, text, analysis, at, saysAlone),
    phrases: phrasesIn(
      analysis,
      (phrase) => (phrase.aspect ?? aspect) === aspect && itemAt(sentences, phrase.sentence).aspects.includes(aspect),
    ),
  }));
}

/** The clearest of the sentences about an entity, on the side that the review takes about it. */
function clearestSentence(
  review: InsightReview,
  text: string,
  analysis: Analysis,
  about: number[],
  label: Label,
): QuoteCandidate | null {
  const { sentences } = analysis;
  const side = label === "positive" ? 1 : label === "negative" ? -1 : 0;
  const fit = (at: number): number => {
    const { score } = itemAt(sentences, at);
    return side === 0 ? -Math.abs(score) : side * score;
  };
  const [best] = about
    .filter((at) => !itemAt(sentences, at).private)
    .sort((left, right) => fit(right) - fit(left) || left - right);
  return best === undefined ? null : buildSentenceCandidate(review, text, analysis, best, label);
}

function findEntities(finder: MentionFinder, review: InsightReview, text: string, analysis: Analysis): NamedEntity[] {
  const anyone = ENTITY_KINDS.some((kind) => review.mentions[kind].length > 0);
  if (!anyone) return [];
  const named = analysis.sentences.map(({ start, end }) => finder(text.slice(start, end)));
  return ENTITY_KINDS.flatMap((kind) =>
    review.mentions[kind].map(({ id }) => {
      const sentences = sentencesNaming(analysis, named, kind, id);
      const about = sentences.map((at) => itemAt(analysis.sentences, at));
      const isNamed = (from: number, to: number): boolean =>
        finder(text.slice(from, to))[kind].some((one) => one.id === id);
      // "Ana is great, but Ben was rude": each has the clauses that name them.
      const scores = about.flatMap(({ score, parts = [] }) => {
        const own = parts.filter(({ start, end }) => isNamed(start, end));
        return own.length === 0 ? [score] : own.map((part) => part.score);
      });
      const label = verdictOf(scores, review.rating);
      return {
        kind,
        id,
        label,
        aspects: [...new Set(about.flatMap(({ aspects }) => aspects))],
        phrases: phrasesIn(analysis, ({ sentence }) => sentences.includes(sentence)),
        candidate: clearestSentence(review, text, analysis, sentences, label),
      };
    }),
  );
}

/** The first character of phrases that the taxonomy has for an aspect. */
export const OF_ASPECT = "@";

/** Builds analyzed reviews and remembers them, so that after a new review only that one is built. */
export type ReviewCache = {
  /** Null if the engine could not read it. */
  analyzedReview(review: InsightReview, analysis: Analysis): AnalyzedReview | null;
  /** All known phrases, by number. Those of an aspect begin with OF_ASPECT. */
  phrases: string[];
  replyOf: ReadReplyOf;
};

/** Numbers phrases in the order of their first use. */
function createPhrases() {
  const phrases: string[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (key: string): number => {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, phrases.length);
    return phrases.push(key) - 1;
  };
  return { phrases, numberOf };
}

const saidIn = <T>(review: AnalyzedReview, found: T[]): Said<T>[] => found.map((one) => ({ ...one, review }));

/** A cache belongs to one engine and the names of one profile. With others, reviews mention other things and people. */
export function createReviewCache(
  engine: Engine,
  profile: Profile | null,
  saysAlone: SaysAlone = readsAlone(engine),
): ReviewCache {
  const finder = buildMentionFinder(profile ?? { technicians: [], services: [], service_areas: [] });
  const seen = new WeakMap<Analysis, AnalyzedReview>();
  const { phrases, numberOf } = createPhrases();
  const { questions, topics } = engine.taxonomy.taxonomy;
  const topic_aspects: TopicAspects = new Map(topics.map(({ id, aspects }) => [id, aspects]));
  const build = (review: InsightReview, { text, translated }: WordsToRead, analysis: Analysis): AnalyzedReview => {
    const built: AnalyzedReview = {
      review,
      text,
      translated,
      analysis,
      label: analysis.sentiment.label,
      month: monthNumber(review.date),
      aspects: [],
      entities: [],
      per_review: { ...analysis.sentiment, aspects: analysis.aspects.map(({ aspect }) => aspect) },
      phrases: new Int32Array(analysis.phrases.map(({ key, aspect }) => numberOf(aspect ? `${OF_ASPECT}${key}` : key))),
      topics: [],
      answers: [],
      questions: translated ? [] : [...questionsIn(text, analysis)],
    };
    built.aspects = saidIn(built, findAspects(review, text, analysis, saysAlone));
    built.entities = saidIn(built, findEntities(finder, review, text, analysis));
    built.topics = saidIn(built, findTopicMentions(analysis, review.rating, topic_aspects));
    built.answers = saidIn(built, findAnswers(questions, review, text, analysis));
    return built;
  };
  const analyzedReview: ReviewCache["analyzedReview"] = (review, analysis) => {
    const known = seen.get(analysis);
    // All members are compared, because an edited title changes the mentions but not the analysis of the text.
    if (known && (known.review === review || Bun.deepEquals(known.review, review))) return known;
    const words = wordsToRead(review);
    if (!words || !isAnalyzed(review, analysis)) return null;
    const built = build(review, words, analysis);
    seen.set(analysis, built);
    return built;
  };
  return { analyzedReview, phrases, replyOf: createReplies(engine) };
}
