import type { InsightsDocument } from "../../model/insights-document.ts";
import type { AnalyzedReview } from "./analyzed-review.ts";
import type { InsightReview } from "./insight-review.ts";
import { count, differs, ENOUGH, emptyTally, mean, type Tally, tallyScore, total } from "./statistics.ts";

type Temporal = InsightsDocument["temporal"];
const WINDOW_MONTHS = 6;

/** From YYYY-MM to YYYY-MM. */
function monthsBetween(first: string, last: string): string[] {
  const list: string[] = [];
  let year = Number(first.slice(0, 4));
  let month = Number(first.slice(5, 7));
  for (let key = first; key <= last; ) {
    list.push(key);
    month = month === 12 ? 1 : month + 1;
    if (month === 1) year++;
    key = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}`;
  }
  return list;
}

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

/** Every month, empty ones too. The trend compares the newest six months with the six before. */
export function temporalInsights(reviews: InsightReview[], analyzed: AnalyzedReview[]): Temporal {
  const ratings = new Map<string, number[]>();
  for (const { date, rating } of reviews) {
    const list = ratings.get(date.slice(0, 7));
    if (list) list.push(rating);
    else ratings.set(date.slice(0, 7), [rating]);
  }
  const tallies = new Map<string, Tally>();
  for (const { review, analysis } of analyzed) {
    const tally = tallies.get(review.date.slice(0, 7)) ?? emptyTally();
    tallies.set(review.date.slice(0, 7), tally);
    count(tally, analysis.sentiment.label);
  }
  const known = [...ratings.keys()].sort();
  const all = monthsBetween(known[0] ?? "9999-12", known.at(-1) ?? "0000-01");
  const tallyOf = (month: string): Tally => tallies.get(month) ?? emptyTally();
  const now = sum(all.slice(-WINDOW_MONTHS).map(tallyOf));
  const before = sum(all.slice(-2 * WINDOW_MONTHS, -WINDOW_MONTHS).map(tallyOf));
  const enough = total(now) >= ENOUGH && total(before) >= ENOUGH;
  const rising = (tallyScore(now) ?? 0) > (tallyScore(before) ?? 0);
  return {
    monthly: all.map((month) => ({
      month,
      review_count: ratings.get(month)?.length ?? 0,
      average_rating: mean(ratings.get(month) ?? []),
      score: total(tallyOf(month)) >= ENOUGH ? tallyScore(tallyOf(month)) : null,
    })),
    trend: !enough ? null : !differs(now, before) ? "steady" : rising ? "improving" : "declining",
  };
}
