import { u8At } from "../../model/basics/typed-array.ts";
import type { ToldReport, ToldReports } from "../../model/insights-document.ts";
import { type MentionFigures, renderInsightsPage } from "../../pages/insights-page.ts";
import { renderOverview } from "../../pages/overview.ts";
import type { InsightsView, QuoteView } from "../../pages/parts/insights-view.ts";
import { inLanguage, languagesFor } from "../../pages/parts/languages.ts";
import { pageLink } from "../../pages/parts/page-links.ts";
import { renderPolicy } from "../../pages/policy.ts";
import type { MarkedUp } from "../../render/json-ld.ts";
import { aggregateRating } from "../../render/reviews-json.ts";
import { countMonths } from "../../snapshot/count-months.ts";
import { positionOf, reviewAt } from "../../snapshot/review-at.ts";
import { FLAGS, type Postings, type ReviewIndex } from "../../snapshot/review-index.ts";
import { finish } from "../../snapshot/turns.ts";
import { wordsFirst } from "../../snapshot/words-first.ts";
import { NEWEST_SHOWN, newestReviews, type SnapshotData } from "../snapshot-data.ts";
import { type Draft, pageDraft, siteOf } from "./draft.ts";
import { ownerReplies, sourceCounts, subjectChanges } from "./glance-facts.ts";

/** The rating and the newest reviews among those that the business collected itself. */
function collectedHere(index: ReviewIndex): MarkedUp {
  const positions = index.by_source.get("direct") ?? new Uint32Array(0);
  const counts = [0, 0, 0, 0, 0];
  let with_text = 0;
  for (const position of positions) {
    const star = u8At(index.rating, position) - 1;
    counts[star] = (counts[star] ?? 0) + 1;
    if (u8At(index.flags, position) & FLAGS.has_text) with_text += 1;
  }
  const newest = Array.from(positions.subarray(0, NEWEST_SHOWN), (position) => reviewAt(index, position));
  // Structured data has no levels of verification.
  return { aggregate_rating: aggregateRating(counts, with_text, 0), reviews: newest };
}

/** How many reviews each list has, and their average rating. */
const figuresOf = ({ rating }: ReviewIndex, lists: ReadonlyMap<string, Postings>): Map<string, MentionFigures> =>
  new Map(
    Array.from(lists, ([id, list]) => {
      const stars = list.reduce((sum, position) => sum + u8At(rating, position), 0);
      return [id, { count: list.length, average_rating: Math.round((stars * 100) / list.length) / 100 }];
    }),
  );

/** The language of a published review. Null if it is not known. */
function languageAt(index: ReviewIndex, id: string): string | null {
  const position = positionOf(index, id);
  return position === null ? null : reviewAt(index, position).language;
}

/** Each quote with the language of its review. */
function withLanguages(index: ReviewIndex, insights: InsightsView): InsightsView {
  const named = <T extends { quotes: QuoteView[] }>(items: T[]): T[] =>
    items.map((item) => ({
      ...item,
      quotes: item.quotes.map((quote) => ({ ...quote, language: languageAt(index, quote.review_id) })),
    }));
  const { aspects, topics, entities } = insights;
  const { technicians, services } = entities;
  return {
    ...insights,
    aspects: named(aspects),
    topics: named(topics),
    entities: { ...entities, technicians: named(technicians), services: named(services) },
  };
}

/**
 * The insights in the language of a page. The owner's summary has the profile's language, so only pages in that
 * language show it.
 */
function insightsIn(
  { profile }: SnapshotData,
  insights: InsightsView | null,
  report: ToldReport | undefined,
  own: boolean,
): InsightsView | null {
  const written = own ? profile?.summary : null;
  if (insights === null) return null;
  return { ...insights, ...report, ...(written ? { headline: "", summary: written, summary_citations: [] } : {}) };
}

/** The pages that are the same for every visitor and change with the reviews, in each offered language. */
export function pageDocuments(dataset: SnapshotData, insights: InsightsView | null, told: ToldReports): Draft[] {
  const { aggregate_rating, changed_at, reviews, withheld, erased, words_hidden, profile } = dataset;
  const months = countMonths(reviews);
  const newest = newestReviews(reviews, NEWEST_SHOWN);
  const shown_first = finish(wordsFirst(reviews, {}, NEWEST_SHOWN)).positions.map((at) => reviewAt(reviews, at));
  const facts = { changes: subjectChanges(reviews), replies: ownerReplies(reviews), sources: sourceCounts(reviews) };
  const { verification_levels } = aggregate_rating;
  const marked_up = {
    business: null,
    direct: collectedHere(reviews),
    all: { aggregate_rating, reviews: newest },
  }[siteOf(dataset).structured_data];
  const mentioned = {
    mentions_technician: figuresOf(reviews, reviews.by_technician),
    mentions_service: figuresOf(reviews, reviews.by_service),
  };
  const spoken = { profile, by_language: reviews.by_language };
  const quoted = insights && withLanguages(reviews, insights);
  const languages = languagesFor(spoken);
  const accuracy = insights?.engine.accuracy ?? null;
  return languages.flatMap((language) => {
    const site = inLanguage(siteOf(dataset), spoken, language);
    const own = language === languages[0];
    const shown = { aggregate_rating, months, insights: insightsIn(dataset, quoted, told[language], own) };
    const page = (path: string, markup: string): Draft =>
      pageDraft(dataset.base_url, pageLink(site, path), markup, changed_at);
    return [
      page("/", renderOverview({ site, ...shown, ...facts, mentioned, newest: shown_first, marked_up })),
      page("/insights", renderInsightsPage({ site, ...shown, mentioned })),
      page(
        "/policy",
        renderPolicy({ site, published: reviews.count, verification_levels, withheld, erased, words_hidden, accuracy }),
      ),
    ];
  });
}
