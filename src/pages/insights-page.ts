import { capitalized } from "../model/basics/capitalized.ts";
import { ENOUGH_REVIEWS } from "../model/basics/enough.ts";
import type { MonthCount } from "../model/basics/month-count.ts";
import type { AggregateRating } from "../model/documents.ts";
import { shownAverage } from "../model/rating.ts";
import type { SearchFilters } from "../model/search.ts";
import { PATHS } from "../render/links.ts";
import { chartTable, distributionChart } from "./parts/charts.ts";
import { html, type Markup, NOTHING } from "./parts/html.ts";
import type { AspectView, EntityView, InsightsView, QuoteView, TopicView } from "./parts/insights-view.ts";
import { siteLanguage } from "./parts/languages.ts";
import { renderPage, socialTitle } from "./parts/layout.ts";
import { type Opinions, opinionBar, opinionKey, opinionWords } from "./parts/opinion-bar.ts";
import { reviewsLink } from "./parts/page-links.ts";
import { shownName, wordsOf } from "./parts/page-words.ts";
import { quote } from "./parts/quote.ts";
import { languageAttribute } from "./parts/review-card.ts";
import { type Site, siteName } from "./parts/site.ts";
import { sources, summaryText, writtenIn } from "./parts/summary-text.ts";
import { trendChart } from "./parts/trend-chart.ts";

type NamedBy = "mentions_technician" | "mentions_service";

export type MentionFigures = { count: number; average_rating: number };

export type InsightsPageInput = {
  site: Site;
  aggregate_rating: AggregateRating;
  months: MonthCount[];
  insights: InsightsView | null;
  /** Figures of all reviews that mention a person or service. The analysis counts only those that it could read. */
  mentioned?: Record<NamedBy, ReadonlyMap<string, MentionFigures>>;
};

const SHOWN_QUOTES = 6;
const SHOWN_ENTITIES = 40;
/** Only the most mentioned people and services have quotes. With quotes for forty, the page would have over 60 KB. */
const QUOTED_ENTITIES = 10;
/** Five years. On a phone, the link of a month is then still wide enough to tap. */
const SHOWN_MONTHS = 60;
const SHOWN_TOPICS = 25;

/** Reviews whose text the engine could analyze. */
const analyzedCount = ({
  overall_sentiment: { positive_count, neutral_count, mixed_count, negative_count },
}: InsightsView) => positive_count + neutral_count + mixed_count + negative_count;

function describeTrend(site: Site, { trend }: AspectView): string {
  if (!trend?.significant || trend.score === null || trend.previous_score === null) return "";
  return ` ${wordsOf(site).insights.trend(trend.score > trend.previous_score, trend.window_months)}`;
}

type Theme = {
  /** The id of the list of quotes, so that a URL can open it. */
  id: string | null;
  name: string;
  filters: SearchFilters;
  /** How many reviews the filters find. */
  count: number;
  /** True if a filter can find the reviews of each sentiment. */
  parted: boolean;
  opinions: Opinions;
  note: string;
  quotes: readonly QuoteView[];
};

/** Something that reviews talk about. Its name and each figure link to the reviews that are counted. */
function themeRow(site: Site, { id, name, filters, count, parted, opinions, note, quotes }: Theme): Markup {
  const { common, insights } = wordsOf(site);
  const subject = { filters, parted };
  const shown = quotes.slice(0, SHOWN_QUOTES).map((words) => quote(site, words));
  const link = html`<a href="${reviewsLink(site, filters)}" dir="auto">${name}</a>`;
  const label = html`${insights.quotes}<span class="hidden">: ${name}</span>`;
  const given_id = id === null ? null : html` id="${id}"`;
  return html`<div class="theme"><h3>${link} <span class="of">${common.reviews(count)}</span></h3>
<div>${opinionBar(site, opinions, subject)}${opinionWords(site, opinions, subject)}${note === "" ? null : html`<p class="note">${note}</p>`}
${
  shown.length === 0
    ? null
    : html`<details class="quoted"><summary>${label}</summary><div class="quotes"${given_id}>${shown}</div></details>`
}</div></div>`;
}

function aspectRow(site: Site, aspect: AspectView): Markup {
  const { common, insights, format } = wordsOf(site);
  const average = aspect.average_rating_when_mentioned;
  const note = [
    aspect.enough ? "" : insights.few,
    average === null ? "" : insights.averageHere(format.tenth(shownAverage(average))),
  ].filter((part) => part !== "");
  return themeRow(site, {
    id: aspect.id,
    name: common.theme(aspect.label),
    filters: { aspect: aspect.id },
    count: aspect.mention_count,
    parted: true,
    opinions: aspect,
    note: `${note.join(" ")}${describeTrend(site, aspect)}`,
    quotes: aspect.quotes,
  });
}

function aspects(site: Site, insights: InsightsView): Markup {
  const { common, charts, insights: words, format } = wordsOf(site);
  const mentioned = insights.aspects.filter(({ mention_count }) => mention_count > 0);
  if (mentioned.length === 0) return NOTHING;
  return html`<section><h2>${words.aspects}</h2>${opinionKey(site)}
<div class="themes">${mentioned.map((aspect) => aspectRow(site, aspect))}</div>
${chartTable(
  site,
  words.aspects,
  [words.aspect, charts.reviews, charts.positive, words.neutral, words.mixed, charts.negative],
  mentioned.map((aspect) => [
    common.theme(aspect.label),
    format.count(aspect.mention_count),
    format.count(aspect.positive_count),
    format.count(aspect.neutral_count),
    format.count(aspect.mixed_count),
    format.count(aspect.negative_count),
  ]),
)}</section>`;
}

