import { round } from "./arithmetic.ts";
import type { Tokens } from "./reading/tokens.ts";

export type Evidence = { start: number; end: number; weight: number };

/** A span whose share of the margin is smaller is not shown. */
const LEAST = 0.1;
const MOST = 6;

/** Neighbouring tokens that pull the same way are one span; its weight is the sum of their shares. */
export function evidenceFrom(tokens: Tokens, shares: Float64Array, ranges: { from: number; to: number }[]): Evidence[] {
  const spans: Evidence[] = [];
  for (const { from, to } of ranges) {
    for (let at = from; at < to; ) {
      const first = at;
      let last = at;
      let weight = shares[at] ?? 0;
      const side = Math.sign(weight);
      for (at++; at < to; at++) {
        const share = shares[at] ?? 0;
        if (share === 0) continue;
        if (Math.sign(share) !== side) break;
        weight += share;
        last = at;
      }
      if (Math.abs(weight) >= LEAST)
        spans.push({ start: tokens.start[first] ?? 0, end: tokens.end[last] ?? 0, weight });
    }
  }
  return largest(spans).map(({ start, end, weight }) => ({ start, end, weight: round(weight, 3) }));
}

/** The spans that weigh most, in the order of the text, which is theirs. */
function largest(spans: Evidence[]): Evidence[] {
  if (spans.length <= MOST) return spans;
  return spans
    .toSorted((left, right) => Math.abs(right.weight) - Math.abs(left.weight) || left.start - right.start)
    .slice(0, MOST)
    .sort((left, right) => left.start - right.start);
}
