import type { Analysis, Label } from "../../model/analysis.ts";
import { round } from "./arithmetic.ts";

/**
 * What the odds of praise against criticism are multiplied with, by the stars that the author gave: one more piece of
 * evidence, worth about one clear word (a margin of 2 for one and five stars, of 1 for two and four). A clear
 * complaint in a five-star review stays one. Odds, because they need no logarithm: the same on every machine.
 */
const FACTOR = [1 / (Math.E * Math.E), 1 / Math.E, 1, Math.E, Math.E * Math.E];
/** Scores nearer to nothing than this take no side: a margin of 0.1, as in the weights. */
const EVEN = 0.05;

/** A score with the stars' share in it. */
export function besideStars(score: number, rating: number): number {
  const bounded = Math.max(-0.999, Math.min(0.999, score));
  const odds = ((FACTOR[rating - 1] ?? 1) * (1 + bounded)) / (1 - bounded);
  return (odds - 1) / (odds + 1);
}

function shifted(score: number, rating: number): { score: number; label: Label } {
  const beside = besideStars(score, rating);
  const label = beside >= EVEN ? "positive" : beside <= -EVEN ? "negative" : "neutral";
  return { score: round(beside, 3), label };
}

/** What states a fact, or takes both sides, is not made a judgement by stars. */
const hasSide = (label: Label): boolean => label === "positive" || label === "negative";

/** An analysis of a text, read beside the stars its author gave. */
export function readBesideStars(analysis: Analysis, rating: number): Analysis {
  if (FACTOR[rating - 1] === 1) return analysis;
  const { sentiment } = analysis;
  // A whole text that was neutral for want of a side takes that of its stars.
  const undecided = sentiment.label === "neutral" && Math.abs(sentiment.score) < EVEN;
  return {
    ...analysis,
    sentiment: undecided || hasSide(sentiment.label) ? shifted(sentiment.score, rating) : sentiment,
    aspects: analysis.aspects.map((finding) => {
      if (!hasSide(finding.sentiment)) return finding;
      const { score, label } = shifted(finding.score, rating);
      return { ...finding, score, sentiment: label };
    }),
  };
}
