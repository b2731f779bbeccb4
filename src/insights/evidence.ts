import { round } from "./arithmetic.ts";
import type { Tokens } from "./tokens.ts";

export type Evidence = { start: number; end: number; weight: number };

/** A span whose share of the margin is smaller is not shown. */
const LEAST = 0.1;
const MOST = 6;

/** Neighbouring tokens that pull the same way are one span; its weight is the sum of their shares. */
export function evidenceFrom(tokens: Tokens, shares: Float64Array, ranges: { from: number; to: number }[]): Evidence[] {
  const spans: Evidence[] = [];
  for (const { from, to } of ranges) {
    let open: Evidence | null = null;
    for (let at = from; at < to; at++) {
      const weight = shares[at] ?? 0;
      if (weight === 0) continue;
      if (open && Math.sign(open.weight) === Math.sign(weight)) {
        open.weight += weight;
        open.end = tokens.end[at] ?? open.end;
        continue;
      }
      open = { start: tokens.start[at] ?? 0, end: tokens.end[at] ?? 0, weight };
      spans.push(open);
    }
  }
  return spans
    .filter(({ weight }) => Math.abs(weight) >= LEAST)
    .sort((left, right) => Math.abs(right.weight) - Math.abs(left.weight) || left.start - right.start)
    .slice(0, MOST)
    .sort((left, right) => left.start - right.start)
    .map(({ start, end, weight }) => ({ start, end, weight: round(weight, 3) }));
}
