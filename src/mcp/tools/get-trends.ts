import { dayNumber } from "../../model/time.ts";
import { i32At, itemAt, u8At, u32At } from "../../model/typed-array.ts";
import { countMonths } from "../../snapshot/months.ts";
import { ASPECT_LABELS, type AspectPostings, type ReviewIndex } from "../../snapshot/review-index.ts";
import { number, text } from "../answers/arguments.ts";
import { findAspect } from "../answers/aspect-names.ts";
import { ANALYSIS_AVAILABLE, each, is, NOTE, orNull, UNDERSTOOD } from "../answers/output.ts";
import { DIRECTIONS, directionOf, ENOUGH, type Month, NO_ANALYSIS } from "../answers/short-insights.ts";
import { defineTool, type ToolAnswer } from "../answers/tool.ts";

/** Months with reviews, newest last. */
const monthsOf = (index: ReviewIndex): Month[] =>
  countMonths(index)
    .filter(({ review_count }) => review_count > 0)
    .map((month) => ({ ...month, score: null }));

const [POSITIVE, NEGATIVE] = [ASPECT_LABELS.indexOf("positive"), ASPECT_LABELS.indexOf("negative")];

/** What reviews say about one aspect in each of `months`, which are consecutive and end with the newest review's month. */
function aspectMonths(index: ReviewIndex, list: AspectPostings | undefined, months: readonly string[]) {
  const sums = months.map((month) => ({
    month,
    first_day: dayNumber(`${month}-01`),
    mentions: 0,
    positive: 0,
    negative: 0,
  }));
  // Reviews and months both run from the newest to the oldest.
  let at = sums.length - 1;
  for (let i = 0; list && i < list.positions.length; i++) {
    const day = i32At(index.day, u32At(list.positions, i));
    while (at >= 0 && day < itemAt(sums, at).first_day) at--;
    if (at < 0) break;
    const sum = itemAt(sums, at);
    const label = u8At(list.labels, i);
    sum.mentions++;
    if (label === POSITIVE) sum.positive++;
    if (label === NEGATIVE) sum.negative++;
  }
  return sums.map(({ month, mentions, positive, negative }) => ({
    month,
    mention_count: mentions,
    positive_count: positive,
    negative_count: negative,
    score: mentions === 0 ? null : Math.round(((positive - negative) / mentions) * 1000) / 1000,
    enough: mentions >= ENOUGH,
  }));
}

const MONTHS = { min: 1, max: 120, fallback: 12 } as const;

export const getTrends = defineTool({
  name: "get_trends",
  title: "Trends",
  description:
    "Whether it is getting better or worse: the whole business month by month and in a word (trend), each aspect's direction, and with aspect that aspect month by month. months sets how many months are listed; trend compares the newest 6 months with the 6 before, an aspect's trend its newest window_months with as many before. Use it for change over time, such as whether waits improved (aspect punctuality). Not for what people say: use get_aspect_sentiment.",
  fields: {
    months: number(
      { ...MONTHS, whole: true },
      {
        description: "Months to list.",
        aliases: ["period", "window", "last_months", "n", "limit"],
      },
    ),
    aspect: text(100, {
      description: "Only this aspect: id or label.",
      aliases: ["aspect_id", "topic", "category"],
    }),
  },
  output: {
    analysis_available: ANALYSIS_AVAILABLE,
    note: NOTE,
    understood: UNDERSTOOD,
    trend: orNull(is.word(["improving", "steady", "declining"], "Of all texts' sentiment.")),
    monthly: is.array(
      "Oldest first. average_rating: of review_count reviews; score: (positive - negative) / texts, -1 to 1; enough: 5 reviews or more.",
    ),
    aspects: is.array(
      "score: of all time. trend: score of the newest window_months, previous_score of those before, n: reviews in both, significant: unlikely to be chance; null: under 5 in either.",
      each({ direction: is.word(DIRECTIONS, "trend in a word; better and worse only if significant.") }),
    ),
  },
  answer: ({ index, insights }, values): ToolAnswer => {
    const all = insights?.aspects ?? [];
    const asked = values.aspect === undefined || !insights ? undefined : findAspect(all, values.aspect);
    if (asked && "fault" in asked) return asked;
    const monthly = (insights?.temporal.monthly ?? monthsOf(index)).slice(-(values.months ?? MONTHS.fallback));
    const months = monthly.map(({ month }) => month);
    const value = {
      analysis_available: insights !== null,
      ...(insights ? {} : { note: NO_ANALYSIS }),
      ...(asked?.understood ? { understood: asked.understood } : {}),
      trend: insights?.temporal.trend ?? null,
      monthly: monthly.map((month) => ({ ...month, enough: month.review_count >= ENOUGH })),
      aspects: (asked ? [asked.aspect] : all).map(({ id, label, mention_count, score, enough, trend }) => ({
        id,
        label,
        mention_count,
        score,
        enough,
        trend,
        direction: directionOf(trend),
        ...(asked ? { monthly: aspectMonths(index, index.by_aspect.get(id), months) } : {}),
      })),
    };
    return { structured: JSON.stringify(value) };
  },
});
