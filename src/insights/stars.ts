import type { Analysis, Label } from "../model/analysis.ts";
import { round } from "./arithmetic.ts";

/**
 * What the odds of praise against criticism are multiplied with, by the stars that the author gave: one more piece of
 * evidence, worth about one clear word (a margin of 2 for one and five stars, of 1 for two and four). A clear
 * complaint in a five-star review stays one. Odds, because they need no logarithm: the same on every machine.
 */
const FACTOR = [1 / (Math.E * Math.E), 1 / Math.E, 1, Math.E, Math.E * Math.E];
/** Odds nearer to even than this take no side: a margin of 0.1, as in the weights. */
const EVEN = 1.1052;

function shifted(score: number, read: Label, factor: number): { score: number; label: Label } {
  // What states a fact, or takes both sides, is not made a judgement by stars.
  if (read !== "positive" && read !== "negative") return { score, label: read };
  const bounded = Math.max(-0.999, Math.min(0.999, score));
  const odds = (factor * (1 + bounded)) / (1 - bounded);
  const label = odds >= EVEN ? "positive" : odds <= 1 / EVEN ? "negative" : "neutral";
  return { score: round((odds - 1) / (odds + 1), 3), label };
}

/** An analysis of a text, read beside the stars its author gave. */
export function readBesideStars(analysis: Analysis, rating: number): Analysis {
  const factor = FACTOR[rating - 1] ?? 1;
  if (factor === 1) return analysis;
  return {
    ...analysis,
    sentiment: shifted(analysis.sentiment.score, analysis.sentiment.label, factor),
    aspects: analysis.aspects.map((finding) => {
      const { score, label } = shifted(finding.score, finding.sentiment, factor);
      return { ...finding, score, sentiment: label };
    }),
  };
}
