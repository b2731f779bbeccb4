import { f64At, i32At, itemAt } from "../../../model/typed-array.ts";
import { onFirstUse } from "../first-use.ts";
import type { Reading } from "../reading/reading.ts";
import { type Machine, openMachine, readStates, type States } from "./machine.ts";
import { type NetWeights, paddedRows } from "./net-weights.ts";

/** What the net says of a text. All are margins, before a sigmoid or softmax. */
export type NetReading = {
  /** By sentence and aspect: that the sentence has the aspect. */
  detection: Float64Array;
  /** By sentence, aspect and side, in the order of SIDES. */
  sides: Float64Array;
  /** By side. */
  text: Float64Array;
};

export type Net = {
  read(reading: Reading): NetReading;
  /** The margins of positive, negative and neutral for the tokens from `from` to before `to`. */
  readTarget(reading: Reading, from: number, to: number): Float64Array;
};

/** Heads see states in 4096ths and have weights in 4096ths. */
const STEP = 2 ** -24;

/** Where the heads begin among the rows of all heads. */
function headRows({ header: { bias } }: NetWeights) {
  const part_sides = paddedRows(bias.det.length);
  const text_sides = part_sides + paddedRows(bias.cond.length);
  const text = text_sides + paddedRows(bias.cond.length);
  return { detection: 0, part_sides, text_sides, text, target: text + paddedRows(bias.doc.length) };
}

/** The largest state of each unit over the tokens from `from` to before `to`, at an address after the states. */
function pool({ kernel }: Machine, states: States, tokens: number, from: number, to: number): number {
  const out = states.from + tokens * states.row_bytes;
  kernel.largest(states.from + from * states.row_bytes, to - from, out, states.row_bytes);
  return out;
}

/** Applies `rows` rows of the heads, from `first` on, to the states at `address`. The results are in `sums`. */
function applyHeads({ kernel, places }: Machine, first: number, rows: number, address: number, row_bytes: number) {
  kernel.multiply(address, places.head_weights + first * row_bytes, places.sums, rows, row_bytes);
}

function read(machine: Machine, { tokens, segments }: Reading): NetReading {
  const { bias } = machine.weights.header;
  const heads = headRows(machine.weights);
  const [aspects, sides_each] = [bias.det.length, bias.cond.length];
  const { sentences } = segments;
  const states = readStates(machine, tokens);
  const { sums } = machine.views;
  const whole = pool(machine, states, tokens.count, 0, tokens.count);
  applyHeads(machine, heads.text_sides, heads.target - heads.text_sides, whole, states.row_bytes);
  const of_text = Float64Array.from(bias.cond, (base, at) => i32At(sums, at) * STEP + base);
  const text_at = heads.text - heads.text_sides;
  const text = Float64Array.from(bias.doc, (base, at) => i32At(sums, text_at + at) * STEP + base);
  const detection = new Float64Array(sentences.length * aspects);
  const sides = new Float64Array(sentences.length * sides_each);
  for (let sentence = 0; sentence < sentences.length; sentence++) {
    const { from, to } = itemAt(sentences, sentence);
    const part = pool(machine, states, tokens.count, from, to);
    applyHeads(machine, heads.detection, heads.text_sides, part, states.row_bytes);
    for (let at = 0; at < aspects; at++)
      detection[sentence * aspects + at] = i32At(sums, at) * STEP + itemAt(bias.det, at);
    for (let at = 0; at < sides_each; at++)
      sides[sentence * sides_each + at] = i32At(sums, heads.part_sides + at) * STEP + f64At(of_text, at);
  }
  return { detection, sides, text };
}

function readTarget(machine: Machine, { tokens }: Reading, from: number, to: number): Float64Array {
  const { bias } = machine.weights.header;
  if (from >= to) return new Float64Array(bias.tg.length);
  const states = readStates(machine, tokens);
  const address = pool(machine, states, tokens.count, from, to);
  applyHeads(machine, headRows(machine.weights).target, paddedRows(bias.tg.length), address, states.row_bytes);
  const { sums } = machine.views;
  return Float64Array.from(bias.tg, (base, at) => i32At(sums, at) * STEP + base);
}

/** Opens the net for one thread: its memory is used by one text after another. The first text reads its weights. */
export function openNet(readWeights: () => NetWeights): Net {
  const machine = onFirstUse(() => openMachine(readWeights()));
  return {
    read: (reading) => read(machine(), reading),
    readTarget: (reading, from, to) => readTarget(machine(), reading, from, to),
  };
}
