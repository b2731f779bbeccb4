import { OperatorError } from "../errors.ts";
import { aggregate, reviewInsightsOf } from "../insights/aggregate.ts";
import { analyze } from "../insights/analyze.ts";
import { analyzeCached, type FreshAnalysis } from "../insights/cache.ts";
import { type Engine, openEngine } from "../insights/engine.ts";
import type { InsightReview } from "../insights/folded-review.ts";
import restaurant from "../insights/taxonomies/restaurant.json" with { type: "json" };
import type { Analysis } from "../model/analysis.ts";
import type { Profile } from "../model/business.ts";
import type { InsightsDocument, ReviewInsights } from "../model/insights-document.ts";
import type { ReviewRow } from "../model/review-row.ts";
import type { SnapshotSource } from "../model/snapshot-source.ts";
import type { EvidenceView } from "../pages/insights-view.ts";
import type { SnapshotParts } from "../snapshot/build.ts";
import { idAt, positionOf, reviewAt } from "../snapshot/review-at.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { AnalysesOf } from "../store/snapshot-source.ts";

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

/** Analyses every review that passes by on its way into a snapshot: the kept analysis where it still fits. */
export function openInsights(source: SnapshotSource, analysesOf: AnalysesOf) {
  const engine = engineFor(source.profile);
  const reviews = new Map<string, InsightReview>();
  const analyses = new Map<string, Analysis>();
  const fresh: FreshAnalysis[] = [];

  async function* tap(pages: AsyncIterable<ReviewRow[]>): AsyncIterable<ReviewRow[]> {
    for await (const page of pages) {
      const cached = await analysesOf(page.map(({ id }) => id));
      for (const { id, rating, date, text, language, mentions } of page) {
        reviews.set(id, { id, rating, date, text, language, mentions: JSON.parse(mentions) });
        if (text !== null) analyses.set(id, analyzeCached(engine, { id, text }, cached.get(id), fresh));
      }
      yield page;
    }
  }

  return {
    source: { ...source, reviews: () => tap(source.reviews()) } satisfies SnapshotSource,
    fresh,
    document({ base_url, updated_at, reviews: index, profile }: SnapshotParts): InsightsDocument {
      const ordered = Array.from({ length: index.count }, (_, position) => reviews.get(idAt(index, position)));
      return aggregate({
        engine,
        profile,
        base_url,
        generated_at: updated_at,
        reviews: ordered.filter((review) => review !== undefined),
        analyses,
      });
    },
  };
}

/** The analysis of one review, made when asked for: a text takes some microseconds and gives the same answer each time. */
export function reviewInsights(snapshot: Snapshot, id: string): ReviewInsights | null {
  const position = positionOf(snapshot.reviews, id);
  if (position === null) return null;
  const review = reviewAt(snapshot.reviews, position);
  return reviewInsightsOf(id, analyze(engineFor(snapshot.profile), review.text ?? ""), review.mentions);
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
