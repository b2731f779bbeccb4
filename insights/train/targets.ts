import { f32At, i32At, itemAt } from "../../src/model/basics/typed-array.ts";
import { sigmoid } from "../engine/arithmetic.ts";
import type { Reading } from "../engine/reading/reading.ts";
import { targetFeatures } from "../engine/reading/target-features.ts";
import { GROUPS, groupedWords, groupFactor } from "../engine/reading/target-groups.ts";
import { targetScale } from "../engine/targets.ts";
import type { Sentiment } from "./corpus-lines.ts";
import { clustersOf } from "./encode.ts";
import type { TargetExample } from "./examples.ts";
import { DENSE, NEGATED_FACTOR, VALENCE_SCALE } from "./learn.ts";
import { createRandom, shuffled } from "./order.ts";
import { stepOf } from "./pack.ts";
import { DIMENSIONS, type Vocabulary } from "./vectors.ts";

/** The polarity of a passage: three outputs (positive, negative, neutral) over the features and words around it. */
export type TargetModel = {
  index: Map<number, number>;
  weights: Float32Array[];
  bias: number[];
  /** The weight of the clause's polarity, per output. */
  dense: number[];
  scale: number[];
  /** By group and output: the weights of the word vectors. */
  vectors: Float32Array[];
};

export const NO_TARGETS: TargetModel = {
  index: new Map(),
  weights: [new Float32Array(), new Float32Array(), new Float32Array()],
  bias: [0, 0, 0],
  dense: [0, 0, 0],
  scale: [1, 1, 1],
  vectors: [],
};

const CLASSES: Sentiment[] = ["positive", "negative", "neutral"];
const LEAST_COUNT = 2;
const FIRST_SQUARE = 0.05;

export type TargetPlan = { epochs: number; rate: number; vector_rate: number; decay: number; seeds: number[] };
export const TARGET_PLAN: TargetPlan = { epochs: 6, rate: 0.06, vector_rate: 0.08, decay: 1e-4, seeds: [1, 2] };

export type TargetCase = {
  features: Int32Array;
  scale: number;
  clause: number;
  /** By group, the sum of the word vectors. */
  vectors: Float32Array;
  wanted: number;
  weight: number;
};

function softmax(margins: number[]): number[] {
  // From sigmoids only: p(i) = 1 / (1 + sum over j of exp(z_j - z_i)).
  return margins.map((own, at) => {
    const others = margins.reduce((sum, other, index) => {
      if (index === at) return sum;
      const chance = sigmoid(other - own);
      return sum + chance / Math.max(1e-12, 1 - chance);
    }, 0);
    return 1 / (1 + others);
  });
}

function groupVectors(reading: Reading, target: { start: number; end: number }, vocabulary: Vocabulary): Float32Array {
  const sums = new Float32Array(GROUPS * DENSE);
  const counts = new Int32Array(GROUPS);
  for (const { row, group, negated } of groupedWords(reading, target, (hash) => vocabulary.index.get(hash) ?? -1)) {
    counts[group] = i32At(counts, group) + 1;
    const factor = negated ? NEGATED_FACTOR : 1;
    const at = group * DENSE;
    for (let d = 0; d < DIMENSIONS; d++)
      sums[at + d] = f32At(sums, at + d) + factor * f32At(vocabulary.vectors, row * DIMENSIONS + d);
    const valence = VALENCE_SCALE * f32At(vocabulary.lexicon, row);
    sums[at + DIMENSIONS] = f32At(sums, at + DIMENSIONS) + factor * valence;
  }
  return sums.map((sum, at) => sum * groupFactor(i32At(counts, Math.floor(at / DENSE))));
}

export type TargetReading = {
  read: (text: string) => Reading;
  vocabulary: Vocabulary;
  clausePolarity: (reading: Reading, start: number) => number;
};

/** The examples as the learner sees them, and the numbers of the features that occur often enough. */
export function targetCases(examples: TargetExample[], { read, vocabulary, clausePolarity }: TargetReading) {
  const clusters = clustersOf(vocabulary);
  const counts = new Map<number, number>();
  const raw = examples.map(({ text, start, end, sentiment, weight }) => {
    const reading = read(text);
    const features = targetFeatures(reading, { start, end }, clusters);
    const keys = [...features.key.subarray(0, features.count)];
    for (const key of new Set(keys)) counts.set(key, (counts.get(key) ?? 0) + 1);
    const vectors = groupVectors(reading, { start, end }, vocabulary);
    return { keys, vectors, clause: clausePolarity(reading, start), wanted: CLASSES.indexOf(sentiment), weight };
  });
  const index = new Map<number, number>();
  for (const [key, count] of counts) if (count >= LEAST_COUNT) index.set(key, index.size);
  const cases: TargetCase[] = raw.map(({ keys, ...rest }) => ({
    ...rest,
    features: Int32Array.from(keys.flatMap((key) => index.get(key) ?? [])),
    scale: targetScale(keys.length),
  }));
  return { cases, index };
}

