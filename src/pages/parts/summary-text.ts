import { html, type Markup, NOTHING } from "./html.ts";
import type { CitationView, InsightsView } from "./insights-view.ts";
import { type Language, siteLanguage } from "./languages.ts";
import { reviewLink } from "./page-links.ts";
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

/** One sentence per line, because seven sentences in one paragraph are hard to read. */
const inLines = (text: string, language: Language): Markup =>
  html`${[...sentencesOf(text, language)].map((sentence, i) => html`${i === 0 ? "" : " "}<span class="line">${sentence}</span>`)}`;

function behind(site: Site, citations: readonly CitationView[]): Markup {
  if (citations.length === 0) return NOTHING;
  const title = wordsOf(site).insights.behind(oneOfEach(citations).length);
  return html`<details class="behind"><summary>${title}</summary>${sources(site, citations)}</details>`;
}

/** The summary with links to the reviews that support it. */
export function summaryText(site: Site, { summary, summary_citations }: InsightsView): Markup {
  if (summary === "") return NOTHING;
  const counted = summary_citations.length > 0 ? html` class="counted"` : null;
  const lines = html`<p dir="auto"${counted}>${inLines(summary, siteLanguage(site))}</p>`;
  return html`${lines}${behind(site, summary_citations)}`;
}
