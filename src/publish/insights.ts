import { analyze } from "../insights/engine/analyze.ts";
import { type Engine, openEngine } from "../insights/engine/engine.ts";
import { analysisKey, analyzeCached, type FreshAnalysis, MOST_REVIEWS } from "../insights/engine/kept-analyses.ts";
import { readBesideStars } from "../insights/engine/stars.ts";
import restaurant from "../insights/engine/taxonomies/restaurant.json" with { type: "json" };
import { type Folder, openFolder } from "../insights/report/analyzed-review.ts";
import type { InsightReview } from "../insights/report/insight-review.ts";
import { aggregate, isRead, reviewInsightsOf } from "../insights/report/report.ts";
import type { Analysis } from "../model/analysis.ts";
import type { Profile } from "../model/business.ts";
import type { InsightsDocument, ReviewInsights } from "../model/insights-document.ts";
import { OperatorError } from "../operator-error.ts";
import type { EvidenceView } from "../pages/parts/insights-view.ts";
import { buildAspectPostings } from "../snapshot/aspect-postings.ts";
import { positionOf, reviewAt } from "../snapshot/review-at.ts";
import type { AspectPostings } from "../snapshot/review-index.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { AnalysesOf } from "../store/snapshot-source.ts";
import { giveMemoryBack, type SnapshotParts } from "./build.ts";

/** Taxonomies that come with the program, by the name a profile's `aspects` gives; physical therapy is the default. */
const TAXONOMIES: Record<string, unknown> = { "physical-therapy": undefined, restaurant };

const engines = new Map<string, Engine>();

/** The engine for a profile, opened once a taxonomy. */
export function engineFor(profile: Profile | null): Engine {
  const aspects = profile?.aspects ?? "physical-therapy";
  const known = engines.get(aspects);
  if (known) return known;
  if (!Object.hasOwn(TAXONOMIES, aspects)) {
    throw new OperatorError(
      `aspects is ${JSON.stringify(aspects)}: must be one of ${Object.keys(TAXONOMIES).join(", ")}`,
    );
  }
  const engine = openEngine(TAXONOMIES[aspects]);
  engines.set(aspects, engine);
  return engine;
}

const PAGE = 1000;

/** What one build leaves for the next: with it, a new review costs its own analysis and a re-count. */
export type InsightsMemory = {
  analyses: Map<string, { key: string; analysis: Analysis }>;
  folder: { of: string; folder: Folder } | null;
};

export const openInsightsMemory = (): InsightsMemory => ({ analyses: new Map(), folder: null });

function folderOf(memory: InsightsMemory, profile: Profile | null): Folder {
  const of = JSON.stringify(profile);
  if (memory.folder?.of !== of) memory.folder = { of, folder: openFolder(profile) };
  return memory.folder.folder;
}

/** The newest reviews' analyses: remembered, kept in the store, or new; `fresh` collects the new ones. */
async function analyzeReviews(
  engine: Engine,
  reviews: InsightReview[],
  memory: InsightsMemory,
  analysesOf: AnalysesOf,
  fresh: FreshAnalysis[],
): Promise<Map<string, Analysis>> {
  const known = new Map<string, { key: string; analysis: Analysis }>();
  const missing: { id: string; text: string; rating: number; key: string }[] = [];
  for (const { id, text, rating } of reviews) {
    if (text === null) continue;
    const key = `${analysisKey(engine, text)}:${rating}`;
    const remembered = memory.analyses.get(id);
    if (remembered?.key === key) known.set(id, remembered);
    else missing.push({ id, text, rating, key });
  }
  for (let at = 0; at < missing.length; at += PAGE) {
    const page = missing.slice(at, at + PAGE);
    const kept = await analysesOf(page.map(({ id }) => id));
    for (const { id, text, rating, key } of page) {
      const analysis = readBesideStars(analyzeCached(engine, { id, text }, kept.get(id), fresh), rating);
      known.set(id, { key, analysis });
    }
  }
  // What is not among them any more, an erased review above all, is forgotten here.
  memory.analyses = known;
  return new Map(Array.from(known, ([id, { analysis }]) => [id, analysis]));
}

/** Of the same reviews that the insights count. */
function postingsByAspect(reviews: InsightReview[], analyses: Map<string, Analysis>): Map<string, AspectPostings> {
  return buildAspectPostings(
    reviews.map((review, position) => {
      const analysis = analyses.get(review.id);
      return { position, aspects: isRead(review, analysis) ? analysis.aspects : [] };
    }),
  );
}

/** What the reviews of a snapshot say, which of them speak of which aspect, and the analyses that were new. */
export async function buildInsights(
  { base_url, updated_at, reviews: index, profile }: SnapshotParts,
  memory: InsightsMemory,
  analysesOf: AnalysesOf,
): Promise<{ document: InsightsDocument; by_aspect: Map<string, AspectPostings>; fresh: FreshAnalysis[] }> {
  const engine = engineFor(profile);
  const fresh: FreshAnalysis[] = [];
  const reviews = Array.from({ length: Math.min(index.count, MOST_REVIEWS) }, (_, position): InsightReview => {
    const { id, rating, date, text, language, owner_reply, mentions } = reviewAt(index, position);
    return { id, rating, date, text, language, reply: owner_reply?.text ?? null, mentions };
  });
  const analyses = await analyzeReviews(engine, reviews, memory, analysesOf, fresh);
  giveMemoryBack(index);
  const folder = folderOf(memory, profile);
  const document = aggregate({ engine, profile, base_url, generated_at: updated_at, reviews, analyses, folder });
  giveMemoryBack(index);
  if (index.count > reviews.length) {
    document.limits.push(`All of this is read from the newest ${reviews.length} of ${index.count} reviews.`);
  }
  return { document, by_aspect: postingsByAspect(reviews, analyses), fresh };
}

/** The analysis of one review, made when asked for: a text takes some microseconds and gives the same answer each time. */
export function reviewInsights(snapshot: Snapshot, id: string): ReviewInsights | null {
  const position = positionOf(snapshot.reviews, id);
  if (position === null) return null;
  const review = reviewAt(snapshot.reviews, position);
  const analysis = analyze(engineFor(snapshot.profile), review.text ?? "");
  return reviewInsightsOf(id, readBesideStars(analysis, review.rating), review.mentions);
}

/** The passages of a review that its analysis speaks about, for its page. */
export function evidenceOf(snapshot: Snapshot, id: string): EvidenceView[] {
  const found = reviewInsights(snapshot, id);
  if (!found) return [];
  const { aspects } = engineFor(snapshot.profile).taxonomy.taxonomy;
  return found.aspects.map(({ aspect, sentiment, start, end }) => ({
    aspect,
    sentiment,
    start,
    end,
    label: aspects.find(({ id: known }) => known === aspect)?.label ?? aspect,
  }));
}
