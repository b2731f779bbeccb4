import { f32At, i32At, itemAt } from "../../src/model/basics/typed-array.ts";
import { sigmoid } from "../engine/arithmetic.ts";
import type { Sentiment } from "./corpus-lines.ts";
import type { EncodedClause } from "./encode.ts";
import { createHead, type Head, type Input, inputOf, margin, type Rates, step } from "./learn.ts";
import { createRandom, shuffled } from "./order.ts";
import type { Vocabulary } from "./vectors.ts";

export type EncodedExample = {
  clauses: EncodedClause[];
  sentiment: Sentiment;
  /** Empty if the source has no labels for aspects. */
  bags: { clauses: number[]; aspects: { aspect: number; sentiment: Sentiment }[] }[];
  weight: number;
};

export type Plan = { epochs: number; rates: Rates; seed: number };

/** Rates fall linearly to zero. */
export const ratesAt = ({ rate, dense_rate, decay }: Rates, epoch: number, epochs: number): Rates => {
  const left = 1 - epoch / epochs;
  return { rate: rate * left, dense_rate: dense_rate * left, decay };
};

/** How much each clause is about an aspect: 1 for the clause that is most. */
export function attention(head: Head, clauses: EncodedClause[], vocabulary: Vocabulary): number[] {
  const chances = clauses.map((clause) => sigmoid(margin(head, inputOf([clause], [1], vocabulary))));
  const most = Math.max(...chances, 1e-9);
  return chances.map((chance) => chance / most);
}

export type Task = { input: Input; wanted: number; weight: number; aspect: number | null };

/** One logistic output over whole inputs, plus what each aspect adds for the tasks that name one. */
export function trainPolarity(
  tasks: Task[],
  aspects: number,
  features: number,
  own: number,
  { epochs, rates, seed }: Plan,
) {
  const shared = createHead(features);
  const specific = Array.from({ length: aspects }, () => createHead(own));
  const random = createRandom(seed);
  for (let epoch = 0; epoch < epochs; epoch++) {
    const now = ratesAt(rates, epoch, epochs);
    for (const number of shuffled(tasks.length, random)) {
      const task = itemAt(tasks, number);
      const extra = task.aspect === null ? undefined : itemAt(specific, task.aspect);
      const z = margin(shared, task.input) + (extra ? marginOwn(extra, task.input, own) : 0);
      const gradient = (sigmoid(z) - task.wanted) * task.weight;
      step(shared, task.input, gradient, now);
      if (extra) step(extra, ownPart(task.input, own), gradient, now);
    }
  }
  return { shared, specific };
}

const parts = new WeakMap<Input, Input>();
/** The features of our own corpus. Only these have weights for aspects. */
function ownPart(input: Input, own: number): Input {
  const known = parts.get(input);
  if (known) return known;
  const kept = Array.from(input.features.keys()).filter((at) => i32At(input.features, at) < own);
  const part = {
    ...input,
    features: Int32Array.from(kept, (at) => i32At(input.features, at)),
    share: Float32Array.from(kept, (at) => f32At(input.share, at)),
  };
  parts.set(input, part);
  return part;
}

const marginOwn = (head: Head, input: Input, own: number): number => margin(head, ownPart(input, own));
