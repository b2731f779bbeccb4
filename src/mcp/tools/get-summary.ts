import { rankSubjects } from "../../model/rank-subjects.ts";
import type { VerificationLevel } from "../../model/review-kinds.ts";
import type { SearchFilters } from "../../model/search.ts";
import { statisticsInTurns } from "../../snapshot/search/statistics.ts";
import { finish } from "../../snapshot/turns.ts";
import { firstThatFits } from "../answers/answer.ts";
import { someWordsOf } from "../answers/arguments.ts";
import { datesAsked } from "../answers/date-range.ts";
import { noteMember, sinceArgument, untilArgument } from "../answers/result-page.ts";
import { directionOf, ENOUGH_MENTIONS, NO_ANALYSIS, shortQuotes } from "../answers/short-insights.ts";
import { cachedAnswer, type View } from "../answers/snapshot-view.ts";
import { defineTool } from "../answers/tool.ts";

type Include = readonly string[] | undefined;

/** The report's concerns, each with its aspect's direction: an old concern may be solved by now. */
function concernsOf({ insights }: View) {
  if (!insights) return [];
  const { dislikes, voices } = rankSubjects(insights.aspects);
  const criticized = dislikes.length > 0 ? dislikes : voices.criticism;
  return criticized.map(({ id, label, mention_count, negative_count, trend }, position) => ({
    id,
    label,
    mention_count,
    negative_count,
    direction: directionOf(trend),
    text: insights.concerns[dislikes.length > 0 ? position : 0],
  }));
}

function* summaryVariants(view: View, include: Include) {
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
    concerns: concernsOf(view),
    limits: insights?.limits ?? [],
  };
  const topics = (insights?.topics ?? []).map(({ id, label, mention_count, score }) => ({
    id,
    label,
    mention_count,
    score,
    enough: mention_count >= ENOUGH_MENTIONS,
  }));
  for (const [count, quotes] of [
    [20, 10],
    [10, 5],
    [5, 2],
    [3, 0],
  ] as const) {
    yield {
      ...base,
      summary_citations: shortQuotes(view.index, insights?.summary_citations ?? [], quotes),
      topics: topics.slice(0, count),
      ...(include ? { faq: shortFaq(view, count) } : {}),
    };
  }
}

const shortFaq = ({ index, insights }: View, count: number) =>
  (insights?.faq ?? []).slice(0, 5 * count).map(({ question, answer, source, citations }) => ({
    question,
    answer,
    source,
    citations: shortQuotes(index, citations, count > 10 ? 3 : 1),
  }));

/** It is the first answer of most conversations, and stays in them. Only the FAQ may take more. */
const MOST_BYTES = 8000;
const isShort = (json: string): boolean => Buffer.byteLength(json) <= MOST_BYTES;

/** Only the rating is limited to these dates. Everything else covers all time, and the answer says so. */
function* datedVariants(view: View, dates: SearchFilters, include: Include): Iterable<unknown> {
  const { overall, groups } = finish(statisticsInTurns(view.index, dates, ["verification_level"]));
  const countOf = (level: VerificationLevel) =>
    groups.find(({ verification_level }) => verification_level === level)?.count ?? 0;
  const { best_rating, worst_rating } = view.head.aggregate_rating;
  for (const variant of summaryVariants(view, include)) {
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
    "The whole picture in one call: star rating, cited summary, strengths, concerns, topics; FAQ with include. " +
    "Call it first for a general question (is it good, what do people say). " +
    "With since or until, aggregate_rating is of those dates and the rest is under all_time. " +
    "Not for one aspect, therapist or treatment: other tools say more.",
  card: true,
  fields: {
    since: sinceArgument,
    until: untilArgument,
    include: someWordsOf(["faq"], 1, { description: "Adds the FAQ, cited.", aliases: ["with"] }),
  },
  output: { aggregate_rating: "object", strengths: "texts", concerns: "list", topics: "list" },
  answer: (view, { include, ...values }) => {
    const dates = datesAsked(values);
    const fits = include ? undefined : isShort;
    if (dates) return { structured: firstThatFits(datedVariants(view, dates, include), fits) };
    const key = include ? "summary and faq" : "summary";
    return { structured: cachedAnswer(view, key, () => summaryVariants(view, include), fits) };
  },
});
