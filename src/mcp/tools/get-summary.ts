import { AGGREGATE_RATING, ANALYSIS_AVAILABLE, is, NOTE, orNull, UPDATED_AT, words } from "../answers/output.ts";
import { NO_ANALYSIS, shortQuotes } from "../answers/short-insights.ts";
import { defineTool } from "../answers/tool.ts";
import { cachedAnswer, type View } from "../answers/view.ts";

function* summaryVariants(view: View): Iterable<unknown> {
  const { insights, head } = view;
  const base = {
    analysis_available: insights !== null,
    ...(insights ? {} : { note: NO_ANALYSIS }),
    business_name: head.business?.name ?? null,
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
    "The whole picture in one call: star rating, cited summary, strengths, concerns, topics, FAQ. Call it first for a general question (is it good, what do people say). Not for one aspect, therapist, treatment or period: other tools say more.",
  fields: {},
  output: {
    analysis_available: ANALYSIS_AVAILABLE,
    note: NOTE,
    business_name: orNull(is.string("As in get_business.")),
    demonstration: is.boolean("True: the data is made up."),
    updated_at: UPDATED_AT,
    aggregate_rating: AGGREGATE_RATING,
    languages: is.object("Texts by language; only en is analyzed."),
    overall_sentiment: orNull(is.object("Of whole texts; score -1 to 1.")),
    summary: orNull(is.string("Sentences taken from reviews.")),
    pull_quote: orNull(is.string("One to quote.")),
    pull_quote_review_id: orNull(is.string("Its review.")),
    strengths: words("Ids of aspects praised."),
    concerns: words("Ids of aspects that 25 % or more criticize."),
    limits: words("What the analysis misses or gets wrong."),
    summary_citations: is.array("The sources of summary."),
    topics: is.array("Phrases in 3 reviews or more; score -1 to 1."),
    faq: is.array("Cited answers; source: operator, reviews or template."),
  },
  answer: (view) => ({ structured: cachedAnswer(view, "summary", () => summaryVariants(view)) }),
});
