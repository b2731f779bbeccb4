import { isCalendarDate, parseTime, renderTime } from "../model/basics/time.ts";
import { usageError } from "../operator-error.ts";

const HOUR_MS = 3_600_000;
const UNITS: Record<string, number> = { h: HOUR_MS, d: 24 * HOUR_MS, w: 7 * 24 * HOUR_MS };

/** "7d", "24h", "2w", a date or a time, as a time. */
export function parseSince(given: string, now: Date): string {
  const found = /^(\d{1,4})([hdw])$/.exec(given);
  if (found) return renderTime(now.getTime() - Number(found[1]) * (UNITS[found[2] ?? ""] ?? 0));
  const time = isCalendarDate(given) ? `${given}T00:00:00Z` : parseTime(given);
  if (time === null) throw usageError(`--since ${given} is not a time: use 7d, 24h, 2w or a date such as 2026-05-01`);
  return time;
}
