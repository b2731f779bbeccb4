import { NO_ANALYSIS, shortQuotes } from "./insights.ts";
import { defineTool } from "./tool.ts";
import { once, type View } from "./view.ts";

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
    "The business: address, opening hours, contact, its technicians (therapists), services and service areas with their ids and names, and the aggregate star rating with its distribution (rating_count is all reviews, review_count those with words); also how many reviews are withheld (by reason) and erased. Use it for facts about the business or to learn ids. Not for opinions: use get_summary or get_aspect_sentiment.",
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
  answer: (view) => ({ structured: once(view, "business", () => businessVariants(view)) }),
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
      summary_citations: shortQuotes(insights?.summary_citations ?? [], count),
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
  answer: (view) => ({ structured: once(view, "summary", () => summaryVariants(view)) }),
});
