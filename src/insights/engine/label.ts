import type { Label } from "../../model/analysis.ts";
import { score, sigmoid } from "./arithmetic.ts";
import type { Engine } from "./engine.ts";

/** A neutral score is closer to 0 than this, and a mixed one than BOTH: a label and its score never contradict. */
const NEITHER = 0.25;
const BOTH = 0.5;

/** The score of a margin, within what the label allows. */
export function labeledScore(label: Label, margin: number): number {
  const most = label === "neutral" ? NEITHER : label === "mixed" ? BOTH : 1;
  return Math.max(-most, Math.min(most, score(margin)));
}

/** The margins of a text's three outputs. */
export type Margins = { polarity: number; neutral: number; mixed: number };

export function labelOf(engine: Engine, { polarity, neutral, mixed }: Margins): Label {
  const { thresholds } = engine.weights.header;
  if (sigmoid(mixed) > thresholds.mixed) return "mixed";
  if (sigmoid(neutral) > thresholds.neutral || Math.abs(polarity) < thresholds.margin) return "neutral";
  return polarity > 0 ? "positive" : "negative";
}

/** A text with a larger margin takes a side, whatever it says for the other. */
const DECIDED = 2.9;
/** A text with a smaller margin is mixed if it praises one aspect and criticizes another, each by BOTH_SIDES or more. */
const UNDECIDED = 0.85;
const BOTH_SIDES = 1.7;

/** The label of a whole text; `aspects` are the margins of its aspects. */
export function textLabel(engine: Engine, margins: Margins, aspects: readonly number[]): Label {
  const size = Math.abs(margins.polarity);
  const praises = aspects.some((margin) => margin > BOTH_SIDES);
  const criticizes = aspects.some((margin) => margin < -BOTH_SIDES);
  if (size < UNDECIDED && praises && criticizes) return "mixed";
  return labelOf(engine, size < DECIDED ? margins : { ...margins, mixed: -Infinity });
}
