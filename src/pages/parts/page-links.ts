import { isCalendarDate } from "../../model/basics/time.ts";
import type { SearchFilters } from "../../model/search.ts";
import { siteLanguage } from "./languages.ts";
import type { Site } from "./site.ts";

/** Paths in the profile's language have no prefix. Paths in another language have one, such as /es. */
export function pageLink(site: Site, path: string): string {
  const language = siteLanguage(site);
  if (language === (site.languages?.[0] ?? language)) return path;
  return path === "/" ? `/${language}` : `/${language}${path}`;
}

function withQuery(path: string, parameters: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

/** The page that lists the reviews with these filters. */
export const reviewsLink = (site: Site, filters: SearchFilters = {}, more: Record<string, string> = {}): string =>
  withQuery(pageLink(site, "/reviews"), { ...filters, ...more });

/** Where a list of reviews begins on a page. */
export const RESULTS_ID = "results";

/** The overview with the newest reviews of a selection. */
export const pickLink = (site: Site, filters: SearchFilters): string =>
  `${withQuery(pageLink(site, "/"), filters)}#${RESULTS_ID}`;

export const reviewLink = (site: Site, id: string): string => pageLink(site, `/reviews/${id}`);

/** The first and the last day of a month, YYYY-MM. */
export function monthWindow(month: string): { since: string; until: string } {
  const last = [31, 30, 29, 28].find((day) => isCalendarDate(`${month}-${day}`));
  return { since: `${month}-01`, until: `${month}-${last}` };
}
