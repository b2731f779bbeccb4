import { httpDate } from "./headers.ts";

/** The strong tag of a hash. Each encoding of the same content has its own. */
export const entityTag = (hash: string, encoding = "identity"): string =>
  encoding === "identity" ? `"${hash}"` : `"${hash}-${encoding}"`;

const ENCODING_SUFFIX = /-(gzip|br|zstd)$/;

/** True if If-None-Match names this content in any encoding: weak comparison (RFC 9110 §13.1.2). */
function noneMatch(header: string, hash: string): boolean {
  if (header.trim() === "*") return true;
  for (const [, tag = ""] of header.matchAll(/(?:W\/)?"([^"]*)"/g)) {
    if (tag.replace(ENCODING_SUFFIX, "") === hash) return true;
  }
  return false;
}

/** True if If-Match names this content in any encoding: strong comparison without weak tags (RFC 9110 §13.1.1). */
function matches(header: string, etag: string): boolean {
  if (header.trim() === "*") return true;
  const plain = (tag: string) => tag.replace(ENCODING_SUFFIX, "");
  const current = plain(etag.slice(1, -1));
  for (const [, weak, tag = ""] of header.matchAll(/(W\/)?"([^"]*)"/g))
    if (!weak && plain(tag) === current) return true;
  return false;
}

const MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
/** The preferred format and the two obsolete ones that a recipient must accept (RFC 9110 §5.6.7). */
const IMF_FIXDATE = new RegExp(`^[A-Z][a-z]{2}, \\d{2} ${MONTH} \\d{4} \\d{2}:\\d{2}:\\d{2} GMT$`);
const RFC_850 = new RegExp(`^[A-Z][a-z]{5,8}, \\d{2}-${MONTH}-\\d{2} \\d{2}:\\d{2}:\\d{2} GMT$`);
const ASCTIME = new RegExp(`^[A-Z][a-z]{2} ${MONTH} [ \\d]\\d \\d{2}:\\d{2}:\\d{2} \\d{4}$`);

/** NaN for anything that is not an HTTP-date, so that every comparison with it is false. */
function parseHttpDate(value: string): number {
  if (IMF_FIXDATE.test(value)) {
    const ms = Date.parse(value);
    return httpDate(ms) === value ? ms : Number.NaN; // otherwise 31 Feb would become 2 March
  }
  if (RFC_850.test(value)) return Date.parse(value);
  return ASCTIME.test(value) ? Date.parse(`${value} GMT`) : Number.NaN;
}

/** RFC 9110 §13.2.2: If-None-Match wins. Without it, If-Modified-Since counts if it is a valid date. */
export function isNotModified(request: Request, hash: string, changed_ms: number): boolean {
  const none = request.headers.get("if-none-match");
  if (none !== null) return noneMatch(none, hash);
  const since = request.headers.get("if-modified-since");
  return since !== null && Math.floor(changed_ms / 1000) * 1000 <= parseHttpDate(since);
}

/**
 * RFC 9110 §13.2.2, first two steps: true if a response with these validators must not be sent, because the client
 * asked for another state. If-Match wins. If-Unmodified-Since counts only without it.
 */
export function isPreconditionFailed(request: Request, response: { headers: Headers }): boolean {
  const match = request.headers.get("if-match");
  const since = match === null ? request.headers.get("if-unmodified-since") : null;
  // Nearly every request ends here. The response's headers are read last, because that copies them (measured).
  if (match === null && since === null) return false;
  const etag = response.headers.get("etag");
  if (etag === null) return false;
  if (match !== null) return !matches(match, etag);
  return Date.parse(response.headers.get("last-modified") ?? "") > parseHttpDate(since ?? "");
}
