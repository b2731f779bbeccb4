import { f64At, i16At, i32At, itemAt } from "../../src/model/basics/typed-array.ts";
import { lengthFactor } from "./arithmetic.ts";
import type { Engine } from "./engine.ts";
import type { NetReading } from "./net/net.ts";
import { findGuards, type Guards } from "./reading/guards.ts";
import type { Reading } from "./reading/reading.ts";
import { MARK } from "./reading/tokens.ts";
import { clearRows, type RowList } from "./scratch.ts";
import { POLARITY, SHARED_OUTPUTS, SHARED_WIDTH } from "./weights.ts";

/** A text that the net has read too. */
export type ReadTwice = ScoredText & { net: NetReading; guards: Guards };

/** A text with the margin of each clause for the text's two outputs and for the detection of each aspect. */
export type ScoredText = {
  engine: Engine;
  reading: Reading;
  /** Outputs per clause in `margins`. */
  outputs: number;
  margins: Float64Array;
  /** By clause: the factor for its sums, which depends on its length. */
  factor: Float64Array;
  /** The features that have weights, and their rows. Those of clause c are from `known_bounds[c]` to before the next. */
  known: Int32Array;
  known_row: Int32Array;
  known_bounds: Int32Array;
  /** The row of each token; -1 for a token without weights. */
  word_row: Int32Array;
};

export const marginAt = ({ margins, outputs }: ScoredText, clause: number, output: number): number =>
  f64At(margins, clause * outputs + output);

/**
 * Adds the given rows to `sums`, times `factor`, column by column. Weights are integers, so their order does not matter.
 * Four columns at a time: sums in registers were seven times as fast as twelve in memory (measured).
 */
function addRows(weights: Int16Array, { offsets, count }: RowList, sums: Float64Array, width: number, factor = 1) {
  for (let column = 0; column < width; column += 4) {
    let first = 0;
    let second = 0;
    let third = 0;
    let fourth = 0;
    for (let at = 0; at < count; at++) {
      const cell = i32At(offsets, at) + column;
      first += i16At(weights, cell);
      second += i16At(weights, cell + 1);
      third += i16At(weights, cell + 2);
      fourth += i16At(weights, cell + 3);
    }
    sums[column] = f64At(sums, column) + factor * first;
    sums[column + 1] = f64At(sums, column + 1) + factor * second;
    sums[column + 2] = f64At(sums, column + 2) + factor * third;
    sums[column + 3] = f64At(sums, column + 3) + factor * fourth;
  }
}

/** Looks up the rows of all features of a text and writes them to the scratch. */
function findFeatures({ scratch, weights }: Engine, { features }: Reading) {
  if (scratch.feature_rows.length < features.count) scratch.feature_rows = new Int32Array(features.count * 2);
  weights.feature(features.key, features.count, scratch.feature_rows);
}

/** Fills the scratch's feature sums from a clause, and appends its known features to those of the text. */
function sumFeatures({ engine, reading, known, known_row, known_bounds }: ScoredText, clause: number) {
  const { shared_weights, own_weights, own_width, header, clause_width } = engine.weights;
  const { feature_rows, own_features, shared_features, feature_sums } = engine.scratch;
  const { bounds } = reading;
  const own_rows = engine.trained ? header.own_features : 0;
  const end = i32At(bounds, clause + 1);
  const start = i32At(bounds, clause);
  clearRows(own_features, end - start);
  clearRows(shared_features, end - start);
  let count = i32At(known_bounds, clause);
  for (let at = start; at < end; at++) {
    const row = i32At(feature_rows, at);
    if (row < 0) continue;
    known[count] = at;
    known_row[count++] = row;
    if (row < own_rows) own_features.offsets[own_features.count++] = row * own_width;
    else shared_features.offsets[shared_features.count++] = row * SHARED_WIDTH;
  }
  known_bounds[clause + 1] = count;
  feature_sums.fill(0);
  addRows(own_weights, own_features, feature_sums, clause_width);
  addRows(shared_weights, shared_features, feature_sums, SHARED_WIDTH);
}

/** Fills the scratch's word sums from a clause; returns the number of its words. */
function sumWords({ engine, reading, word_row }: ScoredText, clause: number): number {
  const { word_weights, header, outputs, word, clause_width } = engine.weights;
  const { plain_words, negated_words, word_sums } = engine.scratch;
  const { tokens, segments } = reading;
  const { from, to } = itemAt(segments.clauses, clause);
  clearRows(plain_words, to - from);
  clearRows(negated_words, to - from);
  let size = 0;
  for (let at = from; at < to; at++) {
    if (tokens.kind[at] === MARK) continue;
    size++;
    const row = word(i32At(tokens.hash, at));
    word_row[at] = row;
    if (row < 0) continue;
    const rows = segments.negated[at] === 1 ? negated_words : plain_words;
    rows.offsets[rows.count++] = row * outputs;
  }
  word_sums.fill(0);
  addRows(word_weights, plain_words, word_sums, clause_width);
  if (negated_words.count > 0) addRows(word_weights, negated_words, word_sums, clause_width, header.negated_factor);
  return size;
}

