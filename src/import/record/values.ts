import { SOURCES, type Source, VERIFICATION_METHODS, type VerificationMethod } from "../../model/review.ts";
import { isCalendarDate, parseTime, renderTime } from "../../model/time.ts";
import { BadField } from "./candidate.ts";

export type Fields = Record<string, unknown>;
export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value as text, or null. Accepts numbers, because ids come as either. */
export function textOf(value: unknown): string | null {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (typeof value !== "string") return null;
  const text = value.trim();
  return text === "" ? null : text;
}

export const shorten = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
};

const WORDS = ["ONE", "TWO", "THREE", "FOUR", "FIVE"];

/** Reads 5, 5.0, "4/5", "8/10", ★★★★☆, "4 stars" and FIVE. Rejects half stars: rounding would invent a rating. */
export function parseStars(value: unknown): number {
  const text = textOf(value);
  if (text === null) throw new BadField("no rating");
  const word = WORDS.indexOf(text.toUpperCase().replace(/(?<![\s_-])[\s_-]*STARS?$/, ""));
  if (word !== -1) return word + 1;
  const drawn = /^([★⭐]️?)+[☆✩]*$/u.test(text)
    ? [...text].filter((character) => /[★⭐]/u.test(character)).length
    : null;
  const match =
    /^(\d+(?:[.,]\d+)?)\s*(?:(?:\/|out of|von|sur|de)\s*(\d+)|stars?|sterne?|estrellas?|étoiles?|★)?$/iu.exec(text);
  if (drawn === null && !match) throw new BadField(`rating ${shorten(value)} is not understood`);
  const number = drawn ?? Number(match?.[1]?.replace(",", "."));
  const best = match?.[2] ? Number(match[2]) : 5;
  const stars = best === 10 ? number / 2 : number;
  if ((best !== 5 && best !== 10) || !Number.isInteger(stars) || stars < 1 || stars > 5) {
    throw new BadField(`rating ${shorten(value)} is not a whole number from 1 to 5`);
  }
  return stars;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Reads the common ways to write a calendar date. Dates with slashes follow `order` unless that gives no date. */
function parseCalendar(text: string, order: DateOrder): string | null {
  if (isCalendarDate(text)) return text;
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  const slashes = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text);
  const dots = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  const monthFirst = /^(\p{L}{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/iu.exec(text);
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?\.?\s+(\p{L}{3,9})\.?,?\s+(\d{4})$/iu.exec(text);
  const month = (name = "") => String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1);
  const swapped = slashes && (order === "day_first" ? Number(slashes[2]) <= 12 : Number(slashes[1]) > 12);
  const parts = iso
    ? [iso[1], iso[2], iso[3]]
    : slashes
      ? [slashes[3], swapped ? slashes[2] : slashes[1], swapped ? slashes[1] : slashes[2]]
      : dots
        ? [dots[3], dots[2], dots[1]]
        : monthFirst
          ? [monthFirst[3], month(monthFirst[1]), monthFirst[2]]
          : dayFirst
            ? [dayFirst[3], month(dayFirst[2]), dayFirst[1]]
            : null;
  if (!parts) return null;
  const [year = "", monthNumber = "", day = ""] = parts;
  const date = `${year}-${monthNumber.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isCalendarDate(date) ? date : null;
}

function parseUnix(text: string): string | null {
  if (!/^\d{9,13}(?:\.\d+)?$/.test(text)) return null;
  const number = Number(text);
  return renderTime(number >= 1e11 ? number : number * 1000);
}

/** Which comes first in a date with slashes. */
export type DateOrder = "month_first" | "day_first";

export type When = { published_at: string } | { date: string };
export type WhenOptions = { utc?: boolean; order?: DateOrder };

/** An instant if the value (or `utc`) gives a time zone, else a calendar date in the time zone of the business. */
export function parseWhen(value: unknown, options: WhenOptions = {}): When {
  const text = textOf(value);
  if (text === null) throw new BadField("no date");
  const when = readWhen(text, options);
  if (when === null) throw new BadField(`date ${shorten(value)} is not understood`);
  return when;
}

function readWhen(text: string, options: WhenOptions): When | null {
  if (isCalendarDate(text)) return { date: text };
  const instant =
    parseTime(
      text
        .replace(/([T ]\d{2}:\d{2})(Z|[+-]\d{2}:\d{2})$/i, "$1:00$2")
        .replace(/([+-]\d{2})(\d{2})$/, "$1:$2")
        .replace(/ UTC$| GMT$/, "Z"),
    ) ?? parseUnix(text);
  if (instant !== null) return { published_at: instant };
  const split =
    /^(.{0,40}?\d{4}|\d{4}\D.{0,40}?)[T,]?\s{0,4}(\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,12})?)?)?\s{0,4}([AP]M)?$/iu.exec(
      text,
    );
  const order = options.order ?? "month_first";
  const date = parseCalendar(text, order) ?? (split?.[1] ? parseCalendar(split[1].trim(), order) : null);
  if (date === null) return null;
  if (!options.utc || !split?.[2]) return { date };
  const [hour = "0", minute = "00", second = "00"] = split[2].split(":");
  const afternoon = split[3]?.toUpperCase();
  const clock = (Number(hour) % (afternoon ? 12 : 24)) + (afternoon === "PM" ? 12 : 0);
  const time = parseTime(`${date}T${String(clock).padStart(2, "0")}:${minute}:${second.slice(0, 2)}Z`);
  return time === null ? { date } : { published_at: time };
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

const SOURCE_NAMES: [RegExp, Source][] = [
  [/google|gmb|maps/i, "google"],
  [/yelp/i, "yelp"],
  [/facebook|meta/i, "facebook"],
  [/trust ?pilot/i, "trustpilot"],
  [/health ?grades/i, "healthgrades"],
  [/^(?:direct|website|own site|web|survey|email|sms|podium|birdeye|judge\.?me|in[- ]?store|organic)/i, "direct"],
];

/** Maps the value of a Source or Site column to a known source, else to "other". */
export function parseSource(value: unknown): Source | undefined {
  const text = textOf(value);
  if (text === null) return undefined;
  const exact = SOURCES.find((source) => source === text.toLowerCase());
  return exact ?? SOURCE_NAMES.find(([name]) => name.test(text))?.[1] ?? "other";
}

/** Reads a column that says how a review was verified. A value that is not a method is ignored. */
export function parseMethod(value: unknown): { verification?: { method: VerificationMethod } } {
  const text = textOf(value)
    ?.toLowerCase()
    .replace(/[\s-]+/g, "_");
  const method = VERIFICATION_METHODS.find((name) => name === text);
  return method ? { verification: { method } } : {};
}
