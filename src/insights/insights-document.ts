import type { Engine } from "../../insights/engine/engine.ts";
import { MEASURED_WITH_STARS } from "../../insights/engine/verdicts/published.ts";
import { type Written, wordsToRead } from "../../insights/engine/words-to-read.ts";
import type { Analysis } from "../model/analysis.ts";
import { localeOf } from "../model/basics/locale.ts";
import { otherNames } from "../model/basics/other-names.ts";
import type { Profile } from "../model/business.ts";
import type { InsightsDocument, ReviewInsights, ToldReport, ToldReports } from "../model/insights-document.ts";
import type { Mentions } from "../model/review.ts";
import { type AnalyzedReview, createReviewCache, groupSaid, type ReviewCache } from "./analyzed-review.ts";
import { aspectInsights } from "./aspects.ts";
import { describeCaveats } from "./caveats.ts";
import { entityInsights } from "./entities.ts";
import { buildFaq } from "./faq/faq.ts";
import type { ToldFaq } from "./faq/questions.ts";
import type { InsightReview } from "./insight-review.ts";
import { aspectChanges, describeWindow, recentTime } from "./period.ts";
import { pickPullQuote } from "./pull-quote.ts";
import { joinAnalyses } from "./read-reviews.ts";
import { ENGLISH, type ReportWords, type Told } from "./sentences/report-english.ts";
import { SPANISH } from "./sentences/report-spanish.ts";
import { strengthsAndConcerns } from "./strengths.ts";
import { buildSummary } from "./summary/summary.ts";
import { count, emptyTally, percentOrNull, tallyScore, total } from "./tally.ts";
import { temporalInsights } from "./temporal.ts";
import { findTopics, type TopicMember } from "./topics/topics.ts";

const INSIGHTS_VERSION = "1";
const PER_REVIEW = 5000;

export type InsightsInput = {
  engine: Engine;
  profile: Profile | null;
  base_url: string;
  /** The time of the newest change in the data. Null without data. */
  generated_at: string | null;
  /** Newest first. */
  reviews: InsightReview[];
  /** By review id. A review with a text but without an analysis counts as a review in another language. */
  analyses: ReadonlyMap<string, Analysis>;
  /** Called for each topic, with the reviews that its mention_count counts, newest first. */
  topicFound?: (topic_id: string, members: TopicMember[]) => void;
  /**
   * Called with the report's sentences in each language, for the pages. They are not replaced by the owner's summary.
   */
  toldFor?: (reports: ToldReports) => void;
  /** Reuses work between two calls with the same profile. */
  cache?: ReviewCache;
};

function overallSentiment(analyzed: AnalyzedReview[]): InsightsDocument["overall_sentiment"] {
  const tally = emptyTally();
  for (const { label } of analyzed) count(tally, label);
  const n = total(tally);
  return {
    score: tallyScore(tally),
    positive_pct: percentOrNull(tally.positive, n),
    neutral_pct: percentOrNull(tally.neutral, n),
    negative_pct: percentOrNull(tally.negative, n),
    positive_count: tally.positive,
    neutral_count: tally.neutral,
    mixed_count: tally.mixed,
    negative_count: tally.negative,
  };
}

/** What the reviews say about each aspect, and about each topic and problem of the taxonomy. */
const groupAll = (analyzed: AnalyzedReview[]) => ({
  by_aspect: groupSaid(
    analyzed,
    ({ aspects }) => aspects,
    ({ aspect }) => aspect,
  ),
  by_topic: groupSaid(
    analyzed,
    ({ topics }) => topics,
    ({ id }) => id,
  ),
});

const perReview = (analyzed: AnalyzedReview[]): InsightsDocument["per_review"] =>
  Object.fromEntries(analyzed.slice(0, PER_REVIEW).map(({ review, per_review }) => [review.id, per_review]));

/** The words of staff names, in lower case, because people are not topics. */
const staffNames = (profile: Profile | null): Set<string> =>
  new Set(
    (profile?.technicians ?? []).flatMap((technician) =>
      [technician.name, ...otherNames(technician)].flatMap((words) => words.toLowerCase().split(/[^\p{L}]+/u)),
    ),
  );

function engineInsights({ engine, base_url }: InsightsInput): Pick<InsightsDocument, "model" | "engine"> {
  const { figures } = engine.weights.header;
  return {
    model: `candor-${engine.taxonomy.taxonomy.id}-${engine.weights.header.version}`,
    engine: {
      version: engine.version,
      model_sha256: engine.model_sha256,
      taxonomy_sha256: engine.taxonomy.sha256,
      method:
        "An additive model over words, word n-grams and a taxonomy, together with a small recurrent net that reads " +
        "the words in order. The words shown as evidence are the additive model's, with their exact shares.",
      accuracy_url: `${base_url}/policy#insights`,
      accuracy: engine.trained
        ? {
            test_texts: figures.test_items,
            overall_right_pct: figures.document_accuracy,
            aspects_right_pct: MEASURED_WITH_STARS.right_pct,
            aspects_found_pct: MEASURED_WITH_STARS.found_pct,
            against_stars_found_pct: MEASURED_WITH_STARS.against_stars_found_pct,
          }
        : null,
    },
  };
}

