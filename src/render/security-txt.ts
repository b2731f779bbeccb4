import { DAY_MS } from "../model/basics/time.ts";
import type { Business } from "../model/business.ts";
import { DEMONSTRATION } from "../model/demonstration.ts";
import { PATHS } from "./links.ts";

const YEAR_MS = 365 * DAY_MS;

/**
 * RFC 9116. `Expires` is a year after the release, not after the request. A document must not depend on the clock, and
 * a program without updates for a year should not promise a response.
 */
export function renderSecurityTxt(base_url: string, business: Business | null, released_at: string): string | null {
  const contact = business?.email ? `mailto:${business.email}` : business?.url;
  // RFC 9116 §2.5.3: the file must have a contact.
  if (!contact) return null;
  const expires = new Date(Date.parse(released_at) + YEAR_MS).toISOString().replace(".000Z", "Z");
  return [
    ...(business?.demonstration ? [`# ${DEMONSTRATION}`] : []),
    `Contact: ${contact}`,
    `Expires: ${expires}`,
    "Preferred-Languages: en",
    `Canonical: ${base_url}/.well-known/security.txt`,
    `Policy: ${base_url}${PATHS.policy}`,
    "",
  ].join("\n");
}
