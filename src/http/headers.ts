/** Headers of every response (contract §1). Nothing varies by origin, because no credentials are used. */
export const COMMON_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers":
    "ETag, Last-Modified, Link, Retry-After, RateLimit, RateLimit-Policy, Mcp-Session-Id",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
} as const;

export const CACHE_CONTROL = "max-age=60, stale-while-revalidate=600, stale-if-error=86400";

/** IMF-fixdate (RFC 9110 §5.6.7); whole seconds, a fraction is dropped. */
export const httpDate = (ms: number): string => new Date(ms).toUTCString();
