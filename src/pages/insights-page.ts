import { capitalized } from "../model/basics/capitalized.ts";
import { ENOUGH_REVIEWS } from "../model/basics/enough.ts";
import type { MonthCount } from "../model/basics/month-count.ts";
import type { AggregateRating } from "../model/documents.ts";
import { shownAverage } from "../model/rating.ts";
import { PATHS } from "../render/links.ts";
import { distributionChart } from "./parts/charts.ts";
import { html, type Markup, NOTHING } from "./parts/html.ts";
import type { AspectView, EntityView, InsightsView, TopicView } from "./parts/insights-view.ts";
import { siteLanguage } from "./parts/languages.ts";
import { renderPage, socialTitle } from "./parts/layout.ts";
import { opinionKey } from "./parts/opinion-bar.ts";
import { otherTopics } from "./parts/other-topics.ts";
import { reviewsLink } from "./parts/page-links.ts";
import { shownName, wordsOf } from "./parts/page-words.ts";
import { quote } from "./parts/quote.ts";
import { languageAttribute } from "./parts/review-card.ts";
import { type Site, siteName } from "./parts/site.ts";
import { summaryText, writtenIn } from "./parts/summary-text.ts";
import { themeCard, themeLine } from "./parts/theme-card.ts";
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

const SHOWN_ENTITIES = 40;
/** Only the most mentioned people and services have quotes. With quotes for forty, the page would have over 60 KB. */
const QUOTED_ENTITIES = 10;
/** Five years. On a phone, the link of a month is then still wide enough to tap. */
const SHOWN_MONTHS = 60;
const SHOWN_TOPICS = 25;
/** The others of a list are opened together. */
const LINES = 12;

function describeTrend(site: Site, { trend }: AspectView): string {
  if (!trend?.significant || trend.score === null || trend.previous_score === null) return "";
  return ` ${wordsOf(site).insights.trend(trend.score > trend.previous_score, trend.window_months)}`;
}

function aspectCard(site: Site, aspect: AspectView): Markup {
  const { common, insights, format } = wordsOf(site);
  const average = aspect.average_rating_when_mentioned;
  const note = [
    aspect.enough ? "" : insights.few,
    average === null ? "" : insights.averageHere(format.tenth(shownAverage(average))),
  ].filter((part) => part !== "");
  return themeCard(site, {
    id: aspect.id,
    name: common.theme(aspect.label),
    filters: { aspect: aspect.id },
    by: "aspect_sentiment",
    count: aspect.mention_count,
    opinions: aspect,
    note: `${note.join(" ")}${describeTrend(site, aspect)}`,
    quotes: aspect.quotes,
  });
}

function aspects(site: Site, insights: InsightsView): Markup {
  const mentioned = insights.aspects.filter(({ mention_count }) => mention_count > 0);
  if (mentioned.length === 0) return NOTHING;
  const cards = mentioned.map((aspect) => aspectCard(site, aspect));
  const drawn = mentioned.some(({ mention_count }) => mention_count >= ENOUGH_REVIEWS);
  const key = drawn ? opinionKey(site) : NOTHING;
  return html`<section><h2>${wordsOf(site).insights.aspects}</h2>${key}<div class="themes">${cards}</div></section>`;
}

function entityLine({ site, mentioned }: InsightsPageInput, parameter: NamedBy, entity: EntityView): Markup {
  const { insights, format } = wordsOf(site);
  const { count, average_rating } = mentioned?.[parameter].get(entity.id) ?? {
    count: entity.mention_count,
    average_rating: entity.average_rating,
  };
  const few = count < ENOUGH_REVIEWS ? insights.few : "";
  const unread = count > entity.mention_count ? insights.unread : "";
  const average = average_rating === null ? "" : insights.averageHere(format.tenth(shownAverage(average_rating)));
  const kind = parameter === "mentions_technician" ? "technician" : "service";
  return themeLine(site, {
    id: `${kind}-${entity.id}`,
    name: shownName(site, kind, entity),
    filters: { [parameter]: entity.id },
    by: "sentiment",
    count,
    opinions: entity,
    note: [few, average, unread].filter((part) => part !== "").join(" "),
    quotes: entity.quotes,
  });
}

function lines(site: Site, title: string, all: Markup[]): Markup {
  const rest = all.slice(LINES);
  const { others } = wordsOf(site).insights;
  const more = html`<details class="more-lines"><summary>${others}</summary><div class="lines">${rest}</div></details>`;
  return html`<section><h2>${title}</h2><div class="lines">${all.slice(0, LINES)}</div>${rest.length === 0 ? null : more}</section>`;
}

function entities(input: InsightsPageInput, title: string, parameter: NamedBy, list: EntityView[]): Markup {
  const shown = list.filter(({ mention_count }) => mention_count > 0).slice(0, SHOWN_ENTITIES);
  if (shown.length === 0) return NOTHING;
  const all = shown.map((entity, i) =>
    entityLine(input, parameter, i < QUOTED_ENTITIES ? entity : { ...entity, quotes: [] }),
  );
  return lines(input.site, title, all);
}