export function scoreClauses(engine: Engine, reading: Reading): ScoredText {
  const { header } = engine.weights;
  const { feature_sums, word_sums } = engine.scratch;
  const outputs = SHARED_OUTPUTS + header.aspects.length;
  const clauses = reading.segments.clauses.length;
  const scored: ScoredText = {
    engine,
    reading,
    outputs,
    margins: new Float64Array(clauses * outputs),
    factor: new Float64Array(clauses),
    known: new Int32Array(reading.features.count),
    known_row: new Int32Array(reading.features.count),
    known_bounds: new Int32Array(clauses + 1),
    word_row: new Int32Array(reading.tokens.count).fill(-1),
  };
  findFeatures(engine, reading);
  for (let clause = 0; clause < clauses; clause++) {
    sumFeatures(scored, clause);
    const factor = lengthFactor(sumWords(scored, clause));
    scored.factor[clause] = factor;
    for (let output = 0; output < outputs; output++) {
      const features = f64At(feature_sums, output) * f64At(engine.feature_scale, output);
      const words = f64At(word_sums, output) * f64At(engine.word_scale, output);
      scored.margins[clause * outputs + output] = (features + words) * factor + itemAt(header.bias, output);
    }
  }
  return scored;
}

/** The sums come last, because the verdicts on aspects use the data that they bring into the cache. */
export function readTwice(engine: Engine, reading: Reading): ReadTwice {
  const net = engine.net.read(reading);
  const guards = findGuards(reading.tokens, reading.segments);
  return { ...scoreClauses(engine, reading), net, guards };
}

/** Adds a feature's or word's weight to its tokens, in equal parts. */
function divide(shares: Float64Array, from: number, to: number, weight: number) {
  const each = weight / (to - from);
  for (let token = from; token < to; token++) shares[token] = f64At(shares, token) + each;
}

/**
 * What an aspect adds to the polarity of a clause; 0 if the weights do not know the aspect (`output` is null). Adds to
 * `shares` what each token contributes to the aspect's whole margin in the clause, times `attention`. Over all clauses,
 * these shares and the biases add up to the margin exactly.
 */
export function aspectMargin(
  scored: ScoredText,
  output: number | null,
  clause: number,
  attention: number,
  shares: Float64Array | null,
): number {
  const { engine, reading } = scored;
  const { shared_weights, own_weights, own_width, clause_width, word_weights, header, outputs } = engine.weights;
  const { features, segments } = reading;
  const column = output === null ? 0 : clause_width + output - SHARED_OUTPUTS - header.aspects.length;
  const own_rows = output === null ? 0 : header.own_features;
  const feature_scale = output === null ? 0 : f64At(engine.feature_scale, output);
  const word_scale = output === null ? 0 : f64At(engine.word_scale, output);
  const factor = f64At(scored.factor, clause);
  const shared_step = f64At(engine.feature_scale, POLARITY) * (factor * attention);
  const own_step = feature_scale * (factor * attention);
  let by_feature = 0;
  const end = i32At(scored.known_bounds, clause + 1);
  for (let number = i32At(scored.known_bounds, clause); number < end; number++) {
    const row = i32At(scored.known_row, number);
    const is_own = row < own_rows;
    const own = is_own ? i16At(own_weights, row * own_width + column) : 0;
    by_feature += own;
    if (shares === null) continue;
    const shared = is_own
      ? i16At(own_weights, row * own_width + POLARITY)
      : i16At(shared_weights, row * SHARED_WIDTH + POLARITY);
    const weight = shared * shared_step + own * own_step;
    const at = i32At(scored.known, number);
    if (weight !== 0) divide(shares, i32At(features.from, at), i32At(features.to, at), weight);
  }
  let by_word = 0;
  const { from, to } = itemAt(segments.clauses, clause);
  for (let token = from; token < to; token++) {
    const row = i32At(scored.word_row, token);
    if (row < 0) continue;
    const sign = segments.negated[token] === 1 ? header.negated_factor : 1;
    const own = output === null ? 0 : i16At(word_weights, row * outputs + output) * sign;
    by_word += own;
    if (shares === null) continue;
    const shared = i16At(word_weights, row * outputs + POLARITY) * sign * f64At(engine.word_scale, POLARITY);
    divide(shares, token, token + 1, (shared + own * word_scale) * (factor * attention));
  }
  if (output === null) return 0;
  return (by_feature * feature_scale + by_word * word_scale) * factor + itemAt(header.bias, output);
}
