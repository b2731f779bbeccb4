import type { Business } from "../model/business.ts";

/** What every page knows about the whole: whose reviews these are and where they are served. */
export type Site = {
  base_url: string;
  business: Business | null;
  license: string | null;
};

export const siteName = (site: Site): string => site.business?.name ?? "Reviews";

/** Only such an address becomes a link: a profile or an import might bring "javascript:" and the like. */
export const isWebAddress = (url: string | null | undefined): url is string => /^https?:\/\//i.test(url ?? "");

export const HTML_TYPE = "text/html; charset=utf-8";

/**
 * Nothing inline runs, nothing comes from elsewhere. `frame-ancestors *`: a clinic may frame its own reviews; there is
 * nothing here that a click could change.
 */
export const PAGE_HEADERS = {
  "Content-Security-Policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors *",
  ].join("; "),
} as const;
