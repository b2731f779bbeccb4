import { itemAt, u8At, u32At } from "../../model/basics/typed-array.ts";
import { ASPECT_LABELS, type ReviewIndex } from "../../snapshot/review-index.ts";
import { dateWindow } from "../../snapshot/search/filters.ts";
import type { Dates } from "./date-range.ts";
import { type Aspect, ENOUGH_MENTIONS, shortAspect } from "./short-insights.ts";

/** The aspect in short; of these dates, if there are any, with what is of all time under `all_time`. */
export function aspectOfDates(index: ReviewIndex, aspect: Aspect, dates: Dates) {
  const whole = shortAspect(aspect);
  if (!dates) return whole;
  const counts = { positive: 0, negative: 0, neutral: 0, mixed: 0 };
  const list = index.by_aspect.get(aspect.id);
  const [from, to] = dateWindow(index, dates);
  let [mentions, stars] = [0, 0];
  for (let i = 0; list && i < list.positions.length; i++) {
    const position = u32At(list.positions, i);
    if (position < from || position >= to) continue;
    counts[itemAt(ASPECT_LABELS, u8At(list.labels, i))]++;
    stars += u8At(index.rating, position);
    mentions++;
  }
  const { positive, negative, neutral, mixed } = counts;
  const rounded = (value: number, unit: number) => (mentions === 0 ? null : Math.round(value * unit) / unit);
  const { mention_count, score, trend, direction } = whole;
  return {
    id: aspect.id,
    label: aspect.label,
    mention_count: mentions,
    positive_count: positive,
    neutral_count: neutral,
    mixed_count: mixed,
    negative_count: negative,
    positive_pct: rounded((positive / mentions) * 100, 100),
    score: rounded((positive - negative) / mentions, 1000),
    enough: mentions >= ENOUGH_MENTIONS,
    average_rating_when_mentioned: rounded(stars / mentions, 100),
    all_time: { mention_count, score, trend, direction },
  };
}
