import type { Engine } from "../engine/engine.ts";
import { hashWord } from "../engine/reading/hash.ts";
import type { FindRow, ManyRows } from "../engine/rows.ts";
import { type Header, NEUTRAL, type Weights } from "../engine/weights.ts";
import { engine } from "./loaded-engine.ts";

export type Numbers = { header?: Partial<Header>; weights?: Partial<Weights>; net?: number[] };

/** An engine with numbers of its own: without any, no word, feature or net says anything, and no sum is a fact. */
export function withNumbers({ header, weights, net = [0, 0, 0] }: Numbers, of: Engine = engine): Engine {
  const none = () => -1;
  const outputs = of.word_scale.length;
  const silent: Partial<Header> = {
    bias: Array.from({ length: outputs }, (_, output) => (output === NEUTRAL ? -9 : 0)),
    negated_factor: -0.5,
    target_scale: [1, 1, 1],
    target_bias: [0, 0, 0],
    target_dense: [0, 0, 0],
    target_word_scale: [],
    thresholds: { ...of.weights.header.thresholds, target_neutral: -99 },
  };
  return {
    ...of,
    word_scale: new Float64Array(outputs).fill(1),
    targets: { ...of.targets, readTarget: () => Float64Array.from(net) },
    weights: {
      ...of.weights,
      word: none,
      feature: manyOf(none),
      target: none,
      ...weights,
      header: { ...of.weights.header, ...silent, ...header },
    },
  };
}

/** Looks up one after the other. */
export const manyOf =
  (row: FindRow): ManyRows =>
  (hashes, count, rows) => {
    for (let at = 0; at < count; at++) rows[at] = row(hashes[at] ?? 0);
  };

/** The rows of some words: the first has row 0. */
export const rowsOf =
  (...words: string[]) =>
  (hash: number) =>
    words.findIndex((word) => hashWord(word) === hash);
