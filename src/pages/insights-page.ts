import type { AggregateRating } from "../model/documents.ts";
import type { MonthCount } from "../model/month-count.ts";
import { PATHS } from "../render/links.ts";
import { chartTable, describeOpinions, distributionChart, key, opinionBar, trendChart } from "./parts/charts.ts";
import { html, type Markup, NOTHING } from "./parts/html.ts";
import type { AspectView, CitationView, EntityView, InsightsView, TopicView } from "./parts/insights-view.ts";
import { renderPage } from "./parts/layout.ts";
import { quote } from "./parts/quote.ts";
import { type Site, siteName } from "./parts/site.ts";
import { clip, plural } from "./parts/words.ts";

export type InsightsPageInput = {
  site: Site;
  aggregate_rating: AggregateRating;
  months: MonthCount[];
  insights: InsightsView | null;
};

const SHOWN_QUOTES = 6;
const SHOWN_ENTITIES = 40;
const SHOWN_MONTHS = 120;
const SHOWN_TOPICS = 25;

type AnswerSource = InsightsView["faq"][number]["source"];

/** Where an answer comes from, if not from reviews alone. */
const SOURCE_NOTES: Partial<Record<AnswerSource, string>> = {
  operator: "Answer from the business.",
  profile: "From the profile of the business, with what reviews say.",
  replies: "From a response of the owner to a review.",
};

function sourceNote(source: AnswerSource): Markup {
  const note = SOURCE_NOTES[source];
  return note === undefined ? NOTHING : html`<p class="note">${note}</p>`;
}

const KEY = html`<p class="key-row">${key("praise", "Positive")}${key("between", "Neutral or mixed")}${key("criticism", "Negative")}</p>`;

/** Reviews whose text the engine could analyze. */
const analyzedCount = ({
  overall_sentiment: { positive_count, neutral_count, mixed_count, negative_count },
}: InsightsView) => positive_count + neutral_count + mixed_count + negative_count;

function describeTrend({ trend }: AspectView): string {
  if (!trend?.significant || trend.score === null || trend.previous_score === null) return "";
  const word = trend.score > trend.previous_score ? "better" : "worse";
  return ` Opinions were ${word} in the last ${trend.window_months} months than in the ${trend.window_months} months before.`;
}

function aspectRow(aspect: AspectView): Markup {
  return html`<details class="aspect"><summary><span class="aspect-label">${aspect.label}</span>${aspect.enough ? opinionBar(aspect) : null}<span class="aspect-count">${plural(aspect.mention_count, "review")}</span><span class="hidden">: ${describeOpinions(aspect)}</span></summary>
<div class="opened" id="${aspect.id}"><p>${describeOpinions(aspect)}.${
    aspect.average_rating_when_mentioned === null
      ? null
      : ` Average rating in these reviews: ${aspect.average_rating_when_mentioned.toFixed(2)}.`
  }${describeTrend(aspect)}${aspect.enough ? null : " These are too few reviews to draw a conclusion."}</p>
${aspect.quotes.length > 0 ? html`<div class="quotes">${aspect.quotes.slice(0, SHOWN_QUOTES).map(quote)}</div>` : null}</div></details>`;
}

function aspects(insights: InsightsView): Markup {
  const mentioned = insights.aspects.filter(({ mention_count }) => mention_count > 0);
  if (mentioned.length === 0) return NOTHING;
  return html`<section><h2>What reviews talk about</h2>${KEY}
<div class="aspects">${mentioned.map(aspectRow)}</div>
${chartTable(
  "Aspects",
  ["Aspect", "Reviews", "Positive", "Neutral", "Mixed", "Negative"],
  mentioned.map((aspect) => [
    aspect.label,
    aspect.mention_count,
    aspect.positive_count,
    aspect.neutral_count,
    aspect.mixed_count,
    aspect.negative_count,
  ]),
)}</section>`;
}

function entityRow(parameter: string, entity: EntityView): Markup {
  const words = entity.quotes[0];
  return html`<li><h3><a href="/reviews?${parameter}=${entity.id}">${entity.name}</a> <span class="of">${plural(entity.mention_count, "review")}${
    entity.average_rating === null ? null : html`, average ${entity.average_rating.toFixed(2)}`
  }</span></h3>${opinionBar(entity)}<p class="hidden">${describeOpinions(entity)}</p>${words ? quote(words) : null}</li>`;
}

