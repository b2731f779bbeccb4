import { sigmoid } from "../src/insights/engine/arithmetic.ts";
import type { Clusters } from "../src/insights/engine/reading/features.ts";
import type { Reading } from "../src/insights/engine/reading/reading.ts";
import { targetFeatures } from "../src/insights/engine/reading/target-features.ts";
import { targetScale } from "../src/insights/engine/targets.ts";
import { f32At, itemAt } from "../src/model/typed-array.ts";
import type { Sentiment, TargetExample } from "./examples.ts";
import { openRandom, shuffled } from "./order.ts";
import { stepOf } from "./pack.ts";

/** The polarity of a passage: three outputs (positive, negative, neutral) over the features around it. */
export type TargetModel = {
  index: Map<number, number>;
  weights: Float32Array[];
  bias: number[];
  /** The weight of the clause's polarity, per output. */
  dense: number[];
  scale: number[];
};

const CLASSES: Sentiment[] = ["positive", "negative", "neutral"];
const EPOCHS = 6;
const RATE = 0.06;
const DECAY = 1e-4;
const LEAST_COUNT = 2;

type Case = { features: Int32Array; scale: number; clause: number; wanted: number };

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

export function trainTargets(
  examples: TargetExample[],
  read: (text: string) => Reading,
  clusters: Clusters,
  clausePolarity: (reading: Reading, start: number) => number,
): TargetModel {
  const counts = new Map<number, number>();
  const raw = examples.map(({ text, start, end, sentiment }) => {
    const reading = read(text);
    const features = targetFeatures(reading, { start, end }, clusters);
    const keys = [...features.key.subarray(0, features.count)];
    for (const key of new Set(keys)) counts.set(key, (counts.get(key) ?? 0) + 1);
    return { keys, clause: clausePolarity(reading, start), wanted: CLASSES.indexOf(sentiment) };
  });
  const index = new Map<number, number>();
  for (const [key, count] of counts) if (count >= LEAST_COUNT) index.set(key, index.size);
  const cases: Case[] = raw.map(({ keys, clause, wanted }) => ({
    features: Int32Array.from(keys.flatMap((key) => index.get(key) ?? [])),
    scale: targetScale(keys.length),
    clause,
    wanted,
  }));
  return fit(cases, index);
}

function fit(cases: Case[], index: Map<number, number>): TargetModel {
  const weights = CLASSES.map(() => new Float32Array(index.size));
  const squares = CLASSES.map(() => new Float32Array(index.size).fill(0.05));
  const bias = CLASSES.map(() => 0);
  const dense = CLASSES.map(() => 0);
  const random = openRandom(3);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    const rate = RATE * (1 - epoch / EPOCHS);
    for (const number of shuffled(cases.length, random)) {
      const { features, scale, clause, wanted } = itemAt(cases, number);
      const margins = weights.map((row, output) => {
        let sum = 0;
        for (const feature of features) sum += f32At(row, feature);
        return sum * scale + itemAt(dense, output) * clause + itemAt(bias, output);
      });
      softmax(margins).forEach((chance, output) => {
        const gradient = chance - (output === wanted ? 1 : 0);
        const row = itemAt(weights, output);
        const square = itemAt(squares, output);
        for (const feature of features) {
          const slope = gradient * scale + DECAY * f32At(row, feature);
          square[feature] = f32At(square, feature) + slope * slope;
          row[feature] = f32At(row, feature) - (rate * slope) / Math.sqrt(f32At(square, feature));
        }
        bias[output] = itemAt(bias, output) - rate * 0.1 * gradient;
        dense[output] = itemAt(dense, output) - rate * 0.1 * gradient * clause;
      });
    }
  }
  return { index, weights, bias, dense, scale: weights.map(stepOf) };
}
