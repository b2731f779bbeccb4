import { ENOUGH_REVIEWS } from "../../model/basics/enough.ts";
import type { MonthCount } from "../../model/basics/month-count.ts";
import { shownAverage } from "../../model/rating.ts";
import { chartTable, key } from "./charts.ts";
import { html, type Markup } from "./html.ts";
import { monthWindow, reviewsLink } from "./page-links.ts";
import { wordsOf } from "./page-words.ts";
import type { Site } from "./site.ts";

/** The average of one month jumps with every bad review, so each point is of this many months. */
const POINT_MONTHS = 6;

const RATING_TOP = 30;
const RATING_HEIGHT = 96;
const COUNT_TOP = 154;
const COUNT_HEIGHT = 56;
const CHART_HEIGHT = 236;
/** The value of the month under the pointer is shown above the plot, where nothing else is drawn. */
const TIP_Y = 12;
/** The numbers of the scale are left of the plot, in the margin that the stylesheet reserves. */
const SCALE_X = -28;

/** The reviews of some months, up to and with `month`. */
type Point = MonthCount & { from: string };

type Plot = { site: Site; points: Point[]; step: number; most: number };

function pointsOf(months: readonly MonthCount[], shown: number): Point[] {
  const points = months.map(({ month }, i): Point => {
    const some = months.slice(Math.max(0, i - POINT_MONTHS + 1), i + 1);
    const review_count = some.reduce((sum, one) => sum + one.review_count, 0);
    const stars = some.reduce((sum, one) => sum + Math.round((one.average_rating ?? 0) * one.review_count), 0);
    const average_rating = review_count < ENOUGH_REVIEWS ? null : stars / review_count;
    return { month, from: some[0]?.month ?? month, review_count, average_rating };
  });
  return points.slice(-shown);
}

const ratingY = (rating: number): number => Math.round((RATING_TOP + ((5 - rating) / 4) * RATING_HEIGHT) * 10) / 10;
const middleX = ({ step }: Plot, i: number): number => Math.round(step * (i + 0.5) * 100) / 100;
/** A line joins two adjacent points. Too few reviews leave a gap. */
function ratingLine(plot: Plot): string {
  let joined = false;
  return plot.points
    .map(({ average_rating }, i) => {
      const command = joined ? "L" : "M";
      joined = average_rating !== null;
      return average_rating === null ? "" : `${command}${middleX(plot, i)} ${ratingY(average_rating)}`;
    })
    .join("");
}

const BOTTOM = COUNT_TOP + COUNT_HEIGHT;
const GRID = [5, 4, 3, 2, 1]
  .map(ratingY)
  .concat(BOTTOM)
  .map((y) => `M0 ${y}h100`)
  .join("");

/** Four paths, and not a line and a dot for each month, which a slow phone would have to style and lay out one by one. */
function drawPlot(plot: Plot): Markup {
  const starts = plot.points.flatMap(({ month }, i) =>
    startsYear(plot.points, i) ? [{ month, at: Math.round(plot.step * i * 100) / 100, x: middleX(plot, i) }] : [],
  );
  const years = starts.map(({ at }) => `M${at} ${RATING_TOP}V${BOTTOM}`).join("");
  const line = ratingLine(plot);
  // A line without length, with round ends.
  const dots = line.replace(/[ML]([^ML]+)/g, "M$1h0");
  const small = plot.points.length > 40 ? " small" : "";
  const drawn = [
    ["year", years],
    ["grid", GRID],
    ["line", line],
    [`line dots${small}`, dots],
  ] as const;
  const paths = drawn.map(([name, path]) => html`<path class="${name}" d="${path}"/>`);
  const labels = starts.map(
    ({ month, x }) =>
      html`<text class="tick"${x > 90 ? html` text-anchor="end"` : null} x="${x}%" y="${CHART_HEIGHT - 6}">${month.slice(0, 4)}</text>`,
  );
  return html`<svg class="plot" viewBox="0 0 100 ${CHART_HEIGHT}" preserveAspectRatio="none">${paths}</svg>${labels}`;
}

const tick = (y: number, words: string): Markup => html`<text class="tick" x="${SCALE_X}" y="${y}">${words}</text>`;

function scale({ site, most }: Plot): Markup {
  const ratings = [5, 4, 3, 2, 1].map((value) => tick(ratingY(value) + 4, String(value)));
  return html`${ratings}${tick(COUNT_TOP + 8, wordsOf(site).format.count(most))}${tick(BOTTOM, "0")}`;
}

const monthHref = (site: Site, { month }: MonthCount): string => reviewsLink(site, monthWindow(month));

const pointHref = (site: Site, { from, month }: Point): string =>
  reviewsLink(site, { since: monthWindow(from).since, until: monthWindow(month).until });

