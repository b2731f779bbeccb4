import { damping } from "./arithmetic.ts";
import type { Engine } from "./engine.ts";
import type { Reading } from "./reading/reading.ts";
import { MARK } from "./reading/tokens.ts";
import { POLARITY, SHARED, SHARED_WIDTH } from "./weights.ts";

/** Every clause's margin for the text's own outputs and the aspects' detection, and where each feature and word stands in the weights. */
export type Scores = {
  outputs: number;
  /** Clause by clause. */
  margins: Float64Array;
  /** By clause: what its sums were multiplied with. */
  damping: Float64Array;
  /** The features that the weights know, and the row of each: clause c's are `known_bounds[c]` to before the next. */
  known: Int32Array;
  known_row: Int32Array;
  known_bounds: Int32Array;
  /** Row of each token; -1 where the weights do not know it. */
  word_row: Int32Array;
};

/** Where the rows of the clause in hand begin; grown when a clause has more features. */
let offsets = new Int32Array(1024);

/**
 * Into `sums`, or onto them, the columns of the rows that begin at `offsets[from]` to before `offsets[to]`; whole
 * numbers, so the order does not matter. Four columns at a time: sums that stay in registers were seven times as fast
 * as twelve in memory (measured).
 */
function sumColumns(weights: Int16Array, from: number, to: number, sums: Float64Array, width: number) {
  for (let column = 0; column < width; column += 4) {
    let first = 0;
    let second = 0;
    let third = 0;
    let fourth = 0;
    for (let at = from; at < to; at++) {
      const cell = (offsets[at] ?? 0) + column;
      first += weights[cell] ?? 0;
      second += weights[cell + 1] ?? 0;
      third += weights[cell + 2] ?? 0;
      fourth += weights[cell + 3] ?? 0;
    }
    sums[column] = (sums[column] ?? 0) + first;
    sums[column + 1] = (sums[column + 1] ?? 0) + second;
    sums[column + 2] = (sums[column + 2] ?? 0) + third;
    sums[column + 3] = (sums[column + 3] ?? 0) + fourth;
  }
}

/** The clause's features into the sums, and the known ones behind those already there. */
function sumFeatures(
  engine: Engine,
  { features, bounds }: Reading,
  clause: number,
  scores: Scores,
  sums: Float64Array,
) {
  const { shared_weights, own_weights, own_width, header, feature, clause_width } = engine.weights;
  const own_rows = engine.trained ? header.own_features : 0;
  const start = bounds[clause] ?? 0;
  const end = bounds[clause + 1] ?? 0;
  if (end - start > offsets.length) offsets = new Int32Array((end - start) * 2);
  let count = scores.known_bounds[clause] ?? 0;
  let own = 0;
  // Our own features' offsets from the front, the others' from the back.
  let other = offsets.length;
  for (let at = start; at < end; at++) {
    const row = feature(features.key[at] ?? 0);
    if (row < 0) continue;
    scores.known[count] = at;
    scores.known_row[count++] = row;
    if (row < own_rows) offsets[own++] = row * own_width;
    else offsets[--other] = row * SHARED_WIDTH;
  }
  scores.known_bounds[clause + 1] = count;
  sums.fill(0);
  sumColumns(own_weights, 0, own, sums, clause_width);
  sumColumns(shared_weights, other, offsets.length, sums, SHARED_WIDTH);
}

/** The clause's words into the sums; answers how many there are. */
function sumWords(
  engine: Engine,
  { tokens, segments }: Reading,
  clause: number,
  rows: Int32Array,
  sums: Float64Array,
  under: Float64Array,
): number {
  const { word_weights, header, outputs, word, clause_width } = engine.weights;
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
  sums.fill(0);
  sumColumns(word_weights, 0, plain, sums, clause_width);
  if (negated === offsets.length) return size;
  under.fill(0);
  sumColumns(word_weights, negated, offsets.length, under, clause_width);
  for (let output = 0; output < clause_width; output++)
    sums[output] = (sums[output] ?? 0) + header.negated_factor * (under[output] ?? 0);
  return size;
}

export function scoreClauses(engine: Engine, reading: Reading): Scores {
  const { header, clause_width } = engine.weights;
  const outputs = SHARED + header.aspects.length;
  const clauses = reading.segments.clauses.length;
  const scores: Scores = {
    outputs,
    margins: new Float64Array(clauses * outputs),
    damping: new Float64Array(clauses),
    known: new Int32Array(reading.features.count),
    known_row: new Int32Array(reading.features.count),
    known_bounds: new Int32Array(clauses + 1),
    word_row: new Int32Array(reading.tokens.count).fill(-1),
  };
  const by_feature = new Float64Array(clause_width);
  const by_word = new Float64Array(clause_width);
  const under = new Float64Array(clause_width);
  for (let clause = 0; clause < clauses; clause++) {
    sumFeatures(engine, reading, clause, scores, by_feature);
    const damped = damping(sumWords(engine, reading, clause, scores.word_row, by_word, under));
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
  const { shared_weights, own_weights, own_width, clause_width, word_weights, header, outputs } = engine.weights;
  const { features, segments } = reading;
  const column = clause_width + output - SHARED - header.aspects.length;
  const own_rows = output < 0 ? 0 : header.own_features;
  const part = (scores.damping[clause] ?? 0) * factor;
  const shared_step = (engine.feature_scale[POLARITY] ?? 0) * part;
  const own_step = (engine.feature_scale[output] ?? 0) * part;
  let by_feature = 0;
  const end = scores.known_bounds[clause + 1] ?? 0;
  for (let number = scores.known_bounds[clause] ?? 0; number < end; number++) {
    const row = scores.known_row[number] ?? 0;
    const is_own = row < own_rows;
    const own = is_own ? (own_weights[row * own_width + column] ?? 0) : 0;
    by_feature += own;
    if (shares === null) continue;
    const shared = is_own ? own_weights[row * own_width + POLARITY] : shared_weights[row * SHARED_WIDTH + POLARITY];
    const weight = (shared ?? 0) * shared_step + own * own_step;
    const at = scores.known[number] ?? 0;
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
