import { f64At, i32At, itemAt } from "../../../src/model/basics/typed-array.ts";
import { onFirstUse } from "../first-use.ts";
import type { Reading } from "../reading/reading.ts";
import { createMachine, type Machine, readStates, type States } from "./machine.ts";
import type { NetWeights } from "./net-weights.ts";

/** What the net says of a text. All are margins, before a sigmoid or softmax. */
export type NetReading = {
  /** By sentence and aspect: that the sentence has the aspect. */
  detection: Float64Array;
  /** By sentence, aspect and side, in the order of SIDES. */
  sides: Float64Array;
  /** By side. */
  text: Float64Array;
};

type Part = { from: number; to: number };
/** By part instead of by sentence. */
export type PartsReading = Pick<NetReading, "detection" | "sides">;

export type Net = {
  /** For a text with at least one token. */
  read(reading: Reading): NetReading;
  /** Parts of the text that was read last. */
  readParts(parts: readonly Part[]): PartsReading;
  /** The margins of positive, negative and neutral for the tokens from `from` to before `to`. */
  readTarget(reading: Reading, from: number, to: number): Float64Array;
};

/** The unit of a sum times the scale of its row: 2048ths of 4096ths. */
const STEP = 2 ** -23;

/** The largest state of each unit over the tokens from `from` to before `to`, and what the hidden units make of them. */
function pool({ kernel, places }: Machine, { from: first, row_bytes }: States, from: number, to: number) {
  const { pooled, hidden, sums } = places;
  kernel.largest(first + from * row_bytes, to - from, pooled, row_bytes);
  kernel.multiply(pooled, hidden.weights, hidden.first, sums, hidden.rows, hidden.columns);
  kernel.squash(sums, hidden.scales, pooled + hidden.columns, hidden.rows);
}

/** Applies heads to the pooled states. The result gives the output of each row, without bias. */
function applyHeads({ kernel, weights, places, views }: Machine, name: "part_heads" | "text_heads") {
  const { weights: at, first, rows, columns } = places[name];
  const { scales } = weights[name];
  kernel.multiply(places.pooled, at, first, places.sums, rows, columns);
  return (row: number): number => i32At(views.sums, row) * i32At(scales, row) * STEP;
}

type ReadParts = Net["readParts"];

function read(machine: Machine, { tokens }: Reading): { text: Float64Array; readParts: ReadParts } {
  const { bias } = machine.weights.header;
  const [aspects, sides_each] = [bias.det.length, bias.cond.length];
  const states = readStates(machine, tokens);
  pool(machine, states, 0, tokens.count);
  const of_whole = applyHeads(machine, "text_heads");
  const of_text = new Float64Array(sides_each);
  for (let at = 0; at < sides_each; at++) of_text[at] = of_whole(at) + itemAt(bias.cond, at);
  const text = new Float64Array(bias.doc.length);
  for (let at = 0; at < text.length; at++) text[at] = of_whole(sides_each + at) + itemAt(bias.doc, at);
  const readParts: ReadParts = (parts) => {
    const detection = new Float64Array(parts.length * aspects);
    const sides = new Float64Array(parts.length * sides_each);
    for (let part = 0; part < parts.length; part++) {
      const { from, to } = itemAt(parts, part);
      pool(machine, states, from, to);
      const of_part = applyHeads(machine, "part_heads");
      for (let at = 0; at < aspects; at++) detection[part * aspects + at] = of_part(at) + itemAt(bias.det, at);
      for (let at = 0; at < sides_each; at++)
        sides[part * sides_each + at] = of_part(aspects + at) + f64At(of_text, at);
    }
    return { detection, sides };
  };
  return { text, readParts };
}

function readTarget(machine: Machine, { tokens }: Reading, from: number, to: number): Float64Array {
  const { bias } = machine.weights.header;
  if (from >= to) return new Float64Array(bias.tg.length);
  pool(machine, readStates(machine, tokens), from, to);
  const output = applyHeads(machine, "text_heads");
  return Float64Array.from(bias.tg, (base, at) => output(bias.cond.length + bias.doc.length + at) + base);
}

/** Opens the net for one thread: its memory is used by one text after another. The first text reads its weights. */
export function createNet(readWeights: () => NetWeights): Net {
  const machine = onFirstUse(() => createMachine(readWeights()));
  let readParts: ReadParts = () => ({ detection: new Float64Array(0), sides: new Float64Array(0) });
  return {
    read(reading) {
      const last = read(machine(), reading);
      readParts = last.readParts;
      return { ...readParts(reading.segments.sentences), text: last.text };
    },
    readParts: (parts) => readParts(parts),
    readTarget: (reading, from, to) => readTarget(machine(), reading, from, to),
  };
}
