/** Own exponential from IEEE basic operations alone: Math.exp may differ in the last bit between machines. */
function exp(x: number): number {
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
  return turns >= 0 ? sum * 2 ** turns : sum / 2 ** -turns;
}

export const sigmoid = (x: number): number => 1 / (1 + exp(-x));

/** A margin as a score between -1 and 1, three decimals: the one place where scores are rounded. */
export const score = (margin: number): number => round(2 * sigmoid(margin) - 1, 3);

export function round(value: number, decimals: number): number {
  const unit = 10 ** decimals;
  const rounded = Math.round(value * unit) / unit;
  return rounded === 0 ? 0 : rounded;
}

/** Damps a clause's sums by the root of its length beyond six words: a long clause has more of everything. */
export const damping = (words: number): number => 1 / Math.sqrt(Math.max(1, words / 6));

/** What a sum over `clauses` clauses (fractions count) is multiplied with: x to the -3/4, by roots alone. */
export function spread(clauses: number): number {
  const root = Math.sqrt(Math.max(1, clauses));
  return 1 / (root * Math.sqrt(root));
}
