import { readFileSync } from "node:fs";
import { onFirstUse } from "../first-use.ts";
import { openRows, type Rows, tableReader } from "../weights.ts";
import { ROWS } from "./kernel.ts";
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
  /** Numbers per word. */
  width: number;
  /** Readers of a text, every second one backward, and the states of each. */
  readers: number;
  units: number;
  /** Units that see the states of a passage together. */
  hidden: number;
  /** Bits after the point in `input_weights`. */
  input_bits: number;
  aspects: string[];
  /** What is added to the outputs of each head. */
  bias: { det: number[]; cond: number[]; doc: number[]; tg: number[] };
};

/** 8-bit weights, and by row from its sum to 2048ths, in 4096ths. */
export type Matrix = { rows: number; columns: number; weights: Int8Array; scales: Int32Array };

/** The trained net, as train/net/pack.py writes it. */
export type NetWeights = {
  header: Header;
  kernel: Uint8Array;
  word: Rows;
  table: Int8Array;
  input_weights: Int16Array;
  input_bias: Int16Array;
  /** Of the readers, one after the other. */
  states: Matrix;
  state_bias: Int16Array;
  hidden: Matrix;
  hidden_bias: Int16Array;
  /** The heads of a sentence (aspects, then sides of aspects), and of the text (sides of aspects, its side, a target's). */
  part_heads: Matrix;
  text_heads: Matrix;
};

const MAGIC = "CNDRN002";

export function parseNet(bytes: Uint8Array, kernel: Uint8Array): NetWeights {
  const { header, take } = tableReader<Header>(bytes, MAGIC);
  const { words, special, width, readers, units, hidden } = header;
  const states = readers * units;
  const matrix = (rows: number, columns: number): Matrix => ({
    rows,
    columns,
    weights: new Int8Array(take(rows * columns)),
    scales: new Int32Array(take(rows * 4)),
  });
  const keys = new Int32Array(take(words * 4));
  const word = onFirstUse(() => openRows(keys));
  return {
    header,
    kernel,
    word: (hash) => word()(hash),
    table: new Int8Array(take((words + special) * width)),
    input_weights: new Int16Array(take(states * 3 * width * 2)),
    input_bias: new Int16Array(take(states * 3 * 2)),
    states: matrix(states * 3, units),
    state_bias: new Int16Array(take(states * 2)),
    hidden: matrix(hidden, states),
    hidden_bias: new Int16Array(take(hidden * 2)),
    // Padded to the rows that the kernel takes at a time.
    part_heads: matrix(ROWS, states + hidden),
    text_heads: matrix(ROWS, states + hidden),
  };
}

/** Of the committed net and its kernel. A test compares it with the files. */
export const NET_SHA256 = "9e293e161660d39b00abf868699f790d5ba44e906e89448becb7347f8b5bfae2";

/** The committed net. */
export const readNet = (): NetWeights => parseNet(readFileSync(netFile), readFileSync(kernelFile));
