import type { Visit } from "./visit.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

function format(locale: string, timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, timeZone, options]);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, ...options });
  formats.set(key, known);
  return known;
}

/** Spanish times have no "a.m.": its period would be beside that of a sentence. */
const timeStyle = { timeStyle: "short" } as const;
const clockOf = ({ site }: Visit): Intl.DateTimeFormatOptions =>
  site.locale?.startsWith("es") ? { ...timeStyle, hourCycle: "h23" } : timeStyle;

const localeAndZone = ({ site, time_zone }: Visit): [string, string] => [site.locale ?? "en-US", time_zone ?? "UTC"];

/** "Nov 15, 2026, 10:42 AM" or "15 nov 2026, 10:42" in the time zone of the business. */
export const showTime = (visit: Visit, time: string): string =>
  format(...localeAndZone(visit), { dateStyle: "medium", ...clockOf(visit) }).format(Date.parse(time));

/** "10:42 AM" */
export const showHour = (visit: Visit, time: string): string =>
  format(...localeAndZone(visit), clockOf(visit)).format(Date.parse(time));
