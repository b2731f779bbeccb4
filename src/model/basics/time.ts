import { itemAt } from "./typed-array.ts";

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** The month of a date, or of YYYY-MM, in words: "October". */
export const monthName = (date: string): string => itemAt(MONTHS, Number(date.slice(5, 7)) - 1);

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The number that these digits write. NaN if one of them is something else. */
function digitsAt(value: string, from: number, end: number): number {
  let number = 0;
  for (let at = from; at < end; at += 1) {
    const digit = value.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

/** True if the value is a real calendar date, YYYY-MM-DD. 2024-02-30 is not. Each row has several: no pattern. */
export function isCalendarDate(value: string): boolean {
  if (value.length !== 10 || value[4] !== "-" || value[7] !== "-") return false;
  const [year, month, day] = [digitsAt(value, 0, 4), digitsAt(value, 5, 7), digitsAt(value, 8, 10)];
  if (Number.isNaN(year + month + day)) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = leap && month === 2 ? 29 : (DAYS[month - 1] ?? 0);
  return day >= 1 && day <= days;
}

export const DAY_MS = 86_400_000;

/** Days since 1970-01-01, for a date that `isCalendarDate` accepts. */
export const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

/** The reverse of `dayNumber`. */
export const dateOfDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** RFC 3339 in UTC, without a fraction of zero. Each instant has only one spelling, so equal data gives equal bytes. */
export const renderTime = (ms: number): string => new Date(ms).toISOString().replace(".000Z", "Z");

/** Rewrites any RFC 3339 time, up to nanoseconds, in the form of `renderTime`. Null if it is not a time. */
export function parseTime(value: string): string | null {
  const match = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?([Zz]|[+-]\d{2}:\d{2})$/.exec(value);
  if (!match?.[1] || !isCalendarDate(match[1])) return null;
  const fraction = (match[3] ?? "").slice(0, 3).padEnd(3, "0");
  const ms = Date.parse(`${match[1]}T${match[2]}.${fraction}${match[4]?.toUpperCase()}`);
  return Number.isNaN(ms) ? null : renderTime(ms);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function zoneFormat(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    formats.set(timeZone, format);
  }
  return format;
}

function wallClock(timeZone: string, ms: number): { date: string; offset_ms: number } {
  const part: Record<string, string> = {};
  for (const { type, value } of zoneFormat(timeZone).formatToParts(ms)) part[type] = value;
  const date = `${part.year?.padStart(4, "0")}-${part.month}-${part.day}`;
  const wall = Date.parse(`${date}T${part.hour}:${part.minute}:${part.second}Z`);
  return { date, offset_ms: wall - Math.floor(ms / 1000) * 1000 };
}

/** The calendar date of an instant in a time zone. */
export const dateInZone = (timeZone: string, time: string): string => wallClock(timeZone, Date.parse(time)).date;

/** The instant at which `date` begins in a time zone. */
export function midnightInZone(timeZone: string, date: string): string {
  const utc = Date.parse(`${date}T00:00:00Z`);
  const first = utc - wallClock(timeZone, utc).offset_ms;
  // The first guess may be on the other side of a clock change, so use the offset at that instant.
  return renderTime(utc - wallClock(timeZone, first).offset_ms);
}

export function isTimeZone(value: string): boolean {
  try {
    zoneFormat(value);
    return true;
  } catch {
    return false;
  }
}