/** One of the three outputs while it is learned. */
type Output = {
  weights: Float32Array;
  squares: Float32Array;
  vectors: Float32Array;
  vector_squares: Float32Array;
  bias: number;
  dense: number;
};

const createOutput = (features: number): Output => ({
  weights: new Float32Array(features),
  squares: new Float32Array(features).fill(FIRST_SQUARE),
  vectors: new Float32Array(GROUPS * DENSE),
  vector_squares: new Float32Array(GROUPS * DENSE).fill(FIRST_SQUARE),
  bias: 0,
  dense: 0,
});

function targetMargin({ weights, vectors, bias, dense }: Output, example: TargetCase): number {
  let by_feature = 0;
  for (const feature of example.features) by_feature += f32At(weights, feature);
  let by_word = 0;
  for (let at = 0; at < vectors.length; at++) by_word += f32At(vectors, at) * f32At(example.vectors, at);
  return by_feature * example.scale + by_word + dense * example.clause + bias;
}

function stepOutput(output: Output, example: TargetCase, gradient: number, rate: number, plan: TargetPlan) {
  const { weights, squares, vectors, vector_squares } = output;
  for (const feature of example.features) {
    const slope = gradient * example.scale + plan.decay * f32At(weights, feature);
    squares[feature] = f32At(squares, feature) + slope * slope;
    weights[feature] = f32At(weights, feature) - (rate * plan.rate * slope) / Math.sqrt(f32At(squares, feature));
  }
  for (let at = 0; at < vectors.length; at++) {
    const slope = gradient * f32At(example.vectors, at) + plan.decay * f32At(vectors, at);
    vector_squares[at] = f32At(vector_squares, at) + slope * slope;
    vectors[at] = f32At(vectors, at) - (rate * plan.vector_rate * slope) / Math.sqrt(f32At(vector_squares, at));
  }
  output.bias -= rate * plan.rate * 0.1 * gradient;
  output.dense -= rate * plan.rate * 0.1 * gradient * example.clause;
}

function fit(cases: TargetCase[], features: number, seed: number, plan: TargetPlan): Output[] {
  const outputs = CLASSES.map(() => createOutput(features));
  const random = createRandom(seed);
  for (let epoch = 0; epoch < plan.epochs; epoch++) {
    const rate = 1 - epoch / plan.epochs;
    for (const number of shuffled(cases.length, random)) {
      const example = itemAt(cases, number);
      softmax(outputs.map((output) => targetMargin(output, example))).forEach((chance, at) => {
        const gradient = example.weight * (chance - (at === example.wanted ? 1 : 0));
        stepOutput(itemAt(outputs, at), example, gradient, rate, plan);
      });
    }
  }
  return outputs;
}

const meanOf = (rows: Float32Array[]): Float32Array =>
  itemAt(rows, 0).map((_, at) => rows.reduce((sum, row) => sum + f32At(row, at), 0) / rows.length);
const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean of runs with the examples in different orders. */
export function fitTargets(cases: TargetCase[], index: Map<number, number>, plan: TargetPlan): TargetModel {
  const runs = plan.seeds.map((seed) => fit(cases, index.size, seed, plan));
  const outputs = CLASSES.map((_, at) => runs.map((run) => itemAt(run, at)));
  const weights = outputs.map((same) => meanOf(same.map((output) => output.weights)));
  const vectors = outputs.map((same) => meanOf(same.map((output) => output.vectors)));
  return {
    index,
    weights,
    bias: outputs.map((same) => mean(same.map(({ bias }) => bias))),
    dense: outputs.map((same) => mean(same.map(({ dense }) => dense))),
    scale: weights.map(stepOf),
    vectors: Array.from({ length: GROUPS * CLASSES.length }, (_, column) => {
      const group = Math.floor(column / CLASSES.length);
      return itemAt(vectors, column % CLASSES.length).slice(group * DENSE, (group + 1) * DENSE);
    }),
  };
}
