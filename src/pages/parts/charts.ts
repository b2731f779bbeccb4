import { ENOUGH_REVIEWS } from "../../model/basics/enough.ts";
import { dateOfDay, dayNumber } from "../../model/basics/time.ts";
import type { AggregateRating } from "../../model/documents.ts";
import type { SearchFilters } from "../../model/search.ts";
import { html, type Markup } from "./html.ts";
import { reviewsLink } from "./page-links.ts";
import { wordsOf } from "./page-words.ts";
import type { Site } from "./site.ts";

/*
 * Widths and x are percentages, and heights are pixels. A chart therefore fills its column at any width, and its text
 * never shrinks. The content security policy forbids style attributes, so sizes are SVG attributes and colors are
 * classes.
 */

/** At most two decimals and no exponent, so that the bytes are the same on every machine. */
export const percentWidth = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100;

/** The numbers of a chart as a table, for screen readers and for exact values. */
export function chartTable(site: Site, caption: string, head: string[], rows: (Markup | string)[][]): Markup {
  return html`<details class="behind"><summary>${wordsOf(site).charts.asTable(caption)}</summary>
<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table><caption class="hidden">${caption}</caption>
<thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([first = "", ...rest]) =>
      html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table></div></details>`;
}

export const key = (name: string, words: string): Markup =>
  html`<span class="key-label"><span class="key key-${name}"></span>${words}</span>`;

const STAR_ROWS = [5, 4, 3, 2, 1] as const;

/**
 * One row per rating, with a link to its reviews. With fewer than five reviews, words are shown, because bars would
 * exaggerate.
 */
export function distributionChart(
  site: Site,
  { distribution, rating_count }: AggregateRating,
  linkTo = (filters: SearchFilters): string => reviewsLink(site, filters),
): Markup {
  const { charts, common, format } = wordsOf(site);
  const rows = STAR_ROWS.map((star) => ({
    star,
    count: distribution[star],
    href: linkTo({ rating: star }),
    share: format.share(distribution[star], rating_count),
  }));
  if (rating_count < ENOUGH_REVIEWS) {
    return html`<ul class="few-rows">${rows
      .filter(({ count }) => count > 0)
      .map(
        ({ star, count, href }) => html`<li><a href="${href}">${common.stars(star)}: ${common.reviews(count)}</a></li>`,
      )}</ul>`;
  }
  const spoken = rows.map(({ star, count }) => `${common.stars(star)}: ${format.count(count)}`).join("; ");
  return html`<figure class="distribution" aria-label="${charts.starsSpoken(spoken)}">
<ul class="bars">${rows.map(({ star, count, href, share }) => {
    const label = html`<span aria-hidden="true">${star}</span><span class="hidden">${common.stars(star)}</span>`;
    const width = Math.max(percentWidth(count, rating_count), 1);
    const fill = count > 0 ? html`<rect class="fill" width="${width}%" height="12" rx="6"/>` : null;
    const bar = html`<span class="bar-label">${label}</span>
<svg class="bar" width="100%" height="12" aria-hidden="true" focusable="false">${fill}</svg>
<span class="bar-share">${share}</span><span class="bar-count">${format.count(count)}</span>`;
    return count === 0
      ? html`<li><span class="row">${bar}</span></li>`
      : html`<li><a class="row" href="${href}">${bar}</a></li>`;
  })}</ul>
${chartTable(
  site,
  charts.by_stars,
  [charts.stars, charts.reviews, charts.share],
  rows.map(({ star, count, href, share }) => [
    String(star),
    count === 0 ? format.count(0) : html`<a href="${href}">${format.count(count)}</a>`,
    share,
  ]),
)}
</figure>`;
}

/** The day before a date, YYYY-MM-DD. */
export const dayBefore = (date: string): string => dateOfDay(dayNumber(date) - 1);