function entityRow({ site, mentioned }: InsightsPageInput, parameter: NamedBy, entity: EntityView): Markup {
  const { insights, format } = wordsOf(site);
  const { count, average_rating } = mentioned?.[parameter].get(entity.id) ?? {
    count: entity.mention_count,
    average_rating: entity.average_rating,
  };
  const few = count < ENOUGH_REVIEWS ? insights.few : "";
  const unread = count > entity.mention_count ? insights.unread(count - entity.mention_count) : "";
  const average = average_rating === null ? "" : insights.averageHere(format.tenth(shownAverage(average_rating)));
  return themeRow(site, {
    id: null,
    name: shownName(site, parameter === "mentions_technician" ? "technician" : "service", entity),
    filters: { [parameter]: entity.id },
    count,
    parted: false,
    opinions: entity,
    note: [few, average, unread].filter((part) => part !== "").join(" "),
    quotes: entity.quotes,
  });
}

const themeSection = (site: Site, title: string, rows: Markup[]): Markup =>
  html`<section><h2>${title}</h2>${opinionKey(site)}<div class="themes side">${rows}</div></section>`;

function entities(input: InsightsPageInput, title: string, parameter: NamedBy, list: EntityView[]): Markup {
  const { site } = input;
  const shown = list.filter(({ mention_count }) => mention_count > 0).slice(0, SHOWN_ENTITIES);
  if (shown.length === 0) return NOTHING;
  const rows = shown.map((entity, i) =>
    entityRow(input, parameter, i < QUOTED_ENTITIES ? entity : { ...entity, quotes: [] }),
  );
  return themeSection(site, title, rows);
}

function topicRow(site: Site, topic: TopicView): Markup {
  const { common, insights } = wordsOf(site);
  return themeRow(site, {
    id: null,
    name: capitalized(common.theme(topic.label)),
    filters: { topic: topic.id },
    count: topic.mention_count,
    parted: false,
    opinions: topic,
    note: topic.enough ? "" : insights.few,
    quotes: topic.quotes,
  });
}

function topics(site: Site, { topics: list }: InsightsView): Markup {
  if (list.length === 0) return NOTHING;
  const rows = list.slice(0, SHOWN_TOPICS).map((topic) => topicRow(site, topic));
  return themeSection(site, wordsOf(site).insights.topics, rows);
}

function questions(site: Site, { faq }: InsightsView): Markup {
  if (faq.length === 0) return NOTHING;
  const { insights } = wordsOf(site);
  const notes: Record<string, string | undefined> = insights.source;
  const foreign = faq.some(({ source }) => writtenIn(site, source === "operator") !== siteLanguage(site));
  return html`<section><h2>${insights.questions}</h2>${foreign ? html`<p class="note">${insights.untranslated}</p>` : null}${faq.map(
    ({ question, answer, source, citations }) => {
      const language = writtenIn(site, source === "operator");
      const spoken = language === siteLanguage(site) ? NOTHING : languageAttribute(language);
      const note = notes[source] === undefined ? null : html`<p class="note">${notes[source]}</p>`;
      const opened = html`<p dir="auto"${spoken}>${answer}</p>${sources(site, citations)}${note}`;
      return html`<details class="question"><summary${spoken}>${question}</summary><div class="opened">${opened}</div></details>`;
    },
  )}</section>`;
}

function limits(site: Site, { rating_count, review_count }: AggregateRating): Markup {
  const { insights } = wordsOf(site);
  const silent = rating_count - review_count;
  const lines = [...insights.limit_lines, ...(silent > 0 ? [insights.withoutText(silent)] : [])];
  const list = html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
  const data = html`<p><a href="${PATHS.insights}">${insights.all_data}</a></p>`;
  return html`<section class="limits"><h2>${insights.limits}</h2>${list}${data}</section>`;
}

function analyzed(input: InsightsPageInput): Markup {
  const { site, insights } = input;
  if (!insights) return NOTHING;
  const { insights: words } = wordsOf(site);
  const summary = summaryText(site, insights);
  return html`${summary.markup === "" ? null : html`<section class="summary"><h2>${words.summary}</h2>${summary}</section>`}
${aspects(site, insights)}
${entities(input, words.people, "mentions_technician", insights.entities.technicians)}
${entities(input, words.services, "mentions_service", insights.entities.services)}`;
}

export function renderInsightsPage(input: InsightsPageInput): string {
  const { site, aggregate_rating, months, insights } = input;
  const { common, insights: words } = wordsOf(site);
  const name = siteName(site);
  const direction = insights?.temporal.trend ?? null;
  const trend = html`<section><h2>${words.months}</h2>${
    direction === null ? null : html`<p>${words.overall[direction]}</p>`
  }${trendChart(site, "trend", months, SHOWN_MONTHS)}</section>`;
  const ratings = insights
    ? NOTHING
    : html`<section><h2>${words.ratings}</h2>${distributionChart(site, aggregate_rating)}</section>`;
  const body = html`<h1>${words.heading}</h1>
<p class="lead">${insights ? words.lead(analyzedCount(insights)) : words.bare_lead}</p>
${analyzed(input)}
${aggregate_rating.rating_count > 0 ? html`${ratings}${trend}` : html`<p class="empty">${common.none_yet}</p>`}
${insights ? html`${topics(site, insights)}${questions(site, insights)}${limits(site, aggregate_rating)}` : null}`;
  return renderPage({
    site,
    path: "/insights",
    title: words.title(name),
    description: words.described(name),
    ...socialTitle(site, words.title(name), aggregate_rating),
    body,
    script: "chart",
  });
}
