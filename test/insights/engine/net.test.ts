import { expect, test } from "bun:test";
import { openNet } from "../../../src/insights/engine/net/net.ts";
import { parseNet, readNet } from "../../../src/insights/engine/net/net-weights.ts";
import { stemKey, tokenRow } from "../../../src/insights/engine/net/token-rows.ts";
import { hashWord } from "../../../src/insights/engine/reading/hash.ts";
import { readText } from "../../../src/insights/engine/reading/reading.ts";
import { tokenize } from "../../../src/insights/engine/reading/tokens.ts";
import { readCorpus } from "../../../train/examples.ts";
import { FAST } from "../../length.ts";
import { demoReviews, engine } from "../clinic.ts";

const weights = readNet();

const texts = [
  "The pain is gone.",
  "Waited 45 minutes at 9:15, then $85… for ten minutes!!! 😀 1-on-1? Zxqv.",
  "La recepcionista fue grosera, pero mi rodilla está mucho mejor.",
  "x",
];

test("plain code, for processors without vector instructions, gives the same numbers", () => {
  const net = openNet(() => weights);
  const plain = openNet(() => ({ ...weights, kernel: new Uint8Array([0]) }));
  for (const text of [...texts, ...demoReviews.slice(0, FAST ? 2 : 20).flatMap(({ text }) => text ?? [])]) {
    const reading = readText(engine, text);
    expect(plain.read(reading)).toEqual(net.read(reading));
    expect(plain.readTarget(reading, 0, 1)).toEqual(net.readTarget(reading, 0, 1));
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
  expect(() => parseNet(new Uint8Array(64), weights.kernel)).toThrow("does not begin with CNDRN002");
});
