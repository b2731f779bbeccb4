import type { AggregateRating } from "../../model/documents.ts";
import type { MonthCount } from "../../model/month-count.ts";
import { html, type Markup } from "./html.ts";
import { plural, renderCount, renderMonth } from "./words.ts";

/*
 * Widths and x are percentages, heights are pixels: a chart fills its column at any width and its text never shrinks. The
 * content security policy forbids style attributes, so sizes are SVG attributes and colors are classes.
 */

/** At most two decimals and no exponent, so the bytes are the same on every machine. */
const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100);

/** The numbers of a chart as a table, for screen readers and for exact values. */
export function chartTable(caption: string, head: string[], rows: (string | number)[][]): Markup {
  return html`<details class="behind"><summary>${caption} as a table</summary>
<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table><caption class="hidden">${caption}</caption>
<thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([first = "", ...rest]) =>
      html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table></div></details>`;
}

export const key = (name: string, words: string): Markup =>
  html`<span class="key-label"><span class="key key-${name}"></span>${words}</span>`;

const STAR_ROWS = ["5", "4", "3", "2", "1"] as const;

const unit = (star: string): string => (star === "1" ? "star" : "stars");

/** One row per number of stars; each row links to its reviews. */
export function distributionChart({ distribution, rating_count }: AggregateRating): Markup {
  const rows = STAR_ROWS.map((star) => ({ star, count: distribution[star] }));
  const spoken = rows.map(({ star, count }) => `${star} ${unit(star)}: ${renderCount(count)}`).join("; ");
  return html`<figure class="distribution" aria-label="Ratings by number of stars. ${spoken}.">
<ul class="bars">${rows.map(
    ({
      star,
      count,
    }) => html`<li><a href="/reviews?rating=${star}"><span class="bar-label">${star}<span class="hidden"> ${unit(star)}</span></span>
<svg class="bar" width="100%" height="12" aria-hidden="true" focusable="false"><rect class="track" width="100%" height="12" rx="6"/>${
      count > 0
        ? html`<rect class="fill" width="${Math.max(percent(count, rating_count), 1)}%" height="12" rx="6"/>`
        : null
    }</svg>
<span class="bar-count">${renderCount(count)}</span></a></li>`,
  )}</ul>
${chartTable(
  "Ratings by stars",
  ["Stars", "Reviews", "Share"],
  rows.map(({ star, count }) => [star, renderCount(count), `${percent(count, rating_count).toFixed(1)}%`]),
)}
</figure>`;
}

const RATING_TOP = 12;
const RATING_HEIGHT = 96;
const COUNT_TOP = 136;
const COUNT_HEIGHT = 56;
const CHART_HEIGHT = 218;
/** The numbers of the scale are left of the plot, in the margin that the stylesheet reserves. */
const SCALE_X = -28;

function ratingLine(months: MonthCount[], x: (i: number) => number): Markup {
  const y = (rating: number) => Math.round((RATING_TOP + ((5 - rating) / 4) * RATING_HEIGHT) * 10) / 10;
  const parts: Markup[] = [];
  months.forEach(({ average_rating }, i) => {
    if (average_rating === null) return;
    const next = months[i + 1]?.average_rating ?? null;
    if (next !== null) {
      parts.push(html`<line class="line" x1="${x(i)}%" y1="${y(average_rating)}" x2="${x(i + 1)}%" y2="${y(next)}"/>`);
    }
    parts.push(html`<circle class="dot" cx="${x(i)}%" cy="${y(average_rating)}" r="${months.length > 40 ? 2 : 3}"/>`);
  });
  const scale = [5, 4, 3, 2, 1].map(
    (value) =>
      html`<line class="grid" x1="0" x2="100%" y1="${y(value)}" y2="${y(value)}"/><text class="tick" x="${SCALE_X}" y="${y(value) + 4}">${value}</text>`,
  );
  return html`${scale}${parts}`;
}

