import type { Analysis, Label } from "../../../src/model/analysis.ts";
import { itemAt } from "../../../src/model/basics/typed-array.ts";
import { round } from "../arithmetic.ts";
import { EVEN, hasSide } from "../fusion.ts";

/**
 * The factor for the odds of praise against criticism, by the author's stars. Stars count about as much as one clear
 * word: a margin of 2 for one and five stars, of 1 for two and four. Odds need no logarithm, so the result is the same on
 * every machine.
 */
const FACTOR = [1 / (Math.E * Math.E), 1 / Math.E, 1, Math.E, Math.E * Math.E];

/** A score of the words, shifted by the stars. */
export function addStars(score: number, rating: number): number {
  const bounded = Math.max(-0.999, Math.min(0.999, score));
  const odds = (itemAt(FACTOR, rating - 1) * (1 + bounded)) / (1 - bounded);
  return (odds - 1) / (odds + 1);
}

/**
 * A score that contradicts the stars must be this clear; otherwise the words count as taking no side. "I saw Priya." is
 * read as praise, because most people who write that are content; with one star it is not praise. All four such texts
 * of the demonstration were misread.
 */
const AGAINST = 0.95;

function verdict(words: number, rating: number): { score: number; label: Label } {
  const by_both = addStars(words, rating);
  const contradicts = by_both * (rating - 3) < 0 && Math.abs(by_both) < AGAINST;
  const shifted = contradicts ? addStars(0, rating) : by_both;
  const label = shifted >= EVEN ? "positive" : shifted <= -EVEN ? "negative" : "neutral";
  return { score: round(shifted, 3), label };
}

/**
 * What the stars say about each aspect. Four stars usually mean that something was missing, so they say nothing about
 * it.
 */
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
