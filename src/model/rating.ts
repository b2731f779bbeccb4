import type { AggregateRating } from "./documents.ts";

export type RatingCounts = Pick<AggregateRating, "distribution" | "rating_count">;

/**
 * The average that people see, with one decimal, half rounded up. Null if there is none. It is computed from whole
 * numbers, because rounding the two decimals of the JSON again would make 4.6451 a 4.7. Pages, badge, widget and
 * JSON-LD all show this figure.
 */
export function shownRating({ distribution, rating_count }: RatingCounts): number | null {
  if (rating_count === 0) return null;
  const { 1: one, 2: two, 3: three, 4: four, 5: five } = distribution;
  const stars = one + 2 * two + 3 * three + 4 * four + 5 * five;
  return Math.floor((20 * stars + rating_count) / (2 * rating_count)) / 10;
}

/** The shown average if only two decimals of it are known, half rounded up. */
export const shownAverage = (average: number): number => Math.round(Math.round(average * 100) / 10) / 10;
