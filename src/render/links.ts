import type { SearchFilters } from "../model/search.ts";

/** Every path that appears in a document or a page. */
export const PATHS = {
  reviews: "/reviews.json",
  insights: "/insights.json",
  json_feed: "/api/feed.json",
  atom_feed: "/feed.xml",
  search: "/api/reviews/search",
  statistics: "/api/reviews/stats",
  since: "/api/reviews/since/{date}",
  hub: "/api/websub/hub",
  mcp: "/mcp",
  icon: "/icon.svg",
  openapi: "/.well-known/openapi.json",
  policy: "/policy",
  developers: "/developers",
} as const;

/** WebSub §4: the Link header of a topic names the topic and its hub. */
export const topicLink = (base_url: string, path: string): string =>
  `<${base_url}${path}>; rel="self", <${base_url}${PATHS.hub}>; rel="hub"`;

export const reviewUrl = (base_url: string, id: string): string => `${base_url}/reviews/${id}`;

/** The URL of a search. */
export function searchUrl(
  base_url: string,
  { filters, limit, cursor }: { filters: SearchFilters; limit: number; cursor: string | null },
): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filters, limit, ...(cursor === null ? {} : { cursor }) })) {
    parameters.set(name, String(value));
  }
  return `${base_url}${PATHS.search}?${parameters}`;
}
