import type { MonthCount } from "../model/basics/month-count.ts";
import type { AggregateRating } from "../model/documents.ts";
import { shownRating } from "../model/rating.ts";
import type { Review } from "../model/review.ts";
import { VERIFICATION_LEVELS } from "../model/review-kinds.ts";
import { type MarkedUp, renderBusinessJsonLd } from "../render/json-ld.ts";
import type { ThemeLabels } from "./facets.ts";
import type { MentionFigures } from "./insights-page.ts";
import { countedItem, peopleAndServices, replyFacts, sourceFacts, topicChips } from "./overview/at-a-glance.ts";
import { changePicture } from "./overview/change-picture.ts";
import { likesChart } from "./overview/likes-chart.ts";
import type { OwnerReplies, SourceCount, SubjectChange } from "./overview/overview-facts.ts";
import { markPicked, renderPicked } from "./overview/picked-reviews.ts";
import { distributionChart } from "./parts/charts.ts";
import { html, type Markup, NOTHING } from "./parts/html.ts";
import type { InsightsView } from "./parts/insights-view.ts";
import { siteLanguage } from "./parts/languages.ts";
import { renderPage, socialTitle } from "./parts/layout.ts";
import { pageLink, pickLink, reviewsLink } from "./parts/page-links.ts";
import { wordsOf } from "./parts/page-words.ts";
import { languageAttribute, starPicture } from "./parts/review-card.ts";
import { isWebAddress, type Site, siteName } from "./parts/site.ts";
import { writtenIn } from "./parts/summary-text.ts";
import { trendChart } from "./parts/trend-chart.ts";

export type OverviewInput = {
  site: Site;
  aggregate_rating: AggregateRating;
  months: MonthCount[];
  /** The newest with a text, then the newest without one. */
  newest: Review[];
  insights: InsightsView | null;
  /** Figures of all reviews that mention a person or service. */
  mentioned: Record<"mentions_technician" | "mentions_service", ReadonlyMap<string, MentionFigures>>;
  changes: SubjectChange[];
  replies: OwnerReplies | null;
  sources: SourceCount[];
  /** What the JSON-LD says about the reviews. */
  marked_up: MarkedUp;
};

const TREND_MONTHS = 36;
const NO_LABELS: ThemeLabels = { aspect: new Map(), topic: new Map(), condition: new Map() };

/** How the reviews were verified, and how many have a comment. */
function levels(site: Site, { review_count, verification_levels }: AggregateRating): Markup {
  const { overview, filters } = wordsOf(site);
  const each = VERIFICATION_LEVELS.map((verification_level) =>
    countedItem(
      site,
      { verification_level },
      filters.verification_level[verification_level],
      verification_levels[verification_level],
    ),
  );
  const commented = countedItem(site, { has_text: true }, overview.commented, review_count);
  return html`<ul class="levels">${each}${commented}</ul>`;
}

function figure(site: Site, aggregate: AggregateRating): Markup {
  const { overview, format } = wordsOf(site);
  const rating = shownRating(aggregate);
  if (rating === null) return NOTHING;
  const all = html`<a href="${reviewsLink(site)}">${overview.counted(aggregate.rating_count)}</a>`;
  return html`<section aria-label="${overview.rating}" class="panel figure">
<div class="rating"><p class="rating-value">${format.tenth(rating)}<span class="hidden"> ${overview.out_of}</span></p>
<div>${starPicture(site, rating)}<p class="basis">${all}</p></div></div>${levels(site, aggregate)}</section>`;
}

/** The finding in a sentence, or what the owner wrote in its place. */
function finding({ headline, summary }: InsightsView): Markup {
  if (headline !== "") return html`<p class="headline" dir="auto">${headline}</p>`;
  return summary === "" ? NOTHING : html`<p class="lead" dir="auto">${summary}</p>`;
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
      ? html` <a href="tel:${business.telephone.replace(/[^\d+]/g, "")}">${business.telephone}</a>`
      : null
  }${isWebAddress(business.url) ? html` <a href="${business.url}">${new URL(business.url).hostname}</a>` : null}</p>`;
}

/** The owner's description of the business, which is in the language of the profile. */
function description(site: Site): Markup {
  const words = site.business?.description;
  if (!words) return NOTHING;
  const language = writtenIn(site, true);
  return html`<p class="about"${language === siteLanguage(site) ? null : languageAttribute(language)}>${words}</p>`;
}

/** Above the reviews: what people like and dislike, what changed, and what else can be chosen. */
function said({ site, insights, changes }: OverviewInput): Markup {
  if (!insights) return NOTHING;
  const { overview } = wordsOf(site);
  const likes = likesChart(site, insights.aspects);
  const parts = html`${likes}${changePicture(site, changes, insights.aspects)}`;
  if (parts.markup === "") return NOTHING;
  return html`<div class="said">${parts}<p class="onward"><a href="${pageLink(site, "/insights")}">${overview.all_insights}</a></p></div>`;
}

function facts({ site, aggregate_rating, replies, sources }: OverviewInput): Markup {
  const { rating_count } = aggregate_rating;
  if (rating_count === 0) return NOTHING;
  const stars = distributionChart(site, aggregate_rating, (filters) => pickLink(site, filters));
  const glance = html`<dl class="glance">${replyFacts(site, replies, rating_count)}${sourceFacts(site, sources)}</dl>`;
  return html`<section aria-label="${wordsOf(site).overview.facts}" class="panel facts-panel">${stars}${glance}</section>`;
}

function reviewSections(input: OverviewInput): Markup {
  const { site, aggregate_rating, months, newest, insights, mentioned } = input;
  const { overview } = wordsOf(site);
  const { rating_count, review_count } = aggregate_rating;
  if (rating_count === 0) {
    return html`<section class="empty"><h2>${overview.empty}</h2><p>${overview.empty_text}</p></section>`;
  }
  const themes =
    insights === null ? NOTHING : html`${topicChips(site, insights)}${peopleAndServices(site, insights, mentioned)}`;
  const silent = rating_count - review_count;
  const picked = {
    site,
    filters: {},
    understood: [],
    matched: rating_count,
    silent,
    reviews: newest,
    labels: NO_LABELS,
  };
  return html`${themes}
${markPicked(renderPicked(picked))}
<section><h2>${overview.months}</h2>${trendChart(site, "trend", months, TREND_MONTHS)}</section>`;
}

export function renderOverview(input: OverviewInput): string {
  const { site, aggregate_rating, insights } = input;
  const { overview, format } = wordsOf(site);
  const name = siteName(site);
  const rating = shownRating(aggregate_rating);
  const headline = insights && rating !== null ? finding(insights) : NOTHING;
  const body = html`<div class="hero">
<div class="title"><h1>${site.business ? overview.heading(name) : overview.bare_heading}</h1>${headline}</div>
${figure(site, aggregate_rating)}
${said(input)}
${facts(input)}
</div>
<p class="hidden" role="status" data-live data-busy="${overview.busy}"></p>
${reviewSections(input)}
<div class="place">
${description(site)}
${address(site)}
</div>`;
  return renderPage({
    site,
    path: "/",
    title: site.business ? overview.title(name) : overview.untitled,
    description:
      rating === null
        ? overview.undescribed(name)
        : overview.described(name, format.tenth(rating), aggregate_rating.rating_count),
    ...socialTitle(site, name, aggregate_rating),
    twin: true,
    body,
    ...(aggregate_rating.rating_count > 0 ? { results: overview.skip } : {}),
    script: "overview",
    json_ld: renderBusinessJsonLd(site, input.marked_up),
  });
}
