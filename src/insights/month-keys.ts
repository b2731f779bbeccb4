/** Months are counted since year 0, whose January has the number 1. */

const digitAt = (date: string, at: number): number => date.charCodeAt(at) - 48;

/** The month of YYYY-MM-DD. It makes no substrings, because the dates of all reviews are read for each report. */
export const monthNumber = (date: string): number =>
  12 * (1000 * digitAt(date, 0) + 100 * digitAt(date, 1) + 10 * digitAt(date, 2) + digitAt(date, 3)) +
  10 * digitAt(date, 5) +
  digitAt(date, 6);

/** A month as YYYY-MM. */
export function monthKey(number: number): string {
  const year = Math.floor((number - 1) / 12);
  return `${String(year).padStart(4, "0")}-${String(number - 12 * year).padStart(2, "0")}`;
}
