import { ENOUGH_REVIEWS } from "../../model/basics/enough.ts";
import type { MonthCount } from "../../model/basics/month-count.ts";
import type { AggregateRating } from "../../model/documents.ts";
import { shownAverage } from "../../model/rating.ts";
import { html, type Markup } from "./html.ts";
import { monthWindow, reviewsLink } from "./page-links.ts";
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
export function distributionChart(site: Site, { distribution, rating_count }: AggregateRating): Markup {
  const { charts, common, format } = wordsOf(site);
  const rows = STAR_ROWS.map((star) => ({
    star,
    count: distribution[star],
    href: reviewsLink(site, { rating: star }),
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
    const track = html`<rect class="track" width="100%" height="12" rx="6"/>`;
    const fill = count > 0 ? html`<rect class="fill" width="${width}%" height="12" rx="6"/>` : null;
    return html`<li><a href="${href}"><span class="bar-label">${label}</span>
<svg class="bar" width="100%" height="12" aria-hidden="true" focusable="false">${track}${fill}</svg>
<span class="bar-share">${share}</span><span class="bar-count">${format.count(count)}</span></a></li>`;
  })}</ul>
${chartTable(
  site,
  charts.by_stars,
  [charts.stars, charts.reviews, charts.share],
  rows.map(({ star, count, href, share }) => [html`<a href="${href}">${star}</a>`, format.count(count), share]),
)}
</figure>`;
}

const RATING_TOP = 30;
const RATING_HEIGHT = 96;
const COUNT_TOP = 154;
const COUNT_HEIGHT = 56;
const CHART_HEIGHT = 236;
/** The value of the month under the pointer is shown above the plot, where nothing else is drawn. */
const TIP_Y = 12;
/** The numbers of the scale are left of the plot, in the margin that the stylesheet reserves. */
const SCALE_X = -28;

type Plot = { site: Site; months: MonthCount[]; step: number; most: number };

const ratingY = (rating: number): number => Math.round((RATING_TOP + ((5 - rating) / 4) * RATING_HEIGHT) * 10) / 10;
const middleX = ({ step }: Plot, i: number): number => Math.round(step * (i + 0.5) * 100) / 100;
/** A month with few reviews is drawn lighter, because in a small business one bad review makes a bad month. */
const isFew = ({ review_count }: MonthCount): boolean => review_count < ENOUGH_REVIEWS;

/** A line joins two adjacent months that both have reviews. Months without reviews leave a gap. */
function ratingLines(plot: Plot): Markup {
  return html`${plot.months.map((month, i) => {
    const next = plot.months[i + 1];
    if (month.average_rating === null || !next || next.average_rating === null) return html``;
    const few = isFew(month) || isFew(next);
    const from = html`x1="${middleX(plot, i)}%" y1="${ratingY(month.average_rating)}"`;
    const to = html`x2="${middleX(plot, i + 1)}%" y2="${ratingY(next.average_rating)}"`;
    return html`<line class="line${few ? " few" : ""}" ${from} ${to}/>`;
  })}`;
}

function scale(plot: Plot): Markup {
  return html`${[5, 4, 3, 2, 1].map((value) => {
    const y = ratingY(value);
    return html`<line class="grid" x1="0" x2="100%" y1="${y}" y2="${y}"/><text class="tick" x="${SCALE_X}" y="${y + 4}">${value}</text>`;
  })}<text class="tick" x="${SCALE_X}" y="${COUNT_TOP + 8}">${wordsOf(plot.site).format.count(plot.most)}</text>`;
}

const monthHref = (site: Site, { month }: MonthCount): string => reviewsLink(site, monthWindow(month));

function describeMonth(site: Site, { month, review_count, average_rating }: MonthCount): string {
  const { charts, format } = wordsOf(site);
  return charts.ofMonth(month, review_count, format.tenth(shownAverage(average_rating ?? 0)));
}

/**
 * The dot and the column of a month are one link to its reviews. Its text appears on hover and focus, without a script.
 */
function monthLink(plot: Plot, month: MonthCount, i: number): Markup {
  const { site, step, most } = plot;
  if (month.average_rating === null) return html``;
  const words = describeMonth(site, month);
  const x = middleX(plot, i);
  const height = Math.round((month.review_count / most) * COUNT_HEIGHT * 10) / 10;
  const left = Math.round(step * i * 100) / 100;
  const inner = Math.round((step * i + step * 0.15) * 100) / 100;
  const columnTop = Math.round((COUNT_TOP + COUNT_HEIGHT - height) * 10) / 10;
  const anchor = x < 25 ? "start" : x > 75 ? "end" : "middle";
  const across = html`x="${left}%" width="${Math.round(step * 100) / 100}%"`;
  const columnAcross = html`x="${inner}%" width="${Math.round(step * 70) / 100}%"`;
  const radius = plot.months.length > 40 ? 2 : 3;
  const drawn = [
    html`<rect class="hit" ${across} y="${RATING_TOP - 8}" height="${COUNT_TOP + COUNT_HEIGHT - RATING_TOP + 8}"/>`,
    html`<rect class="column" ${columnAcross} y="${columnTop}" height="${height}"/>`,
    html`<circle class="dot" cx="${x}%" cy="${ratingY(month.average_rating)}" r="${radius}"/>`,
    html`<text class="tip" x="${x}%" y="${TIP_Y}" text-anchor="${anchor}">${words}</text>`,
  ];
  const few = isFew(month) ? " few" : "";
  return html`<a class="month${few}" href="${monthHref(site, month)}" aria-label="${words}">${drawn}</a>`;
}

/**
 * A year is labeled at January, and at the first shown month unless the next January is so close that labels overlap.
 */
const startsYear = (months: MonthCount[], i: number): boolean =>
  months[i]?.month.endsWith("-01") === true ||
  (i === 0 && !months.slice(1, 5).some(({ month }) => month.endsWith("-01")));

function yearMarks(plot: Plot): Markup {
  return html`${plot.months.map(({ month }, i) => {
    if (!startsYear(plot.months, i)) return html``;
    const at = Math.round(plot.step * i * 100) / 100;
    const x = middleX(plot, i);
    return html`<line class="year" x1="${at}%" x2="${at}%" y1="${RATING_TOP}" y2="${COUNT_TOP + COUNT_HEIGHT}"/><text class="tick"${
      x > 90 ? html` text-anchor="end"` : null
    } x="${x}%" y="${CHART_HEIGHT - 6}">${month.slice(0, 4)}</text>`;
  })}`;
}

function monthTable(site: Site, months: MonthCount[]): Markup {
  const { charts, format } = wordsOf(site);
  return chartTable(
    site,
    charts.by_month,
    [charts.month, charts.reviews, charts.average],
    [...months]
      .reverse()
      .map((month) => [
        month.average_rating === null
          ? format.month(month.month)
          : html`<a href="${monthHref(site, month)}">${format.month(month.month)}</a>`,
        format.count(month.review_count),
        month.average_rating === null ? charts.none : format.tenth(shownAverage(month.average_rating)),
      ]),
  );
}

/** The average rating and the number of reviews per month. `id` must be unique on the page. */
export function trendChart(site: Site, id: string, months: MonthCount[]): Markup {
  const { charts } = wordsOf(site);
  const first = months[0];
  const last = months.at(-1);
  const total = months.reduce((sum, { review_count }) => sum + review_count, 0);
  if (!first || !last || months.length < 2 || total < ENOUGH_REVIEWS) {
    const written = months.filter(({ review_count }) => review_count > 0);
    return html`<p class="note">${charts.too_few}</p><ul class="few-rows">${written.map(
      (month) => html`<li><a href="${monthHref(site, month)}">${describeMonth(site, month)}</a></li>`,
    )}</ul>`;
  }
  const most = Math.max(...months.map(({ review_count }) => review_count));
  const plot: Plot = { site, months, step: 100 / months.length, most };
  return html`<figure class="trend" data-chart>
<svg role="group" width="100%" height="${CHART_HEIGHT}" aria-labelledby="${id}-title ${id}-desc">
<title id="${id}-title">${charts.trend}</title>
<desc id="${id}-desc">${charts.trendSpoken(total, first.month, last.month)}</desc>
${yearMarks(plot)}${scale(plot)}${ratingLines(plot)}${months.map((month, i) => monthLink(plot, month, i))}
</svg>
<figcaption>${key("line", charts.average)}${key("column", charts.written)}${
    months.some((month) => month.review_count > 0 && isFew(month)) ? key("few", charts.few) : null
  }</figcaption>
${monthTable(site, months)}
</figure>`;
}
