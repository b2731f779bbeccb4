import { i8At, i16At } from "../../../src/model/basics/typed-array.ts";
import type { Tokens } from "../reading/tokens.ts";
import { type Kernel, SHORT_ZERO, weightPlace } from "./kernel.ts";
import { type Matrix, type NetWeights, pairKey } from "./net-weights.ts";
import { plainKernel } from "./plain-kernel.ts";
import { tokenRow } from "./token-rows.ts";

/** A processor without vector instructions (an x86-64 without AVX) gets the same numbers from plain code, more slowly. */
function createKernel(code: Uint8Array, memory: WebAssembly.Memory): Kernel {
  if (!WebAssembly.validate(code)) return plainKernel(memory);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code), { net: { memory } });
  // kernel.wat exports the six functions of Kernel.
  return exports as unknown as Kernel;
}

/*
 * Gated recurrent units read the tokens of a text in both directions, with the loops of kernel.wat, which explains the
 * formats of the numbers. This file lays out the kernel's memory, keeps what words add to the gates, and starts the loops.
 */

/** Where a matrix is: its weights, what its sums begin with, and its scales. */
type MatrixPlace = { rows: number; columns: number; weights: number; first: number; scales: number };

/** Addresses in the kernel's memory. What depends on the length of the text begins at `rest`. */
type Places = {
  input_weights: number;
  input_bias: number;
  states: MatrixPlace;
  hidden: MatrixPlace;
  part_heads: MatrixPlace;
  text_heads: MatrixPlace;
  zero: number;
  /** Room for two states in 7 bits. */
  short: number;
  sums: number;
  /** The largest states of a passage, then the hidden units. */
  pooled: number;
  input: number;
  slots: number;
  rest: number;
};

/** Parts of the memory: the results of the last multiplication, and the numbers of one word. */
type Views = { sums: Int32Array; input: Int16Array };

export type Machine = {
  weights: NetWeights;
  kernel: Kernel;
  memory: WebAssembly.Memory;
  places: Places;
  views: Views;
  /** The word in each slot, and the number of the last text that uses it. */
  slot_row: Int32Array;
  slot_text: Int32Array;
  texts: number;
};

/**
 * What a word adds to the gates is computed once and kept in a slot of 1 KB. Words come by frequency, and every 4,096th
 * has the same slot: a rarer word replaces a common one until that is read again. Four times as many slots do not make
 * reading faster (measured).
 */
const SLOTS = 4_096;
/**
 * The same for pairs of words: every pair has a slot. With half as many, a review takes a tenth more time (measured).
 */
const PAIR_SLOTS = 32_768;
const INPUT_POINT = 11;

function layOut(weights: NetWeights): Places {
  const { width, readers, units, hidden } = weights.header;
  const states = readers * units;
  let end = 0;
  const reserve = (bytes: number): number => {
    const at = end;
    end = aligned(at + bytes);
    return at;
  };
  const matrix = ({ rows, columns }: Matrix): MatrixPlace => ({
    rows,
    columns,
    weights: reserve(rows * columns),
    first: reserve(rows * 4),
    scales: reserve(rows * 4),
  });
  return {
    input_weights: reserve(weights.input_weights.byteLength),
    input_bias: reserve(weights.input_bias.byteLength),
    states: matrix(weights.states),
    hidden: matrix(weights.hidden),
    part_heads: matrix(weights.part_heads),
    text_heads: matrix(weights.text_heads),
    zero: reserve(units * 2),
    short: reserve(units * 2),
    sums: reserve(states * 3 * 4),
    pooled: reserve(states + hidden),
    input: reserve(width * 2),
    slots: reserve((SLOTS + PAIR_SLOTS) * inputBytes(weights)),
    rest: end,
  };
}

/** The size in bytes of what a word adds to the gates of all readers. */
const inputBytes = ({ header }: NetWeights): number => header.readers * header.units * 6;

const aligned = (address: number): number => (address + 15) & ~15;

/** Weights in the order in which the kernel reads them. */
function arrange({ weights, columns }: Matrix): Int8Array {
  const arranged = new Int8Array(weights.length);
  weights.forEach((weight, at) => {
    const column = at % columns;
    arranged[weightPlace((at - column) / columns, column, columns)] = weight;
  });
  return arranged;
}

