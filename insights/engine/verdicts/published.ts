import type { Analysis, AspectFinding } from "../../../src/model/analysis.ts";
import { itemAt } from "../../../src/model/basics/typed-array.ts";
import type { Engine } from "../engine.ts";
import { hasSide } from "../fusion.ts";
import { adjustForStars, sideOfStars } from "./stars.ts";

/**
 * The certainty that a finding needs if the author's stars say the same: with stars, it is likelier to be right. Without
 * their help it needs `published` of the weights.
 */
const WITH_STARS = 0.5;

/**
 * The certainty that a finding against the stars needs, by the number of stars: criticism with four or five, praise with
 * one or two. Chosen on the reviews for development in insights/corpus/starred.
 */
const AGAINST_STARS = [0.7, 0.7, 0, 0.7, 0.75];

/**
 * What is published of the held-out reviews of insights/corpus/starred, which have stars, in percent: how many of the
 * published claims are right, how many of the claims that a person makes are published, and how many of those against the
 * stars. `insights/test/starred.test.ts` recomputes them.
 */
export const MEASURED_WITH_STARS = { texts: 186, right_pct: 92.9, found_pct: 80.8, against_stars_found_pct: 76.5 };

/** A side against the stars with a smaller score is not published. */
const CLEAR_SIDE = 0.5;

/** Stars are a prior: they change how certain a finding must be, and never its side. */
function isPublished({ sentiment, score }: AspectFinding, certainty: number, rating: number, least: number): boolean {
  const side = sideOfStars(rating);
  if (!hasSide(sentiment) || side === "neutral") return certainty > least;
  if (sentiment === side) return certainty > WITH_STARS;
  return Math.abs(score) >= CLEAR_SIDE && certainty > itemAt(AGAINST_STARS, rating - 1);
}

/** What the service publishes about one review: the findings that are certain enough, with its author's stars. */
export function publishedAnalysis({ weights, learned }: Engine, analysis: Analysis, rating: number): Analysis {
  // What the rules of another taxonomy find has no certainty.
  if (!learned) return adjustForStars(analysis, rating);
  const { aspects, certainty, sentences } = analysis;
  const least = weights.header.thresholds.published;
  const kept = aspects.map((finding, at) => isPublished(finding, itemAt(certainty, at), rating, least));
  const gone = new Set(aspects.flatMap(({ aspect }, at) => (kept[at] ? [] : aspect)));
  const published = {
    ...analysis,
    aspects: aspects.filter((_, at) => kept[at]),
    certainty: certainty.filter((_, at) => kept[at]),
    sentences: sentences.map((one) => ({ ...one, aspects: one.aspects.filter((aspect) => !gone.has(aspect)) })),
  };
  return adjustForStars(gone.size === 0 ? analysis : published, rating);
}
