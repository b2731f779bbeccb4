export const CACHE_CONTROL = "max-age=60, stale-while-revalidate=600, stale-if-error=86400";

/** IMF-fixdate (RFC 9110 §5.6.7), in whole seconds. */
export function httpDate(ms: number): string {
  if (ms !== last.ms) last = { ms, date: new Date(ms).toUTCString() };
  return last.date;
}

/** Most responses have the same time as the previous one. */
let last = { ms: Number.NaN, date: "" };
