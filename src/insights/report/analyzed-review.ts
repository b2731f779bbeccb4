import type { Analysis, Label, Mark } from "../../model/analysis.ts";
import type { Profile } from "../../model/business.ts";
import type { InsightsDocument } from "../../model/insights-document.ts";
import type { Mentions } from "../../model/review.ts";
import { itemAt } from "../../model/typed-array.ts";
import { buildMentionFinder, type MentionFinder } from "../engine/mentions.ts";
import type { InsightReview } from "./insight-review.ts";
import { findAnswerMarks, findTopicMentions, type TopicMention } from "./mentioned-topics.ts";
import { buildQuoteCandidate, type QuoteCandidate } from "./quotes.ts";
import { verdictOf } from "./verdict.ts";

const ENTITY_KINDS = ["technicians", "services", "service_areas"] as const;
export type EntityKind = (typeof ENTITY_KINDS)[number];

/** A person, service or area named in a review, with what the sentences about it say. */
export type EntityMention = {
  kind: EntityKind;
  id: string;
  label: Label;
  sentences: number[];
  aspects: string[];
  phrases: PhraseIndexes;
};

/** Indexes into `analysis.phrases` of a review. */
export type PhraseIndexes = Int32Array;

/** An aspect in a review: its side, its quote, and the phrases in the sentences about it. */
type AspectInReview = { sentiment: Label; candidate: QuoteCandidate | null; phrases: PhraseIndexes };

/** A review with its analysis and its mentions. */
export type AnalyzedReview = {
  review: InsightReview;
  text: string;
  analysis: Analysis;
  /** Months since year 0. */
  month: number;
  aspects: Map<string, AspectInReview>;
  entities: EntityMention[];
  per_review: InsightsDocument["per_review"][string];
  /** The number of each phrase of the analysis, as the cache counts phrases. */
  phrases: Int32Array;
  topics: TopicMention[];
  /** The marks of each question of the taxonomy that it answers. */
  answers: Map<string, Mark[]>;
};

/** Reviews that mention an aspect, by its id; newest first. */
export type ReviewsByAspect = ReadonlyMap<string, AnalyzedReview[]>;

/** A sentence with "he" or "she" is about the person named in the sentence before, if only one was named there. */
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

const phrasesIn = ({ phrases }: Analysis, belongs: (phrase: Phrase) => boolean): PhraseIndexes =>
  Int32Array.from(phrases.keys().filter((at) => belongs(itemAt(phrases, at))));

function findAspects(review: InsightReview, text: string, analysis: Analysis): AnalyzedReview["aspects"] {
  const { sentences } = analysis;
  return new Map(
    analysis.aspects.map(({ aspect, sentiment }, at): [string, AspectInReview] => [
      aspect,
      {
        sentiment,
        candidate: buildQuoteCandidate(review, text, analysis, at),
        phrases: phrasesIn(
          analysis,
          (phrase) =>
            (phrase.aspect ?? aspect) === aspect && itemAt(sentences, phrase.sentence).aspects.includes(aspect),
        ),
      },
    ]),
  );
}

/** Of YYYY-MM-DD. */
export const monthNumber = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));

function findEntities(finder: MentionFinder, review: InsightReview, text: string, analysis: Analysis): EntityMention[] {
  const anyone = ENTITY_KINDS.some((kind) => review.mentions[kind].length > 0);
  if (!anyone) return [];
  const named = analysis.sentences.map(({ start, end }) => finder(text.slice(start, end)));
  return ENTITY_KINDS.flatMap((kind) =>
    review.mentions[kind].map(({ id }) => {
      const sentences = sentencesNaming(analysis, named, kind, id);
      const about = sentences.map((at) => itemAt(analysis.sentences, at));
      const scores = about.map(({ score }) => score);
      return {
        kind,
        id,
        label: verdictOf(scores, review.rating, kind === "technicians"),
        sentences,
        aspects: [...new Set(about.flatMap(({ aspects }) => aspects))],
        phrases: phrasesIn(analysis, ({ sentence }) => sentences.includes(sentence)),
      };
    }),
  );
}

/** Begins the phrases that the taxonomy has for an aspect. */
export const OF_ASPECT = "@";

/** Builds analyzed reviews and remembers them, so that after one new review only that one has to be built. */
export type ReviewCache = {
  analyzedReview(review: InsightReview, analysis: Analysis): AnalyzedReview;
  /** Every phrase seen, by number. Those of an aspect begin with OF_ASPECT. */
  phrases: string[];
};

/** A cache is for one profile: with another profile, reviews mention other people and services. */
export function openReviewCache(profile: Profile | null): ReviewCache {
  const finder = buildMentionFinder(profile ?? { technicians: [], services: [], service_areas: [] });
  const seen = new WeakMap<Analysis, AnalyzedReview>();
  const phrases: string[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (key: string): number => {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, phrases.length);
    return phrases.push(key) - 1;
  };
  const analyzedReview: ReviewCache["analyzedReview"] = (review, analysis) => {
    const known = seen.get(analysis);
    // Every member counts: an edited title changes the mentions and leaves the analysis of the text as it was.
    if (known && Bun.deepEquals(known.review, review, true)) return known;
    const text = review.text ?? "";
    const built: AnalyzedReview = {
      review,
      text,
      analysis,
      month: monthNumber(review.date),
      aspects: findAspects(review, text, analysis),
      entities: findEntities(finder, review, text, analysis),
      per_review: { ...analysis.sentiment, aspects: analysis.aspects.map(({ aspect }) => aspect) },
      phrases: Int32Array.from(analysis.phrases, ({ key, aspect }) => numberOf(aspect ? `${OF_ASPECT}${key}` : key)),
      topics: findTopicMentions(analysis, review.rating),
      answers: findAnswerMarks(analysis),
    };
    seen.set(analysis, built);
    return built;
  };
  return { analyzedReview, phrases };
}
