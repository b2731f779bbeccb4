import { ANALYSIS_AVAILABLE, is, NOTE, orNull } from "../answers/output.ts";
import { NO_ANALYSIS, shortQuotes } from "../answers/short-insights.ts";
import { defineTool } from "../answers/tool.ts";
import { once, type View } from "../answers/view.ts";

const UPDATED_AT = orNull(is.string("Newest change, UTC."));
const AGGREGATE_RATING = is.object("Mean stars; rating_count: all, review_count: with text.");

export function* businessVariants(view: View): Iterable<unknown> {
  const head = { ...view.head, verified_by: view.snapshot.verified_by };
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
  title: "Business",
  description:
    "The business: address, opening hours, contact, technicians (therapists), services and areas with their ids, star rating with its distribution, reviews withheld and erased. Use it for facts or to learn ids. Not for opinions: use get_summary.",
  fields: {},
  output: {
    schema_version: is.string("Of this shape."),
    updated_at: UPDATED_AT,
    license: orNull(is.string("Of the reviews.")),
    business: orNull(is.object("Profile; opening_hours in its time_zone.")),
    aggregate_rating: AGGREGATE_RATING,
    withheld: is.object("Not published: unverified, duplicate, legal."),
    erased: is.integer("Taken back."),
    total: is.integer("Published reviews."),
    verified_by: is.object("Of them, by verification method."),
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
    languages: insights?.languages ?? {},
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
      summary_citations: shortQuotes(view.index, insights?.summary_citations ?? [], count),
      topics: topics.slice(0, count),
      faq: (insights?.faq ?? []).slice(0, count).map(({ question, answer, source, citations: cited }) => ({
        question,
        answer,
        source,
        citations: shortQuotes(view.index, cited, citations),
      })),
    };
  }
}

export const getSummary = defineTool({
  name: "get_summary",
  title: "Summary and FAQ",
  description:
    "The whole picture in one call: star rating, cited summary, strengths, concerns, topics, FAQ. Call it first for a general question (is it good, what do people say). Not for one aspect, therapist, treatment or period: their tools say more.",
  fields: {},
  output: {
    analysis_available: ANALYSIS_AVAILABLE,
    note: NOTE,
    business_name: orNull(is.string("As in get_business.")),
    demonstration: is.boolean("True: all is made up."),
    updated_at: UPDATED_AT,
    aggregate_rating: AGGREGATE_RATING,
    languages: is.object("Texts by language; only en is analysed."),
    overall_sentiment: orNull(is.object("Of whole texts; score -1 to 1.")),
    summary: orNull(is.string("Sentences taken from reviews.")),
    pull_quote: orNull(is.string("One to quote.")),
    pull_quote_review_id: orNull(is.string("Its review.")),
    strengths: is.array("Aspects praised, with counts."),
    concerns: is.array("Aspects that 25 % or more criticise."),
    limits: is.array("What it misses, how often it errs."),
    summary_citations: is.array("Where summary stands."),
    topics: is.array("Phrases of 3 reviews or more; score -1 to 1."),
    faq: is.array("Cited answers; source: operator, reviews or template."),
  },
  answer: (view) => ({ structured: once(view, "summary", () => summaryVariants(view)) }),
});
