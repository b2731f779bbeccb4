import { DAY_MS } from "../model/basics/time.ts";

export const TRIES = 6;
const LONGEST_WAIT_S = 15 * 60;
/** A source that asks for a longer wait ends the run, and the next run starts after that wait. */
export const LONGEST_RETRY_AFTER_MS = 60_000;
/** A source that asks for a longer wait, such as a year, is misconfigured. */
const LONGEST_POSTPONED_MS = 7 * DAY_MS;
const LONGEST_BACKOFF_S = 3600;

const RETRIED = new Set([408, 429, 500, 502, 503, 504]);
export const isRetried = (status: number): boolean => RETRIED.has(status);

/** RFC 9110 §10.2.3: seconds or an HTTP date, in ms from now, at least 0. Null if it is neither. */
export function sourceRetryAfterMs(value: string | undefined, now_ms: number): number | null {
  if (value === undefined) return null;
  const text = value.trim();
  if (/^\d{1,10}$/.test(text)) return Math.min(Number(text) * 1000, LONGEST_POSTPONED_MS);
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return null;
  return Math.min(Math.max(0, Date.parse(text) - now_ms), LONGEST_POSTPONED_MS);
}

/**
 * The wait after attempt `n` (from 0). It is random, so that many readers of one source do not come at the same time.
 */
export const waitMs = (n: number, random: () => number): number =>
  Math.floor(random() * Math.min(LONGEST_WAIT_S, 2 ** n) * 1000);

/** The time until the next run after `failures` failed runs. Each failure doubles it, up to an hour. */
export const backoffSeconds = (every_seconds: number, failures: number): number =>
  Math.max(every_seconds, Math.min(LONGEST_BACKOFF_S, every_seconds * 2 ** Math.min(failures - 1, 12)));
