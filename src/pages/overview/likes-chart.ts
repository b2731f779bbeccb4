import { ENOUGH_REVIEWS } from "../../model/basics/enough.ts";
import { percentWidth } from "../parts/charts.ts";
import { html, type Markup, NOTHING } from "../parts/html.ts";
import type { AspectView } from "../parts/insights-view.ts";
import { pickLink } from "../parts/page-links.ts";
import { wordsOf } from "../parts/page-words.ts";
import type { Site } from "../parts/site.ts";

const SHOWN_ASPECTS = 9;

type Side = "negative" | "positive";

/** A bar that grows away from the middle. Both sides of all subjects have the same scale. */
function bar(side: Side, count: number, most: number): Markup {
  const width = Math.max(percentWidth(count, most), 1.5);
  const x = side === "negative" ? html` x="${Math.round((100 - width) * 100) / 100}%"` : null;
  const color = side === "negative" ? "criticism" : "praise";
  const fill = count === 0 ? null : html`<rect class="${color}"${x} width="${width}%" height="16"/>`;
  return html`<svg class="bar" width="100%" height="16" aria-hidden="true" focusable="false">${fill}</svg>`;
}

/** A number of likes or dislikes with its bar. Both are one link to these reviews. */
function half(site: Site, aspect: AspectView, side: Side, most: number): Markup {
  const { overview, format } = wordsOf(site);
  const count = aspect[`${side}_count`];
  // Fewer reviews say little, and a bar would exaggerate.
  const drawn = aspect.mention_count < ENOUGH_REVIEWS ? html`<span></span>` : bar(side, count, most);
  const spoken = html`<span class="hidden"> ${overview.side[side](count)}</span>`;
  const inner = html`<span class="side-count">${format.count(count)}${spoken}</span>${drawn}`;
  if (count === 0) return html`<span class="half ${side}">${inner}</span>`;
  const href = pickLink(site, { aspect: aspect.id, aspect_sentiment: side });
  return html`<a class="half ${side}" href="${href}" rel="nofollow">${inner}</a>`;
}

function row(site: Site, aspect: AspectView, most: number): Markup {
  const { common, format } = wordsOf(site);
  const { mention_count: count } = aspect;
  const all = html`<span class="of">${format.count(count)}<span class="hidden"> ${common.reviewWord(count)}</span></span>`;
  const name = html`<span dir="auto">${common.theme(aspect.label)}</span>`;
  const title = html`<h3><a href="${pickLink(site, { aspect: aspect.id })}" rel="nofollow">${name} ${all}</a></h3>`;
  return html`<li>${title} ${half(site, aspect, "negative", most)} ${half(site, aspect, "positive", most)}</li>`;
}

/** How many reviews like and dislike each subject. */
export function likesChart(site: Site, aspects: readonly AspectView[]): Markup {
  const shown = aspects
    .filter(({ positive_count, negative_count }) => positive_count + negative_count > 0)
    .slice(0, SHOWN_ASPECTS);
  if (shown.length === 0) return NOTHING;
  const { overview } = wordsOf(site);
  const most = Math.max(...shown.flatMap(({ positive_count, negative_count }) => [positive_count, negative_count]));
  const wide = most >= 1000 ? " thousands" : ""; // room for "1,234" beside each bar
  return html`<section class="sides${wide}"><h2>${overview.likes}</h2>
<p class="sides-head" aria-hidden="true"><span>${overview.subject}</span><span>${overview.dislike}</span><span>${overview.like}</span></p>
<ul>${shown.map((aspect) => row(site, aspect, most))}</ul></section>`;
}
