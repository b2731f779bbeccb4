import type { Analysis, Label } from "../../../model/analysis.ts";
import { itemAt } from "../../../model/basics/typed-array.ts";
import { round } from "../arithmetic.ts";
import { EVEN, hasSide } from "../fusion.ts";

/**
 * The factor for the odds of praise against criticism, by the author's stars. Stars count about as much as one clear
 * word: a margin of 2 for one and five stars, of 1 for two and four. A clear complaint in a five-star review remains a
 * complaint. Odds need no logarithm, so the result is the same on every machine.
 */
const FACTOR = [1 / (Math.E * Math.E), 1 / Math.E, 1, Math.E, Math.E * Math.E];

/** A score of the words, shifted by the stars. */
export function addStars(score: number, rating: number): number {
  const bounded = Math.max(-0.999, Math.min(0.999, score));
  const odds = (itemAt(FACTOR, rating - 1) * (1 + bounded)) / (1 - bounded);
  return (odds - 1) / (odds + 1);
}

function verdict(score: number, rating: number): { score: number; label: Label } {
  const shifted = addStars(score, rating);
  const label = shifted >= EVEN ? "positive" : shifted <= -EVEN ? "negative" : "neutral";
  return { score: round(shifted, 3), label };
}

/** What stars tell of each aspect too. Four stars usually mean that something was missing, so they tell nothing. */
export const sideOfStars = (rating: number): Label => (rating === 5 ? "positive" : rating < 3 ? "negative" : "neutral");

/** The analysis of a text together with its author's stars. */
export function adjustForStars(analysis: Analysis, rating: number): Analysis {
  if (FACTOR[rating - 1] === 1) return analysis;
  const { sentiment } = analysis;
  const side = sideOfStars(rating);
  // A text that is neutral because its words take no side takes the side of its stars.
  const undecided = sentiment.label === "neutral" && Math.abs(sentiment.score) < EVEN;
  return {
    ...analysis,
    // Stars do not turn a fact, or words for both sides, into a judgment.
    sentiment: undecided || hasSide(sentiment.label) ? verdict(sentiment.score, rating) : sentiment,
    aspects: analysis.aspects.map((finding) => {
      // Stars confirm what the words say of an aspect; they do not turn it around.
      const confirmed = side !== "neutral" && finding.sentiment === side;
      return confirmed ? { ...finding, score: verdict(finding.score, rating).score } : finding;
    }),
  };
}
