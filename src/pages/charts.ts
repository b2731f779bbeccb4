import type { AggregateRating } from "../model/documents.ts";
import type { MonthCount } from "../model/month-count.ts";
import { html, type Markup } from "./html.ts";
import { plural, renderCount, renderMonth } from "./words.ts";

/*
 * Widths and x are percentages, heights pixels: a chart fills its column at any width and its text never shrinks. The
 * content security policy forbids style attributes, so size stands in SVG attributes and colour in classes.
 */

/** Two decimals at most, no exponent: the same bytes everywhere. */
const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100);

/** The figures behind a picture, for those who cannot or would not look. */
export function tableBehind(caption: string, head: string[], rows: (string | number)[][]): Markup {
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

/** How many gave five stars, four, …: each row leads to those reviews. */
export function distributionChart({ distribution, rating_count }: AggregateRating): Markup {
  const rows = STAR_ROWS.map((star) => ({ star, count: distribution[star] }));
  const spoken = rows.map(({ star, count }) => `${star} stars: ${renderCount(count)}`).join("; ");
  return html`<figure class="distribution" aria-label="Ratings by number of stars. ${spoken}.">
<ul class="bars">${rows.map(
    ({
      star,
      count,
    }) => html`<li><a href="/reviews?rating=${star}"><span class="bar-label">${star}<span class="hidden"> stars</span></span>
<svg class="bar" width="100%" height="12" aria-hidden="true" focusable="false"><rect class="track" width="100%" height="12" rx="6"/>${
      count > 0
        ? html`<rect class="fill" width="${Math.max(percent(count, rating_count), 1)}%" height="12" rx="6"/>`
        : null
    }</svg>
<span class="bar-count">${renderCount(count)}</span></a></li>`,
  )}</ul>
${tableBehind(
  "Ratings by stars",
  ["Stars", "Reviews", "Share"],
  rows.map(({ star, count }) => [star, renderCount(count), `${percent(count, rating_count).toFixed(1)} %`]),
)}
</figure>`;
}

const RATING_TOP = 12;
const RATING_HEIGHT = 96;
const COUNT_TOP = 136;
const COUNT_HEIGHT = 56;
const CHART_HEIGHT = 218;
/** The scale's figures stand left of the plot, in the margin that the stylesheet leaves. */
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

/** January; or the first month shown, where the next year's name would not stand too near. */
const startsYear = (months: MonthCount[], i: number): boolean =>
  months[i]?.month.endsWith("-01") === true ||
  (i === 0 && !months.slice(1, 5).some(({ month }) => month.endsWith("-01")));

function yearMark(year: string, x: number, left: number): Markup {
  const at = Math.round(left * 100) / 100;
  return html`<line class="year" x1="${at}%" x2="${at}%" y1="${RATING_TOP}" y2="${COUNT_TOP + COUNT_HEIGHT}"/><text class="tick"${
    x > 90 ? html` text-anchor="end"` : null
  } x="${x}%" y="${CHART_HEIGHT - 6}">${year}</text>`;
}

/** Average rating and number of reviews, month by month. `id` makes its title and description unique on the page. */
export function trendChart(id: string, months: MonthCount[]): Markup {
  const first = months[0];
  const last = months.at(-1);
  if (!first || !last || months.length < 2) {
    return html`<p class="note">A trend needs reviews from at least two months.</p>`;
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
<desc id="${id}-desc">${plural(total, "review")} from ${renderMonth(first.month)} to ${renderMonth(last.month)}. Above, the average rating of each month; below, how many reviews were written. The table has every figure.</desc>
${years}${ratingLine(months, x)}${countBars(months, step)}
</svg>
<figcaption>${key("line", "Average rating of the month")}${key("column", "Reviews written")}</figcaption>
${tableBehind(
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

/** One bar of opinions, praise on the left: hatching tells criticism without colour. */
export function opinionBar(opinions: Opinions): Markup {
  const middle = opinions.neutral_count + opinions.mixed_count;
  const total = opinions.positive_count + middle + opinions.negative_count;
  const praise = percent(opinions.positive_count, total);
  const between = percent(middle, total);
  return html`<svg class="opinions" width="100%" height="14" aria-hidden="true" focusable="false">
<rect class="track" width="100%" height="14"/><rect class="praise" width="${praise}%" height="14"/><rect class="between" x="${praise}%" width="${between}%" height="14"/><rect class="criticism" x="${Math.round((praise + between) * 100) / 100}%" width="${percent(opinions.negative_count, total)}%" height="14"/></svg>`;
}

export const spokenOpinions = (opinions: Opinions): string =>
  `${renderCount(opinions.positive_count)} praise, ${renderCount(opinions.neutral_count + opinions.mixed_count)} neutral or mixed, ${renderCount(opinions.negative_count)} criticise`;