function countBars(months: MonthCount[], step: number): Markup {
  const most = Math.max(1, ...months.map(({ review_count }) => review_count));
  return html`${months.map(({ review_count }, i) => {
    const height = Math.round((review_count / most) * COUNT_HEIGHT * 10) / 10;
    const left = Math.round((step * i + step * 0.15) * 100) / 100;
    return html`<rect class="column" x="${left}%" width="${Math.round(step * 70) / 100}%" y="${COUNT_TOP + COUNT_HEIGHT - height}" height="${height}"/>`;
  })}<text class="tick" x="${SCALE_X}" y="${COUNT_TOP + 8}">${renderCount(most)}</text>`;
}

/** A year is labeled at January, and at the first month shown unless a January follows so soon that labels overlap. */
const startsYear = (months: MonthCount[], i: number): boolean =>
  months[i]?.month.endsWith("-01") === true ||
  (i === 0 && !months.slice(1, 5).some(({ month }) => month.endsWith("-01")));

function yearMark(year: string, x: number, left: number): Markup {
  const at = Math.round(left * 100) / 100;
  return html`<line class="year" x1="${at}%" x2="${at}%" y1="${RATING_TOP}" y2="${COUNT_TOP + COUNT_HEIGHT}"/><text class="tick"${
    x > 90 ? html` text-anchor="end"` : null
  } x="${x}%" y="${CHART_HEIGHT - 6}">${year}</text>`;
}

/** The average rating and the number of reviews, month by month. `id` must be unique on the page. */
export function trendChart(id: string, months: MonthCount[]): Markup {
  const first = months[0];
  const last = months.at(-1);
  if (!first || !last || months.length < 2) {
    return html`<p class="note">A trend chart needs reviews from at least two months.</p>`;
  }
  const step = 100 / months.length;
  const x = (i: number) => Math.round(step * (i + 0.5) * 100) / 100;
  const years = months.flatMap(({ month }, i) =>
    startsYear(months, i) ? [yearMark(month.slice(0, 4), x(i), step * i)] : [],
  );
  const total = months.reduce((sum, { review_count }) => sum + review_count, 0);
  return html`<figure class="trend">
<svg role="img" width="100%" height="${CHART_HEIGHT}" aria-labelledby="${id}-title ${id}-desc">
<title id="${id}-title">Average rating and number of reviews by month</title>
<desc id="${id}-desc">${plural(total, "review")} from ${renderMonth(first.month)} to ${renderMonth(last.month)}. The line shows the average rating of each month. The bars show how many reviews were written. The table below has all the numbers.</desc>
${years}${ratingLine(months, x)}${countBars(months, step)}
</svg>
<figcaption>${key("line", "Average rating")}${key("column", "Reviews written")}</figcaption>
${chartTable(
  "Ratings by month",
  ["Month", "Reviews", "Average rating"],
  [...months]
    .reverse()
    .map(({ month, review_count, average_rating }) => [
      renderMonth(month),
      renderCount(review_count),
      average_rating === null ? "none" : average_rating.toFixed(2),
    ]),
)}
</figure>`;
}

export type Opinions = { positive_count: number; neutral_count: number; mixed_count: number; negative_count: number };

/** One bar: praise on the left, criticism on the right. Criticism is hatched, so color is not the only difference. */
export function opinionBar(opinions: Opinions): Markup {
  const middle = opinions.neutral_count + opinions.mixed_count;
  const total = opinions.positive_count + middle + opinions.negative_count;
  const praise = percent(opinions.positive_count, total);
  const between = percent(middle, total);
  return html`<svg class="opinions" width="100%" height="14" aria-hidden="true" focusable="false">
<rect class="track" width="100%" height="14"/><rect class="praise" width="${praise}%" height="14"/><rect class="between" x="${praise}%" width="${between}%" height="14"/><rect class="criticism" x="${Math.round((praise + between) * 100) / 100}%" width="${percent(opinions.negative_count, total)}%" height="14"/></svg>`;
}

export const describeOpinions = (opinions: Opinions): string =>
  `${renderCount(opinions.positive_count)} positive, ${renderCount(opinions.neutral_count + opinions.mixed_count)} neutral or mixed, ${renderCount(opinions.negative_count)} negative`;
