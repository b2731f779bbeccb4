import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROWS } from "../engine/net/kernel.ts";
import { createMachine, readStates } from "../engine/net/machine.ts";
import { createNet } from "../engine/net/net.ts";
import type { Matrix, NetWeights } from "../engine/net/net-weights.ts";
import { readReviewText } from "../engine/reading/reading.ts";
import { createRandom } from "../train/order.ts";
import { engine } from "./loaded-engine.ts";

const KERNEL = readFileSync(join(import.meta.dir, "../engine/net/kernel.wasm"));
const NO_KERNEL = new Uint8Array([0]);
/** Rows for tokens that are no known word. */
const SPECIAL = 30;
const [WIDTH, READERS, UNITS, HIDDEN, PAIRS] = [16, 2, 32, ROWS, 40];

/** A small net of random weights. Those of `size` 1 are as large as they can be, so that sums are cut off. */
function randomNet(seed: number, size: number): NetWeights {
  const random = createRandom(seed);
  const between = (most: number) => Math.round((2 * random() - 1) * most * size);
  const bytes = (count: number) => Int8Array.from({ length: count }, () => between(127));
  const shorts = (count: number) => Int16Array.from({ length: count }, () => between(32767));
  const numbers = (count: number) => Array.from({ length: count }, () => between(3));
  const matrix = (rows: number, columns: number): Matrix => ({
    rows,
    columns,
    weights: bytes(rows * columns),
    scales: Int32Array.from({ length: rows }, () => Math.abs(between(9000))),
    first: Int32Array.from({ length: rows }, () => between(9000)),
  });
  const states = READERS * UNITS;
  return {
    header: {
      version: "made up",
      words: 0,
      special: SPECIAL,
      width: WIDTH,
      readers: READERS,
      units: UNITS,
      hidden: HIDDEN,
      pairs: PAIRS,
      input_bits: 16,
      aspects: ["one", "two"],
      bias: { det: numbers(2), cond: numbers(8), doc: numbers(4), tg: numbers(3) },
    },
    kernel: KERNEL,
    word: () => -1,
    table: bytes(SPECIAL * WIDTH),
    pair: (key) => (key % 2 === 0 ? key % PAIRS : -1),
    pair_table: bytes(PAIRS * WIDTH),
    input_weights: shorts(states * 3 * WIDTH),
    input_bias: shorts(states * 3),
    states: matrix(states * 3, UNITS),
    hidden: matrix(HIDDEN, states),
    part_heads: matrix(ROWS, states + HIDDEN),
    text_heads: matrix(ROWS, states + HIDDEN),
  };
}

test.each([
  [1, 1],
  [2, 0.3],
  [3, 0.1],
  [4, 0.03],
])("plain code gives the same numbers for random weights (seed %p, size %p)", (seed, size) => {
  const weights = randomNet(seed, size);
  const [vector, plain] = [KERNEL, NO_KERNEL].map((kernel) => createNet(() => ({ ...weights, kernel })));
  for (const text of ["One.", 'Is it 5, 12 or 70? "Yes!" No (300)...', "A $9 lunch: fine; ok - 10/10 & 50%! 😀 #"]) {
    const reading = readReviewText(engine, text);
    expect(plain?.read(reading)).toEqual(vector?.read(reading));
    expect(plain?.readTarget(reading, 1, reading.tokens.count)).toEqual(
      vector?.readTarget(reading, 1, reading.tokens.count),
    );
  }
});

test("plain code gives the same states for a long text, to the last bit", () => {
  const weights = randomNet(6, 0.05);
  const random = createRandom(7);
  const some = 'One 1 3 7 14 29 59 99 299 300 3:40 😀 . , ! ? ... ; : - " ( ) $ / & % #'.split(" ");
  const text = Array.from({ length: 1500 }, () => some[Math.floor(random() * some.length)]).join(" ");
  const { tokens } = readReviewText(engine, text);
  const [vector, plain] = [KERNEL, NO_KERNEL].map((kernel) => {
    const machine = createMachine({ ...weights, kernel });
    const { from, row_bytes } = readStates(machine, tokens);
    return Buffer.from(machine.memory.buffer, from, tokens.count * row_bytes).toString("hex");
  });
  expect(plain).toBe(vector ?? "");
});

test("a target is read by its own tokens, and one without tokens has no margins", () => {
  const net = createNet(() => randomNet(5, 0.1));
  const reading = readReviewText(engine, "One two, 5 or 300?");
  const [first, rest, none] = [
    net.readTarget(reading, 0, 1),
    net.readTarget(reading, 2, 6),
    net.readTarget(reading, 2, 2),
  ];
  expect(none).toEqual(new Float64Array(3));
  expect(first).not.toEqual(none);
  expect(rest).not.toEqual(first);
  expect(net.readTarget(reading, 0, 1)).toEqual(first);
});