function entities(title: string, parameter: string, list: EntityView[]): Markup {
  const mentioned = list.filter(({ mention_count }) => mention_count > 0).slice(0, SHOWN_ENTITIES);
  if (mentioned.length === 0) return NOTHING;
  return html`<section><h2>${title}</h2>${KEY}<ul class="entities">${mentioned.map((entity) => entityRow(parameter, entity))}</ul></section>`;
}

const sources = (citations: CitationView[]): Markup =>
  citations.length === 0
    ? NOTHING
    : html`<p class="sources">From ${citations.map(
        ({ review_id, text }, i) =>
          html`${i === 0 ? null : ", "}<a href="/reviews/${review_id}" title="${clip(text, 120)}">review ${i + 1}</a>`,
      )}</p>`;

function questions({ faq }: InsightsView): Markup {
  if (faq.length === 0) return NOTHING;
  return html`<section><h2>Questions and answers</h2>${faq.map(
    (entry) =>
      html`<details class="question"><summary>${entry.question}</summary><div class="opened"><p dir="auto">${entry.answer}</p>${sources(entry.citations)}${sourceNote(entry.source)}</div></details>`,
  )}</section>`;
}

function summary(insights: InsightsView): Markup {
  if (insights.summary === "") return NOTHING;
  return html`<section class="summary"><h2>Summary</h2><p dir="auto">${insights.summary}</p>${sources(insights.summary_citations)}</section>`;
}

function topicRow(topic: TopicView): Markup {
  return html`<details class="aspect"><summary><span class="aspect-label">${topic.label}</span>${topic.enough ? opinionBar(topic) : null}<span class="aspect-count">${plural(topic.mention_count, "review")}</span><span class="hidden">: ${describeOpinions(topic)}</span></summary>
<div class="opened"><p>${describeOpinions(topic)}.</p><div class="quotes">${topic.quotes.map(quote)}</div></div></details>`;
}

function topics({ topics: list }: InsightsView): Markup {
  if (list.length === 0) return NOTHING;
  return html`<section><h2>Topics</h2>${KEY}<div class="aspects">${list.slice(0, SHOWN_TOPICS).map(topicRow)}</div></section>`;
}

function limits({ limits: list }: InsightsView): Markup {
  return html`<section class="limits"><h2>Keep in mind</h2><ul>${list.map((limit) => html`<li>${limit}</li>`)}</ul><p><a href="${PATHS.insights}">All insights as JSON</a></p></section>`;
}

export function renderInsightsPage({ site, aggregate_rating, months, insights }: InsightsPageInput): string {
  const name = siteName(site);
  const trend = html`<section><h2>Month by month</h2>${
    insights?.temporal.trend ? html`<p>The overall trend is <strong>${insights.temporal.trend}</strong>.</p>` : null
  }${trendChart("trend", months.slice(-SHOWN_MONTHS))}</section>`;
  const known = aggregate_rating.rating_count > 0;
  const body = html`<h1>Insights</h1>
<p class="lead">${
    insights
      ? `A program on this server analyzed ${plural(analyzedCount(insights), "review")}. Every claim links to the reviews behind it.`
      : "What the ratings show over time."
  }</p>
${insights ? html`${summary(insights)}${aspects(insights)}` : null}
${
  insights
    ? html`${entities("People", "mentions_technician", insights.entities.technicians)}${entities("Services", "mentions_service", insights.entities.services)}`
    : null
}
${known ? html`${insights ? null : html`<section><h2>Ratings</h2>${distributionChart(aggregate_rating)}</section>`}${trend}` : html`<p class="empty">No reviews have been published yet.</p>`}
${insights ? html`${topics(insights)}${questions(insights)}${limits(insights)}` : null}`;
  return renderPage({
    site,
    path: "/insights",
    title: `What reviews say about ${name}`,
    description: `What reviewers like and dislike about ${name}, with quotes from their reviews.`,
    body,
  });
}
