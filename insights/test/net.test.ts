import { expect, test } from "bun:test";
import { FAST } from "../../test/length.ts";
import { createNet } from "../engine/net/net.ts";
import { pairKey, parseNet, readNet } from "../engine/net/net-weights.ts";
import { stemKey, tokenRow } from "../engine/net/token-rows.ts";
import { hashWord } from "../engine/reading/hash.ts";
import { readReviewText } from "../engine/reading/reading.ts";
import { tokenize } from "../engine/reading/tokens.ts";
import { readCorpus } from "../train/corpus.ts";
import { demoTexts } from "./demo-texts.ts";
import { engine } from "./loaded-engine.ts";

const weights = readNet();

const texts = [
  "The pain is gone.",
  "Waited 45 minutes at 9:15, then $85… for ten minutes!!! 😀 1-on-1? Zxqv.",
  "La recepcionista fue grosera, pero mi rodilla está mucho mejor.",
  "x",
];

test("plain code, for processors without vector instructions, gives the same numbers", () => {
  const net = createNet(() => weights);
  const plain = createNet(() => ({ ...weights, kernel: new Uint8Array([0]) }));
  for (const text of [...texts, ...demoTexts.slice(0, FAST ? 2 : 20)]) {
    const reading = readReviewText(engine, text);
    expect(plain.read(reading)).toEqual(net.read(reading));
    expect(plain.readTarget(reading, 0, 1)).toEqual(net.readTarget(reading, 0, 1));
  }
});

test.skipIf(FAST)("what was read before does not change what is read now", async () => {
  const used = createNet(() => weights);
  const corpus = await readCorpus({ splits: ["test"] });
  for (const { text } of corpus.slice(0, 400)) used.read(readReviewText(engine, text));
  for (const { text } of corpus.slice(0, 40)) {
    const reading = readReviewText(engine, text);
    expect(used.read(reading)).toEqual(createNet(() => weights).read(reading));
  }
});

/** Numbers in the order of asking, `apart` from each other. */
function numbered(apart: number): (key: number) => number {
  const known = new Map<number, number>();
  return (key) => {
    const number = known.get(key) ?? (known.size + 1) * apart;
    known.set(key, number);
    return number;
  };
}

/** The first rows of a table, `apart` from each other. */
function spread(table: Int8Array, apart: number, rows: number, width: number): Int8Array {
  const result = new Int8Array(rows * apart * width + width);
  for (let row = 0; row <= rows; row++) result.set(table.subarray(row * width, (row + 1) * width), row * apart * width);
  return result;
}

test("words of one text, and pairs, that want the same slot are all read", () => {
  const reading = readReviewText(engine, "one two three");
  const { header, table, pair_table } = weights;
  // Nets of few rows, in the same order: in the first, all words have one slot, and all pairs.
  const netOf = (apart: number, pairs_apart: number) =>
    createNet(() => ({
      ...weights,
      header: { ...header, words: 3 * apart + 1 },
      word: numbered(apart),
      table: spread(table, apart, 3, header.width),
      pair: numbered(pairs_apart),
      pair_table: spread(pair_table, pairs_apart, 2, header.width),
    }));
  const read = netOf(1, 1).read(reading);
  expect(netOf(4_096, 32_768).read(reading)).toEqual(read);
  expect(netOf(4_096, 1).read(reading)).toEqual(read);
  expect(netOf(1, 32_768).read(reading)).toEqual(read);
});

test("the numbers of a pair are added to those of its second word, and only after its first", () => {
  const { header } = weights;
  const [first, second] = [hashWord("one"), hashWord("two")];
  const word = (hash: number) => [first, second].indexOf(hash);
  const pair = (key: number) => (key === pairKey(header, 0, 1) ? 0 : -1);
  const words = weights.table.map((number) => number >> 1);
  const pairs = weights.pair_table.map((number) => number >> 1);
  const sums = words.map((number, at) => (at < header.width ? number : number + (pairs[at - header.width] ?? 0)));
  const withPair = createNet(() => ({ ...weights, word, pair, table: words, pair_table: pairs }));
  const netOf = (table: Int8Array) => createNet(() => ({ ...weights, word, pair: () => -1, table }));
  const both = readReviewText(engine, "one two");
  expect(withPair.read(both)).toEqual(netOf(sums).read(both));
  expect(withPair.read(both)).not.toEqual(netOf(words).read(both));
  for (const text of ["two one", "two", "one. two"].map((each) => readReviewText(engine, each)))
    expect(withPair.read(text)).toEqual(netOf(words).read(text));
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
  const net = createNet(() => weights);
  const before = net.read(readReviewText(engine, "The pain is gone."));
  const long = readReviewText(engine, "They listened and my shoulder works again. ".repeat(4000));
  expect(net.read(long).detection.length).toBe(4000 * 9);
  expect(net.read(readReviewText(engine, "The pain is gone."))).toEqual(before);
});

test("a file that is not a net is refused by name", () => {
  expect(() => parseNet(new Uint8Array(64), weights.kernel)).toThrow("does not begin with CNDRN003");
});