function topicLine(site: Site, topic: TopicView): Markup {
  const { common, insights } = wordsOf(site);
  return themeLine(site, {
    id: `topic-${topic.id}`,
    name: capitalized(common.theme(topic.label)),
    filters: { topic: topic.id },
    by: "sentiment",
    count: topic.mention_count,
    opinions: topic,
    note: topic.enough ? "" : insights.few,
    quotes: topic.quotes,
  });
}

function topics(site: Site, insights: InsightsView): Markup {
  const list = otherTopics(site, insights);
  if (list.length === 0) return NOTHING;
  const all = list.slice(0, SHOWN_TOPICS).map((topic) => topicLine(site, topic));
  return lines(site, wordsOf(site).insights.topics, all);
}

/** Where an answer begins to count or to quote. The page shows the quotes themselves, with links to their reviews. */
const COUNTS = /(?:^|\s)(?:[\d.,]+|One|Una) (?:reviews?|opini[oó]n(?:es)?)\b|“/;

type Answer = InsightsView["faq"][number];

/** The words of an answer, and the reviews that it quotes. The cards above already answer what they are about. */
function answerOf(site: Site, { answer, source, citations }: Answer): Markup {
  const own = source === "operator" ? answer : answer.slice(0, COUNTS.exec(answer)?.index ?? answer.length).trim();
  const language = writtenIn(site, source === "operator");
  const spoken = language === siteLanguage(site) ? NOTHING : languageAttribute(language);
  const quotes = citations.map((words) => quote(site, { ...words, sentiment: "neutral", score: 0, evidence: [] }));
  const words = own === "" ? NOTHING : html`<p dir="auto"${spoken}>${own}</p>`;
  return quotes.length === 0 ? words : html`${words}<div class="quotes">${quotes}</div>`;
}

function questions(site: Site, { faq, aspects: shown }: InsightsView): Markup {
  const cards = new Set(shown.map(({ id }) => `about-${id}`));
  const asked = faq
    .filter(({ id }) => !cards.has(id))
    .map((entry) => ({ ...entry, told: answerOf(site, entry) }))
    .filter(({ told }) => told.markup !== "");
  if (asked.length === 0) return NOTHING;
  const { insights } = wordsOf(site);
  const notes: Record<string, string | undefined> = insights.source;
  const foreign = asked.some(({ source }) => writtenIn(site, source === "operator") !== siteLanguage(site));
  const all = asked.map(({ question, source, told }) => {
    const language = writtenIn(site, source === "operator");
    const spoken = language === siteLanguage(site) ? NOTHING : languageAttribute(language);
    const note = notes[source] === undefined ? null : html`<p class="note">${notes[source]}</p>`;
    return html`<details class="question"><summary${spoken}>${question}</summary><div class="opened">${told}${note}</div></details>`;
  });
  const untranslated = foreign ? html`<p class="note">${insights.untranslated}</p>` : null;
  return html`<section><h2>${insights.questions}</h2>${untranslated}<div class="questions">${all}</div></section>`;
}

function limits(site: Site, { rating_count, review_count }: AggregateRating, { entities }: InsightsView): Markup {
  const { common, insights } = wordsOf(site);
  const silent = rating_count - review_count;
  const link = html`<a href="${reviewsLink(site, { has_text: false })}">${common.reviews(silent)}</a>`;
  const lines = [...insights.limit_lines, ...(entities.problems.length > 0 ? [insights.health_limit] : [])];
  const list = html`<ul>${lines.map((line) => html`<li>${line}</li>`)}${
    silent > 0 ? html`<li>${insights.withoutText(silent, link)}</li>` : null
  }</ul>`;
  const data = html`<p><a href="${PATHS.insights}">${insights.all_data}</a></p>`;
  return html`<section class="limits"><h2>${insights.limits}</h2>${list}${data}</section>`;
}

function analyzed(input: InsightsPageInput): Markup {
  const { site, insights } = input;
  if (!insights) return NOTHING;
  const { insights: words } = wordsOf(site);
  return html`${summaryText(site, insights)}
${aspects(site, insights)}
${entities(input, words.people, "mentions_technician", insights.entities.technicians)}
${entities(input, words.services, "mentions_service", insights.entities.services)}
${topics(site, insights)}`;
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
<p class="lead">${insights ? words.lead : words.bare_lead}</p>
${analyzed(input)}
${aggregate_rating.rating_count > 0 ? html`${ratings}${trend}` : insights?.headline ? null : html`<p class="empty">${common.none_yet}</p>`}
${insights ? html`${questions(site, insights)}${limits(site, aggregate_rating, insights)}` : null}`;
  return renderPage({
    site,
    path: "/insights",
    title: words.title(name),
    description: words.described(name),
    ...socialTitle(site, words.title(name), aggregate_rating),
    twin: true,
    body,
    script: "chart",
  });
}
