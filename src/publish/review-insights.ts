import { analyze } from "../insights/engine/analyze.ts";
import { adjustForStars } from "../insights/engine/stars.ts";
import { isAnalyzed, NOT_ANALYZED, reviewInsightsOf } from "../insights/report/report.ts";
import type { ReviewInsights } from "../model/insights-document.ts";
import type { EvidenceView } from "../pages/parts/insights-view.ts";
import { positionOf, reviewAt } from "../snapshot/review-at.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { EngineFor } from "./engines.ts";

/** The analysis of one review, and the passages that its page marks; null and [] for an unknown id. */
export type ReviewAnalysis = {
  insightsOf(snapshot: Snapshot, id: string): ReviewInsights | null;
  evidenceOf(snapshot: Snapshot, id: string): EvidenceView[];
};

/** Analyzes on request: a text takes some microseconds and always gives the same result. */
export function openReviewAnalysis(engineFor: EngineFor): ReviewAnalysis {
  const insightsOf: ReviewAnalysis["insightsOf"] = (snapshot, id) => {
    const position = positionOf(snapshot.reviews, id);
    if (position === null) return null;
    const review = reviewAt(snapshot.reviews, position);
    const analysis = analyze(engineFor(snapshot.profile), review.text ?? "", review.language);
    // A text that the insights do not count has no aspects here either: counts and lists agree.
    const counted = isAnalyzed(review, analysis) ? adjustForStars(analysis, review.rating) : NOT_ANALYZED;
    return reviewInsightsOf(id, counted, review.mentions);
  };
  return {
    insightsOf,
    evidenceOf(snapshot, id) {
      const { aspects } = engineFor(snapshot.profile).taxonomy.taxonomy;
      return (insightsOf(snapshot, id)?.aspects ?? []).map(({ aspect, sentiment, start, end }) => ({
        aspect,
        sentiment,
        start,
        end,
        label: aspects.find(({ id: known }) => known === aspect)?.label ?? aspect,
      }));
    },
  };
}
