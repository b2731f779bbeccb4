import { analyze } from "../engine/analyze.ts";
import type { Engine } from "../engine/engine.ts";
import { publishedAnalysis } from "../engine/verdicts/published.ts";
import { readPacked } from "./corpus.ts";
import type { Sentiment, StarredReview } from "./corpus-lines.ts";

/** Claims of one kind: how many are published and right, and how many of those that a person makes are published. */
export type ClaimFigures = { published: number; right: number; wanted: number; found: number };
export const STAR_BANDS = [
  "all claims",
  "against the stars",
  "against, 5 stars",
  "against, 4",
  "against, 1-2",
] as const;
type Band = (typeof STAR_BANDS)[number];

/** Criticism with four or five stars, praise with one or two. */
const isAgainst = (rating: number, side: Sentiment): boolean =>
  (rating >= 4 && side === "negative") || (rating <= 2 && side === "positive");

function bandsOf(rating: number, side: Sentiment): Band[] {
  if (!isAgainst(rating, side)) return ["all claims"];
  const own = rating === 5 ? "against, 5 stars" : rating === 4 ? "against, 4" : "against, 1-2";
  return ["all claims", "against the stars", own];
}

/** `mixed` says both, so it counts for either side. */
const agrees = (one: Sentiment | undefined, other: Sentiment | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  (one === other || (one === "mixed" && other !== "neutral") || (other === "mixed" && one !== "neutral"));

export const readStarred = async (part: StarredReview["part"]): Promise<StarredReview[]> =>
  (await Array.fromAsync(readPacked<StarredReview>("starred"))).filter((review) => review.part === part);

/** What is published of labeled reviews, with their stars. */
export function starredFigures(engine: Engine, reviews: StarredReview[]): Record<Band, ClaimFigures> {
  const none = (): ClaimFigures => ({ published: 0, right: 0, wanted: 0, found: 0 });
  const figures = Object.fromEntries(STAR_BANDS.map((band) => [band, none()])) as Record<Band, ClaimFigures>; // each band
  for (const { text, language = "en", rating, aspects } of reviews) {
    const published = publishedAnalysis(engine, analyze(engine, text, language), rating).aspects;
    const says = new Map(aspects.map(({ aspect, sentiment }) => [aspect, sentiment]));
    const told = new Map(published.map(({ aspect, sentiment }) => [aspect, sentiment]));
    for (const [aspect, side] of told) {
      for (const band of bandsOf(rating, side)) {
        figures[band].published += 1;
        if (agrees(says.get(aspect), side)) figures[band].right += 1;
      }
    }
    for (const [aspect, side] of says) {
      for (const band of bandsOf(rating, side)) {
        figures[band].wanted += 1;
        if (agrees(told.get(aspect), side)) figures[band].found += 1;
      }
    }
  }
  return figures;
}

export const percentOf = (part: number, whole: number): number => Math.round((1000 * part) / Math.max(1, whole)) / 10;

/** How many reviews say something against their stars. */
export const sayAgainst = (reviews: StarredReview[]): number =>
  reviews.filter(({ rating, aspects, things }) =>
    [...aspects, ...things].some(({ sentiment }) => isAgainst(rating, sentiment)),
  ).length;
