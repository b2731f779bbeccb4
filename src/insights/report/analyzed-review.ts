import type { Analysis, Label } from "../../model/analysis.ts";
import type { Profile } from "../../model/business.ts";
import type { InsightsDocument } from "../../model/insights-document.ts";
import type { Mentions } from "../../model/review.ts";
import { buildMentionFinder, type MentionFinder } from "../engine/mentions.ts";
import { besideStars } from "../engine/stars.ts";
import type { InsightReview } from "./insight-review.ts";
import { type Candidate, makeCandidate } from "./quotes.ts";

const ENTITY_KINDS = ["technicians", "services", "service_areas"] as const;
export type EntityKind = (typeof ENTITY_KINDS)[number];

/** Someone or something named in a review: what is said in the sentences that speak of it. */
export type EntityMention = {
  kind: EntityKind;
  id: string;
  label: Label;
  sentences: number[];
  aspects: string[];
  phrases: Places;
};

/** Places among a review's phrases. */
export type Places = Int32Array;

/** What a review says of an aspect, what it may be quoted with, and its phrases in the sentences that speak of it. */
type FoldedAspect = { sentiment: Label; candidate: Candidate | null; phrases: Places };

/** A review with its analysis and who it speaks of: made once, so that a new review re-reads no other. */
export type FoldedReview = {
  review: InsightReview;
  text: string;
  analysis: Analysis;
  /** Months since year 0. */
  month: number;
  aspects: Map<string, FoldedAspect>;
  entities: EntityMention[];
  /** As `per_review` shows it. */
  in_short: InsightsDocument["per_review"][string];
  /** Of each phrase of the analysis, its number among all phrases the folder has seen. */
  phrases: Int32Array;
};

/** Sentences whose mean score is nearer to nothing than this take no clear side. */
export const CLEAR = 0.4;

/**
 * Where the words about someone take no clear side, the reviewer's stars do (limits say so). So do five stars against
 * words that seem to criticise, and one star against words that seem to praise a service or an area: "my carpal tunnel
 * was so bad" is no word on hand therapy, and its words are read beside the stars like all others. A therapist may well
 * be praised in a bad review, so there the words stand alone.
 */
function labelOf(kind: EntityKind, scores: number[], rating: number): Label {
  const by_words_alone = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
  const mean = kind === "technicians" ? by_words_alone : besideStars(by_words_alone, rating);
  const by_words = mean > 0 ? "positive" : "negative";
  const by_stars = rating >= 4 ? "positive" : rating <= 2 ? "negative" : "neutral";
  if (Math.abs(mean) < CLEAR) return by_stars;
  const contradicted = mean > 0 ? rating === 1 && kind !== "technicians" : rating === 5;
  return contradicted ? by_stars : by_words;
}

/** A pronoun carries a person to the next sentence only, and only if one person was named. */
function sentencesNaming(analysis: Analysis, named: Mentions[], kind: EntityKind, id: string): number[] {
  const found = named.flatMap((mentions, at) => (mentions[kind].some((one) => one.id === id) ? [at] : []));
  if (kind !== "technicians") return found;
  const carried = found.flatMap((at) => {
    const next = analysis.sentences[at + 1];
    const alone = named[at]?.technicians.length === 1 && named[at + 1]?.technicians.length === 0;
    return next?.carries && alone ? [at + 1] : [];
  });
  return [...new Set([...found, ...carried])].sort((left, right) => left - right);
}

const placesIn = ({ phrases }: Analysis, belongs: (sentence: number) => boolean): Places =>
  Int32Array.from(phrases.keys().filter((at) => belongs(phrases[at]?.sentence ?? -1)));

function findAspects({ review, text, analysis }: Pick<FoldedReview, "review" | "text" | "analysis">) {
  return new Map(
    analysis.aspects.map((finding, at): [string, FoldedAspect] => [
      finding.aspect,
      {
        sentiment: finding.sentiment,
        candidate: makeCandidate(review, text, analysis, at),
        phrases: placesIn(
          analysis,
          (sentence) => analysis.sentences[sentence]?.aspects.includes(finding.aspect) ?? false,
        ),
      },
    ]),
  );
}

/** Of YYYY-MM-DD. */
const monthNumber = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));

function findEntities(finder: MentionFinder, review: InsightReview, text: string, analysis: Analysis): EntityMention[] {
  const anyone = ENTITY_KINDS.some((kind) => review.mentions[kind].length > 0);
  if (!anyone) return [];
  const named = analysis.sentences.map(({ start, end }) => finder(text.slice(start, end)));
  return ENTITY_KINDS.flatMap((kind) =>
    review.mentions[kind].map(({ id }) => {
      const sentences = sentencesNaming(analysis, named, kind, id);
      const aspects = new Set(sentences.flatMap((at) => analysis.sentences[at]?.aspects ?? []));
      const scores = sentences.map((at) => analysis.sentences[at]?.score ?? 0);
      return {
        kind,
        id,
        label: labelOf(kind, scores, review.rating),
        sentences,
        aspects: [...aspects],
        phrases: placesIn(analysis, (sentence) => sentences.includes(sentence)),
      };
    }),
  );
}

export type Folder = {
  fold(review: InsightReview, analysis: Analysis): FoldedReview;
  /** Every phrase seen, by number. */
  phrases: string[];
};

/** Folds reviews, remembering each analysis already seen: with the same profile, one new review costs one fold. */
export function openFolder(profile: Profile | null): Folder {
  const finder = buildMentionFinder(profile ?? { technicians: [], services: [], service_areas: [] });
  const seen = new WeakMap<Analysis, FoldedReview>();
  const phrases: string[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (key: string): number => {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, phrases.length);
    return phrases.push(key) - 1;
  };
  const fold: Folder["fold"] = (review, analysis) => {
    const known = seen.get(analysis);
    if (known && known.review.rating === review.rating && known.review.date === review.date) return known;
    const text = review.text ?? "";
    const folded: FoldedReview = {
      review,
      text,
      analysis,
      month: monthNumber(review.date),
      aspects: findAspects({ review, text, analysis }),
      entities: findEntities(finder, review, text, analysis),
      in_short: { ...analysis.sentiment, aspects: analysis.aspects.map(({ aspect }) => aspect) },
      phrases: Int32Array.from(analysis.phrases, ({ key }) => numberOf(key)),
    };
    seen.set(analysis, folded);
    return folded;
  };
  return { fold, phrases };
}
