import { addStars } from "../../insights/engine/verdicts/stars.ts";
import type { Label } from "../model/analysis.ts";

/** If the mean score of sentences is closer to 0 than this, they take no clear side. */
export const CLEAR = 0.5;

/**
 * What sentences say about a thing or a person. If their words take no clear side, the reviewer's stars decide
 * (`limits` says so). Stars also decide if they contradict the words: five stars against criticism, and one star
 * against praise of a thing. "My carpal tunnel was so bad" says nothing about hand therapy. A bad review may praise a
 * therapist, so for people one star does not overrule praise, and stars do not change the score.
 */
export function verdictOf(scores: number[], rating: number, person: boolean): Label {
  const words_only = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
  const mean = person ? words_only : addStars(words_only, rating);
  const by_words = mean > 0 ? "positive" : "negative";
  const by_stars = rating >= 4 ? "positive" : rating <= 2 ? "negative" : "neutral";
  if (Math.abs(mean) < CLEAR) return by_stars;
  const contradicted = mean > 0 ? rating === 1 && !person : rating === 5;
  return contradicted ? by_stars : by_words;
}
