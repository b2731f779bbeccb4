import type { Label } from "../../../src/model/analysis.ts";
import { sigmoid } from "../arithmetic.ts";
import type { Engine } from "../engine.ts";

/** A neutral score is at most NEITHER from 0, a mixed one at most BOTH: a label and its score never contradict. */
const NEITHER = 0.25;
const BOTH = 0.5;

/** A score within what the label allows. */
export function withinLabel(label: Label, score: number): number {
  const most = label === "neutral" ? NEITHER : label === "mixed" ? BOTH : 1;
  return Math.max(-most, Math.min(most, score));
}

/** The label by the sums of the words alone. */
export function labelOf(engine: Engine, { polarity, neutral }: { polarity: number; neutral: number }): Label {
  const { thresholds } = engine.weights.header;
  if (sigmoid(neutral) > thresholds.neutral || Math.abs(polarity) < thresholds.margin) return "neutral";
  return polarity > 0 ? "positive" : "negative";
}
