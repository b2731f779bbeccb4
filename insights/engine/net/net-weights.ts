import { readFileSync } from "node:fs";
import { onFirstUse } from "../first-use.ts";
import { createRows, type FindRow } from "../rows.ts";
import { checkFiles, tableReader } from "../weights.ts";
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
  /** Pairs of tokens that have numbers of their own. */
  pairs: number;
  /** Bits after the point in `input_weights`. */
  input_bits: number;
  aspects: string[];
  /** What is added to the outputs of each head. */
  bias: { det: number[]; cond: number[]; doc: number[]; tg: number[] };
};

/** 8-bit weights, and by row from its sum to 2048ths, in 4096ths, and what the sum begins with. */
export type Matrix = { rows: number; columns: number; weights: Int8Array; scales: Int32Array; first: Int32Array };

/** The trained net, as insights/train/net/pack.py writes it. */
export type NetWeights = {
  header: Header;
  kernel: Uint8Array;
  word: FindRow;
  table: Int8Array;
  /** The number of a pair of rows, by `pairKey`; -1 if it has none. What a pair adds to its second row is in `pair_table`. */
  pair: FindRow;
  pair_table: Int8Array;
  /** Of the readers, one after the other; of each, the reset gates, update gates and new states of 16 units, and so on. */
  input_weights: Int16Array;
  input_bias: Int16Array;
  states: Matrix;
  hidden: Matrix;
  /** The heads of a sentence (aspects, then sides of aspects), and of the text (sides of aspects, its side, a target's). */
  part_heads: Matrix;
  text_heads: Matrix;
};

/**
 * One number for two rows of the table, the row of a token and that of the one before: there are less than 2 ** 16 rows.
 * The factor spreads the pairs of one row, which are in a row otherwise and would be looked for one after another.
 */
export const pairKey = ({ words, special }: Header, before: number, row: number): number =>
  Math.imul(before * (words + special) + row, 0x9e3779b1);

const MAGIC = "CNDRN003";

export function parseNet(bytes: Uint8Array, kernel: Uint8Array): NetWeights {
  const { header, take } = tableReader<Header>(bytes, MAGIC);
  const { words, special, width, readers, units, hidden, pairs } = header;
  const states = readers * units;
  const matrix = (rows: number, columns: number): Matrix => ({
    rows,
    columns,
    weights: new Int8Array(take(rows * columns)),
    scales: new Int32Array(take(rows * 4)),
    first: new Int32Array(take(rows * 4)),
  });
  const rowsOf = (count: number): FindRow => {
    const keys = new Int32Array(take(count * 4));
    const rows = onFirstUse(() => createRows(keys));
    return (hash) => rows()(hash);
  };
  return {
    header,
    kernel,
    word: rowsOf(words),
    table: new Int8Array(take((words + special) * width)),
    pair: rowsOf(pairs),
    pair_table: new Int8Array(take(pairs * width)),
    input_weights: new Int16Array(take(states * 3 * width * 2)),
    input_bias: new Int16Array(take(states * 3 * 2)),
    states: matrix(states * 3, units),
    hidden: matrix(hidden, states),
    // Padded to the rows that the kernel takes at a time.
    part_heads: matrix(ROWS, states + hidden),
    text_heads: matrix(ROWS, states + hidden),
  };
}

/** Of the committed net and its kernel. */
export const NET_SHA256 = "10ac47bfbd2841c8c94e8f6c5421dbf04b74bd9fe5da32ce785579ab5203f53d";

/** The committed net. */
export function readNet(): NetWeights {
  const [net, kernel] = [readFileSync(netFile), readFileSync(kernelFile)];
  checkFiles("net.bin and kernel.wasm", NET_SHA256, net, kernel);
  return parseNet(net, kernel);
}
