import { readFileSync } from "node:fs";
import { onFirstUse } from "../first-use.ts";
import { openRows, type Rows, tableReader } from "../weights.ts";
// As files: the compiled binary contains them too.
import kernelFile from "./kernel.wasm" with { type: "file" };
import netFile from "./net.bin" with { type: "file" };

/** Sentiments in the order of the net's outputs. */
export const SIDES = ["positive", "negative", "neutral", "mixed"] as const;

type Header = {
  version: string;
  words: number;
  /** Rows of the table after the words, for tokens that are no known word: see token-rows.ts. */
  special: number;
  /** Numbers per word, and states per direction. */
  width: number;
  units: number;
  /** Bits after the point in `input_weights`. */
  input_bits: number;
  aspects: string[];
  /** What is added to the outputs of each head. */
  bias: { det: number[]; cond: number[]; doc: number[]; tg: number[] };
};

/** The trained net, as train/net/pack.py writes it. */
export type NetWeights = {
  header: Header;
  kernel: Uint8Array;
  word: Rows;
  table: Int8Array;
  input_weights: Int16Array;
  input_bias: Int16Array;
  state_weights: Int8Array;
  /** By row of `state_weights`: from its sum to 2048ths, in 4096ths. */
  state_scales: Int32Array;
  state_bias: Int16Array;
  /** Rows of all heads, one after the other; each head has a multiple of four rows. */
  head_weights: Int16Array;
};

const MAGIC = "CNDRN002";
/** The heads are padded to a multiple of four rows. */
export const paddedRows = (rows: number): number => (rows + 3) & ~3;

export function parseNet(bytes: Uint8Array, kernel: Uint8Array): NetWeights {
  const { header, take } = tableReader<Header>(bytes, MAGIC);
  const { words, special, width, units, bias } = header;
  const states = units * 2;
  const gates = units * 3 * 2;
  const rows =
    paddedRows(bias.det.length) +
    2 * paddedRows(bias.cond.length) +
    paddedRows(bias.doc.length) +
    paddedRows(bias.tg.length);
  const keys = new Int32Array(take(words * 4));
  const word = onFirstUse(() => openRows(keys));
  return {
    header,
    kernel,
    word: (hash) => word()(hash),
    table: new Int8Array(take((words + special) * width)),
    input_weights: new Int16Array(take(gates * width * 2)),
    input_bias: new Int16Array(take(gates * 2)),
    state_weights: new Int8Array(take(gates * units)),
    state_scales: new Int32Array(take(gates * 4)),
    state_bias: new Int16Array(take(states * 2)),
    head_weights: new Int16Array(take(rows * states * 2)),
  };
}

/** Of the committed net and its kernel. A test compares it with the files. */
export const NET_SHA256 = "fb2c74ae83073d4e64a79acdaad4bd7fd87b3ca991137a22e342de152b13cbd6";

/** The committed net. */
export const readNet = (): NetWeights => parseNet(readFileSync(netFile), readFileSync(kernelFile));
