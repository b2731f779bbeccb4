import { html, type Markup, NOTHING } from "./html.ts";
import type { CitationView, InsightsView } from "./insights-view.ts";
import { type Language, siteLanguage } from "./languages.ts";
import { pageLink, reviewLink } from "./page-links.ts";
import { clip, wordsOf } from "./page-words.ts";
import { sentencesOf } from "./sentences.ts";
import type { Site } from "./site.ts";

/** The report of the analysis is in the language of the page. The owner's text is in the language of the profile. */
export const writtenIn = (site: Site, by_owner: boolean): Language =>
  by_owner ? (site.languages?.[0] ?? "en") : siteLanguage(site);

/** One passage per review, because several sentences may cite the same review. */
const oneOfEach = (citations: readonly CitationView[]): CitationView[] =>
  citations.filter(({ review_id }, i) => citations.findIndex((one) => one.review_id === review_id) === i);

export function sources(site: Site, citations: readonly CitationView[]): Markup {
  if (citations.length === 0) return NOTHING;
  const { insights } = wordsOf(site);
  return html`<p class="sources">${insights.from} ${oneOfEach(citations).map(
    ({ review_id, text }, i) =>
      html`${i === 0 ? null : ", "}<a href="${reviewLink(site, review_id)}" title="${clip(text, 120)}">${insights.numbered(i + 1)}</a>`,
  )}</p>`;
}

/** One sentence per line, because many sentences in one paragraph are hard to read. */
const inLines = (text: string, language: Language): Markup =>
  html`${[...sentencesOf(text, language)].map((sentence, i) => html`${i === 0 ? "" : " "}<span class="line">${sentence}</span>`)}`;

function behind(site: Site, citations: readonly CitationView[]): Markup {
  if (citations.length === 0) return NOTHING;
  const title = wordsOf(site).insights.behind(oneOfEach(citations).length);
  return html`<details class="behind"><summary>${title}</summary>${sources(site, citations)}</details>`;
}

/** The headline and the summary with links to the reviews that support it. An owner's summary has neither. */
export function summaryText(site: Site, { headline, summary, summary_citations }: InsightsView): Markup {
  if (summary === "") return NOTHING;
  if (headline === "") return html`<p dir="auto">${inLines(summary, siteLanguage(site))}</p>`;
  const { insights } = wordsOf(site);
  const how = html`<a href="${pageLink(site, "/policy")}#insights">${insights.how_counted}</a>`;
  return html`<p class="headline" dir="auto">${headline}</p>
<p dir="auto" class="counted">${inLines(summary, siteLanguage(site))} ${how}</p>${behind(site, summary_citations)}`;
}
