import type { Engine } from "../../../insights/engine/engine.ts";
import type { Analysis } from "../../model/analysis.ts";
import { compareText } from "../../model/basics/compare-text.ts";
import { itemAt } from "../../model/basics/typed-array.ts";
import type { Profile } from "../../model/business.ts";
import type { InsightsDocument } from "../../model/insights-document.ts";
import type { AnalyzedReview, ByAspect } from "../analyzed-review.ts";
import type { InsightReview } from "../insight-review.ts";
import type { AspectChange, RecentMonths } from "../period.ts";
import type { Citation } from "../quotes.ts";
import { count, emptyTally, type Tally } from "../tally.ts";

/** What the summary is composed from: all reviews, and how the recent ones differ from those before. */
export type FactsInput = {
  engine: Engine;
  profile: Profile | null;
  reviews: InsightReview[];
  analyzed: AnalyzedReview[];
  aspects: InsightsDocument["aspects"];
  by_aspect: ByAspect;
  recent: RecentMonths;
  changes: ReadonlyMap<string, AspectChange>;
};

export type SummaryFacts = FactsInput & {
  tally: Tally;
  /** A clear sentence for each side that reviews take. */
  both_sides: Citation[];
};

export function summaryFacts(input: FactsInput): SummaryFacts {
  const tally = emptyTally();
  for (const { label } of input.analyzed) count(tally, label);
  return { ...input, tally, both_sides: clearOfBothSides(input.analyzed, tally) };
}

const takesSide = ({ sentences }: Analysis, at: number, side: "positive" | "negative"): boolean =>
  itemAt(sentences, at).score > 0 === (side === "positive");

/** The clearest sentences for which `fits` is true, one per review. None reveals someone's health. */
export function clearSentences(
  reviews: AnalyzedReview[],
  fits: (review: AnalyzedReview, sentence: number) => boolean,
  most: number,
): Citation[] {
  const clearest: { review: AnalyzedReview; at: number; size: number }[] = [];
  for (const review of reviews) {
    if (review.translated) continue;
    const { sentences } = review.analysis;
    let best = -1;
    let size = 0;
    for (let at = 0; at < sentences.length; at++) {
      const { score, private: is_private } = itemAt(sentences, at);
      if (is_private || Math.abs(score) <= size || !fits(review, at)) continue;
      best = at;
      size = Math.abs(score);
    }
    // Only as many are kept as are shown: one to three of 20,000.
    if (best >= 0 && (clearest.length < most || size >= itemAt(clearest, most - 1).size)) {
      clearest.push({ review, at: best, size });
      clearest.sort(
        (left, right) => right.size - left.size || compareText(left.review.review.id, right.review.review.id),
      );
      clearest.length = Math.min(clearest.length, most);
    }
  }
  return clearest.map(({ review, at }) => {
    const { start, end } = itemAt(review.analysis.sentences, at);
    return { review_id: review.review.id, start, end, text: review.text.slice(start, end) };
  });
}

/** A clear sentence for each side that reviews take. */
function clearOfBothSides(analyzed: AnalyzedReview[], tally: Tally): Citation[] {
  const side = (label: "positive" | "negative") =>
    clearSentences(
      analyzed.filter((review) => review.label === label),
      ({ analysis }, at) => takesSide(analysis, at, label),
      tally[label] >= tally.positive ? 2 : 1,
    );
  return [...side("positive"), ...side("negative")];
}
