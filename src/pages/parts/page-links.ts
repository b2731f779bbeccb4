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

/** The page that lists the reviews with these filters. Every link to a selection of reviews uses this function. */
export function reviewsLink(site: Site, filters: SearchFilters = {}, more: Record<string, string> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filters, ...more })) {
    if (value !== undefined) query.set(name, String(value));
  }
  const path = pageLink(site, "/reviews");
  return query.size === 0 ? path : `${path}?${query}`;
}

export const reviewLink = (site: Site, id: string): string => pageLink(site, `/reviews/${id}`);

/** The first and the last day of a month, YYYY-MM. */
export function monthWindow(month: string): { since: string; until: string } {
  const last = [31, 30, 29, 28].find((day) => isCalendarDate(`${month}-${day}`));
  return { since: `${month}-01`, until: `${month}-${last}` };
}
