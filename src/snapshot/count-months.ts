import type { MonthCount } from "../model/basics/month-count.ts";
import { dateOfDay } from "../model/basics/time.ts";
import { i32At, u8At } from "../model/basics/typed-array.ts";
import type { ReviewIndex } from "./review-index.ts";

const monthOf = (day: number): string => dateOfDay(day).slice(0, 7);

function nextMonth(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return number === 12
    ? `${String(year + 1).padStart(4, "0")}-01`
    : `${month.slice(0, 5)}${String(number + 1).padStart(2, "0")}`;
}

/** Every month from the oldest to the newest review, also months without reviews, oldest first. */
export function countMonths(index: ReviewIndex): MonthCount[] {
  const counted = new Map<string, { count: number; stars: number }>();
  let day = Number.NaN;
  let entry = { count: 0, stars: 0 };
  for (let position = index.count - 1; position >= 0; position--) {
    // Reviews of one day are neighbors, so the name of the month is made once per day.
    if (index.day[position] !== day) {
      day = i32At(index.day, position);
      const month = monthOf(day);
      entry = counted.get(month) ?? { count: 0, stars: 0 };
      counted.set(month, entry);
    }
    entry.count += 1;
    entry.stars += u8At(index.rating, position);
  }
  if (index.count === 0) return [];
  const months: MonthCount[] = [];
  const last = monthOf(i32At(index.day, 0));
  for (let at = monthOf(i32At(index.day, index.count - 1)); at <= last; at = nextMonth(at)) {
    const entry = counted.get(at);
    months.push({
      month: at,
      review_count: entry?.count ?? 0,
      average_rating: entry ? Math.round((entry.stars / entry.count) * 100) / 100 : null,
    });
  }
  return months;
}
