import { type AspectNow, beforePeriod, type Period, sincePeriod } from "./period.ts";
import { differs, ENOUGH_TEXTS, interval, type Tally, total } from "./tally.ts";

/** An aspect is a strength if the low end of its interval reaches this. */
const STRONG = 0.3;
/** An aspect is a concern if this share of the reviews that mention it is critical. */
const CONCERN = 1 / 3;

export function isStrength({ now }: AspectNow): boolean {
  const low = interval(now)?.[0];
  return low !== undefined && low >= STRONG;
}
export const isConcern = ({ now }: AspectNow): boolean => now.negative >= total(now) * CONCERN;

const criticalShare = (tally: Tally): number => tally.negative / total(tally);

/** Shares that differ by less than this are reported as equal. */
const SAME = 0.15;

/**
 * How criticism changed compared with the time before the period. Null if there were too few reviews then. "unclear"
 * means that the shares differ, but not significantly.
 */
export function changeOf({ now, before: earlier }: AspectNow): "fell" | "rose" | "steady" | "unclear" | null {
  if (total(earlier) < ENOUGH_TEXTS) return null;
  const change = criticalShare(now) - criticalShare(earlier);
  if (Math.abs(change) < SAME) return "steady";
  if (!differs(now, earlier)) return "unclear";
  return change < 0 ? "fell" : "rose";
}

/** "6 of 12". */
const criticalOf = (tally: Tally): string => `${tally.negative} of ${total(tally)}`;

function direction(period: Period, aspect: AspectNow): string {
  const then = `${criticalOf(aspect.before)} ${beforePeriod(period)}`;
  switch (changeOf(aspect)) {
    case "fell":
      return `, down from ${then}`;
    case "rose":
      return `, up from ${then}`;
    case "steady":
      return `, much as before (${criticalOf(aspect.before)})`;
    case "unclear":
      return ` (${then})`;
    case null:
      return "";
  }
}

/** What is praised and what is criticized in the period, with counts. */
export function strengthsAndConcerns(
  period: Period,
  aspects: AspectNow[],
): { strengths: string[]; concerns: string[] } {
  const strengths = aspects
    .filter(isStrength)
    .map(({ label, now }) => `${label}: ${now.positive} of ${total(now)} reviews positive${sincePeriod(period)}`);
  const concerns = aspects
    .filter(isConcern)
    .map(
      (aspect) =>
        `${aspect.label}: ${criticalOf(aspect.now)} reviews critical${sincePeriod(period)}${direction(period, aspect)}`,
    );
  return { strengths, concerns };
}
