import { DAY_MS, midnightInZone, parseTime } from "../../model/basics/time.ts";

export type LocalTime = { midnight(date: string): string; dateOf(time: string): string };

/**
 * Dates and midnights in one time zone. Each day is computed once, because a call to Intl takes 10 µs (measured) and
 * the reviews of many years share a few thousand days.
 */
export function createLocalTime(time_zone: string): LocalTime {
  const midnights = new Map<string, { text: string; ms: number }>();
  const midnightOf = (date: string) => {
    let found = midnights.get(date);
    if (!found) {
      const text = midnightInZone(time_zone, date);
      found = { text, ms: Date.parse(text) };
      midnights.set(date, found);
    }
    return found;
  };
  const utcDate = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return {
    midnight: (date) => midnightOf(date).text,
    dateOf(time) {
      // No time zone differs from UTC by a whole day, so it is this day, the previous one or the next one.
      const ms = Date.parse(parseTime(time) ?? time);
      const date = utcDate(ms);
      if (ms < midnightOf(date).ms) return utcDate(ms - DAY_MS);
      const next = utcDate(ms + DAY_MS);
      return ms < midnightOf(next).ms ? date : next;
    },
  };
}
