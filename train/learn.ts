import { clauseFactor, lengthFactor } from "../src/insights/engine/arithmetic.ts";
import type { EncodedClause } from "./encode.ts";
import { DIMENSIONS, type Vocabulary } from "./vectors.ts";

/** One additive output: a weight a feature, one a dimension of the word vectors, one for valence, and a bias. */
export type Head = {
  features: Float32Array;
  feature_squares: Float32Array;
  dense: Float32Array;
  dense_squares: Float32Array;
  bias: number;
};

export const DENSE = DIMENSIONS + 1;
/** A word under a negation counts this much of its vector and valence. */
export const NEGATED_FACTOR = -0.5;
/** Valence in steps of the lexicon's own scale; vectors have length one. */
export const VALENCE_SCALE = 0.5;

export const openHead = (features: number, bias = 0): Head => ({
  features: new Float32Array(features),
  feature_squares: new Float32Array(features).fill(0.05),
  dense: new Float32Array(DENSE),
  dense_squares: new Float32Array(DENSE).fill(0.05),
  bias,
});

/** What a head reads of a run of clauses: features with shares, the words' dense sum, and the length's damping. */
export type Input = {
  features: Int32Array;
  share: Float32Array;
  dense: Float32Array;
  scale: number;
  /** How many clauses, each with its own bias. */
  clauses: number;
};

export function inputOf(clauses: EncodedClause[], shares: ArrayLike<number>, vocabulary: Vocabulary): Input {
  const features: number[] = [];
  const share: number[] = [];
  const dense = new Float32Array(DENSE);
  let count = 0;
  clauses.forEach((clause, number) => {
    const weight = shares[number] ?? 0;
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
        dense[d] = (dense[d] ?? 0) + factor * (vocabulary.vectors[word * DIMENSIONS + d] ?? 0);
      }
      dense[DIMENSIONS] = (dense[DIMENSIONS] ?? 0) + factor * VALENCE_SCALE * (vocabulary.lexicon[word] ?? 0);
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
  for (let at = 0; at < features.length; at++) sum += (head.features[features[at] ?? 0] ?? 0) * (share[at] ?? 0);
  for (let d = 0; d < DENSE; d++) sum += (head.dense[d] ?? 0) * (dense[d] ?? 0);
  return (sum + head.bias * input.clauses) * input.scale;
}

export type Rates = { rate: number; dense_rate: number; decay: number };

/** One AdaGrad step against `gradient` of the loss by the margin. */
export function step(head: Head, input: Input, gradient: number, { rate, dense_rate, decay }: Rates) {
  const scaled = gradient * input.scale;
  const { features, share, dense } = input;
  for (let at = 0; at < features.length; at++) {
    const feature = features[at] ?? 0;
    const weight = head.features[feature] ?? 0;
    const slope = scaled * (share[at] ?? 0) + decay * weight;
    const square = (head.feature_squares[feature] ?? 0) + slope * slope;
    head.feature_squares[feature] = square;
    head.features[feature] = weight - (rate * slope) / Math.sqrt(square);
  }
  for (let d = 0; d < DENSE; d++) {
    const weight = head.dense[d] ?? 0;
    const slope = scaled * (dense[d] ?? 0) + decay * weight;
    const square = (head.dense_squares[d] ?? 0) + slope * slope;
    head.dense_squares[d] = square;
    head.dense[d] = weight - (dense_rate * slope) / Math.sqrt(square);
  }
  head.bias -= rate * 0.1 * scaled * input.clauses;
}

/** Several runs that saw the examples in different orders, as one: less of what the order alone decided. */
export function averageHeads(runs: Head[]): Head {
  const [first] = runs;
  if (!first) throw new Error("no run to average");
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    ...first,
    features: first.features.map((_, at) => mean(runs.map(({ features }) => features[at] ?? 0))),
    dense: first.dense.map((_, at) => mean(runs.map(({ dense }) => dense[at] ?? 0))),
    bias: mean(runs.map(({ bias }) => bias)),
  };
}
