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

/** What opinions are about: the filters that list its reviews, and the filter that selects those of one sentiment. */
export type Subject = { filters: SearchFilters; by: "aspect_sentiment" | "sentiment" };

const SENTIMENTS: readonly Sentiment[] = ["positive", "neutral", "mixed", "negative"];

const hrefOf = (site: Site, { filters, by }: Subject, sentiment: Sentiment): string =>
  reviewsLink(site, { ...filters, [by]: sentiment });

const CLASSES: Record<Sentiment, string> = {
  positive: "praise",
  neutral: "between",
  mixed: "between",
  negative: "criticism",
};

/** One bar with praise on the left and criticism on the right. The words beside it have the same links. */
export function opinionBar(site: Site, opinions: Opinions, subject: Subject | null): Markup {
  const total = SENTIMENTS.reduce((sum, sentiment) => sum + opinions[`${sentiment}_count`], 0);
  if (total < ENOUGH_REVIEWS) return NOTHING;
  let before = 0;
  const parts = SENTIMENTS.map((sentiment) => {
    const count = opinions[`${sentiment}_count`];
    const x = percentWidth(before, total);
    before += count;
    if (count === 0) return NOTHING;
    const part = html`<rect class="${CLASSES[sentiment]}" x="${x}%" width="${percentWidth(count, total)}%" height="12"/>`;
    return subject ? html`<a href="${hrefOf(site, subject, sentiment)}" tabindex="-1">${part}</a>` : part;
  });
  return html`<svg class="bar opinions" width="100%" height="12" aria-hidden="true" focusable="false">${parts}</svg>`;
}

/** "71 positive, 9 negative", each with a link to its reviews. */
export function opinionWords(site: Site, opinions: Opinions, subject: Subject): Markup {
  const { charts } = wordsOf(site);
  const parts = SENTIMENTS.filter((sentiment) => opinions[`${sentiment}_count`] > 0).map((sentiment) => {
    const words = charts.opinion[sentiment](opinions[`${sentiment}_count`]);
    return html`<li><a href="${hrefOf(site, subject, sentiment)}">${words}</a></li>`;
  });
  return html`<ul class="inline shares">${parts}</ul>`;
}

export function opinionKey(site: Site): Markup {
  const { charts } = wordsOf(site);
  const keys = [key("praise", charts.positive), key("between", charts.between), key("criticism", charts.negative)];
  return html`<p class="key-row">${keys}</p>`;
}
