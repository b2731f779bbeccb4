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
  /** Rows of the table after the words, for tokens that are not known words: see token-rows.ts. */
  special: number;
  /** Numbers per word. */
  width: number;
  /** How many readers there are (every second one reads backward), and how many states each has. */
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

/** 8-bit weights. By row: the scale from its sum to 2048ths, in 4096ths, and what its sum begins with. */
export type Matrix = { rows: number; columns: number; weights: Int8Array; scales: Int32Array; first: Int32Array };

/** The trained net, as insights/train/net/pack.py writes it. */
export type NetWeights = {
  header: Header;
  kernel: Uint8Array;
  word: FindRow;
  table: Int8Array;
  /**
   * The number of a pair, by `pairKey`; -1 if it has none. `pair_table` has what it adds to the numbers of its second
   * word.
   */
  pair: FindRow;
  pair_table: Int8Array;
  /** One reader after the other. For each 16 units: 16 rows of reset gates, 16 of update gates, 16 of new states. */
  input_weights: Int16Array;
  input_bias: Int16Array;
  states: Matrix;
  hidden: Matrix;
  /** The heads of a sentence (aspects, then sides of aspects), and of the text (sides of aspects, its side, a target's). */
  part_heads: Matrix;
  text_heads: Matrix;
};

/**
 * One 32-bit number for the rows of two neighboring tokens; there are fewer than 2 ** 16 rows. The factor spreads the
 * numbers: without it, the pairs of one first word would be neighbors in the lookup table, and slow to find.
 */
export const pairKey = ({ words, special }: Header, before: number, row: number): number =>
  Math.imul(before * (words + special) + row, 0x9e3779b1);

const MAGIC = "CNDRN003";

export const matrixReader =
  (take: (size: number) => ArrayBuffer) =>
  (rows: number, columns: number): Matrix => ({
    rows,
    columns,
    weights: new Int8Array(take(rows * columns)),
    scales: new Int32Array(take(rows * 4)),
    first: new Int32Array(take(rows * 4)),
  });

export function parseNet(bytes: Uint8Array, kernel: Uint8Array): NetWeights {
  const { header, take } = tableReader<Header>(bytes, MAGIC);
  const { words, special, width, readers, units, hidden, pairs } = header;
  const states = readers * units;
  const matrix = matrixReader(take);
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

/** The sha256 of net.bin and kernel.wasm, one after the other. */
export const NET_SHA256 = "10ac47bfbd2841c8c94e8f6c5421dbf04b74bd9fe5da32ce785579ab5203f53d";

/** The committed net. */
export function readNet(): NetWeights {
  const [net, kernel] = [readFileSync(netFile), readFileSync(kernelFile)];
  checkFiles("net.bin and kernel.wasm", NET_SHA256, net, kernel);
  return parseNet(net, kernel);
}
