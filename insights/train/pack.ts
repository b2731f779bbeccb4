import { f32At, itemAt } from "../../src/model/basics/typed-array.ts";
import { hashWord } from "../engine/reading/hash.ts";
import { type Header, SHARED_OUTPUTS } from "../engine/weights.ts";
import type { FeatureIndex } from "./encode.ts";
import { DENSE, type Head, VALENCE_SCALE } from "./learn.ts";
import type { TargetModel } from "./targets.ts";
import { DIMENSIONS, type Vocabulary } from "./vectors.ts";

/** The heads in the order of the weights' outputs: the text's two, then detection and polarity of the aspects. */
export type Trained = {
  shared: Head[];
  own: Head[];
  features: FeatureIndex;
  vocabulary: Vocabulary;
  targets: TargetModel;
};

/** A feature with only smaller weights is left out: the file is a third of the size, and no figure moved (measured). */
const LEAST_WEIGHT = 40;

/** A weight is stored as the signed root of its ratio to this: 8 bits cover a wide range, and squares add exactly. */
export function stepOf(values: Float32Array): number {
  let top = 0;
  for (const value of values) top = Math.max(top, Math.abs(value));
  return top > 0 ? top / (127 * 127) : 1;
}

const quantize = (value: number, scale: number): number =>
  Math.sign(value) * Math.min(127, Math.round(Math.sqrt(Math.abs(value) / scale)));

/** One weight per word: its vector and valence times the head's weights. */
function wordWeights(head: Head, { words, vectors, lexicon }: Vocabulary): Float32Array {
  return Float32Array.from(words, (_, row) => {
    let sum = f32At(head.dense, DENSE - 1) * VALENCE_SCALE * f32At(lexicon, row);
    for (let d = 0; d < DIMENSIONS; d++) sum += f32At(head.dense, d) * f32At(vectors, row * DIMENSIONS + d);
    return sum;
  });
}

const float = (value: number): number => Number(Math.fround(value).toPrecision(9));

export type HeaderRest = Pick<
  Header,
  "version" | "taxonomy" | "aspects" | "negated_factor" | "thresholds" | "figures" | "figures_es"
>;

export function packWeights({ shared, own, features, vocabulary, targets }: Trained, rest: HeaderRest): Uint8Array {
  const heads = [...shared, ...own];
  const by_word = heads.map((head) => wordWeights(head, vocabulary));
  const word_scale = by_word.map(stepOf);
  const feature_scale = heads.map(({ features: weights }) => stepOf(weights));
  const rows = heads.map(
    ({ features: weights }, output) =>
      (at: number) =>
        quantize(f32At(weights, at), itemAt(feature_scale, output)),
  );
  const keys = [...features.index.entries()];
  const kept = keys.filter(([, at]) =>
    rows.some((row, output) => (output < SHARED_OUTPUTS || at < features.own) && Math.abs(row(at)) >= LEAST_WEIGHT),
  );
  const own_kept = kept.filter(([, at]) => at < features.own);
  const target_keys = [...targets.index.entries()].filter(([, at]) =>
    targets.weights.some(
      (weights, output) => Math.abs(quantize(f32At(weights, at), itemAt(targets.scale, output))) >= LEAST_WEIGHT,
    ),
  );
  const columns = targetWords(targets, vocabulary);
  const column_scale = columns.map(stepOf);
  const header: Header = {
    ...rest,
    words: vocabulary.words.length,
    features: kept.length,
    own_features: own_kept.length,
    targets: target_keys.length,
    word_scale: word_scale.map(float),
    feature_scale: feature_scale.map(float),
    target_scale: targets.scale.map(float),
    bias: heads.map(({ bias }) => float(bias)),
    target_bias: targets.bias.map(float),
    target_dense: targets.dense.map(float),
    target_word_scale: column_scale.map(float),
  };
  const word_weights = new Int8Array(vocabulary.words.length * heads.length);
  by_word.forEach((values, output) => {
    values.forEach((value, row) => {
      word_weights[row * heads.length + output] = quantize(value, itemAt(word_scale, output));
    });
  });
  return joinParts(header, [
    Int32Array.from(vocabulary.words, hashWord),
    vocabulary.cluster,
    word_weights,
    Int32Array.from(kept, ([key]) => key),
    Int8Array.from(kept.flatMap(([, at]) => shared.map((_, output) => itemAt(rows, output)(at)))),
    Int8Array.from(own_kept.flatMap(([, at]) => own.map((_, output) => itemAt(rows, SHARED_OUTPUTS + output)(at)))),
    Int32Array.from(target_keys, ([key]) => key),
    Int8Array.from(
      target_keys.flatMap(([, at]) =>
        targets.weights.map((weights, output) => quantize(f32At(weights, at), itemAt(targets.scale, output))),
      ),
    ),
    Int8Array.from({ length: vocabulary.words.length * columns.length }, (_, cell) => {
      const column = cell % columns.length;
      return quantize(f32At(itemAt(columns, column), Math.floor(cell / columns.length)), itemAt(column_scale, column));
    }),
  ]);
}

/** The vectors' weights for targets, reduced to one number per word, group and output. */
function targetWords({ vectors }: TargetModel, { words, vectors: rows, lexicon }: Vocabulary): Float32Array[] {
  return vectors.map((head) =>
    Float32Array.from(words, (_, row) => {
      let sum = f32At(head, DIMENSIONS) * VALENCE_SCALE * f32At(lexicon, row);
      for (let d = 0; d < DIMENSIONS; d++) sum += f32At(head, d) * f32At(rows, row * DIMENSIONS + d);
      return sum;
    }),
  );
}

function joinParts(header: Header, tables: (Int32Array | Uint16Array | Int8Array)[]): Uint8Array {
  const text = new TextEncoder();
  const json = text.encode(JSON.stringify(header));
  const parts: Uint8Array[] = [text.encode("CNDRW003"), new Uint8Array(Uint32Array.of(json.length).buffer), json];
  let at = 12 + json.length;
  for (const table of tables) {
    const padding = (4 - (at & 3)) & 3;
    parts.push(new Uint8Array(padding), new Uint8Array(table.buffer, table.byteOffset, table.byteLength));
    at += padding + table.byteLength;
  }
  return Buffer.concat(parts);
}
