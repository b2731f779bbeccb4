import { round } from "../../insights/engine/arithmetic.ts";
import type { Label } from "../model/analysis.ts";
import { compareText } from "../model/basics/compare-text.ts";

/** Numbers of reviews by label. Every number in the insights comes from a tally. */
export type Tally = { positive: number; negative: number; neutral: number; mixed: number };

/** With fewer reviews than this, nothing is said or drawn. */
export const ENOUGH_TEXTS = 5;

export const emptyTally = (): Tally => ({ positive: 0, negative: 0, neutral: 0, mixed: 0 });
export const count = (tally: Tally, label: Label) => {
  tally[label]++;
};
export const total = ({ positive, negative, neutral, mixed }: Tally): number => positive + negative + neutral + mixed;

/** How often each key occurs. The most frequent key is first, then sorted by name. */
export function countKeys(keys: Iterable<string>): [string, number][] {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || compareText(a, b));
}

/** (positive - negative) / all, so that readers can compute it from the counts. Null without reviews. */
export const tallyScore = (tally: Tally): number | null =>
  total(tally) === 0 ? null : round((tally.positive - tally.negative) / total(tally), 3);

export const percentOrNull = (part: number, whole: number): number | null =>
  whole === 0 ? null : round((100 * part) / whole, 1);

const Z = 1.96;

/** Wilson's interval for a share, which is also valid for few reviews. */
function wilson(part: number, n: number): [number, number] {
  const p = part / n;
  const z2 = Z * Z;
  const center = (p + z2 / (2 * n)) / (1 + z2 / n);
  const half = (Z / (1 + z2 / n)) * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n * n));
  return [center - half, center + half];
}

/** The positive part of a tally. A neutral or mixed review counts half. */
const positivePart = ({ positive, neutral, mixed }: Tally): number => positive + (neutral + mixed) / 2;

/** The 95 % interval of the score: Wilson's, scaled from 0..1 to -1..1. It is wide rather than narrow. */
export function interval(tally: Tally): [number, number] | null {
  const n = total(tally);
  if (n === 0) return null;
  const [low, high] = wilson(positivePart(tally), n);
  return [round(2 * low - 1, 3), round(2 * high - 1, 3)];
}

/**
 * True if two shares differ significantly (two-proportion z-test, 5 %). It uses Yates's correction, because without it
 * few reviews differ too easily, such as 7 of 7 from 3 of 6. Without reviews the quotient is NaN, which means no
 * difference.
 */
export function differs(now: Tally, before: Tally): boolean {
  const n = total(now);
  const m = total(before);
  const pooled = (positivePart(now) + positivePart(before)) / (n + m);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m));
  const correction = (1 / n + 1 / m) / 2;
  return (Math.abs(positivePart(now) / n - positivePart(before) / m) - correction) / error > Z;
}

export const counts = (tally: Tally) => ({
  mention_count: total(tally),
  positive_count: tally.positive,
  neutral_count: tally.neutral,
  mixed_count: tally.mixed,
  negative_count: tally.negative,
});

export const meanOf = (sum: number, n: number): number | null => (n === 0 ? null : round(sum / n, 2));

export const mean = (values: number[]): number | null =>
  meanOf(
    values.reduce((sum, value) => sum + value, 0),
    values.length,
  );

/** True if at least a fifth of the reviews that take a side take this one. A mixed review takes both. */
export const isShared = ({ positive, negative, mixed }: Tally, side: "positive" | "negative"): boolean => {
  const sided = positive + negative + mixed;
  const part = (side === "positive" ? positive : negative) + mixed;
  return part > 0 && part * 5 >= sided;
};
