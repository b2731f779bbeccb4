import { sigmoid } from "../src/insights/engine/arithmetic.ts";
import type { Clusters } from "../src/insights/engine/reading/features.ts";
import type { Reading } from "../src/insights/engine/reading/reading.ts";
import { targetFeatures } from "../src/insights/engine/reading/target-features.ts";
import { targetScale } from "../src/insights/engine/targets.ts";
import type { Sentiment, TargetExample } from "./examples.ts";
import { openRandom, shuffled } from "./order.ts";
import { stepOf } from "./pack.ts";

/** Polarity of a given place: three outputs (positive, negative, neutral) over the features around it. */
export type TargetModel = {
  index: Map<number, number>;
  weights: Float32Array[];
  bias: number[];
  /** What the clause's own polarity adds to the positive output, and takes from the negative. */
  dense: number[];
  scale: number[];
};

const CLASSES: Sentiment[] = ["positive", "negative", "neutral"];
const EPOCHS = 6;
const RATE = 0.06;
const DECAY = 1e-4;
const LEAST = 2;

type Case = { features: Int32Array; scale: number; clause: number; wanted: number };

function softmax(margins: number[]): number[] {
  // From sigmoids alone: p(i) = 1 / (1 + sum over j of exp(z_j - z_i)).
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
  for (const [key, count] of counts) if (count >= LEAST) index.set(key, index.size);
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
      const one = cases[number];
      if (!one) continue;
      const margins = weights.map((row, output) => {
        let sum = 0;
        for (const feature of one.features) sum += row[feature] ?? 0;
        return sum * one.scale + (dense[output] ?? 0) * one.clause + (bias[output] ?? 0);
      });
      softmax(margins).forEach((chance, output) => {
        const gradient = chance - (output === one.wanted ? 1 : 0);
        const row = weights[output] ?? new Float32Array();
        const square = squares[output] ?? new Float32Array();
        for (const feature of one.features) {
          const slope = gradient * one.scale + DECAY * (row[feature] ?? 0);
          square[feature] = (square[feature] ?? 0) + slope * slope;
          row[feature] = (row[feature] ?? 0) - (rate * slope) / Math.sqrt(square[feature] ?? 1);
        }
        bias[output] = (bias[output] ?? 0) - rate * 0.1 * gradient;
        dense[output] = (dense[output] ?? 0) - rate * 0.1 * gradient * one.clause;
      });
    }
  }
  return { index, weights, bias, dense, scale: weights.map(stepOf) };
}
