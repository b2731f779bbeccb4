import { PATHS } from "./links.ts";
import { JSON_TYPE } from "./media-types.ts";
import { SERVER_CARD_TYPE } from "./server-card.ts";

export const API_CATALOG_PATH = "/.well-known/api-catalog";
/** RFC 9727 §4 and RFC 9264 §4.2: a linkset with the profile of an API catalog. */
export const LINKSET_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** RFC 9727 §3: the Link header that a HEAD request returns. */
export const apiCatalogLink = (base_url: string): string => `<${base_url}${API_CATALOG_PATH}>; rel="api-catalog"`;

export function renderApiCatalog(base_url: string): string {
  const url = (path: string) => base_url + path;
  const json = (path: string) => ({ href: url(path), type: JSON_TYPE });
  // A link is something that a client can get. The endpoints that take only POST are anchors.
  const linkset = [
    {
      anchor: url(API_CATALOG_PATH),
      item: [
        json(PATHS.reviews),
        json(PATHS.insights),
        json(PATHS.changes),
        json(PATHS.search),
        json(PATHS.statistics),
      ],
    },
    {
      anchor: url("/"),
      "service-desc": [{ href: url(PATHS.openapi), type: JSON_TYPE }],
      "service-doc": [{ href: url(PATHS.developers), type: "text/html" }],
      status: [{ href: url("/readyz"), type: JSON_TYPE }],
    },
    {
      anchor: url(PATHS.mcp),
      "service-desc": [{ href: url(PATHS.server_card), type: SERVER_CARD_TYPE }],
      "service-doc": [{ href: url(`${PATHS.developers}/mcp`), type: "text/html" }],
    },
    {
      anchor: url(PATHS.hub),
      "service-doc": [{ href: url(`${PATHS.developers}/websub`), type: "text/html" }],
    },
  ];
  return JSON.stringify({ linkset });
}
