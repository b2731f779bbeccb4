import { DAY_MS } from "../../model/basics/time.ts";

/** Day 1 is 1900-01-01. Excel counts a 1900-02-29 that did not exist, so from day 61 on the count is one too high. */
const EPOCH_1900_MS = Date.UTC(1899, 11, 31);
const EPOCH_1904_MS = Date.UTC(1904, 0, 1);
const LAST_SERIAL = 2_958_465;

/**
 * Converts a spreadsheet's date, which is a number of days, to ISO text without a time zone. Null if it is not a date.
 */
export function renderSerialDate(serial: number, from_1904: boolean): string | null {
  if (!Number.isFinite(serial) || serial < 0 || serial >= LAST_SERIAL + 1) return null;
  const days = Math.floor(serial);
  const seconds = Math.round((serial - days) * 86_400);
  const clock = new Date(seconds * 1000).toISOString().slice(11, 19);
  if (days === 0 && !from_1904) return seconds === 86_400 ? null : clock;
  if (days === 60 && !from_1904) return null;
  const base = from_1904 ? EPOCH_1904_MS : EPOCH_1900_MS - (days > 60 ? DAY_MS : 0);
  const day = new Date(base + days * DAY_MS + (seconds === 86_400 ? DAY_MS : 0)).toISOString().slice(0, 10);
  return seconds === 0 || seconds === 86_400 ? day : `${day}T${clock}`;
}

/** A number format without literal text, padding, colors and conditions. */
const withoutLiterals = (code: string): string => code.slice(0, 500).replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]{0,50}\]/g, "");

/** True if a number format shows a percentage. Formats 9 and 10 are built in. */
export const isPercentFormat = (id: number, code: string | undefined): boolean =>
  code === undefined ? id === 9 || id === 10 : withoutLiterals(code).includes("%");

/** Shows 1 as 100%, like a cell with such a format. Otherwise 1 would be read as one star. */
export const renderPercent = (value: number): string => `${Number((value * 100).toPrecision(12))}%`;

/** True if a number format shows a date. Some numbers, such as 14 to 22, are built in. Others have a code. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined)
    return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
  const plain = withoutLiterals(code);
  return /[dmyhs]/i.test(plain) && !/[0#?]/.test(plain.replace(/[.,]0+/g, "")) && !/general/i.test(plain);
}
