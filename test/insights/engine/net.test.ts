import { expect, test } from "bun:test";
import { sigmoid } from "../../../src/insights/engine/arithmetic.ts";
import { openNet } from "../../../src/insights/engine/net/net.ts";
import { type NetWeights, parseNet, readNet } from "../../../src/insights/engine/net/net-weights.ts";
import { stemKey, tokenRow } from "../../../src/insights/engine/net/token-rows.ts";
import { hashWord } from "../../../src/insights/engine/reading/hash.ts";
import { type Reading, readText } from "../../../src/insights/engine/reading/reading.ts";
import { tokenize } from "../../../src/insights/engine/reading/tokens.ts";
import { readCorpus } from "../../../train/examples.ts";
import { FAST } from "../../length.ts";
import { engine } from "../clinic.ts";

const weights = readNet();

/** The net once more, in plain code: the gates in 2048ths, the states in 4096ths, every sum an integer. */
function plainStates({ header, table, ...net }: NetWeights, { tokens }: Reading): number[][] {
  const { units, width, input_bits } = header;
  const curve = (value: (x: number) => number, x: number): number => {
    const step = Math.max(0, Math.min(2047, (x + 16384) >> 4));
    return Math.round(4096 * value((step + 0.5) / 128 - 8));
  };
  const shift = input_bits - 11;
  const inputs = Array.from({ length: tokens.count }, (_, at) => {
    const row = tokenRow({ header, table, ...net }, tokens, at);
    return Array.from({ length: units * 6 }, (_, gate) => {
      let sum = 0;
      for (let d = 0; d < width; d++) sum += (net.input_weights[gate * width + d] ?? 0) * (table[row * width + d] ?? 0);
      const value = ((sum + (1 << (shift - 1))) >> shift) + (net.input_bias[gate] ?? 0);
      return Math.max(-32768, Math.min(32767, value));
    });
  });
  const out = inputs.map(() => new Array<number>(units * 2).fill(0));
  for (const direction of [0, 1]) {
    let state = new Array<number>(units).fill(0);
    for (let step = 0; step < inputs.length; step++) {
      const at = direction === 0 ? step : inputs.length - 1 - step;
      const input = inputs[at]?.slice(direction * units * 3) ?? [];
      const sums = Array.from({ length: units * 3 }, (_, gate) => {
        let sum = 0;
        for (let d = 0; d < units; d++)
          sum += (net.state_weights[(direction * units * 3 + gate) * units + d] ?? 0) * (state[d] ?? 0);
        return (sum + 8192) >> 14;
      });
      state = state.map((before, unit) => {
        const reset = curve(sigmoid, (input[unit] ?? 0) + (sums[unit] ?? 0));
        const update = curve(sigmoid, (input[units + unit] ?? 0) + (sums[units + unit] ?? 0));
        const kept = (sums[2 * units + unit] ?? 0) + (net.state_bias[direction * units + unit] ?? 0);
        const fresh = curve(
          (x) => 2 * sigmoid(2 * x) - 1,
          (input[2 * units + unit] ?? 0) + ((reset * kept + 2048) >> 12),
        );
        return fresh + ((update * (before - fresh) + 2048) >> 12);
      });
      state.forEach((value, unit) => {
        (out[at] ?? [])[direction * units + unit] = value;
      });
    }
  }
  return out;
}

function plainText(net: NetWeights, reading: Reading): number[] {
  const states = plainStates(net, reading);
  const most = (states[0] ?? []).map((_, unit) => Math.max(...states.map((row) => row[unit] ?? 0)));
  const first = 12 + 36 + 36;
  return net.header.bias.doc.map((bias, output) => {
    const row = (first + output) * most.length;
    return bias + most.reduce((sum, value, unit) => sum + value * (net.head_weights[row + unit] ?? 0), 0) / 2 ** 24;
  });
}

const texts = [
  "The pain is gone.",
  "Waited 45 minutes at 9:15, then $85… for ten minutes!!! 😀 1-on-1? Zxqv.",
  "La recepcionista fue grosera, pero mi rodilla está mucho mejor.",
  "x",
];

test("the kernel gives the numbers of plain integer code", () => {
  const net = openNet(() => weights);
  for (const text of texts) {
    const reading = readText(engine, text);
    expect(Array.from(net.read(reading).text)).toEqual(plainText(weights, reading));
  }
});

test.skipIf(FAST)("what was read before does not change what is read now", () => {
  const used = openNet(() => weights);
  const corpus = readCorpus("corpus").filter(({ split }) => split === "test");
  for (const { text } of corpus.slice(0, 400)) used.read(readText(engine, text));
  for (const { text } of corpus.slice(0, 40)) {
    const reading = readText(engine, text);
    expect(used.read(reading)).toEqual(openNet(() => weights).read(reading));
  }
});

test("two words of one text that want the same slot are both read", () => {
  const reading = readText(engine, "one two three four five");
  const { words, special, width } = weights.header;
  // Every word is 8,192 rows from the next, so all of them have one slot.
  const rows = new Map<number, number>();
  const word = (hash: number): number => {
    const row = rows.get(hash) ?? (rows.size + 1) * 8192;
    rows.set(hash, row);
    return row;
  };
  const crowded = { ...weights, word };
  const spread = { ...weights, word: (hash: number) => word(hash) / 8192 };
  const table = new Int8Array((words + special) * width);
  for (let row = 0; row <= 5; row++)
    table.set(weights.table.subarray(row * 8192 * width, (row * 8192 + 1) * width), row * width);
  expect(openNet(() => crowded).read(reading)).toEqual(openNet(() => ({ ...spread, table })).read(reading));
});

test("a Spanish word that is not known has the row of the words that begin alike, an English one has not", () => {
  const known = new Map([
    [hashWord("es dolor"), 1],
    [stemKey("explicar", 0, 8) ?? 0, 2],
  ]);
  const some = { ...weights, header: { ...weights.header, words: 10 }, word: (hash: number) => known.get(hash) ?? -1 };
  const rows = (text: string, language: "en" | "es") => {
    const tokens = tokenize(text, language);
    return Array.from({ length: tokens.count }, (_, at) => tokenRow(some, tokens, at));
  };
  expect(stemKey("expl", 0, 4)).toBeNull();
  // 10 and 11 are the rows of unknown words, English and Spanish.
  expect(rows("dolor expli explicaban Explícame dolores expl", "es")).toEqual([1, 2, 2, 2, 11, 11]);
  expect(rows("explicaban", "en")).toEqual([10]);
});

test("a text of any length is read", () => {
  const net = openNet(() => weights);
  const before = net.read(readText(engine, "The pain is gone."));
  const long = readText(engine, "They listened and my shoulder works again. ".repeat(4000));
  expect(net.read(long).detection.length).toBe(4000 * 9);
  expect(net.read(readText(engine, "The pain is gone."))).toEqual(before);
});

test("a file that is not a net is refused by name", () => {
  expect(() => parseNet(new Uint8Array(64), weights.kernel)).toThrow("does not begin with CNDRN001");
});
