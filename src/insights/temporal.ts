import { i32At, u8At } from "../model/basics/typed-array.ts";
import type { InsightsDocument } from "../model/insights-document.ts";
import type { AnalyzedReview } from "./analyzed-review.ts";
import { monthKey } from "./month-keys.ts";
import type { ReviewColumns } from "./read-reviews.ts";
import { count, differs, ENOUGH_TEXTS, emptyTally, meanOf, type Tally, tallyScore, total } from "./tally.ts";

type Temporal = InsightsDocument["temporal"];
const WINDOW_MONTHS = 6;

const sum = (tallies: Tally[]): Tally =>
  tallies.reduce(
    (all, one) => ({
      positive: all.positive + one.positive,
      negative: all.negative + one.negative,
      neutral: all.neutral + one.neutral,
      mixed: all.mixed + one.mixed,
    }),
    emptyTally(),
  );

/** Returns the value of each key, and creates it at the first use. */
function createSums<T>(make: () => T): { of(key: number): T } {
  const sums = new Map<number, T>();
  return {
    of(key) {
      const sum = sums.get(key) ?? make();
      sums.set(key, sum);
      return sum;
    },
  };
}

/** The balance of a tally, from -1 (all negative) to 1 (all positive). */
const lean = (tally: Tally): number => (tally.positive - tally.negative) / total(tally);

/** Every month, including empty ones. The trend compares the newest six months with the six before. */
export function temporalInsights({ months, ratings }: ReviewColumns, analyzed: AnalyzedReview[]): Temporal {
  const rated = createSums(() => ({ count: 0, stars: 0 }));
  let [first, last] = [Infinity, 0];
  for (let at = 0; at < months.length; at++) {
    const month = i32At(months, at);
    first = Math.min(first, month);
    last = Math.max(last, month);
    const sum = rated.of(month);
    sum.count += 1;
    sum.stars += u8At(ratings, at);
  }
  const tallies = createSums(emptyTally);
  for (const { month, label } of analyzed) count(tallies.of(month), label);
  const all = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  const now = sum(all.slice(-WINDOW_MONTHS).map(tallies.of));
  const before = sum(all.slice(-2 * WINDOW_MONTHS, -WINDOW_MONTHS).map(tallies.of));
  const enough = total(now) >= ENOUGH_TEXTS && total(before) >= ENOUGH_TEXTS;
  const rising = lean(now) > lean(before);
  return {
    monthly: all.map((month) => {
      const { count: review_count, stars } = rated.of(month);
      const tally = tallies.of(month);
      return {
        month: monthKey(month),
        review_count,
        average_rating: meanOf(stars, review_count),
        score: total(tally) >= ENOUGH_TEXTS ? tallyScore(tally) : null,
      };
    }),
    trend: !enough ? null : !differs(now, before) ? "steady" : rising ? "improving" : "declining",
  };
}
