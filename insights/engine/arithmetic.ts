import { f64At } from "../../src/model/basics/typed-array.ts";

/** 2 to the power of -58 to 58. With `2 ** turns` instead, `exp` took a quarter longer (measured). */
const LARGEST_POWER = 58;
const POWERS = Float64Array.from({ length: LARGEST_POWER * 2 + 1 }, (_, at) => 2 ** (at - LARGEST_POWER));

/** From basic IEEE operations only: Math.exp may differ in the last bit between machines. */
export function exp(x: number): number {
  if (x === 0) return 1;
  if (x < -40) return 0;
  if (x > 40) return exp(40);
  const turns = Math.round(x / Math.LN2);
  const rest = x - turns * Math.LN2;
  let term = 1;
  let sum = 1;
  for (let n = 1; n <= 12; n++) {
    term *= rest / n;
    sum += term;
  }
  return sum * f64At(POWERS, LARGEST_POWER + turns);
}

export const sigmoid = (x: number): number => 1 / (1 + exp(-x));

/** A margin as a score between -1 and 1 with three decimals. Scores are rounded only here. */
export const score = (margin: number): number => round(2 * sigmoid(margin) - 1, 3);

export function round(value: number, decimals: number): number {
  const unit = 10 ** decimals;
  const rounded = Math.round(value * unit) / unit;
  return rounded === 0 ? 0 : rounded;
}

/** The factor for a clause's sums. A long clause has more of everything, so it falls with the root of the length. */
export const lengthFactor = (words: number): number => 1 / Math.sqrt(Math.max(1, words / 6));

/** The factor for a sum over clauses (fractions count): clauses to the power of -3/4, from square roots only. */
export function clauseFactor(clauses: number): number {
  const root = Math.sqrt(Math.max(1, clauses));
  return 1 / (root * Math.sqrt(root));
}
