import type { Label } from "../../model/analysis.ts";
import { score } from "./arithmetic.ts";
import type { Engine } from "./engine.ts";
import type { Reading } from "./reading/reading.ts";
import { type Target, targetFeatures } from "./reading/target-features.ts";
import { scoreClauses } from "./scoring.ts";
import { POLARITY } from "./weights.ts";

/** The clause of the token at `start`: its own polarity is one more thing the target's model looks at. */
export function clausePolarity(engine: Engine, reading: Reading, start: number): number {
  const scores = scoreClauses(engine, reading);
  const { tokens, segments } = reading;
  const clause = segments.clauses.findIndex(({ to }) => (tokens.end[to - 1] ?? 0) > start);
  const margin = scores.margins[Math.max(0, clause) * scores.outputs + POLARITY] ?? 0;
  return Math.max(-3, Math.min(3, margin));
}

/** More features, smaller steps: the margin must not grow with the sentence. */
export const targetScale = (features: number): number => 1 / Math.sqrt(Math.max(1, features / 12));

/** How the text speaks of one place in it. */
export function analyzeTarget(engine: Engine, reading: Reading, target: Target): { sentiment: Label; score: number } {
  const { header, target: find, target_weights } = engine.weights;
  const features = targetFeatures(reading, target, engine.clusters);
  const sums = [0, 0, 0];
  for (let at = 0; at < features.count; at++) {
    const row = find(features.key[at] ?? 0);
    if (row < 0) continue;
    for (let output = 0; output < 3; output++)
      sums[output] = (sums[output] ?? 0) + (target_weights[row * 3 + output] ?? 0);
  }
  const clause = clausePolarity(engine, reading, target.start);
  const scale = targetScale(features.count);
  const [positive = 0, negative = 0, neutral = 0] = sums.map(
    (sum, output) =>
      sum * (header.target_scale[output] ?? 0) * scale +
      (header.target_dense[output] ?? 0) * clause +
      (header.target_bias[output] ?? 0),
  );
  const best = Math.max(positive, negative);
  if (neutral + header.thresholds.target_neutral > best)
    return { sentiment: "neutral", score: score(positive - negative) };
  return { sentiment: positive > negative ? "positive" : "negative", score: score(positive - negative) };
}