function describeMonth(site: Site, { month, review_count, average_rating }: MonthCount): string {
  const { charts, format } = wordsOf(site);
  return charts.ofMonth(month, review_count, format.tenth(shownAverage(average_rating ?? 0)));
}

function describePoint(site: Site, { from, month, review_count, average_rating }: Point): string {
  const { charts, format } = wordsOf(site);
  const stars = average_rating === null ? null : format.tenth(shownAverage(average_rating));
  return charts.ofMonths(from, month, review_count, stars);
}

/**
 * The height and the column of a point are one link to its reviews. Its text appears on hover and focus, without a script.
 */
function pointLink(plot: Plot, point: Point, i: number): Markup {
  const { site, step, most } = plot;
  if (point.review_count === 0) return html``;
  const words = describePoint(site, point);
  const x = middleX(plot, i);
  const height = Math.round((point.review_count / most) * COUNT_HEIGHT * 10) / 10;
  const left = Math.round(step * i * 100) / 100;
  const inner = Math.round((step * i + step * 0.15) * 100) / 100;
  const columnTop = Math.round((BOTTOM - height) * 10) / 10;
  const anchor = x < 25 ? "start" : x > 75 ? "end" : "middle";
  const across = html`x="${left}%" width="${Math.round(step * 100) / 100}%"`;
  const columnAcross = html`x="${inner}%" width="${Math.round(step * 70) / 100}%"`;
  const drawn = [
    html`<rect class="hit" ${across} y="${RATING_TOP - 8}" height="${BOTTOM - RATING_TOP + 8}"/>`,
    html`<rect class="column" ${columnAcross} y="${columnTop}" height="${height}"/>`,
    html`<text class="tip" x="${x}%" y="${TIP_Y}" text-anchor="${anchor}">${words}</text>`,
  ];
  return html`<a class="month" href="${pointHref(site, point)}" aria-label="${words}">${drawn}</a>`;
}

/** On a phone a label of a year is this share of the plot. */
const LABEL_SHARE = 0.12;

/**
 * A year is labeled at January, and at the first shown month unless the next January is so close that labels overlap.
 */
function startsYear(months: readonly MonthCount[], i: number): boolean {
  const near = Math.max(4, Math.ceil(months.length * LABEL_SHARE));
  const isJanuary = ({ month }: MonthCount): boolean => month.endsWith("-01");
  return months.slice(i, i + 1).some(isJanuary) || (i === 0 && !months.slice(1, near + 1).some(isJanuary));
}

function monthTable(site: Site, months: readonly MonthCount[]): Markup {
  const { charts, format } = wordsOf(site);
  return chartTable(
    site,
    charts.by_month,
    [charts.month, charts.reviews, charts.average],
    [...months]
      .reverse()
      .map((month) => [
        format.month(month.month),
        month.review_count === 0
          ? format.count(0)
          : html`<a href="${monthHref(site, month)}">${format.count(month.review_count)}</a>`,
        month.average_rating === null ? charts.none : format.tenth(shownAverage(month.average_rating)),
      ]),
  );
}

/**
 * The average rating and the number of reviews over time, of the newest `shown` months. `id` must be unique on the page.
 */
export function trendChart(site: Site, id: string, all: MonthCount[], shown: number): Markup {
  const { charts } = wordsOf(site);
  const months = all.slice(-shown);
  const first = months[0];
  const last = months.at(-1);
  const points = pointsOf(all, shown);
  // Columns alone would be a chart without the rating that it is about.
  if (!first || !last || months.length < 2 || points.every(({ average_rating }) => average_rating === null)) {
    const written = months.filter(({ review_count }) => review_count > 0);
    const rows = written.map(
      (month) => html`<li><a href="${monthHref(site, month)}">${describeMonth(site, month)}</a></li>`,
    );
    const listed = rows.length > ENOUGH_REVIEWS ? monthTable(site, months) : html`<ul class="few-rows">${rows}</ul>`;
    return html`<p class="note">${charts.too_few}</p>${listed}`;
  }
  const most = Math.max(...points.map(({ review_count }) => review_count));
  const plot: Plot = { site, points, step: 100 / points.length, most };
  return html`<figure class="trend" data-chart>
<svg role="group" width="100%" height="${CHART_HEIGHT}" aria-labelledby="${id}-title ${id}-desc">
<title id="${id}-title">${charts.trend}</title>
<desc id="${id}-desc">${charts.trendSpoken(first.month, last.month)}</desc>
${drawPlot(plot)}${scale(plot)}${points.map((point, i) => pointLink(plot, point, i))}
</svg>
<figcaption>${key("line", charts.rolling)}${key("column", charts.written)}</figcaption>
${monthTable(site, months)}
</figure>`;
}
