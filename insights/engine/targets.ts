import type { Label } from "../../src/model/analysis.ts";
import { f64At, i16At, i32At, itemAt } from "../../src/model/basics/typed-array.ts";
import { score } from "./arithmetic.ts";
import type { Engine } from "./engine.ts";
import type { Reading } from "./reading/reading.ts";
import { type Target, targetFeatures, tokensOf } from "./reading/target-features.ts";
import { GROUPS, groupedWords, groupFactor } from "./reading/target-groups.ts";
import { marginAt, scoreClauses } from "./scoring.ts";
import { withinLabel } from "./verdicts/label.ts";
import { POLARITY } from "./weights.ts";

/** The share of the net in a passage's margins. With 0.4 to 0.65, 78 % of MAMS val are right; with 1, 77 %. */
const NET_TARGET = 0.5;

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

/** What the words around the target add to the three outputs. */
function wordMargins({ weights }: Engine, reading: Reading, target: Target): Float64Array {
  const { header, target_words, word } = weights;
  const columns = header.target_word_scale.length;
  const sums = new Float64Array(columns);
  const counts = new Int32Array(GROUPS);
  const words = columns === 0 ? [] : groupedWords(reading, target, word);
  for (const { row, group, negated } of words) {
    counts[group] = i32At(counts, group) + 1;
    const factor = negated ? header.negated_factor : 1;
    for (let column = group * 3; column < group * 3 + 3; column++)
      sums[column] = f64At(sums, column) + factor * i16At(target_words, row * columns + column);
  }
  const margins = new Float64Array(3);
  for (let column = 0; column < columns; column++) {
    const group = Math.floor(column / 3);
    const value = f64At(sums, column) * itemAt(header.target_word_scale, column);
    margins[column % 3] = f64At(margins, column % 3) + value * groupFactor(i32At(counts, group));
  }
  return margins;
}

type Three = [number, number, number];

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
  const words = wordMargins(engine, reading, target);
  const marginOf = (output: number): number =>
    f64At(words, output) +
    i32At(sums, output) * itemAt(header.target_scale, output) * scale +
    itemAt(header.target_dense, output) * clause +
    itemAt(header.target_bias, output);
  // The net has one output for each of the same three.
  const { from, to } = tokensOf(reading, target);
  const net = engine.targets.readTarget(reading, from, to);
  const [positive, negative, neutral] = [0, 1, 2].map(
    (output) => marginOf(output) + NET_TARGET * f64At(net, output),
  ) as Three;
  const side = positive > negative ? "positive" : "negative";
  const is_neutral = neutral + header.thresholds.target_neutral > Math.max(positive, negative);
  const sentiment = is_neutral ? "neutral" : side;
  return { sentiment, score: withinLabel(sentiment, score(positive - negative)) };
}
