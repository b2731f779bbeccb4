import { dateInZone } from "../../model/basics/time.ts";
import type { Business, Profile } from "../../model/business.ts";
import { hasLeft } from "../../model/has-left.ts";
import type { Picture } from "../../model/picture.ts";
import { publicBusiness } from "../../model/public-business.ts";

/** What every page needs: the business, the license, and the address of this service. */
export type Site = {
  base_url: string;
  /** The origin of the original pages: this service, or the Candor server that it mirrors. */
  original_url?: string;
  /** The business and the reviews are made up. */
  demonstration: boolean;
  structured_data: Profile["structured_data"];
  business: Business | null;
  /** Who left and what is no longer offered: "technician ana-ruiz". */
  former?: ReadonlySet<string>;
  license: string | null;
  logo?: Picture | null;
  accent_color?: string | null;
  /** The locale of the page, such as es-US. en-US if absent. */
  locale?: string;
  /** The languages in which the pages are offered. The first is the profile's. */
  languages?: readonly ("en" | "es")[];
};

/** As of a time: a server notes a change of the profile when a day comes on which somebody leaves. */
const formerOf = (profile: Profile | null, as_of: string | null): ReadonlySet<string> => {
  const day = profile && as_of !== null ? dateInZone(profile.time_zone, as_of) : "";
  const left = (kind: FormerKind, list: readonly { id: string; left?: true | string | undefined }[]) =>
    list.flatMap((one) => (hasLeft(one, day) ? [`${kind} ${one.id}`] : []));
  return new Set([...left("technician", profile?.technicians ?? []), ...left("service", profile?.services ?? [])]);
};

/** Of whom or what a page can say that it is former. */
export type FormerKind = "technician" | "service";

export const isFormer = ({ former }: Site, kind: FormerKind, id: string): boolean =>
  former?.has(`${kind} ${id}`) ?? false;

type Described = { profile: Profile | null; profile_changed_at: string | null };

export const describeSite = (
  base_url: string,
  demonstration: boolean,
  { profile, profile_changed_at }: Described,
): Site => ({
  base_url,
  demonstration,
  structured_data: profile?.structured_data ?? "business",
  business: profile ? publicBusiness(profile, demonstration) : null,
  former: formerOf(profile, profile_changed_at),
  license: profile?.license ?? null,
  logo: profile?.logo ?? null,
  accent_color: profile?.accent_color ?? null,
});

export const siteName = (site: Site): string => site.business?.name ?? "Reviews";

/** Only http and https URLs become links. A profile or an import could contain "javascript:" and similar URLs. */
export const isWebAddress = (url: string | null | undefined): url is string => /^https?:\/\//i.test(url ?? "");

export const HTML_TYPE = "text/html; charset=utf-8";

/** No inline code runs, and nothing loads from another origin. Other sites can frame only /embed/frame. */
export const PAGE_HEADERS = {
  "Content-Security-Policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join("; "),
} as const;
