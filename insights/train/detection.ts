import { f32At, f64At, i32At, itemAt } from "../../src/model/basics/typed-array.ts";
import { sigmoid } from "../engine/arithmetic.ts";
import type { EncodedExample, Plan } from "./heads.ts";
import { ratesAt } from "./heads.ts";
import { DENSE, type Head, type Input, inputOf, type Rates } from "./learn.ts";
import { createRandom, shuffled } from "./order.ts";
import type { Vocabulary } from "./vectors.ts";

/** What detection learns from: the clauses of a labeled sentence (or of a text that is labeled as a whole). */
export type DetectionCase = { inputs: Input[]; wanted: Set<number>; weight: number };

export const detectionCases = (examples: EncodedExample[], vocabulary: Vocabulary): DetectionCase[] =>
  examples.flatMap(({ clauses, bags, weight }) =>
    bags.map((bag) => ({
      inputs: bag.clauses.map((at) => inputOf([itemAt(clauses, at)], [1], vocabulary)),
      wanted: new Set(bag.aspects.map(({ aspect }) => aspect)),
      weight,
    })),
  );

/** One output per aspect over the same inputs. The weights of a feature are side by side: four times as fast (measured). */
type Heads = {
  count: number;
  features: Float32Array;
  feature_squares: Float32Array;
  dense: Float32Array;
  dense_squares: Float32Array;
  bias: Float64Array;
};

const FIRST_BIAS = -2;
const FIRST_SQUARE = 0.05;

const createHeads = (count: number, features: number): Heads => ({
  count,
  features: new Float32Array(features * count),
  feature_squares: new Float32Array(features * count).fill(FIRST_SQUARE),
  dense: new Float32Array(DENSE * count),
  dense_squares: new Float32Array(DENSE * count).fill(FIRST_SQUARE),
  bias: new Float64Array(count).fill(FIRST_BIAS),
});

function addMargins({ count, features, dense, bias }: Heads, input: Input, margins: Float64Array) {
  margins.fill(0);
  for (let at = 0; at < input.features.length; at++) {
    const row = i32At(input.features, at) * count;
    const share = f32At(input.share, at);
    for (let head = 0; head < count; head++) margins[head] = f64At(margins, head) + share * f32At(features, row + head);
  }
  for (let d = 0; d < DENSE; d++) {
    const value = f32At(input.dense, d);
    for (let head = 0; head < count; head++)
      margins[head] = f64At(margins, head) + value * f32At(dense, d * count + head);
  }
  for (let head = 0; head < count; head++)
    margins[head] = (f64At(margins, head) + f64At(bias, head) * input.clauses) * input.scale;
}

/** One AdaGrad step of the weights from `row` on. */
function stepRow(weights: Float32Array, squares: Float32Array, row: number, slopes: Float64Array, by: StepBy) {
  for (let head = 0; head < slopes.length; head++) {
    const gradient = f64At(slopes, head);
    if (gradient === 0) continue;
    const weight = f32At(weights, row + head);
    const slope = gradient * by.value + by.decay * weight;
    const square = f32At(squares, row + head) + slope * slope;
    squares[row + head] = square;
    weights[row + head] = weight - (by.rate * slope) / Math.sqrt(square);
  }
}
type StepBy = { value: number; rate: number; decay: number };

/** A smaller gradient of the margin changes nothing worth the time. */
const LEAST_GRADIENT = 1e-3;

function stepHeads(heads: Heads, input: Input, gradients: Float64Array, { rate, dense_rate, decay }: Rates) {
  const slopes = gradients.map((gradient) => (Math.abs(gradient) < LEAST_GRADIENT ? 0 : gradient * input.scale));
  const by: StepBy = { value: 0, rate, decay };
  for (let at = 0; at < input.features.length; at++) {
    by.value = f32At(input.share, at);
    stepRow(heads.features, heads.feature_squares, i32At(input.features, at) * heads.count, slopes, by);
  }
  by.rate = dense_rate;
  for (let d = 0; d < DENSE; d++) {
    by.value = f32At(input.dense, d);
    stepRow(heads.dense, heads.dense_squares, d * heads.count, slopes, by);
  }
  for (let head = 0; head < heads.count; head++)
    heads.bias[head] = f64At(heads.bias, head) - rate * 0.1 * f64At(slopes, head) * input.clauses;
}

/** A sentence has an aspect if one of its clauses has it (noisy or). */
function stepAny(heads: Heads, { inputs, wanted, weight }: DetectionCase, rates: Rates) {
  const chances = inputs.map((input) => {
    const margins = new Float64Array(heads.count);
    addMargins(heads, input, margins);
    return margins.map(sigmoid);
  });
  const none = new Float64Array(heads.count).fill(1);
  for (const chance of chances)
    for (let head = 0; head < heads.count; head++) none[head] = f64At(none, head) * (1 - f64At(chance, head));
  inputs.forEach((input, at) => {
    const gradients = itemAt(chances, at).map((chance, head) => {
      const any = Math.max(1e-6, 1 - f64At(none, head));
      return weight * (wanted.has(head) ? -((1 - any) / any) * chance : chance);
    });
    stepHeads(heads, input, gradients, rates);
  });
}

const headAt = ({ count, features, dense, bias }: Heads, head: number): Head => ({
  features: Float32Array.from({ length: features.length / count }, (_, at) => f32At(features, at * count + head)),
  feature_squares: new Float32Array(),
  dense: Float32Array.from({ length: DENSE }, (_, d) => f32At(dense, d * count + head)),
  dense_squares: new Float32Array(),
  bias: f64At(bias, head),
});

export function trainDetection(
  cases: DetectionCase[],
  aspects: number,
  features: number,
  { epochs, rates, seed }: Plan,
): Head[] {
  const heads = createHeads(aspects, features);
  const random = createRandom(seed);
  for (let epoch = 0; epoch < epochs; epoch++) {
    const now = ratesAt(rates, epoch, epochs);
    for (const number of shuffled(cases.length, random)) stepAny(heads, itemAt(cases, number), now);
  }
  return Array.from({ length: aspects }, (_, head) => headAt(heads, head));
}
