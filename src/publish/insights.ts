import { setImmediate } from "node:timers/promises";
import type { Engine } from "../../insights/engine/engine.ts";
import { analyzeCached, type FreshAnalysis, MOST_ANALYZED } from "../../insights/engine/kept-analyses.ts";
import { publishedAnalysis } from "../../insights/engine/verdicts/published.ts";
import { type WordsToRead, wordsToRead } from "../../insights/engine/words-to-read.ts";
import { createReviewCache, type ReviewCache } from "../insights/analyzed-review.ts";
import type { InsightReview } from "../insights/insight-review.ts";
import { buildInsightsDocument } from "../insights/insights-document.ts";
import type { TopicMember } from "../insights/topics/topics.ts";
import type { Analysis } from "../model/analysis.ts";
import { itemAt, u8At } from "../model/basics/typed-array.ts";
import type { Profile } from "../model/business.ts";
import { demonstrationMark } from "../model/demonstration.ts";
import type { InsightsDocument, ToldReports } from "../model/insights-document.ts";
import { idAt, positionOf, reviewAt } from "../snapshot/review-at.ts";
import type { Position, ReviewIndex, Themes } from "../snapshot/review-index.ts";
import { HASH_BYTES } from "../snapshot/running-values.ts";
import type { AnalysesOf } from "../store/dataset/snapshot-source.ts";
import type { EngineFor } from "./engines.ts";
import type { SnapshotData } from "./snapshot-data.ts";
import { buildThemes, type TopicMembers } from "./themes.ts";

/** What the reviews say, which reviews are about which aspect and topic, and the new analyses. */
export type Insights = {
  document: InsightsDocument | null;
  /** The sentences of the document in each language of the pages. */
  told?: ToldReports;
  themes: Themes;
  fresh: FreshAnalysis[];
};

/** How many stored analyses are read in one query. */
const PAGE = 1000;

/** A review with its analysis, which is null for a review without a text. */
type Known = { review: InsightReview; analysis: Analysis | null };
/** The newest reviews of the previous build, in its order. */
type Remembered = { index: Pick<ReviewIndex, "count" | "ids" | "by_id" | "hash">; known: readonly Known[] };

const NOTHING: Remembered = {
  index: { count: 0, ids: new Uint8Array(0), by_id: new Uint32Array(0), hash: new Uint8Array(0) },
  known: [],
};

function isSameHash(a: Uint8Array, place: number, b: Uint8Array, position: Position): boolean {
  for (let i = 0; i < HASH_BYTES; i++) {
    if (u8At(a, place * HASH_BYTES + i) !== u8At(b, position * HASH_BYTES + i)) return false;
  }
  return true;
}

/**
 * Finds the remembered analysis of a review by the hash of its JSON, which covers everything that an analysis depends
 * on. Most reviews have the same predecessor as before, so the next remembered review is tried first. This avoids
 * making strings of ids.
 */
function createRecall({ index: before, known }: Remembered, index: ReviewIndex): (position: Position) => Known | null {
  let next = 0;
  return (position) => {
    const isAt = (place: number) => place < known.length && isSameHash(before.hash, place, index.hash, position);
    const place = isAt(next) ? next : positionOf(before, idAt(index, position));
    if (place === null) return null;
    next = place + 1;
    return isAt(place) ? itemAt(known, place) : null;
  };
}

function insightReview(index: ReviewIndex, position: Position): InsightReview {
  const { id, rating, date, text, language, translation, owner_reply, mentions } = reviewAt(index, position);
  return { id, rating, date, text, language, translation, reply: owner_reply?.text ?? null, mentions };
}

/** The newest reviews with their analyses, which are remembered, stored, or made now. */
async function analyzeReviews(
  engine: Engine,
  index: ReviewIndex,
  remembered: Remembered,
  analysesOf: AnalysesOf,
): Promise<{ known: Known[]; fresh: FreshAnalysis[] }> {
  const fresh: FreshAnalysis[] = [];
  const known: Known[] = [];
  const missing: { entry: Known; words: WordsToRead }[] = [];
  const recall = createRecall(remembered, index);
  for (let position = 0; position < index.count && position < MOST_ANALYZED; position++) {
    const before = recall(position);
    const entry: Known = before ?? { review: insightReview(index, position), analysis: null };
    known.push(entry);
    const words = before ? null : wordsToRead(entry.review);
    if (words) missing.push({ entry, words });
  }
  for (let at = 0; at < missing.length; at += PAGE) {
    const page = missing.slice(at, at + PAGE);
    const kept = await analysesOf(page.map(({ entry }) => entry.review.id));
    // Let the compression of /reviews.json run now. Otherwise the build waits for it at the end (measured).
    await setImmediate();
    for (const { entry, words } of page) {
      const { id, rating } = entry.review;
      const analysis = analyzeCached(engine, { id, ...words }, kept.get(id), fresh);
      entry.analysis = publishedAnalysis(engine, analysis, rating);
    }
  }
  return { known, fresh };
}

/** Remembers analyses between builds, so that a new review costs only its own analysis and a recount. */
export function createInsights(
  engineFor: EngineFor,
): (dataset: SnapshotData, analysesOf: AnalysesOf) => Promise<Insights> {
  let remembered: (Remembered & { engine: Engine }) | null = null;
  let reviewed: { engine: Engine; names: string; cache: ReviewCache } | null = null;
  const cacheFor = (engine: Engine, profile: Profile | null): ReviewCache => {
    const names = JSON.stringify([profile?.technicians, profile?.services, profile?.service_areas]);
    if (reviewed?.engine !== engine || reviewed.names !== names) {
      reviewed = { engine, names, cache: createReviewCache(engine, profile) };
    }
    return reviewed.cache;
  };
  return async ({ base_url, updated_at, demonstration, reviews: index, profile }, analysesOf) => {
    const engine = engineFor(profile);
    const before = remembered?.engine === engine ? remembered : NOTHING;
    const { known, fresh } = await analyzeReviews(engine, index, before, analysesOf);
    // Reviews that are gone are forgotten here. This matters most for erased ones.
    const { count, ids, by_id, hash } = index;
    remembered = { engine, index: { count, ids, by_id, hash }, known };
    const reviews = known.map(({ review }) => review);
    const analyses = new Map<string, Analysis>();
    for (const { review, analysis } of known) if (analysis) analyses.set(review.id, analysis);
    const members: TopicMembers = new Map();
    let told: ToldReports = {};
    const report = {
      engine,
      profile,
      base_url,
      generated_at: updated_at,
      reviews,
      analyses,
      cache: cacheFor(engine, profile),
      topicFound: (id: string, counted: TopicMember[]) => void members.set(id, counted),
      toldFor: (reports: ToldReports) => {
        told = reports;
      },
    };
    const document = { ...demonstrationMark(demonstration), ...buildInsightsDocument(report) };
    if (index.count > reviews.length) {
      document.limits.push(`All of this is read from the newest ${reviews.length} of ${index.count} reviews.`);
    }
    const analyzed = reviews.map((review) => {
      const analysis = analyses.get(review.id);
      return analysis ? report.cache.analyzedReview(review, analysis) : null;
    });
    return { document, told, themes: buildThemes(engine, profile, analyzed, document, members), fresh };
  };
}
