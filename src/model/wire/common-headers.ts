/** Headers of every response (contract §1). Nothing varies by origin, because no credentials are used. */
export const COMMON_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers":
    "ETag, Last-Modified, Link, Retry-After, RateLimit, RateLimit-Policy, Mcp-Session-Id, Candor-Sequence, Candor-History",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
} as const;

/** The Vary header of what Accept chooses a form of. */
export const VARY_BY_FORM = "Accept, Accept-Encoding";