export function createMachine(weights: NetWeights): Machine {
  const places = layOut(weights);
  const memory = new WebAssembly.Memory({ initial: (places.rest >>> 16) + 8 });
  const cells = (address: number, { buffer, byteOffset, byteLength }: ArrayBufferView) => {
    new Uint8Array(memory.buffer, address, byteLength).set(new Uint8Array(buffer, byteOffset, byteLength));
  };
  for (const name of ["states", "hidden", "part_heads", "text_heads"] as const) {
    cells(places[name].weights, arrange(weights[name]));
    cells(places[name].first, weights[name].first);
    cells(places[name].scales, weights[name].scales);
  }
  for (const name of ["input_weights", "input_bias"] as const) cells(places[name], weights[name]);
  return {
    weights,
    kernel: createKernel(weights.kernel, memory),
    memory,
    places,
    views: viewsOf(memory, places, weights),
    slot_row: new Int32Array(SLOTS + PAIR_SLOTS).fill(-1),
    slot_text: new Int32Array(SLOTS + PAIR_SLOTS),
    texts: 0,
  };
}

/** These must be made again after the memory has grown: that ends every view of it. */
const viewsOf = (memory: WebAssembly.Memory, { sums, input }: Places, { header }: NetWeights): Views => ({
  sums: new Int32Array(memory.buffer, sums, header.readers * header.units * 3),
  input: new Int16Array(memory.buffer, input, header.width),
});

/** Writes to `address` what a word adds to the gates: alone, or as the second word of `pair`. */
function computeInput({ weights, kernel, places, views }: Machine, row: number, pair: number, address: number) {
  const { width, readers, units, input_bits } = weights.header;
  const gates = readers * units * 3;
  const { input } = views;
  for (let at = 0; at < width; at++) input[at] = i8At(weights.table, row * width + at);
  if (pair >= 0)
    for (let at = 0; at < width; at++) input[at] = i16At(input, at) + i8At(weights.pair_table, pair * width + at);
  kernel.multiply_word(places.input, places.input_weights, places.sums, gates, width * 2);
  kernel.finish(places.sums, places.input_bias, address, gates, input_bits - INPUT_POINT);
}

/**
 * The address of what a word or pair adds to the gates: its slot, or `spare` if another of the same text has that slot.
 */
function inputAt(machine: Machine, row: number, pair: number, spare: number): number {
  const { slot_row, slot_text, texts, places, weights } = machine;
  const [number, slot] = pair < 0 ? [row, row % SLOTS] : [pair, SLOTS + (pair % PAIR_SLOTS)];
  const address = places.slots + slot * inputBytes(weights);
  const is_there = slot_row[slot] === number;
  if (!is_there && slot_text[slot] === texts) {
    computeInput(machine, row, pair, spare);
    return spare;
  }
  slot_text[slot] = texts;
  if (!is_there) {
    slot_row[slot] = number;
    computeInput(machine, row, pair, address);
  }
  return address;
}

/** Where a text's states are: one row per token, in it the states of one reader after the other. */
export type States = { from: number; row_bytes: number };

/** Reads the tokens, at least one, in both directions. The states are valid until the next text. */
export function readStates(machine: Machine, tokens: Tokens): States {
  const { weights, memory, places } = machine;
  const { readers, units } = weights.header;
  const { count } = tokens;
  const row_bytes = readers * units * 2;
  const from = aligned(places.rest + count * 4);
  const spare = aligned(from + count * row_bytes);
  const missing = spare + count * inputBytes(weights) - memory.buffer.byteLength;
  if (missing > 0) {
    memory.grow((missing + 65_535) >>> 16);
    machine.views = viewsOf(memory, places, weights);
  }
  machine.texts++;
  const list = new Int32Array(memory.buffer, places.rest, count);
  // The words that only the net for other trades knows are in no pair.
  const paired = weights.header.words + weights.header.special;
  let before = -1;
  for (let at = 0; at < count; at++) {
    const row = tokenRow(weights, tokens, at);
    const pair =
      before < 0 || Math.max(before, row) >= paired ? -1 : weights.pair(pairKey(weights.header, before, row));
    list[at] = inputAt(machine, row, pair, spare + at * inputBytes(weights));
    before = row;
  }
  for (let reader = 0; reader < readers; reader++) recur(machine, reader, count, { from, row_bytes });
  return { from, row_bytes };
}

/** One reader reads the tokens. The addresses of their inputs are listed at `rest`. */
function recur({ weights, kernel, memory, places }: Machine, reader: number, count: number, states: States) {
  const { units } = weights.header;
  const { rest, zero, short } = places;
  const { from, row_bytes } = states;
  const [token, step] = reader % 2 === 0 ? [0, 1] : [count - 1, -1];
  const row = reader * units * 3;
  const of_rows = [places.states.first + row * 4, places.states.scales + row * 4] as const;
  new Int8Array(memory.buffer, short, units).fill(SHORT_ZERO);
  kernel.recur(
    ...([rest + token * 4, step * 4, count, row * 2] as const),
    ...([places.states.weights + row * units, ...of_rows] as const),
    ...([zero, short, short + units] as const),
    ...([from + token * row_bytes + reader * units * 2, step * row_bytes, units] as const),
  );
}
