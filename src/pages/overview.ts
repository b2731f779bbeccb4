import type { MonthCount } from "../model/basics/month-count.ts";
import type { AggregateRating } from "../model/documents.ts";
import { rankSubjects } from "../model/rank-subjects.ts";
import { shownRating } from "../model/rating.ts";
import type { Review } from "../model/review.ts";
import { type MarkedUp, renderBusinessJsonLd } from "../render/json-ld.ts";
import { distributionChart, trendChart } from "./parts/charts.ts";
import { html, type Markup, NOTHING } from "./parts/html.ts";
import type { AspectView, InsightsView, QuoteView } from "./parts/insights-view.ts";
import { siteLanguage } from "./parts/languages.ts";
import { renderPage, socialTitle } from "./parts/layout.ts";
import { pageLink, reviewsLink } from "./parts/page-links.ts";
import { wordsOf } from "./parts/page-words.ts";
import { quote } from "./parts/quote.ts";
import { languageAttribute, reviewCard, starPicture } from "./parts/review-card.ts";
import { isWebAddress, type Site, siteName } from "./parts/site.ts";
import { summaryText, writtenIn } from "./parts/summary-text.ts";

export type OverviewInput = {
  site: Site;
  aggregate_rating: AggregateRating;
  months: MonthCount[];
  /** Newest first. */
  newest: Review[];
  insights: InsightsView | null;
  /** What the JSON-LD says about the reviews. */
  marked_up: MarkedUp;
};

const TREND_MONTHS = 36;
const SHOWN_ASPECTS = 3;

function figure(site: Site, aggregate: AggregateRating): Markup {
  const { common, overview, format } = wordsOf(site);
  const { rating_count, review_count } = aggregate;
  const rating = shownRating(aggregate);
  if (rating === null) return html`<p class="lead">${common.none_yet}</p>`;
  return html`<div class="rating"><p class="rating-value">${format.tenth(rating)}<span class="hidden"> ${overview.out_of}</span></p>
<div>${starPicture(site, rating)}<p class="basis"><a href="${reviewsLink(site)}">${overview.counted(rating_count)}</a>${
    review_count > 0
      ? html`<a href="${reviewsLink(site, { has_text: true })}">${overview.commented(review_count)}</a>`
      : null
  }</p></div></div>`;
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

/** The owner's description of the business, which is in the language of the profile. */
function description(site: Site, style: "lead" | "about"): Markup {
  const words = site.business?.description;
  if (!words) return NOTHING;
  const language = writtenIn(site, true);
  return html`<p class="${style}"${language === siteLanguage(site) ? null : languageAttribute(language)}>${words}</p>`;
}

/** Aspects that people like or dislike, each with a quote and a link to its reviews. Single voices have no numbers. */
function quotedAspects(site: Site, aspects: readonly AspectView[], side: "positive" | "negative", single: boolean) {
  const { common, overview } = wordsOf(site);
  return aspects
    .flatMap((aspect) => {
      const words: QuoteView | undefined = aspect.quotes.find((candidate) => candidate.sentiment === side);
      return words ? [{ aspect, words }] : [];
    })
    .slice(0, SHOWN_ASPECTS)
    .map(({ aspect, words }) => {
      const href = reviewsLink(site, { aspect: aspect.id, aspect_sentiment: side });
      const counts = overview.ofMentions(aspect[`${side}_count`], aspect.mention_count);
      const of = html`<span class="of">${single ? overview.single_voice : counts}</span>`;
      return html`<li><h3><a href="${href}">${common.theme(aspect.label)}</a> ${of}</h3>${quote(site, words)}</li>`;
    });
}

function opinions(site: Site, insights: InsightsView | null): Markup {
  if (!insights) return NOTHING;
  const { overview } = wordsOf(site);
  const { likes, dislikes, voices } = rankSubjects(insights.aspects);
  const listed = (ranked: AspectView[], single: AspectView[], side: "positive" | "negative"): Markup[] =>
    ranked.length > 0 ? quotedAspects(site, ranked, side, false) : quotedAspects(site, single, side, true);
  const praise = listed(likes, voices.praise, "positive");
  const criticism = listed(dislikes, voices.criticism, "negative");
  if (praise.length + criticism.length === 0) return NOTHING;
  const column = (title: string, items: Markup[]) =>
    items.length === 0 ? NOTHING : html`<section class="voices"><h2>${title}</h2><ul>${items}</ul></section>`;
  return html`<div class="two">${column(overview.like, praise)}${column(overview.dislike, criticism)}</div>
<p class="onward"><a href="${pageLink(site, "/insights")}">${overview.all_insights}</a></p>`;
}

function reviewSections({ site, aggregate_rating, months, newest }: OverviewInput): Markup {
  const { overview } = wordsOf(site);
  if (aggregate_rating.rating_count === 0) {
    return html`<section class="empty"><h2>${overview.empty}</h2><p>${overview.empty_text}</p></section>`;
  }
  return html`<section><h2>${overview.months}</h2>${trendChart(site, "trend", months.slice(-TREND_MONTHS))}</section>
<section><h2>${overview.newest}</h2><div class="reviews side">${newest.map((review) => reviewCard(site, review))}</div>
<p class="onward"><a href="${reviewsLink(site)}">${overview.readAll(aggregate_rating.rating_count)}</a></p></section>`;
}

export function renderOverview(input: OverviewInput): string {
  const { site, aggregate_rating, insights } = input;
  const { overview, format } = wordsOf(site);
  const name = siteName(site);
  const rating = shownRating(aggregate_rating);
  const summary = insights && rating !== null ? summaryText(site, insights) : NOTHING;
  const body = html`<div class="hero">
<h1>${site.business ? overview.heading(name) : overview.bare_heading}</h1>
<section aria-label="${overview.rating}" class="panel">
${figure(site, aggregate_rating)}
${aggregate_rating.rating_count > 0 ? distributionChart(site, aggregate_rating) : null}
</section>
${summary.markup === "" ? null : html`<div class="said"><div class="summary">${summary}</div></div>`}
<div class="${summary.markup === "" ? "said" : "place"}">
${description(site, summary.markup === "" ? "lead" : "about")}
${address(site)}
</div></div>
${opinions(site, insights)}
${reviewSections(input)}`;
  return renderPage({
    site,
    path: "/",
    title: site.business ? overview.title(name) : overview.untitled,
    description:
      rating === null
        ? overview.undescribed(name)
        : overview.described(name, format.tenth(rating), aggregate_rating.rating_count),
    ...socialTitle(site, name, aggregate_rating),
    body,
    script: "chart",
    json_ld: renderBusinessJsonLd(site, input.marked_up),
  });
}
