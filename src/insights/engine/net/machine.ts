import { i8At } from "../../../model/typed-array.ts";
import { sigmoid } from "../arithmetic.ts";
import type { Tokens } from "../reading/tokens.ts";
import { CURVE_PARTS, type Kernel, openKernel, SHORT_ZERO, weightPlace } from "./kernel.ts";
import type { NetWeights } from "./net-weights.ts";
import { tokenRow } from "./token-rows.ts";

/*
 * A gated recurrent unit reads the tokens of a text in both directions. All sums are of integers (kernel.wat): states are
 * in 4096ths, the inputs of the gates in 2048ths. To be multiplied, states are rounded to 64ths and counted from 0 on.
 */

/** Addresses in the kernel's memory. From `rest` on is what depends on the length of the text. */
type Places = {
  input_weights: number;
  input_bias: number;
  state_weights: number;
  state_first: number;
  state_scales: number;
  state_bias: number;
  head_weights: number;
  curve: number;
  gates: number;
  zero: number;
  short: number;
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
const INPUT_POINT = 11;

/** The sigmoid as kernel.wat reads it. Each parabola is exact at its ends and in its middle, and off by 0.0002 at most. */
function curveBytes(): Uint8Array {
  const bytes = new Uint8Array(CURVE_PARTS * 5);
  const value = (x: number): number => 32768 * (sigmoid(x) - 0.5);
  for (let part = 0; part < CURVE_PARTS; part++) {
    const [start, middle, end] = [value(part / 2), value(part / 2 + 0.25), value(part / 2 + 0.5)];
    const bend = Math.round(2 * middle - start - end);
    const first = Math.round(start);
    const slope = Math.round(end - start) + 2 * bend;
    bytes[part] = first & 255;
    bytes[CURVE_PARTS + part] = first >> 8;
    bytes[CURVE_PARTS * 2 + part] = slope & 255;
    bytes[CURVE_PARTS * 3 + part] = slope >> 8;
    bytes[CURVE_PARTS * 4 + part] = bend;
  }
  return bytes;
}

function layOut(weights: NetWeights): Places {
  const { header, head_weights, state_weights, state_scales, input_weights, input_bias } = weights;
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
    state_first: reserve(state_scales.byteLength),
    state_scales: reserve(state_scales.byteLength),
    state_bias: reserve(header.units * 4),
    head_weights: reserve(head_weights.byteLength),
    curve: reserve(CURVE_PARTS * 5),
    gates: reserve(header.units * 4),
    zero: reserve(header.units * 2),
    short: reserve(header.units),
    sums: reserve(header.units * 6 * 4),
    input: reserve(header.width * 2),
    slots: reserve(SLOTS * header.units * 6 * 2),
    rest: end,
  };
}

const aligned = (address: number): number => (address + 15) & ~15;

function arrange(weights: Int8Array, columns: number): Int8Array {
  const arranged = new Int8Array(weights.length);
  weights.forEach((weight, at) => {
    const column = at % columns;
    arranged[weightPlace((at - column) / columns, column, columns)] = weight;
  });
  return arranged;
}

/** What the sums of a state begin with, so that they are those of a state counted from -64 on. */
const firstSums = (weights: Int8Array, columns: number): Int32Array =>
  Int32Array.from({ length: weights.length / columns }, (_, row) =>
    weights.subarray(row * columns, (row + 1) * columns).reduce((sum, weight) => sum - SHORT_ZERO * weight, 0),
  );

export function openMachine(weights: NetWeights): Machine {
  const places = layOut(weights);
  const memory = new WebAssembly.Memory({ initial: (places.rest >>> 16) + 8 });
  const cells = (address: number, { buffer, byteOffset, byteLength }: ArrayBufferView) => {
    new Uint8Array(memory.buffer, address, byteLength).set(new Uint8Array(buffer, byteOffset, byteLength));
  };
  cells(places.input_weights, weights.input_weights);
  cells(places.input_bias, weights.input_bias);
  cells(places.state_weights, arrange(weights.state_weights, weights.header.units));
  cells(places.state_first, firstSums(weights.state_weights, weights.header.units));
  cells(places.state_scales, weights.state_scales);
  cells(places.state_bias, weights.state_bias);
  cells(places.head_weights, weights.head_weights);
  cells(places.curve, curveBytes());
  return {
    weights,
    kernel: openKernel(weights.kernel, memory),
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
  kernel.multiply(places.input, places.input_weights, places.sums, units * 6, width * 2);
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
  const { weights, memory, places } = machine;
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
  recur(machine, count, from, row_bytes);
  return { from, row_bytes };
}

/** Both directions over the inputs that `rest` lists. */
function recur({ weights, kernel, memory, places }: Machine, count: number, from: number, row_bytes: number) {
  const { units } = weights.header;
  const { state_weights, state_first, state_scales, state_bias, sums, zero, short, curve, gates } = places;
  const short_state = new Int8Array(memory.buffer, short, units);
  const directions = [
    { token: 0, step: 1, at: 0 },
    { token: count - 1, step: -1, at: 1 },
  ];
  for (const { token, step, at } of directions) {
    short_state.fill(SHORT_ZERO);
    kernel.recur(
      ...[places.rest + token * 4, step * 4, count, at * units * 6],
      ...[state_weights + at * units * units * 3, state_first + at * units * 12, state_scales + at * units * 12],
      ...[state_bias + at * units * 2, sums, gates, zero, short],
      ...[from + token * row_bytes + at * units * 2, step * row_bytes, curve, units],
    );
  }
}
