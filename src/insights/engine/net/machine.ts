import { i8At, i16At } from "../../../model/typed-array.ts";
import { sigmoid } from "../arithmetic.ts";
import type { Tokens } from "../reading/tokens.ts";
import type { NetWeights } from "./net-weights.ts";
import { tokenRow } from "./token-rows.ts";

/*
 * A gated recurrent unit reads the tokens of a text in both directions. All sums are of integers (kernel.wat): states are
 * in 4096ths, the inputs of the gates in 2048ths.
 */

type Kernel = {
  multiply(x: number, weights: number, out: number, rows: number, bytes: number): void;
  multiply_wide(x: number, weights: number, out: number, rows: number, bytes: number): void;
  finish(sums: number, bias: number, out: number, count: number, shift: number): void;
  recur(...addresses: number[]): void;
  largest(from: number, rows: number, out: number, bytes: number): void;
};

/** Addresses in the kernel's memory. From `rest` on is what depends on the length of the text. */
type Places = {
  input_weights: number;
  input_bias: number;
  state_weights: number;
  state_bias: number;
  head_weights: number;
  sigmoid: number;
  tanh: number;
  zero: number;
  sums: number;
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
 * What the words add to the gates is kept: that of the 8,192 most common words, and of others instead by turns. That is
 * 8 MB. With half of it, 9 % of the words of the demonstration had to be computed again; so it is 2 %.
 */
const SLOTS = 8192;
const CURVE = 2048;
const STATE_ONE = 4096;
const INPUT_POINT = 11;

/** Values for inputs from -8 to 8, each for the middle of its step. */
const curve = (value: (x: number) => number): Int16Array =>
  Int16Array.from({ length: CURVE }, (_, at) => Math.round(STATE_ONE * value((at + 0.5) / 128 - 8)));

const tanh = (x: number): number => 2 * sigmoid(2 * x) - 1;

function layOut({ header, head_weights, state_weights, input_weights, input_bias }: NetWeights): Places {
  let end = 0;
  const reserve = (bytes: number): number => {
    const at = end;
    end = aligned(at + bytes);
    return at;
  };
  return {
    input_weights: reserve(input_weights.byteLength),
    input_bias: reserve(input_bias.byteLength),
    state_weights: reserve(state_weights.byteLength),
    state_bias: reserve(header.units * 4),
    head_weights: reserve(head_weights.byteLength),
    sigmoid: reserve(CURVE * 2),
    tanh: reserve(CURVE * 2),
    zero: reserve(header.units * 2),
    sums: reserve(header.units * 6 * 4),
    input: reserve(header.width * 2),
    slots: reserve(SLOTS * header.units * 6 * 2),
    rest: end,
  };
}

const aligned = (address: number): number => (address + 15) & ~15;

/** How many rows multiply_wide takes at a time. */
const ROWS = 48;

/** Weights in the order in which multiply_wide reads them: by 48 rows, by two columns, by row. */
function arrange(weights: Int16Array, columns: number): Int16Array {
  const arranged = new Int16Array(weights.length);
  let to = 0;
  for (let first = 0; first < weights.length / columns; first += ROWS) {
    for (let column = 0; column < columns; column += 2) {
      for (let row = first; row < first + ROWS; row++) {
        arranged[to++] = i16At(weights, row * columns + column);
        arranged[to++] = i16At(weights, row * columns + column + 1);
      }
    }
  }
  return arranged;
}

export function openMachine(weights: NetWeights): Machine {
  const places = layOut(weights);
  const memory = new WebAssembly.Memory({ initial: (places.rest >>> 16) + 8 });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(weights.kernel), { net: { memory } });
  const cells = (address: number, values: Int16Array) => {
    new Int16Array(memory.buffer, address, values.length).set(values);
  };
  cells(places.input_weights, arrange(weights.input_weights, weights.header.width));
  cells(places.input_bias, weights.input_bias);
  cells(places.state_weights, arrange(weights.state_weights, weights.header.units));
  cells(places.state_bias, weights.state_bias);
  cells(places.head_weights, weights.head_weights);
  cells(places.sigmoid, curve(sigmoid));
  cells(places.tanh, curve(tanh));
  return {
    weights,
    // kernel.wat exports these five.
    kernel: exports as unknown as Kernel,
    memory,
    places,
    views: viewsOf(memory, places, weights),
    slot_row: new Int32Array(SLOTS).fill(-1),
    slot_text: new Int32Array(SLOTS),
    texts: 0,
  };
}

/** Growing the memory ends every view of it. */
const viewsOf = (memory: WebAssembly.Memory, { sums, input }: Places, { header }: NetWeights): Views => ({
  sums: new Int32Array(memory.buffer, sums, header.units * 6),
  input: new Int16Array(memory.buffer, input, header.width),
});

/** Writes what a word adds to the gates to `address`. */
function computeInput({ weights, kernel, places, views }: Machine, row: number, address: number) {
  const { width, units, input_bits } = weights.header;
  const { input } = views;
  for (let at = 0; at < width; at++) input[at] = i8At(weights.table, row * width + at);
  kernel.multiply_wide(places.input, places.input_weights, places.sums, units * 6, width * 2);
  kernel.finish(places.sums, places.input_bias, address, units * 6, input_bits - INPUT_POINT);
}

/** The address of what a word adds to the gates; at `spare` if another word of the same text has its slot. */
function inputAt(machine: Machine, row: number, spare: number): number {
  const { slot_row, slot_text, texts, places, weights } = machine;
  const slot = row % SLOTS;
  const address = places.slots + slot * weights.header.units * 12;
  const is_there = slot_row[slot] === row;
  if (!is_there && slot_text[slot] === texts) {
    computeInput(machine, row, spare);
    return spare;
  }
  slot_text[slot] = texts;
  if (!is_there) {
    slot_row[slot] = row;
    computeInput(machine, row, address);
  }
  return address;
}

/** Where a text's states are: one row per token, first those of the forward direction. */
export type States = { from: number; row_bytes: number };

/** Reads the tokens in both directions. The states are valid until the next text. */
export function readStates(machine: Machine, tokens: Tokens): States {
  const { weights, kernel, memory, places } = machine;
  const { units } = weights.header;
  const { count } = tokens;
  const row_bytes = units * 4;
  const from = aligned(places.rest + count * 4);
  const spare = aligned(from + (count + 4) * row_bytes);
  const missing = spare + count * units * 12 - memory.buffer.byteLength;
  if (missing > 0) {
    memory.grow((missing + 65_535) >>> 16);
    machine.views = viewsOf(memory, places, weights);
  }
  machine.texts++;
  const list = new Int32Array(memory.buffer, places.rest, count);
  for (let at = 0; at < count; at++)
    list[at] = inputAt(machine, tokenRow(weights, tokens, at), spare + at * units * 12);
  if (count === 0) return { from, row_bytes };
  const { state_weights, state_bias, sums, zero, sigmoid: gate, tanh: value } = places;
  kernel.recur(places.rest, 4, count, 0, state_weights, state_bias, sums, zero, from, row_bytes, gate, value, units);
  const last = count - 1;
  const backward = [state_weights + units * units * 6, state_bias + units * 2, sums, zero] as const;
  const out = from + last * row_bytes + units * 2;
  kernel.recur(places.rest + last * 4, -4, count, units * 6, ...backward, out, -row_bytes, gate, value, units);
  return { from, row_bytes };
}
