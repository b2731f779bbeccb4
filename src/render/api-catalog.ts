import { PATHS } from "./links.ts";

export const API_CATALOG_PATH = "/.well-known/api-catalog";
/** RFC 9727 §4 and RFC 9264 §4.2: a linkset with the profile of an API catalog. */
export const LINKSET_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** RFC 9727 §3: the Link header that a HEAD request returns. */
export const apiCatalogLink = (base_url: string): string => `<${base_url}${API_CATALOG_PATH}>; rel="api-catalog"`;

export function renderApiCatalog(base_url: string): string {
  const url = (path: string) => base_url + path;
  const linkset = [
    {
      anchor: url(API_CATALOG_PATH),
      item: [{ href: url("/api") }, { href: url(PATHS.mcp) }, { href: url(PATHS.hub) }],
    },
    {
      anchor: url("/api"),
      "service-desc": [{ href: url(PATHS.openapi), type: "application/json" }],
      "service-doc": [{ href: url(PATHS.developers), type: "text/html" }],
      status: [{ href: url("/readyz"), type: "application/json" }],
    },
    {
      anchor: url(PATHS.mcp),
      "service-doc": [{ href: url(`${PATHS.developers}/mcp`), type: "text/html" }],
    },
    {
      anchor: url(PATHS.hub),
      "service-doc": [{ href: url(`${PATHS.developers}/websub`), type: "text/html" }],
    },
  ];
  return JSON.stringify({ linkset });
}
