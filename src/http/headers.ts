export const CACHE_CONTROL = "max-age=60, stale-while-revalidate=600, stale-if-error=86400";

/** IMF-fixdate (RFC 9110 §5.6.7); whole seconds, a fraction is dropped. */
export function httpDate(ms: number): string {
  if (ms !== last.ms) last = { ms, date: new Date(ms).toUTCString() };
  return last.date;
}

/** Most responses show the same time as the one before. */
let last = { ms: Number.NaN, date: "" };
