/** Strong tag of a hash, one for each encoding of the same content. */
export const entityTag = (hash: string, encoding = "identity"): string =>
  encoding === "identity" ? `"${hash}"` : `"${hash}-${encoding}"`;

const ENCODING_SUFFIX = /-(gzip|br|zstd)$/;

/** Whether If-None-Match names this content in any encoding: weak comparison (RFC 9110 §13.1.2). */
function noneMatch(header: string, hash: string): boolean {
  if (header.trim() === "*") return true;
  for (const [, tag = ""] of header.matchAll(/(?:W\/)?"([^"]*)"/g)) {
    if (tag === hash || tag.replace(ENCODING_SUFFIX, "") === hash) return true;
  }
  return false;
}

const HTTP_DATE =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** RFC 9110 §13.2.2: If-None-Match wins; If-Modified-Since counts only without it, and only as a valid date. */
export function isNotModified(request: Request, hash: string, changed_ms: number): boolean {
  const none = request.headers.get("if-none-match");
  if (none !== null) return noneMatch(none, hash);
  const since = request.headers.get("if-modified-since");
  if (since === null || !HTTP_DATE.test(since)) return false;
  return Math.floor(changed_ms / 1000) * 1000 <= Date.parse(since);
}
