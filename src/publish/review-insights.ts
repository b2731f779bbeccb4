import { analyze } from "../../insights/engine/analyze.ts";
import { publishedAnalysis } from "../../insights/engine/verdicts/published.ts";
import { isAnalyzed, wordsToRead } from "../../insights/engine/words-to-read.ts";
import { NOT_ANALYZED, reviewInsightsOf } from "../insights/insights-document.ts";
import type { ReviewInsights } from "../model/insights-document.ts";
import type { EvidenceView } from "../pages/parts/insights-view.ts";
import { positionOf, reviewAt } from "../snapshot/review-at.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { EngineFor } from "./engines.ts";

/** The analysis of one review, and the passages that its page marks. For an unknown id they are null and []. */
export type ReviewAnalysis = {
  insightsOf(snapshot: Snapshot, id: string): ReviewInsights | null;
  evidenceOf(snapshot: Snapshot, id: string): EvidenceView[];
};

/** The note does not say how many reviews were read, because then the answer would change with every import. */
const OLDER =
  "not analyzed: the insights are read from newer reviews, and no filter or count by aspect or topic has this one";

const UNREAD = "not analyzed: no text, or none in a language that is read; neutral is no finding";

/** Analyzes on request. A text takes some microseconds and always gives the same result. */
export function createReviewAnalysis(engineFor: EngineFor): ReviewAnalysis {
  const insightsOf: ReviewAnalysis["insightsOf"] = (snapshot, id) => {
    const position = positionOf(snapshot.reviews, id);
    if (position === null) return null;
    const review = reviewAt(snapshot.reviews, position);
    // The review is older than those that the insights read. Filters and counts leave it out, and so does this
    // analysis.
    if (position >= snapshot.reviews.read_count) return { ...reviewInsightsOf(review, NOT_ANALYZED), note: OLDER };
    const words = wordsToRead(review);
    const engine = engineFor(snapshot.profile);
    const analysis = words ? analyze(engine, words.text, words.language) : undefined;
    // A text that the insights do not count has no aspects here either, so that counts and lists agree.
    if (!isAnalyzed(review, analysis)) return { ...reviewInsightsOf(review, NOT_ANALYZED), note: UNREAD };
    return reviewInsightsOf(review, publishedAnalysis(engine, analysis, review.rating));
  };
  return {
    insightsOf,
    evidenceOf(snapshot, id) {
      const { aspects } = engineFor(snapshot.profile).taxonomy.taxonomy;
      const insights = insightsOf(snapshot, id);
      // Passages of a translation cannot be marked in the original text that the page shows.
      if (insights?.read !== "text") return [];
      return insights.aspects.map(({ aspect, sentiment, start, end }) => ({
        aspect,
        sentiment,
        start,
        end,
        label: aspects.find(({ id: known }) => known === aspect)?.label ?? aspect,
      }));
    },
  };
}
