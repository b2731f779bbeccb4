import type { AggregateRating } from "../model/documents.ts";
import type { MonthCount } from "../model/month-count.ts";
import type { Review } from "../model/review.ts";
import { type MarkedUp, renderBusinessJsonLd } from "../render/json-ld.ts";
import { distributionChart, trendChart } from "./parts/charts.ts";
import { html, type Markup, NOTHING } from "./parts/html.ts";
import type { AspectView, InsightsView, Sentiment } from "./parts/insights-view.ts";
import { renderPage } from "./parts/layout.ts";
import { quote } from "./parts/quote.ts";
import { reviewCard, stars } from "./parts/review-card.ts";
import { isWebAddress, type Site, siteName } from "./parts/site.ts";
import { plural, renderCount } from "./parts/words.ts";

export type OverviewInput = {
  site: Site;
  aggregate_rating: AggregateRating;
  months: MonthCount[];
  /** Newest first. */
  newest: Review[];
  insights: InsightsView | null;
  /** What the JSON-LD says of the reviews. */
  marked_up: MarkedUp;
};

const TREND_MONTHS = 36;
const SHOWN_ASPECTS = 3;

function figure({ rating_value, rating_count, review_count }: AggregateRating): Markup {
  if (rating_value === null) return html`<p class="lead">No reviews have been published yet.</p>`;
  return html`<div class="rating"><p class="rating-value">${rating_value.toFixed(2)}<span class="hidden"> out of 5</span></p>
<div>${stars(rating_value)}<p>${plural(rating_count, "verified review")}, ${renderCount(review_count)} with comments</p></div></div>`;
}

function address(site: Site): Markup {
  const { business } = site;
  if (!business) return NOTHING;
  const place = business.address;
  const line = [place?.street_address, place?.address_locality, place?.address_region]
    .filter((part) => !!part)
    .join(", ");
  return html`<p class="contact">${line === "" ? null : html`<span>${line}</span>`}${
    business.telephone
      ? html`<a href="tel:${business.telephone.replace(/[^\d+]/g, "")}">${business.telephone}</a>`
      : null
  }${isWebAddress(business.url) ? html`<a href="${business.url}">${new URL(business.url).hostname}</a>` : null}</p>`;
}

/** The aspects with the most praise or the most criticism, each with a quote. */
function quotedAspects(insights: InsightsView, sentiment: Sentiment, count: (aspect: AspectView) => number): Markup[] {
  return insights.aspects
    .filter((aspect) => aspect.enough && count(aspect) > 0)
    .sort((a, b) => count(b) - count(a))
    .flatMap((aspect) => {
      const words = aspect.quotes.find((candidate) => candidate.sentiment === sentiment);
      return words ? [{ aspect, words }] : [];
    })
    .slice(0, SHOWN_ASPECTS)
    .map(
      ({ aspect, words }) =>
        html`<li><h3><a href="/insights#${aspect.id}">${aspect.label}</a> <span class="of">${renderCount(count(aspect))} of ${renderCount(aspect.mention_count)} reviews that mention it</span></h3>${quote(words)}</li>`,
    );
}

function opinions(insights: InsightsView | null): Markup {
  if (!insights) return NOTHING;
  const praise = quotedAspects(insights, "positive", ({ positive_count }) => positive_count);
  const criticism = quotedAspects(insights, "negative", ({ negative_count }) => negative_count);
  if (praise.length + criticism.length === 0) return NOTHING;
  const column = (title: string, items: Markup[]) =>
    items.length === 0 ? NOTHING : html`<section class="voices"><h2>${title}</h2><ul>${items}</ul></section>`;
  return html`<div class="two">${column("What people like", praise)}${column("What people dislike", criticism)}</div>
<p class="onward"><a href="/insights">All insights, with quotes</a></p>`;
}

export function renderOverview(input: OverviewInput): string {
  const { site, aggregate_rating, newest } = input;
  const name = siteName(site);
  const description =
    aggregate_rating.rating_value === null
      ? `Verified reviews of ${name}, published in full.`
      : `${name}: ${aggregate_rating.rating_value.toFixed(2)} out of 5 from ${plural(aggregate_rating.rating_count, "verified review")}, published in full.`;
  const body = html`<div class="hero"><div>
<h1>${site.business ? html`What people say about ${name}` : "What people say"}</h1>
${site.business?.description ? html`<p class="lead">${site.business.description}</p>` : null}
${address(site)}
</div><section aria-label="Rating" class="panel">
${figure(aggregate_rating)}
${aggregate_rating.rating_count > 0 ? distributionChart(aggregate_rating) : null}
</section></div>
${opinions(input.insights)}
${
  aggregate_rating.rating_count > 0
    ? html`<section><h2>Month by month</h2>${trendChart("trend", input.months.slice(-TREND_MONTHS))}</section>
<section><h2>Newest reviews</h2><div class="reviews side">${newest.map((review) => reviewCard(review))}</div>
<p class="onward"><a href="/reviews">Search all ${plural(aggregate_rating.rating_count, "review")}</a></p></section>`
    : html`<section class="empty"><h2>No reviews yet</h2><p>The first verified review will appear here, in the feeds and in the data as soon as it is imported.</p></section>`
}`;
  return renderPage({
    site,
    path: "/",
    title: site.business ? `${name}: verified reviews` : "Verified reviews",
    description,
    body,
    json_ld: renderBusinessJsonLd(site, input.marked_up),
  });
}
