import { readFileSync } from "node:fs";
// A file of its own in the compiled binary too.
import weightsFile from "./weights.bin" with { type: "file" };

/**
 * Outputs by place: the text's own three, then each aspect's detection; every clause has a sum of these. What is
 * particular to an aspect's polarity is summed only where the aspect is found.
 */
export const POLARITY = 0;
export const NEUTRAL = 1;
export const MIXED = 2;
export const SHARED = 3;
/** Rows of the tables that are summed are as wide as the next multiple of four. */
const widthOf = (outputs: number): number => (outputs + 3) & ~3;
export const SHARED_WIDTH = widthOf(SHARED);

/** How often the model errs, measured when it was trained, on our own test split. */
export type Figures = {
  test_items: number;
  document_accuracy: number;
  aspect_f1: number;
  aspect_precision: number;
  aspect_recall: number;
  joint_f1: number;
  aspect_polarity_accuracy: number;
};

export type Header = {
  version: string;
  taxonomy: string;
  aspects: string[];
  words: number;
  features: number;
  own_features: number;
  targets: number;
  word_scale: number[];
  feature_scale: number[];
  target_scale: number[];
  bias: number[];
  target_bias: number[];
  target_dense: number[];
  negated_factor: number;
  thresholds: { aspect: number; neutral: number; mixed: number; margin: number; target_neutral: number };
  figures: Figures;
};

/** Words or features by hash: `find` gives the row, -1 where there is none. */
type Rows = (hash: number) => number;

export type Weights = {
  header: Header;
  sha256: string;
  outputs: number;
  word: Rows;
  cluster: Uint16Array;
  word_weights: Int16Array;
  feature: Rows;
  /** Of every feature, the text's three outputs. */
  shared_weights: Int16Array;
  /**
   * Of our own features, rows of `own_width`: the text's outputs and the aspects' detection, and from `clause_width` on
   * what is particular to an aspect's polarity. One place in memory a feature.
   */
  own_weights: Int16Array;
  own_width: number;
  clause_width: number;
  target: Rows;
  target_weights: Int16Array;
};

/** Most features of a text are unknown: one bit each, small enough for the cache, says so before the table is asked. */
const SIEVE_BITS = 1 << 21;

function openRows(keys: Int32Array): Rows {
  let room = 16;
  while (room < keys.length * 2) room *= 2;
  const slots = new Int32Array(room * 2).fill(-1);
  const sieve = new Uint32Array(SIEVE_BITS >>> 5);
  const mask = room - 1;
  keys.forEach((key, row) => {
    let slot = (key ^ (key >>> 15)) & mask;
    while (slots[slot * 2 + 1] !== -1) slot = (slot + 1) & mask;
    slots[slot * 2] = key;
    slots[slot * 2 + 1] = row;
    const bit = (key >>> 9) & (SIEVE_BITS - 1);
    sieve[bit >>> 5] = (sieve[bit >>> 5] ?? 0) | (1 << (bit & 31));
  });
  return (hash) => {
    const bit = (hash >>> 9) & (SIEVE_BITS - 1);
    if (((sieve[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return -1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (;;) {
      const row = slots[slot * 2 + 1] ?? -1;
      if (row === -1 || slots[slot * 2] === hash) return row;
      slot = (slot + 1) & mask;
    }
  };
}

/** A weight is kept as its signed root, so that eight bits reach far: see train/pack.ts. */
function squares(roots: ArrayBuffer): Int16Array {
  const from = new Int8Array(roots);
  const weights = new Int16Array(from.length);
  // A plain loop: `from` with a callback took 300 ms of every build (measured).
  for (let i = 0; i < from.length; i++) weights[i] = (from[i] ?? 0) * Math.abs(from[i] ?? 0);
  return weights;
}

const MAGIC = "CNDRW001";

/** The asset: magic, header length, header as JSON, then the tables in the order below, each at a multiple of four. */
export function parseWeights(bytes: Uint8Array): Weights {
  const text = new TextDecoder();
  if (text.decode(bytes.subarray(0, 8)) !== MAGIC) throw new Error("the weights are not of this program");
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const length = view.getUint32(8, true);
  // Written by train/ beside the tables; the magic says that it is ours.
  const header = JSON.parse(text.decode(bytes.subarray(12, 12 + length))) as Header;
  let at = 12 + length;
  const take = (size: number): ArrayBuffer => {
    at = (at + 3) & ~3;
    // A copy that begins at 0: a Buffer's own slice would share its pool.
    const part = new Uint8Array(bytes.subarray(at, at + size)).buffer;
    at += size;
    return part;
  };
  const aspects = header.aspects.length;
  const outputs = SHARED + aspects * 2;
  const tables = {
    header,
    sha256: new Bun.CryptoHasher("sha256").update(bytes).digest("hex"),
    outputs,
    word: openRows(new Int32Array(take(header.words * 4))),
    cluster: new Uint16Array(take(header.words * 2)),
    word_weights: squares(take(header.words * outputs)),
    feature: openRows(new Int32Array(take(header.features * 4))),
    packed: squares(take(header.features * SHARED)),
    own_weights: squares(take(header.own_features * (outputs - SHARED))),
    target: openRows(new Int32Array(take(header.targets * 4))),
    target_weights: squares(take(header.targets * 3)),
  };
  const { packed, own_weights, ...rest } = tables;
  const clause_width = widthOf(SHARED + aspects);
  const own_width = widthOf(clause_width + aspects);
  const own_rows = new Int16Array(header.own_features * own_width);
  for (let row = 0; row < header.own_features; row++) {
    const own = row * aspects * 2;
    own_rows.set(packed.subarray(row * SHARED, (row + 1) * SHARED), row * own_width);
    own_rows.set(own_weights.subarray(own, own + aspects), row * own_width + SHARED);
    own_rows.set(own_weights.subarray(own + aspects, own + aspects * 2), row * own_width + clause_width);
  }
  const shared_weights = new Int16Array(header.features * SHARED_WIDTH);
  for (let row = 0; row < header.features; row++) {
    for (let output = 0; output < SHARED; output++)
      shared_weights[row * SHARED_WIDTH + output] = packed[row * SHARED + output] ?? 0;
  }
  return { ...rest, shared_weights, own_weights: own_rows, own_width, clause_width };
}

let loaded: Weights | undefined;

/** The committed weights, read on first use. */
export function loadWeights(): Weights {
  loaded ??= parseWeights(readFileSync(weightsFile));
  return loaded;
}
