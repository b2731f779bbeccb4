import { damping } from "./arithmetic.ts";
import type { Engine } from "./engine.ts";
import type { Reading } from "./reading.ts";
import { MARK } from "./tokens.ts";
import { POLARITY, SHARED } from "./weights.ts";

/** Every clause's margin for the text's own outputs and the aspects' detection, and where each feature and word stands in the weights. */
export type Scores = {
  outputs: number;
  /** Clause by clause. */
  margins: Float64Array;
  /** By clause: what its sums were multiplied with. */
  damping: Float64Array;
  /** Row of each feature, of each token; -1 where the weights do not know it. */
  feature_row: Int32Array;
  word_row: Int32Array;
};

/** Where the rows of the clause in hand begin; grown when a clause has more features. */
let offsets = new Int32Array(1024);

/**
 * The clause's features into the sums; whole numbers, so the order does not matter. Column by column: a sum that
 * stays in a register was seven times as fast as twelve in memory (measured).
 */
function sumFeatures(
  engine: Engine,
  { features, bounds }: Reading,
  clause: number,
  rows: Int32Array,
  sums: Float64Array,
) {
  const { shared_weights, clause_weights, header, feature } = engine.weights;
  const known = engine.trained ? header.own_features : 0;
  const width = sums.length;
  const start = bounds[clause] ?? 0;
  const end = bounds[clause + 1] ?? 0;
  if (end - start > offsets.length) offsets = new Int32Array((end - start) * 2);
  let own = 0;
  // Our own features' offsets from the front, the others' from the back.
  let other = offsets.length;
  for (let at = start; at < end; at++) {
    const row = feature(features.key[at] ?? 0);
    rows[at] = row;
    if (row < 0) continue;
    if (row < known) offsets[own++] = row * width;
    else offsets[--other] = row * SHARED;
  }
  for (let output = 0; output < width; output++) {
    let sum = 0;
    for (let at = 0; at < own; at++) sum += clause_weights[(offsets[at] ?? 0) + output] ?? 0;
    sums[output] = sum;
  }
  for (let output = 0; output < SHARED; output++) {
    let sum = sums[output] ?? 0;
    for (let at = other; at < offsets.length; at++) sum += shared_weights[(offsets[at] ?? 0) + output] ?? 0;
    sums[output] = sum;
  }
}

/** The clause's words into the sums; answers how many there are. */
function sumWords(
  engine: Engine,
  { tokens, segments }: Reading,
  clause: number,
  rows: Int32Array,
  sums: Float64Array,
): number {
  const { word_weights, header, outputs, word } = engine.weights;
  const { from, to } = segments.clauses[clause] ?? { from: 0, to: 0 };
  if (to - from > offsets.length) offsets = new Int32Array((to - from) * 2);
  let size = 0;
  let plain = 0;
  let negated = offsets.length;
  for (let at = from; at < to; at++) {
    if (tokens.kind[at] === MARK) continue;
    size++;
    const row = word(tokens.hash[at] ?? 0);
    rows[at] = row;
    if (row < 0) continue;
    if (segments.negated[at] === 1) offsets[--negated] = row * outputs;
    else offsets[plain++] = row * outputs;
  }
  for (let output = 0; output < sums.length; output++) {
    let sum = 0;
    for (let at = 0; at < plain; at++) sum += word_weights[(offsets[at] ?? 0) + output] ?? 0;
    let under = 0;
    for (let at = negated; at < offsets.length; at++) under += word_weights[(offsets[at] ?? 0) + output] ?? 0;
    sums[output] = sum + header.negated_factor * under;
  }
  return size;
}

export function scoreClauses(engine: Engine, reading: Reading): Scores {
  const { header } = engine.weights;
  const outputs = SHARED + header.aspects.length;
  const clauses = reading.segments.clauses.length;
  const scores: Scores = {
    outputs,
    margins: new Float64Array(clauses * outputs),
    damping: new Float64Array(clauses),
    feature_row: new Int32Array(reading.features.count),
    word_row: new Int32Array(reading.tokens.count).fill(-1),
  };
  const by_feature = new Float64Array(outputs);
  const by_word = new Float64Array(outputs);
  for (let clause = 0; clause < clauses; clause++) {
    sumFeatures(engine, reading, clause, scores.feature_row, by_feature);
    const damped = damping(sumWords(engine, reading, clause, scores.word_row, by_word));
    scores.damping[clause] = damped;
    for (let output = 0; output < outputs; output++) {
      const features = (by_feature[output] ?? 0) * (engine.feature_scale[output] ?? 0);
      const words = (by_word[output] ?? 0) * (engine.word_scale[output] ?? 0);
      scores.margins[clause * outputs + output] = (features + words) * damped + (header.bias[output] ?? 0);
    }
  }
  return scores;
}

/** A feature's or word's part, divided evenly over its tokens. */
function divide(shares: Float64Array, from: number, to: number, weight: number) {
  const each = weight / (to - from);
  for (let token = from; token < to; token++) shares[token] = (shares[token] ?? 0) + each;
}

/**
 * What is particular to an aspect's polarity in a clause (`output` below 0: nothing is). Into `shares` goes what each
 * token gives to the whole of the aspect's margin there, times `factor`: over all clauses, together with the biases,
 * these are the margin, exactly.
 */
export function aspectMargin(
  engine: Engine,
  reading: Reading,
  scores: Scores,
  output: number,
  clause: number,
  factor: number,
  shares: Float64Array | null,
): number {
  const { shared_weights, aspect_weights, word_weights, header, outputs } = engine.weights;
  const { features, bounds, segments } = reading;
  const aspects = header.aspects.length;
  const column = output - SHARED - aspects;
  const known = output < 0 ? 0 : header.own_features;
  const part = (scores.damping[clause] ?? 0) * factor;
  const shared_step = (engine.feature_scale[POLARITY] ?? 0) * part;
  const own_step = (engine.feature_scale[output] ?? 0) * part;
  let by_feature = 0;
  const end = bounds[clause + 1] ?? 0;
  for (let at = bounds[clause] ?? 0; at < end; at++) {
    const row = scores.feature_row[at] ?? -1;
    if (row < 0) continue;
    const own = row < known ? (aspect_weights[row * aspects + column] ?? 0) : 0;
    by_feature += own;
    if (shares === null) continue;
    const weight = (shared_weights[row * SHARED + POLARITY] ?? 0) * shared_step + own * own_step;
    if (weight !== 0) divide(shares, features.from[at] ?? 0, features.to[at] ?? 0, weight);
  }
  let by_word = 0;
  const { from, to } = segments.clauses[clause] ?? { from: 0, to: 0 };
  for (let token = from; token < to; token++) {
    const row = scores.word_row[token] ?? -1;
    if (row < 0) continue;
    const sign = segments.negated[token] === 1 ? header.negated_factor : 1;
    const own = output < 0 ? 0 : (word_weights[row * outputs + output] ?? 0) * sign;
    by_word += own;
    if (shares === null) continue;
    const shared = (word_weights[row * outputs + POLARITY] ?? 0) * sign * (engine.word_scale[POLARITY] ?? 0);
    divide(shares, token, token + 1, (shared + own * (engine.word_scale[output] ?? 0)) * part);
  }
  if (output < 0) return 0;
  const sum = by_feature * (engine.feature_scale[output] ?? 0) + by_word * (engine.word_scale[output] ?? 0);
  return sum * (scores.damping[clause] ?? 0) + (header.bias[output] ?? 0);
}
