import { ENOUGH_REVIEWS } from "../../model/basics/enough.ts";
import type { SearchFilters } from "../../model/search.ts";
import { key, percentWidth } from "./charts.ts";
import { html, type Markup, NOTHING } from "./html.ts";
import type { Sentiment } from "./insights-view.ts";
import { reviewsLink } from "./page-links.ts";
import { wordsOf } from "./page-words.ts";
import type { Site } from "./site.ts";

export type Opinions = {
  positive_count: number;
  neutral_count: number;
  mixed_count: number;
  negative_count: number;
};

/** What opinions are about: the filters that list its reviews, and whether filters can select them by sentiment. */
export type Subject = { filters: SearchFilters; parted: boolean };

const SENTIMENTS: readonly Sentiment[] = ["positive", "neutral", "mixed", "negative"];

const hrefOf = (site: Site, { filters }: Subject, sentiment: Sentiment): string =>
  reviewsLink(site, { ...filters, aspect_sentiment: sentiment });

const CLASSES: Record<Sentiment, string> = {
  positive: "praise",
  neutral: "between",
  mixed: "between",
  negative: "criticism",
};

/**
 * One bar with praise on the left and criticism on the right. Each part links to its reviews if a filter can find them,
 * otherwise the whole bar has one link. The words below it have the same links.
 */
export function opinionBar(site: Site, opinions: Opinions, subject: Subject): Markup {
  const total = SENTIMENTS.reduce((sum, sentiment) => sum + opinions[`${sentiment}_count`], 0);
  if (total < ENOUGH_REVIEWS) return NOTHING;
  const link = (href: string, inner: Markup) => html`<a href="${href}" tabindex="-1">${inner}</a>`;
  let before = 0;
  const parts = SENTIMENTS.map((sentiment) => {
    const count = opinions[`${sentiment}_count`];
    const x = percentWidth(before, total);
    before += count;
    if (count === 0) return NOTHING;
    const part = html`<rect class="${CLASSES[sentiment]}" x="${x}%" width="${percentWidth(count, total)}%" height="14"/>`;
    return subject.parted ? link(hrefOf(site, subject, sentiment), part) : part;
  });
  const bar = html`<rect class="track" width="100%" height="14"/>${parts}`;
  return html`<svg class="opinions" width="100%" height="14" aria-hidden="true" focusable="false">${
    subject.parted ? bar : link(reviewsLink(site, subject.filters), bar)
  }</svg>`;
}

/** "71 positive (79%), 9 negative (10%)", each with a link to its reviews if a filter can find them. */
export function opinionWords(site: Site, opinions: Opinions, subject: Subject): Markup {
  const { charts, format } = wordsOf(site);
  const total = SENTIMENTS.reduce((sum, sentiment) => sum + opinions[`${sentiment}_count`], 0);
  const parts = SENTIMENTS.filter((sentiment) => opinions[`${sentiment}_count`] > 0).map((sentiment) => {
    const count = opinions[`${sentiment}_count`];
    const words = charts.opinion[sentiment](count);
    const share = total < ENOUGH_REVIEWS ? "" : ` (${format.share(count, total)})`;
    return subject.parted
      ? html`<li><a href="${hrefOf(site, subject, sentiment)}">${words}</a>${share}</li>`
      : html`<li>${words}${share}</li>`;
  });
  return html`<ul class="inline shares">${parts}</ul>`;
}

export function opinionKey(site: Site): Markup {
  const { charts } = wordsOf(site);
  const keys = [key("praise", charts.positive), key("between", charts.between), key("criticism", charts.negative)];
  return html`<p class="key-row">${keys}</p>`;
}
