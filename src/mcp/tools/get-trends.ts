import { dayNumber } from "../../model/basics/time.ts";
import { i32At, itemAt, u8At, u32At } from "../../model/basics/typed-array.ts";
import { countMonths } from "../../snapshot/count-months.ts";
import { ASPECT_LABELS, type AspectPostings, type Postings, type ReviewIndex } from "../../snapshot/review-index.ts";
import { NONE, themeCoverage } from "../../snapshot/search/filters.ts";
import { number, text } from "../answers/arguments.ts";
import { findAspect } from "../answers/aspect-names.ts";
import { ofDates, zeroNote } from "../answers/date-range.ts";
import { countedTechnicians, starsOf } from "../answers/entity.ts";
import { findNamed, namesOf, type ReadWord, unknownName } from "../answers/find-name.ts";
import { noteMember } from "../answers/result-page.ts";
import { type Aspect, directionOf, ENOUGH_MENTIONS, type Month, NO_ANALYSIS } from "../answers/short-insights.ts";
import type { View } from "../answers/snapshot-view.ts";
import { defineTool, type ToolAnswer } from "../answers/tool.ts";

/**
 * Newest last. If the insights did not read all reviews, the counts come from the index and the scores from the
 * insights.
 */
function monthsOf({ index, insights }: View): Month[] {
  if (insights && index.read_count >= index.count) return insights.temporal.monthly;
  const scores = new Map(insights?.temporal.monthly.map(({ month, score }) => [month, score]));
  return countMonths(index)
    .filter(({ review_count }) => insights !== null || review_count > 0)
    .map((month) => ({ ...month, score: scores.get(month.month) ?? null }));
}

const [POSITIVE, NEGATIVE] = [ASPECT_LABELS.indexOf("positive"), ASPECT_LABELS.indexOf("negative")];

/**
 * What reviews say about an aspect in each month. `months` are consecutive and end with the month of the newest review.
 */
function aspectMonths(index: ReviewIndex, list: AspectPostings | undefined, months: readonly string[]) {
  const sums = months.map((month) => ({
    month,
    first_day: dayNumber(`${month}-01`),
    mentions: 0,
    positive: 0,
    negative: 0,
  }));
  // Both reviews and months are visited from the newest to the oldest.
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
    enough: mentions >= ENOUGH_MENTIONS,
  }));
}

type Asked = { aspect: Aspect; understood?: ReadWord } | undefined;

const headOf = ({ insights }: View, asked: Asked, notes: readonly string[] = []) => ({
  analysis_available: insights !== null,
  ...noteMember([...(insights ? [] : [NO_ANALYSIS]), ...notes]),
  ...(asked?.understood ? { understood: asked.understood } : {}),
});

const trendOf = ({ id, label, mention_count, score, enough, trend }: Aspect) => ({
  id,
  label,
  mention_count,
  score,
  enough,
  trend,
  direction: directionOf(trend),
});

/** The reviews of an aspect that are also in `list`. */
function aspectWithin({ positions, labels }: AspectPostings, list: Postings): AspectPostings {
  const also = new Set(list);
  const kept = Array.from(positions.keys()).filter((i) => also.has(u32At(positions, i)));
  return {
    positions: Uint32Array.from(kept, (i) => u32At(positions, i)),
    labels: Uint8Array.from(kept, (i) => u8At(labels, i)),
  };
}

/** Only what is about the technician. Trends of the business or its aspects could be mistaken for the technician's. */
function technicianTrend(
  view: View,
  given: string,
  { asked, monthly }: { asked: Asked; monthly: Month[] },
): ToolAnswer {
  const { index } = view;
  const listed = countedTechnicians(view);
  const found = findNamed(index, "technician", listed, given);
  if (!("item" in found)) return { fault: unknownName("technician", given, found.near, namesOf(listed)) };
  const { id, name } = found.item;
  const list = index.by_technician.get(id) ?? NONE;
  const months = monthly.map(({ month }) => month);
  const theirs = months.map((month) => {
    const { mention_count, average_rating } = starsOf(index, ofDates(index, list, monthDates(month)));
    return { month, review_count: mention_count, average_rating, enough: mention_count >= ENOUGH_MENTIONS };
  });
  const any = theirs.some(({ review_count }) => review_count > 0);
  const of_aspect = asked && index.by_aspect.get(asked.aspect.id);
  const aspect_monthly = asked && aspectMonths(index, of_aspect && aspectWithin(of_aspect, list), months);
  const value = {
    ...headOf(view, asked, [
      ...(any ? [] : ["no published review of these months mentions this technician"]),
      ...(asked ? themeCoverage(index) : []),
    ]),
    ...(aspect_monthly ? { aspect_monthly } : {}),
    technician: { id, name },
    monthly: theirs,
  };
  return { structured: JSON.stringify(value) };
}

/** Day 0 of the next month is the last day of this month. */
const monthDates = (month: string) => ({
  since: `${month}-01`,
  until: new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10),
});

const OTHER_PERIOD =
  "it counts months back from the newest review; for other dates call get_statistics with group_by month";

const MONTHS = { min: 1, max: 120, fallback: 12 } as const;

export const getTrends = defineTool({
  name: "get_trends",
  title: "Trends",
  description:
    "Whether it is getting better or worse: month by month and in a word (trend, the newest 6 months against the 6 " +
    "before), each aspect's direction, with aspect its months (aspect_monthly), with technician the reviews that " +
    "mention them. Use it for change over time, such as whether waits improved (aspect punctuality). " +
    "Not for what people say: use get_aspect_sentiment.",
  fields: {
    months: number(
      { ...MONTHS, whole: true },
      {
        description: "Months to list.",
        aliases: ["period", "window", "last_months", "n", "limit"],
      },
    ),
    aspect: text(100, {
      description: "Aspect id or label.",
      aliases: ["aspect_id", "topic", "category"],
    }),
    technician: text(300, {
      description: "Name, first name or id.",
      aliases: ["technician_name", "technician_id", "mentions_technician", "therapist", "provider", "name"],
    }),
  },
  hints: {
    ...Object.fromEntries(["since", "until", "from", "to"].map((name) => [name, OTHER_PERIOD])),
    service: "for a service month by month call get_statistics with mentions_service and group_by month",
  },
  output: { monthly: "list", aspect_monthly: "list", aspects: "list" },
  answer: (view, values): ToolAnswer => {
    const { index, insights } = view;
    const asked =
      values.aspect === undefined || !insights ? undefined : findAspect(index, insights.aspects, values.aspect);
    if (asked && "fault" in asked) return asked;
    const monthly = monthsOf(view).slice(-(values.months ?? MONTHS.fallback));
    if (values.technician !== undefined) return technicianTrend(view, values.technician, { asked, monthly });
    const months = monthly.map(({ month }) => month);
    const aspect_monthly = asked && aspectMonths(index, index.by_aspect.get(asked.aspect.id), months);
    const value = {
      ...headOf(view, asked, [
        ...(asked ? zeroNote(asked.aspect.mention_count, null) : []),
        ...(insights ? themeCoverage(index) : []),
      ]),
      ...(aspect_monthly ? { aspect_monthly } : {}),
      trend: insights?.temporal.trend ?? null,
      monthly: monthly.map((month) => ({ ...month, enough: month.review_count >= ENOUGH_MENTIONS })),
      aspects: (asked ? [asked.aspect] : (insights?.aspects ?? [])).map(trendOf),
    };
    return { structured: JSON.stringify(value) };
  },
});
