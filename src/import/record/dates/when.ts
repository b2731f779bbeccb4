import { dateOfDay, isCalendarDate, parseTime, renderTime } from "../../../model/basics/time.ts";
import { parseWordLists } from "../../../model/basics/word-lists.ts";
import { BadField } from "../candidate.ts";
import { shorten, textOf } from "../values.ts";
import { parseMonth } from "./month-names.ts";
import words from "./when.words.txt" with { type: "text" };

/** Which comes first in a date with slashes. */
export type DateOrder = "month_first" | "day_first";

export type When = { published_at: string } | { date: string };
export type WhenOptions = { utc?: boolean; order?: DateOrder };

const buildDate = (year: string, month: string | number | null, day: string): string | null => {
  const full = year.length === 2 ? `${Number(year) < 70 ? "20" : "19"}${year}` : year;
  const date = `${full}-${String(month ?? "").padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isCalendarDate(date) ? date : null;
};

const YEAR_FIRST = /^(\d{4})\s?[-/.年년]\s?(\d{1,2})\s?[-/.月월]\s?(\d{1,2})[.日일]?$/u;
const COMPACT = /^((?:19|20)\d{2})(\d{2})(\d{2})$/;
const NUMBERS = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/;
const DAY_THEN_NAME = new RegExp(
  String.raw`^(\d{1,2})(?:st|nd|rd|th|er|[.ºª°])?[\s/-]*(?:de\s+|of\s+)?(\p{L}{3,12})\.?[\s,/-]*` +
    String.raw`(?:del?\s+)?['’]?(\d{4}|\d{2})(?:\s?(?:г|р|r|roku)\.?)?$`,
  "iu",
);
const NAME_THEN_DAY = /^(\p{L}{3,12})\.?[\s/-]*(\d{1,2})(?:st|nd|rd|th)?[\s,/-]+['’]?(\d{4}|\d{2})$/iu;
const YEAR_NAME_DAY = /^(\d{4})[\s,/-]+(\p{L}{3,12})\.?[\s/-]*(\d{1,2})$/u;

/** A date of three numbers, the year last. With dots the day is first everywhere. */
function parseNumbers(found: RegExpExecArray, order: DateOrder): string | null {
  const [, first = "", mark, second = "", year = ""] = found;
  // 25-12-20 may be the 25th of December 2020 or the 20th of December 2025.
  if (mark === "-" && year.length === 2 && Number(first) > 12) return null;
  const dayFirst = mark === "." || (order === "day_first" ? Number(second) <= 12 : Number(first) > 12);
  return dayFirst ? buildDate(year, second, first) : buildDate(year, first, second);
}

/** Reads the common ways to write a calendar date. Dates with slashes follow `order` unless that gives no date. */
function parseCalendar(text: string, order: DateOrder): string | null {
  const numbers = NUMBERS.exec(text);
  if (numbers) return parseNumbers(numbers, order);
  const yearFirst = YEAR_FIRST.exec(text) ?? COMPACT.exec(text);
  if (yearFirst) return buildDate(yearFirst[1] ?? "", yearFirst[2] ?? "", yearFirst[3] ?? "");
  const dayThenName = DAY_THEN_NAME.exec(text);
  if (dayThenName) return buildDate(dayThenName[3] ?? "", parseMonth(dayThenName[2] ?? ""), dayThenName[1] ?? "");
  const nameThenDay = NAME_THEN_DAY.exec(text);
  if (nameThenDay) return buildDate(nameThenDay[3] ?? "", parseMonth(nameThenDay[1] ?? ""), nameThenDay[2] ?? "");
  const named = YEAR_NAME_DAY.exec(text);
  return named ? buildDate(named[1] ?? "", parseMonth(named[2] ?? ""), named[3] ?? "") : null;
}

function parseUnix(text: string): string | null {
  if (!/^\d{9,13}(?:\.\d+)?$/.test(text)) return null;
  const number = Number(text);
  return renderTime(number >= 1e11 ? number : number * 1000);
}

/** Day 25569 of a spreadsheet is 1970-01-01. 34700 is the first day of 1995; 73050 is the last of 2099. */
function parseSerial(text: string): string | null {
  if (!/^\d{5}(?:\.\d+)?$/.test(text)) return null;
  const serial = Math.floor(Number(text));
  return serial >= 34_700 && serial <= 73_050 ? dateOfDay(serial - 25_569) : null;
}

/** RFC 2822 §4.3: the North American zones, and the names of UTC. */
const ZONES: Record<string, string> = {
  ...{ z: "Z", utc: "Z", gmt: "Z", ut: "Z" },
  ...{ est: "-05:00", edt: "-04:00", cst: "-06:00", cdt: "-05:00" },
  ...{ mst: "-07:00", mdt: "-06:00", pst: "-08:00", pdt: "-07:00" },
};
/** Google Forms writes "GMT-7". */
const ZONE = String.raw`(?:GMT|UTC)[+-]\d{1,2}(?::?\d{2})?|[+-]\d{2}:?\d{2}|Z|UTC|GMT|UT|[ECMP][SD]T`;
const CLOCK = new RegExp(
  String.raw`(?:^|[\sT,])(?:at\s+)?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([ap])?\.?(?:m\.?)?\s*(?:(${ZONE})\b)?`,
  "iu",
);

function parseZone(zone: string | undefined): string | null {
  if (!zone) return null;
  const offset = /([+-])(\d{1,2}?):?(\d{2})?$/.exec(zone);
  return offset
    ? `${offset[1]}${(offset[2] ?? "").padStart(2, "0")}:${offset[3] ?? "00"}`
    : (ZONES[zone.toLowerCase()] ?? null);
}

/** Splits off the time of day and the name of the zone in parentheses. */
function splitClock(text: string) {
  const plain = text.replace(/(?<!\s)\s*\([^()]{0,60}\)$/, "");
  const found = CLOCK.exec(plain);
  if (!found) return { day: plain.trim(), clock: null, zone: null };
  const day = `${plain.slice(0, found.index)} ${plain.slice(found.index + found[0].length)}`;
  const [, hour = "0", minute = "00", second = "00", half] = found;
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0) : Number(hour);
  return {
    day: day
      .replace(/(?<![,\s])[,\s]+$/, "")
      .trim()
      .replace(/\s+/g, " "),
    clock: `${String(hours).padStart(2, "0")}:${minute}:${second}`,
    zone: parseZone(found[5]),
  };
}

export function readWhen(text: string, options: WhenOptions = {}): When | null {
  if (isCalendarDate(text)) return { date: text };
  const instant = parseTime(text) ?? parseUnix(text);
  if (instant !== null) return { published_at: instant };
  const order = options.order ?? "month_first";
  const { day, clock, zone } = splitClock(text);
  // A weekday may come first; "mar" is March and a French Tuesday, so it is removed only if it must be.
  const date =
    parseCalendar(day, order) ??
    parseCalendar(day.replace(/^\p{L}{2,12}\.?,?\s+/u, ""), order) ??
    (clock === null ? parseSerial(day) : null);
  if (date === null) return null;
  const offset = zone ?? (options.utc ? "Z" : null);
  if (clock === null || offset === null) return { date };
  const time = parseTime(`${date}T${clock}${offset}`);
  return time === null ? { date } : { published_at: time };
}

/** "3 weeks ago", "yesterday", "hace 2 meses": relative to a day that the file does not name. */
const LISTS = parseWordLists("when.words.txt", words, ["relative", "relative inside"]);
const RELATIVE = new RegExp(
  String.raw`\b(?:${LISTS.relative.join("|")})(?:\b|$)|${LISTS["relative inside"].join("|")}`,
  "iu",
);

export const isRelative = (text: string): boolean => text.length < 40 && RELATIVE.test(text) && readWhen(text) === null;

/** An instant if the value (or `utc`) gives a time zone, else a calendar date in the time zone of the business. */
export function parseWhen(value: unknown, options: WhenOptions = {}): When {
  const text = textOf(value);
  if (text === null) throw new BadField("no date");
  const when = readWhen(text, options);
  if (when !== null) return when;
  if (isRelative(text)) {
    throw new BadField(
      `date ${shorten(value)} counts from a day that the file does not name: export the reviews with their dates`,
    );
  }
  throw new BadField(`date ${shorten(value)} is not understood`);
}

/** The instant of the last edit, if the source gives one. A value such as "never" does not reject the review. */
export function parseUpdated(value: unknown, options: WhenOptions = {}): { updated_at?: string } {
  const text = textOf(value);
  const when = text === null ? null : readWhen(text, options);
  return when && "published_at" in when ? { updated_at: when.published_at } : {};
}

/** A reply with its date or its time, if readable. `prepare` turns a time into a date in the time zone of the business. */
export function parseReply(
  text: unknown,
  when: unknown,
  options: WhenOptions = {},
): { text: string; date: string | null; updated_at?: string } | null {
  const words = textOf(text);
  if (words === null) return null;
  const time = textOf(when);
  const parsed = time === null ? null : readWhen(time, options);
  if (parsed === null) return { text: words, date: null };
  if ("date" in parsed) return { text: words, date: parsed.date };
  return { text: words, date: null, updated_at: parsed.published_at };
}
