import type { VerificationLevel } from "../../model/review-kinds.ts";
import type { SearchFilters } from "../../model/search.ts";
import { statisticsInTurns } from "../../snapshot/search/statistics.ts";
import { finish } from "../../snapshot/turns.ts";
import { firstThatFits } from "../answers/answer.ts";
import { datesAsked } from "../answers/date-range.ts";
import { AGGREGATE_RATING, ANALYSIS_AVAILABLE, is, NOTE, orNull, UPDATED_AT, words } from "../answers/output.ts";
import { noteMember, sinceArgument, untilArgument } from "../answers/result-page.ts";
import { ENOUGH_MENTIONS, NO_ANALYSIS, shortQuotes } from "../answers/short-insights.ts";
import { cachedAnswer, type View } from "../answers/snapshot-view.ts";
import { defineTool } from "../answers/tool.ts";

function* summaryVariants(view: View) {
  const { insights, head } = view;
  const base = {
    analysis_available: insights !== null,
    ...(insights ? {} : { note: NO_ANALYSIS }),
    business_name: head.business?.name ?? null,
    updated_at: head.updated_at,
    aggregate_rating: head.aggregate_rating,
    languages: insights?.languages ?? {},
    overall_sentiment: insights?.overall_sentiment ?? null,
    headline: insights?.headline ?? null,
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
    enough: mention_count >= ENOUGH_MENTIONS,
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

/** Only the rating is limited to these dates. Everything else covers all time, and the answer says so. */
function* datedVariants(view: View, dates: SearchFilters): Iterable<unknown> {
  const { overall, groups } = finish(statisticsInTurns(view.index, dates, ["verification_level"]));
  const countOf = (level: VerificationLevel) =>
    groups.find(({ verification_level }) => verification_level === level)?.count ?? 0;
  const { best_rating, worst_rating } = view.head.aggregate_rating;
  for (const variant of summaryVariants(view)) {
    const { business_name, updated_at, ...all_time } = variant;
    yield {
      ...noteMember(overall.count === 0 ? ["no published review is of these dates"] : []),
      business_name,
      updated_at,
      query: dates,
      aggregate_rating: {
        rating_value: overall.average_rating,
        rating_count: overall.count,
        review_count: overall.text_count,
        best_rating,
        worst_rating,
        distribution: overall.distribution,
        verification_levels: { business: countOf("business"), account: countOf("account") },
      },
      all_time,
    };
  }
}

export const getSummary = defineTool({
  name: "get_summary",
  title: "Summary and FAQ",
  description:
    "The whole picture in one call: star rating, cited summary, strengths, concerns, topics, FAQ. " +
    "Call it first for a general question (is it good, what do people say). " +
    "With since or until, aggregate_rating is of those dates and the rest is under all_time. " +
    "Not for one aspect, therapist or treatment: other tools say more.",
  card: true,
  fields: { since: sinceArgument, until: untilArgument },
  output: {
    analysis_available: ANALYSIS_AVAILABLE,
    note: NOTE,
    business_name: orNull(is.string("As in get_business.")),
    demonstration: is.boolean("True: the data is made up."),
    updated_at: UPDATED_AT,
    aggregate_rating: AGGREGATE_RATING,
    languages: is.object("Texts by language; en and es are analyzed."),
    overall_sentiment: orNull(is.object("Of whole texts; score -1 to 1.")),
    headline: orNull(is.string("The finding in 12 words.")),
    summary: orNull(is.string("Counted facts, cited.")),
    pull_quote: orNull(is.string("One to quote.")),
    pull_quote_review_id: orNull(is.string("Its review.")),
    strengths: words("Aspects 3 or more praise, with counts."),
    concerns: words("Aspects 3 or more criticize, and a third of those that mention it."),
    limits: words("What the analysis misses or gets wrong."),
    summary_citations: is.array("The sources of summary."),
    topics: is.array("Phrases in 3 reviews or more; score -1 to 1."),
    query: is.object("Dates applied."),
    all_time: is.object("The rest, with dates."),
    faq: is.array("Cited answers; source: operator, reviews or template."),
  },
  answer: (view, values) => {
    const dates = datesAsked(values);
    if (!dates) return { structured: cachedAnswer(view, "summary", () => summaryVariants(view)) };
    return { structured: firstThatFits(datedVariants(view, dates)) };
  },
});
