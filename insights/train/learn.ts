import { f32At, i32At, itemAt } from "../../src/model/basics/typed-array.ts";
import { clauseFactor, lengthFactor } from "../engine/arithmetic.ts";
import type { EncodedClause } from "./encode.ts";
import { DIMENSIONS, type Vocabulary } from "./vectors.ts";

/** One additive output: weights for the features, the dimensions of the word vectors and the valence, and a bias. */
export type Head = {
  features: Float32Array;
  feature_squares: Float32Array;
  dense: Float32Array;
  dense_squares: Float32Array;
  bias: number;
};

export const DENSE = DIMENSIONS + 1;
/** The factor for the vector and valence of a negated word. */
export const NEGATED_FACTOR = -0.5;
/** Scales the lexicon's valence (-4 to 4) to the size of the vectors, which have length one. */
export const VALENCE_SCALE = 0.5;

export const createHead = (features: number, bias = 0): Head => ({
  features: new Float32Array(features),
  feature_squares: new Float32Array(features).fill(0.05),
  dense: new Float32Array(DENSE),
  dense_squares: new Float32Array(DENSE).fill(0.05),
  bias,
});

/** What a head sees of some clauses: features with their shares, the sum of the word vectors, and the factor. */
export type Input = {
  features: Int32Array;
  share: Float32Array;
  dense: Float32Array;
  scale: number;
  /** How many clauses; the bias counts once for each. */
  clauses: number;
};

export function inputOf(clauses: EncodedClause[], shares: number[], vocabulary: Vocabulary): Input {
  const features: number[] = [];
  const share: number[] = [];
  const dense = new Float32Array(DENSE);
  let count = 0;
  clauses.forEach((clause, number) => {
    const weight = itemAt(shares, number);
    if (weight < 0.05) return;
    count += weight;
    const part = weight * lengthFactor(clause.size);
    for (const feature of clause.features) {
      features.push(feature);
      share.push(part);
    }
    clause.words.forEach((word, at) => {
      const factor = part * (clause.negated[at] === 1 ? NEGATED_FACTOR : 1);
      for (let d = 0; d < DIMENSIONS; d++) {
        dense[d] = f32At(dense, d) + factor * f32At(vocabulary.vectors, word * DIMENSIONS + d);
      }
      dense[DIMENSIONS] = f32At(dense, DIMENSIONS) + factor * VALENCE_SCALE * f32At(vocabulary.lexicon, word);
    });
  });
  return {
    features: Int32Array.from(features),
    share: Float32Array.from(share),
    dense,
    scale: clauseFactor(count),
    clauses: count,
  };
}

export function margin(head: Head, input: Input): number {
  let sum = 0;
  const { features, share, dense } = input;
  for (let at = 0; at < features.length; at++) sum += f32At(head.features, i32At(features, at)) * f32At(share, at);
  for (let d = 0; d < DENSE; d++) sum += f32At(head.dense, d) * f32At(dense, d);
  return (sum + head.bias * input.clauses) * input.scale;
}

export type Rates = { rate: number; dense_rate: number; decay: number };

/** One AdaGrad step; `gradient` is the derivative of the loss by the margin. */
export function step(head: Head, input: Input, gradient: number, { rate, dense_rate, decay }: Rates) {
  const scaled = gradient * input.scale;
  const { features, share, dense } = input;
  for (let at = 0; at < features.length; at++) {
    const feature = i32At(features, at);
    const weight = f32At(head.features, feature);
    const slope = scaled * f32At(share, at) + decay * weight;
    const square = f32At(head.feature_squares, feature) + slope * slope;
    head.feature_squares[feature] = square;
    head.features[feature] = weight - (rate * slope) / Math.sqrt(square);
  }
  for (let d = 0; d < DENSE; d++) {
    const weight = f32At(head.dense, d);
    const slope = scaled * f32At(dense, d) + decay * weight;
    const square = f32At(head.dense_squares, d) + slope * slope;
    head.dense_squares[d] = square;
    head.dense[d] = weight - (dense_rate * slope) / Math.sqrt(square);
  }
  head.bias -= rate * 0.1 * scaled * input.clauses;
}

/** The mean of several runs with the examples in different orders, so that the order matters less. */
export function averageHeads(runs: Head[]): Head {
  const [first] = runs;
  if (!first) throw new Error("no run to average");
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    ...first,
    features: first.features.map((_, at) => mean(runs.map(({ features }) => f32At(features, at)))),
    dense: first.dense.map((_, at) => mean(runs.map(({ dense }) => f32At(dense, at)))),
    bias: mean(runs.map(({ bias }) => bias)),
  };
}
