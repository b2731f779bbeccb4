export const CACHE_CONTROL = "max-age=60, stale-while-revalidate=600, stale-if-error=86400";

/** IMF-fixdate (RFC 9110 §5.6.7); whole seconds, a fraction is dropped. */
export const httpDate = (ms: number): string => new Date(ms).toUTCString();
