import type { Analysis, Label } from "../model/analysis.ts";

/**
 * How far from 0 the mean score of passages must be: if the reviewer's stars say the same, with three stars, and for
 * criticism and praise against the stars. Praise needs more: "I saw Priya." reads as faint praise (0.65), because most
 * people who write that are content. "I hated the dry needling." has -0.66.
 */
const CLEAR = { confirmed: 0.3, alone: 0.5, criticism: 0.6, praise: 0.7 };

/** What the sentence says at `offset`: the score of the clause there if its clauses disagree, otherwise its own. */
export const scoreAt = ({ score, parts }: Analysis["sentences"][number], offset: number): number =>
  parts?.find(({ start, end }) => start <= offset && offset < end)?.score ?? score;

/**
 * What passages say about a thing or a person: their words decide. Stars change how clear the words must be, and never turn
 * them around. "Dry needling was awful" criticizes with five stars, too.
 */
export function verdictOf(scores: number[], rating: number): Label {
  const mean = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
  const by_stars = mean * (rating - 3);
  const against = mean > 0 ? CLEAR.praise : CLEAR.criticism;
  const least = by_stars > 0 ? CLEAR.confirmed : by_stars < 0 ? against : CLEAR.alone;
  if (Math.abs(mean) < least) return "neutral";
  return mean > 0 ? "positive" : "negative";
}
