import type { Picture } from "../model/picture.ts";
import type { SearchFilters } from "../model/search.ts";

/** Every path that appears in a document or a page. */
export const PATHS = {
  reviews: "/reviews.json",
  csv: "/reviews.csv",
  insights: "/insights.json",
  json_feed: "/api/feed.json",
  atom_feed: "/feed.xml",
  search: "/api/reviews/search",
  statistics: "/api/reviews/stats",
  since: "/api/reviews/since/{date}",
  changes: "/api/changes.json",
  hub: "/api/websub/hub",
  mcp: "/mcp",
  server_card: "/mcp/server-card",
  icon: "/icon.svg",
  openapi: "/.well-known/openapi.json",
  policy: "/policy",
  developers: "/developers",
} as const;

/** Where clients look for what has another path here. */
export const USUAL_PATHS: readonly (readonly [usual: string, path: string])[] = [
  ["/feed.json", PATHS.json_feed],
  ["/rss.xml", PATHS.atom_feed],
  ["/openapi.json", PATHS.openapi],
  ["/mcp.json", PATHS.server_card],
];

/** WebSub §4: the Link header of a topic names the topic and its hub. */
export const topicLink = (base_url: string, path: string): string =>
  `<${base_url}${path}>; rel="self", <${base_url}${PATHS.hub}>; rel="hub"`;

export const reviewUrl = (base_url: string, id: string): string => `${base_url}/reviews/${id}`;

/** The path of the logo changes with the picture, so that a browser can cache it forever. */
export const logoPath = ({ hash, content_type }: Picture): string =>
  `/assets/logo.${hash}.${content_type === "image/png" ? "png" : "jpg"}`;

/** Values that a form sends unchanged. */
const UNCHANGED = /^[\w.*-]*$/;

/** A parameter as a form sends it. For an unchanged value, URLSearchParams takes ten times as long (measured). */
const parameter = (name: string, value: string): string =>
  UNCHANGED.test(value) ? `${name}=${value}` : new URLSearchParams([[name, value]]).toString();

/** The URL of a search. */
export function searchUrl(
  base_url: string,
  { filters, limit, cursor }: { filters: SearchFilters; limit: number; cursor: string | null },
): string {
  let url = `${base_url}${PATHS.search}?`;
  for (const [name, value] of Object.entries(filters)) url += `${parameter(name, String(value))}&`;
  return `${url}limit=${limit}${cursor === null ? "" : `&${parameter("cursor", cursor)}`}`;
}
