import { damping } from "./arithmetic.ts";
import type { Engine } from "./engine.ts";
import type { Reading } from "./reading.ts";
import { MARK } from "./tokens.ts";
import { MIXED, NEUTRAL, POLARITY, SHARED } from "./weights.ts";

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

/** Adds `count` weights from `from` on to the sums from `at` on. */
function add(sums: Float64Array, at: number, weights: Int16Array, from: number, count: number, factor: number) {
  for (let column = 0; column < count; column++) {
    sums[at + column] = (sums[at + column] ?? 0) + factor * (weights[from + column] ?? 0);
  }
}

/** The clause's features into the sums; whole numbers, so the order does not matter. */
function sumFeatures(
  engine: Engine,
  { features, bounds }: Reading,
  clause: number,
  rows: Int32Array,
  sums: Float64Array,
) {
  const { shared_weights, own_weights, header, outputs, feature } = engine.weights;
  const known = engine.trained ? header.own_features : 0;
  const aspects = header.aspects.length;
  const own = outputs - SHARED;
  let polarity = 0;
  let neutral = 0;
  let mixed = 0;
  const end = bounds[clause + 1] ?? 0;
  for (let at = bounds[clause] ?? 0; at < end; at++) {
    const row = feature(features.key[at] ?? 0);
    rows[at] = row;
    if (row < 0) continue;
    // The text's three outputs, written out: this line is the engine's hottest.
    const from = row * SHARED;
    polarity += shared_weights[from] ?? 0;
    neutral += shared_weights[from + 1] ?? 0;
    mixed += shared_weights[from + 2] ?? 0;
    if (row < known) add(sums, SHARED, own_weights, row * own, aspects, 1);
  }
  sums[POLARITY] = polarity;
  sums[NEUTRAL] = neutral;
  sums[MIXED] = mixed;
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
  const range = segments.clauses[clause];
  let size = 0;
  for (let at = range?.from ?? 0; at < (range?.to ?? 0); at++) {
    if (tokens.kind[at] === MARK) continue;
    size++;
    const row = word(tokens.hash[at] ?? 0);
    rows[at] = row;
    if (row < 0) continue;
    add(sums, 0, word_weights, row * outputs, sums.length, segments.negated[at] === 1 ? header.negated_factor : 1);
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
    by_feature.fill(0);
    by_word.fill(0);
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

/** A weight of a feature's row: of the text's own outputs, or of an aspect's. */
function featureWeight(engine: Engine, row: number, output: number): number {
  const { shared_weights, own_weights, header, outputs } = engine.weights;
  if (output < SHARED) return shared_weights[row * SHARED + output] ?? 0;
  if (row >= header.own_features || !engine.trained) return 0;
  return own_weights[row * (outputs - SHARED) + output - SHARED] ?? 0;
}

/** One clause's margin for an output that is not summed everywhere: an aspect's own polarity. */
export function marginAt(engine: Engine, reading: Reading, scores: Scores, output: number, clause: number): number {
  const { header, word_weights, outputs } = engine.weights;
  let features = 0;
  for (let at = reading.bounds[clause] ?? 0; at < (reading.bounds[clause + 1] ?? 0); at++) {
    const row = scores.feature_row[at] ?? -1;
    if (row >= 0) features += featureWeight(engine, row, output);
  }
  let words = 0;
  const range = reading.segments.clauses[clause];
  for (let at = range?.from ?? 0; at < (range?.to ?? 0); at++) {
    const row = scores.word_row[at] ?? -1;
    if (row < 0) continue;
    words +=
      (word_weights[row * outputs + output] ?? 0) * (reading.segments.negated[at] === 1 ? header.negated_factor : 1);
  }
  const sum = features * (engine.feature_scale[output] ?? 0) + words * (engine.word_scale[output] ?? 0);
  return sum * (scores.damping[clause] ?? 0) + (header.bias[output] ?? 0);
}

/**
 * Adds to `shares` what each token of a clause gives to the sum of some outputs, a feature's part divided evenly over
 * its tokens. Over all clauses, together with the biases, these are the margin, exactly.
 */
export function tokenShares(
  engine: Engine,
  reading: Reading,
  scores: Scores,
  outputs: readonly number[],
  clause: number,
  factor: number,
  shares: Float64Array,
) {
  const { tokens, segments, features, bounds } = reading;
  const { header, word_weights, outputs: width } = engine.weights;
  const part = (scores.damping[clause] ?? 0) * factor;
  for (let at = bounds[clause] ?? 0; at < (bounds[clause + 1] ?? 0); at++) {
    const row = scores.feature_row[at] ?? -1;
    if (row < 0) continue;
    let weight = 0;
    for (const output of outputs) weight += featureWeight(engine, row, output) * (engine.feature_scale[output] ?? 0);
    if (weight === 0) continue;
    const from = features.from[at] ?? 0;
    const to = features.to[at] ?? 0;
    const each = (weight * part) / (to - from);
    for (let token = from; token < to; token++) shares[token] = (shares[token] ?? 0) + each;
  }
  const range = segments.clauses[clause];
  for (let token = range?.from ?? 0; token < (range?.to ?? 0); token++) {
    const row = scores.word_row[token] ?? -1;
    if (row < 0 || tokens.kind[token] === MARK) continue;
    let weight = 0;
    for (const output of outputs)
      weight += (word_weights[row * width + output] ?? 0) * (engine.word_scale[output] ?? 0);
    shares[token] = (shares[token] ?? 0) + weight * (segments.negated[token] === 1 ? header.negated_factor : 1) * part;
  }
}
