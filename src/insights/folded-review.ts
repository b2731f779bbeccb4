import type { Analysis, AspectFinding, Label } from "../model/analysis.ts";
import type { Profile } from "../model/business.ts";
import type { Mentions } from "../model/review.ts";
import { buildMentionFinder, type MentionFinder } from "./mentions.ts";

/** What the insights need of a review; newest first, as everywhere. */
export type InsightReview = {
  id: string;
  rating: number;
  date: string;
  text: string | null;
  language: string | null;
  mentions: Mentions;
};

export const ENTITY_KINDS = ["technicians", "services", "service_areas"] as const;
export type EntityKind = (typeof ENTITY_KINDS)[number];

/** Someone or something named in a review: what is said in the sentences that speak of it. */
export type EntityMention = { kind: EntityKind; id: string; label: Label; sentences: number[]; aspects: string[] };

/** A review with its analysis and who it speaks of: made once, so that a new review re-reads no other. */
export type FoldedReview = {
  review: InsightReview;
  text: string;
  analysis: Analysis;
  aspects: Map<string, AspectFinding>;
  entities: EntityMention[];
  /** Of each phrase of the analysis, its number among all phrases the folder has seen. */
  phrases: Int32Array;
};

/** Sentences whose mean score is nearer to nothing than this take no clear side. */
const CLEAR = 0.4;

/** Where the words about someone take no clear side, the reviewer's stars do (limits say so). */
function labelOf(scores: number[], rating: number): Label {
  const mean = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
  if (Math.abs(mean) >= CLEAR) return mean > 0 ? "positive" : "negative";
  return rating >= 4 ? "positive" : rating <= 2 ? "negative" : "neutral";
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

function findEntities(finder: MentionFinder, review: InsightReview, text: string, analysis: Analysis): EntityMention[] {
  const anyone = ENTITY_KINDS.some((kind) => review.mentions[kind].length > 0);
  if (!anyone) return [];
  const named = analysis.sentences.map(({ start, end }) => finder(text.slice(start, end)));
  return ENTITY_KINDS.flatMap((kind) =>
    review.mentions[kind].map(({ id }) => {
      const sentences = sentencesNaming(analysis, named, kind, id);
      const aspects = new Set(sentences.flatMap((at) => analysis.sentences[at]?.aspects ?? []));
      const scores = sentences.map((at) => analysis.sentences[at]?.score ?? 0);
      return { kind, id, label: labelOf(scores, review.rating), sentences, aspects: [...aspects] };
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
      aspects: new Map(analysis.aspects.map((finding) => [finding.aspect, finding])),
      entities: findEntities(finder, review, text, analysis),
      phrases: Int32Array.from(analysis.phrases, ({ key }) => numberOf(key)),
    };
    seen.set(analysis, folded);
    return folded;
  };
  return { fold, phrases };
}