type Composed = { faq: ToldFaq[]; headline: Told; summary: Told; citations: ToldReport["summary_citations"] };

const tellIn = (words: ReportWords, { faq, headline, summary, citations }: Composed): ToldReport => ({
  faq: faq.map((entry) => ({ ...entry, question: entry.question(words), answer: entry.answer(words) })),
  headline: headline(words),
  summary: summary(words),
  summary_citations: citations,
});

/** Composes the same facts in each language, with numbers in the locale of the business. */
function tellInEach(profile: Profile | null, composed: Composed): ToldReports {
  const inLocale = (language: "en" | "es", words: ReportWords): ReportWords => {
    const tenths = new Intl.NumberFormat(localeOf(language, profile), {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    });
    return { ...words, tenth: (value) => tenths.format(value) };
  };
  return { en: tellIn(inLocale("en", ENGLISH), composed), es: tellIn(inLocale("es", SPANISH), composed) };
}

/** `/insights.json`: what the reviews say, with quotes for every claim. The same data gives the same bytes. */
export function buildInsightsDocument(input: InsightsInput): InsightsDocument {
  const { engine, profile, reviews } = input;
  const { taxonomy } = engine.taxonomy;
  const cache = input.cache ?? createReviewCache(engine, profile);
  const { columns, analyzed, text_count, date_range, languages } = joinAnalyses(reviews, input.analyses, cache);
  const overall_sentiment = overallSentiment(analyzed);
  const said = groupAll(analyzed);
  const { by_aspect, by_topic } = said;
  const recent = recentTime(columns);
  const aspects = aspectInsights(taxonomy, cache.phrases, analyzed, by_aspect, recent);
  const changes = aspectChanges(recent, by_aspect);
  const composed = {
    ...buildSummary({ engine, profile, reviews, analyzed, aspects, by_aspect, recent, changes }),
    faq: buildFaq({ engine, profile, recent, reviews, analyzed, aspects, ...said, replyOf: cache.replyOf }),
  };
  const told = tellIn(ENGLISH, composed);
  input.toldFor?.(tellInEach(profile, composed));
  const pull = pickPullQuote(overall_sentiment, analyzed, aspects);
  const names = staffNames(profile);
  const topics = findTopics(taxonomy, recent, cache.phrases, { reviews: analyzed, by_topic, names });
  for (const { topic, members } of topics) input.topicFound?.(topic.id, members);
  return {
    version: INSIGHTS_VERSION,
    generated_at: input.generated_at,
    ...engineInsights(input),
    review_count: reviews.length,
    text_count,
    date_range,
    window: describeWindow(columns, date_range.latest),
    languages,
    overall_sentiment,
    aspects,
    entities: entityInsights(taxonomy, profile, cache.phrases, analyzed),
    topics: topics.map(({ topic }) => topic),
    temporal: temporalInsights(columns, analyzed),
    per_review: perReview(analyzed),
    ...told,
    ...(profile?.summary ? { summary: profile.summary, summary_citations: [] } : {}),
    pull_quote: pull?.text ?? null,
    pull_quote_review_id: pull?.review_id ?? null,
    ...strengthsAndConcerns(aspects, recent, changes),
    limits: describeCaveats(engine, {
      rating_only: reviews.length - text_count,
      other_languages: text_count - analyzed.length,
      translated: analyzed.filter(({ translated }) => translated).length,
      opted_out: profile?.technicians.filter(({ insights }) => !insights).length ?? 0,
      older_than_shown: Math.max(0, analyzed.length - PER_REVIEW),
      operator_summary: Boolean(profile?.summary),
    }),
  };
}

/** The result for a text that could not be analyzed. */
export const NOT_ANALYZED: Pick<Analysis, "sentiment" | "aspects"> = {
  sentiment: { label: "neutral", score: 0 },
  aspects: [],
};

/** `/api/reviews/{id}/insights`. */
export const reviewInsightsOf = (
  { id, mentions, ...review }: Written & { id: string; mentions: Mentions },
  analysis: Pick<Analysis, "sentiment" | "aspects">,
): ReviewInsights => ({
  id,
  read: wordsToRead(review)?.translated ? "translation" : "text",
  sentiment: analysis.sentiment,
  aspects: analysis.aspects,
  mentions,
});
