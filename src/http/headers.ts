/** Headers of every answer (contract §1). Nothing varies by origin: no credentials are ever taken. */
export const COMMON_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers":
    "ETag, Last-Modified, Link, Retry-After, RateLimit, RateLimit-Policy, Mcp-Session-Id",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
} as const;

export const CACHE_CONTROL = "max-age=60, stale-while-revalidate=600, stale-if-error=86400";

/** IMF-fixdate (RFC 9110 §5.6.7); whole seconds, so a fraction is cut. */
export const httpDate = (ms: number): string => new Date(ms).toUTCString();
