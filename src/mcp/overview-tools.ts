import { fold } from "../snapshot/fold.ts";
import type { ReviewIndex } from "../snapshot/review-index.ts";
import { fitting } from "./answer.ts";
import { number, text } from "./arguments.ts";
import { type Aspect, type Month, NO_ANALYSIS, shortAspect, shortQuotes } from "./insights.ts";
import { defineTool, type ToolAnswer } from "./tool.ts";
import type { View } from "./view.ts";

/** An answer that depends on the snapshot alone is made once. */
function once(view: View, key: string, values: () => Iterable<unknown>): ToolAnswer {
  let structured = view.answers.get(key);
  if (structured === undefined) {
    structured = fitting(values());
    view.answers.set(key, structured);
  }
  return { structured };
}

export function* businessVariants({ head }: View): Iterable<unknown> {
  yield head;
  const { business } = head;
  if (!business) return;
  const services = business.services.map(({ id, name }) => ({ id, name, description: null }));
  yield { ...head, business: { ...business, services } };
  const first = <T>(list: T[]) => list.slice(0, 100);
  yield {
    ...head,
    business: {
      ...business,
      technicians: first(business.technicians),
      services: first(services),
      service_areas: first(business.service_areas),
    },
    cut: "only the first 100 technicians, services and service areas are listed; /reviews.json has all",
  };
}

export const getBusiness = defineTool({
  name: "get_business",
  title: "About the business",
  description:
    "The business: address, opening hours, contact, its technicians (therapists), services and service areas with their ids and names, and the aggregate star rating with its distribution; also how many reviews are withheld (by reason) and erased. Use it for facts about the business or to learn ids. Not for opinions: use get_summary or get_aspect_sentiment.",
  fields: {},
  output: {
    schema_version: "string",
    updated_at: "string?",
    license: "string?",
    business: "object?",
    aggregate_rating: "object",
    withheld: "object",
    erased: "integer",
    total: "integer",
  },
  answer: (view) => once(view, "business", () => businessVariants(view)),
});

const plain = (words: string): string =>
  fold(words)
    .replace(/[_\W]+/gu, " ")
    .trim();

/** By id or label; failing that, by a word of either, where it fits one aspect alone. */
export function findAspect(aspects: readonly Aspect[], given: string): Aspect | null {
  const wanted = plain(given);
  const exact = aspects.find(({ id, label }) => plain(id) === wanted || plain(label) === wanted);
  if (exact || wanted === "") return exact ?? null;
  const near = aspects.filter(({ id, label }) =>
    `${plain(id)} ${plain(label)}`.split(" ").some((word) => word.length > 3 && ` ${wanted} `.includes(` ${word} `)),
  );
  return near.length === 1 ? (near[0] ?? null) : null;
}

const aspectList = (aspects: readonly Aspect[]): string =>
  aspects.map(({ id, label }) => `${id} (${label})`).join(", ");

const unknownAspect = (aspects: readonly Aspect[], given: string): ToolAnswer => ({
  fault: `aspect ${JSON.stringify(given)} is not one of the analysis; the aspects are: ${aspectList(aspects)}`,
});

function* aspectVariants(aspect: Aspect): Iterable<unknown> {
  for (const quotes of [20, 10, 5, 2]) {
    yield {
      analysis_available: true,
      aspect: {
        ...shortAspect(aspect),
        top_phrases: (aspect.top_phrases ?? []).slice(0, 20),
        quotes: shortQuotes(aspect.quotes, quotes),
        example_review_ids: (aspect.example_review_ids ?? []).slice(0, 10),
      },
    };
  }
}

const aspectArgument = text(100, {
  description: "Aspect id or label. Without it: all aspects in short.",
  aliases: ["aspect_id", "id", "label", "name", "topic", "category"],
});

export const getAspectSentiment = defineTool({
  name: "get_aspect_sentiment",
  title: "Opinion on an aspect",
  description:
    "How customers feel about one aspect of the business: how many reviews mention it, positive, negative, neutral and mixed counts, score from -1 to 1, trend, and quotes for and against with their review_id. Aspects are care, expertise, results, communication, front_desk (reception), scheduling (booking), punctuality (waiting on the day), facility (place, parking) and billing (price, insurance), unless the business uses others. Without aspect: all of them in short, to compare. Use it for what people like or dislike about X. Not for one therapist (get_technician) or treatment (get_service).",
  fields: { aspect: aspectArgument },
  output: {
    analysis_available: "boolean",
    note: "string",
    overall_sentiment: "object?",
    aspects: "array",
    aspect: "object",
  },
  optional: ["note", "overall_sentiment", "aspects", "aspect"],
  answer: (view, { aspect: given }): ToolAnswer => {
    const aspects = view.insights?.aspects;
    if (!aspects) return { structured: JSON.stringify({ analysis_available: false, note: NO_ANALYSIS, aspects: [] }) };
    if (given === undefined) {
      return once(view, "aspects", () => [
        {
          analysis_available: true,
          overall_sentiment: view.insights?.overall_sentiment ?? null,
          aspects: aspects.map(shortAspect),
        },
      ]);
    }
    const aspect = findAspect(aspects, given);
    return aspect ? once(view, `aspect:${aspect.id}`, () => aspectVariants(aspect)) : unknownAspect(aspects, given);
  },
});

