import { html, type Markup, NOTHING } from "./html.ts";
import type { InsightsView } from "./insights-view.ts";
import { type Language, siteLanguage } from "./languages.ts";
import { pageLink } from "./page-links.ts";
import { wordsOf } from "./page-words.ts";
import type { Site } from "./site.ts";

/** The report of the analysis is in the language of the page. The owner's text is in the language of the profile. */
export const writtenIn = (site: Site, by_owner: boolean): Language =>
  by_owner ? (site.languages?.[0] ?? "en") : siteLanguage(site);

/** The finding in a sentence with how it was counted, or what the owner wrote in its place. */
export function summaryText(site: Site, { headline, summary }: InsightsView): Markup {
  if (headline === "") return summary === "" ? NOTHING : html`<p class="lead" dir="auto">${summary}</p>`;
  const how = html`<a class="of" href="${pageLink(site, "/policy")}#insights">${wordsOf(site).insights.how_counted}</a>`;
  return html`<p class="headline" dir="auto">${headline} ${how}</p>`;
}
