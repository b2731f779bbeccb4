import type { Business, Profile } from "../../model/business.ts";

/** What every page needs to know: the business, the license, and the address of this service. */
export type Site = {
  base_url: string;
  /** The business and the reviews are made up. */
  demonstration: boolean;
  structured_data: Profile["structured_data"];
  business: Business | null;
  license: string | null;
};

export const siteName = (site: Site): string => site.business?.name ?? "Reviews";

/** Only http and https URLs become links. A profile or an import could contain "javascript:" and the like. */
export const isWebAddress = (url: string | null | undefined): url is string => /^https?:\/\//i.test(url ?? "");

export const HTML_TYPE = "text/html; charset=utf-8";

/**
 * Nothing inline runs and nothing loads from another origin. `frame-ancestors *` lets a clinic show its reviews in a
 * frame. That is safe because no click on these pages changes anything.
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