/** Reviews and stars a month, newest last, from the index alone. */
export function monthsOf(index: ReviewIndex): Month[] {
  const sums = new Map<string, { count: number; stars: number }>();
  for (let i = index.count - 1; i >= 0; i--) {
    const month = new Date((index.day[i] ?? 0) * 86_400_000).toISOString().slice(0, 7);
    const sum = sums.get(month) ?? { count: 0, stars: 0 };
    sum.count++;
    sum.stars += index.rating[i] ?? 0;
    sums.set(month, sum);
  }
  return Array.from(sums, ([month, { count, stars }]) => ({
    month,
    review_count: count,
    average_rating: Math.round((stars / count) * 100) / 100,
  }));
}

const MONTHS = { min: 1, max: 120, fallback: 12 } as const;

export const getTrends = defineTool({
  name: "get_trends",
  title: "Trends over time",
  description:
    "Whether it is getting better or worse: reviews, average stars and sentiment month by month, the overall trend, and for each aspect its score in the latest window (score) against the one before (previous_score) and whether the change is significant. Use it for questions about change over time, such as whether waits improved (aspect punctuality). Not for what people say: get_aspect_sentiment has the quotes.",
  fields: {
    months: number(
      { ...MONTHS, whole: true },
      { description: "How many of the latest months.", aliases: ["period", "window", "last_months", "n", "limit"] },
    ),
    aspect: text(100, {
      description: "Only this aspect's trend: id or label.",
      aliases: ["aspect_id", "topic", "category"],
    }),
  },
  output: { analysis_available: "boolean", note: "string", trend: "string?", monthly: "array", aspects: "array" },
  optional: ["note"],
  answer: (view, values): ToolAnswer => {
    const { insights } = view;
    const aspects = insights?.aspects ?? [];
    const wanted = values.aspect === undefined ? undefined : findAspect(aspects, values.aspect);
    if (wanted === null && insights) return unknownAspect(aspects, values.aspect ?? "");
    const monthly = insights?.temporal?.monthly ?? monthsOf(view.index);
    const value = {
      analysis_available: insights !== null,
      ...(insights ? {} : { note: NO_ANALYSIS }),
      trend: insights?.temporal?.trend ?? null,
      monthly: monthly.slice(-(values.months ?? MONTHS.fallback)),
      aspects: (wanted ? [wanted] : aspects).map(({ id, label, mention_count, score, trend }) => ({
        id,
        label,
        mention_count,
        score,
        trend: trend ?? null,
      })),
    };
    return { structured: JSON.stringify(value) };
  },
});

function* summaryVariants(view: View): Iterable<unknown> {
  const { insights, head } = view;
  const base = {
    analysis_available: insights !== null,
    ...(insights ? {} : { note: NO_ANALYSIS }),
    business_name: head.business?.name ?? null,
    ...(head.business?.demonstration ? { demonstration: true } : {}),
    updated_at: head.updated_at,
    aggregate_rating: head.aggregate_rating,
    overall_sentiment: insights?.overall_sentiment ?? null,
    summary: insights?.summary ?? null,
    pull_quote: insights?.pull_quote ?? null,
    pull_quote_review_id: insights?.pull_quote_review_id ?? null,
    strengths: insights?.strengths ?? [],
    concerns: insights?.concerns ?? [],
    limits: insights?.limits ?? [],
  };
  const topics = (insights?.topics ?? []).map(({ id, label, mention_count, score }) => ({
    id,
    label,
    mention_count,
    score,
  }));
  for (const [count, citations] of [
    [100, 3],
    [30, 2],
    [10, 1],
    [3, 0],
  ] as const) {
    yield {
      ...base,
      summary_citations: shortQuotes(insights?.summary_citations, count),
      topics: topics.slice(0, count),
      faq: (insights?.faq ?? []).slice(0, count).map(({ question, answer, source, citations: cited }) => ({
        question,
        answer,
        source,
        citations: shortQuotes(cited, citations),
      })),
    };
  }
}

export const getSummary = defineTool({
  name: "get_summary",
  title: "Summary and FAQ",
  description:
    "The whole picture in one call: star rating, summary drawn from the reviews with citations, strengths, concerns, frequent topics, and a FAQ answered from reviews or by the business. Call it first for a general question (is it good, what do people say, would you recommend it). Not for one aspect, therapist, treatment or period: their tools say more.",
  fields: {},
  output: {
    analysis_available: "boolean",
    note: "string",
    business_name: "string?",
    demonstration: "boolean",
    updated_at: "string?",
    aggregate_rating: "object",
    overall_sentiment: "object?",
    summary: "string?",
    pull_quote: "string?",
    pull_quote_review_id: "string?",
    strengths: "array",
    concerns: "array",
    limits: "array",
    summary_citations: "array",
    topics: "array",
    faq: "array",
  },
  optional: ["note", "demonstration"],
  answer: (view) => once(view, "summary", () => summaryVariants(view)),
});
