import { HTML_TYPE } from "../pages/parts/site.ts";

/** No inline code runs, nothing loads from elsewhere, nobody frames a page, and no cache keeps one. */
const DESK_HEADERS = {
  "Content-Security-Policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "Cache-Control": "no-store",
  // With no-referrer, a form of the page itself would send "Origin: null".
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
} as const;

export const respondHtml = (markup: string, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(markup, { status, headers: { ...DESK_HEADERS, "Content-Type": HTML_TYPE, ...headers } });

export const respondText = (text: string, status: number, headers: Record<string, string> = {}): Response =>
  new Response(`${text}\n`, {
    status,
    headers: { ...DESK_HEADERS, "Content-Type": "text/plain; charset=utf-8", ...headers },
  });

/** A file to keep. Its name is ours, so it needs no quoting. */
export const respondDownload = (
  content: string | ReadableStream<Uint8Array>,
  content_type: string,
  name: string,
): Response =>
  new Response(content, {
    headers: {
      ...DESK_HEADERS,
      "Content-Type": content_type,
      "Content-Disposition": `attachment; filename="${name}"`,
    },
  });

const MAX_PATH = 2000;

/** Links only lead to pages of the desk. */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])[\x21-\x7e]*$/.test(path) && path.length <= MAX_PATH;

/** After a form: the browser gets the next page with GET, so that going back sends nothing again. */
export const redirect = (path: string, headers: Record<string, string> = {}): Response =>
  new Response(null, { status: 303, headers: { ...DESK_HEADERS, Location: path, ...headers } });

export const respondAsset = (text: string, content_type: string): Response =>
  new Response(text, {
    headers: {
      ...DESK_HEADERS,
      "Content-Type": content_type,
      "Cache-Control": "private, max-age=31536000, immutable",
    },
  });
