import type { Label } from "../../model/analysis.ts";
import { i16At, i32At, itemAt } from "../../model/typed-array.ts";
import { score } from "./arithmetic.ts";
import type { Engine } from "./engine.ts";
import type { Reading } from "./reading/reading.ts";
import { type Target, targetFeatures } from "./reading/target-features.ts";
import { marginAt, scoreClauses } from "./scoring.ts";
import { POLARITY } from "./weights.ts";

/** The polarity of the clause at `start`, from -3 to 3: one more input of the model for targets. */
export function clausePolarity(engine: Engine, reading: Reading, start: number): number {
  const scored = scoreClauses(engine, reading);
  const { tokens, segments } = reading;
  if (segments.clauses.length === 0) return 0;
  const clause = segments.clauses.findIndex(({ to }) => i32At(tokens.end, to - 1) > start);
  return Math.max(-3, Math.min(3, marginAt(scored, Math.max(0, clause), POLARITY)));
}

/** The factor for a target's sums: the margin must not grow with the length of the sentence. */
export const targetScale = (features: number): number => 1 / Math.sqrt(Math.max(1, features / 12));

/** The polarity of one passage in a text. */
export function analyzeTarget(engine: Engine, reading: Reading, target: Target): { sentiment: Label; score: number } {
  const { header, target: rowOf, target_weights } = engine.weights;
  const features = targetFeatures(reading, target, engine.clusters);
  const sums = new Int32Array(3);
  for (let at = 0; at < features.count; at++) {
    const row = rowOf(i32At(features.key, at));
    if (row < 0) continue;
    for (let output = 0; output < 3; output++)
      sums[output] = i32At(sums, output) + i16At(target_weights, row * 3 + output);
  }
  const clause = clausePolarity(engine, reading, target.start);
  const scale = targetScale(features.count);
  const marginOf = (output: number): number =>
    i32At(sums, output) * itemAt(header.target_scale, output) * scale +
    itemAt(header.target_dense, output) * clause +
    itemAt(header.target_bias, output);
  const [positive, negative, neutral] = [marginOf(0), marginOf(1), marginOf(2)];
  const side = positive > negative ? "positive" : "negative";
  const is_neutral = neutral + header.thresholds.target_neutral > Math.max(positive, negative);
  return { sentiment: is_neutral ? "neutral" : side, score: score(positive - negative) };
}
