import { f64At, i32At } from "../../../src/model/basics/typed-array.ts";
import { round } from "../arithmetic.ts";
import type { Tokens } from "../reading/tokens.ts";

export type Evidence = { start: number; end: number; weight: number };

/** A span with a smaller share of the margin is not shown. */
const LEAST_WEIGHT = 0.1;
const MOST_SPANS = 6;

/** Neighboring tokens with the same sign are one span. Its weight is the sum of their shares. */
export function evidenceFrom(tokens: Tokens, shares: Float64Array, ranges: { from: number; to: number }[]): Evidence[] {
  const spans: Evidence[] = [];
  for (const { from, to } of ranges) {
    for (let at = from; at < to; ) {
      const first = at;
      let last = at;
      let weight = f64At(shares, at++);
      if (weight === 0) continue;
      const is_praise = weight > 0;
      for (; at < to; at++) {
        const share = f64At(shares, at);
        if (share === 0) continue;
        if (share > 0 !== is_praise) break;
        weight += share;
        last = at;
      }
      if (Math.abs(weight) >= LEAST_WEIGHT)
        spans.push({ start: i32At(tokens.start, first), end: i32At(tokens.end, last), weight });
    }
  }
  return largest(spans).map(({ start, end, weight }) => ({ start, end, weight: round(weight, 3) }));
}

/** The spans with the largest weights, in text order. */
function largest(spans: Evidence[]): Evidence[] {
  if (spans.length <= MOST_SPANS) return spans;
  return spans
    .toSorted((left, right) => Math.abs(right.weight) - Math.abs(left.weight) || left.start - right.start)
    .slice(0, MOST_SPANS)
    .sort((left, right) => left.start - right.start);
}
