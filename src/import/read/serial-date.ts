import { DAY_MS } from "../../model/basics/time.ts";

/** Day 1 is 1900-01-01, and Excel counts a 1900-02-29 that never was: from day 61 on the count is one too high. */
const EPOCH_1900_MS = Date.UTC(1899, 11, 31);
const EPOCH_1904_MS = Date.UTC(1904, 0, 1);
const LAST_SERIAL = 2_958_465;

/** A date as a spreadsheet stores it, a number of days, as ISO text without a time zone. Null if it is no date. */
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

/** What a number format shows, without literal text, padding, colors and conditions. */
const withoutLiterals = (code: string): string => code.slice(0, 500).replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]{0,50}\]/g, "");

/** Whether a number format of a workbook shows a percentage: 9 and 10 are built in. */
export const isPercentFormat = (id: number, code: string | undefined): boolean =>
  code === undefined ? id === 9 || id === 10 : withoutLiterals(code).includes("%");

/** 1 → 100%, as a cell with such a format shows it: 1 alone would be read as one star. */
export const renderPercent = (value: number): string => `${Number((value * 100).toPrecision(12))}%`;

/** Whether a number format of a workbook shows a date: 14 to 22 and so on are built in, others have a code. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined)
    return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
  const plain = withoutLiterals(code);
  return /[dmyhs]/i.test(plain) && !/[0#?]/.test(plain.replace(/[.,]0+/g, "")) && !/general/i.test(plain);
}
