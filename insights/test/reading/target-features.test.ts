import { expect, test } from "bun:test";
import { hashWord, mixHash } from "../../engine/reading/hash.ts";
import { readReviewText } from "../../engine/reading/reading.ts";
import { targetFeatures, tokensOf } from "../../engine/reading/target-features.ts";
import { engine } from "../loaded-engine.ts";

/** A feature by its words: the template, then numbers and words, and the tokens that it covers. */
type Named = [template: string, parts: (number | string)[], from: number, to: number];
const clustersOf = (words: Record<string, number>) => {
  const clusters = new Map(Object.entries(words).map(([word, cluster]) => [hashWord(word), cluster]));
  return (hash: number) => clusters.get(hash) ?? 0;
};
const listed = ([template, parts, from, to]: Named) => {
  const hashes = parts.map((part) => (typeof part === "string" ? hashWord(part) : part));
  return { key: hashes.reduce(mixHash, hashWord(`target ${template}`)), from, to };
};

function featuresOf(text: string, target: string, clusters: Record<string, number> = {}) {
  const start = text.indexOf(target);
  const { count, key, from, to } = targetFeatures(
    readReviewText(engine, text),
    { start, end: start + target.length },
    clustersOf(clusters),
  );
  return Array.from({ length: count }, (_, at) => ({ key: key[at], from: from[at], to: to[at] }));
}

test("the tokens of a target are those that it touches, or the next one", () => {
  const reading = readReviewText(engine, "one two  three four");
  const tokensAt = (start: number, end: number) => Object.values(tokensOf(reading, { start, end }));
  expect(tokensAt(0, 3)).toEqual([0, 1]);
  expect(tokensAt(2, 5)).toEqual([0, 2]);
  expect(tokensAt(4, 9)).toEqual([1, 2]);
  expect(tokensAt(3, 4)).toEqual([1, 2]);
  expect(tokensAt(9, 9)).toEqual([2, 3]);
  expect(tokensAt(15, 99)).toEqual([3, 4]);
  expect(tokensAt(50, 60)).toEqual([4, 4]);
});

test("the words in a target, at its edges and on both sides are its features", () => {
  expect(featuresOf("Slow. The new menu was not good, cheap. Loud.", "new menu", { menu: 1, was: 1, the: 3 })).toEqual(
    (
      [
        ["inside", ["new"], 3, 4],
        ["inside", ["menu"], 4, 5],
        ["cluster", [99, 1], 4, 5],
        ["between", ["menu", "was"], 5, 6],
        ["between", ["the", "menu"], 2, 3],
        // To the left, side 0.
        ["side", [0, "the"], 2, 3],
        ["close", [0, "the"], 2, 3],
        ["place", [-1, "the"], 2, 3],
        ["cluster", [0, 3], 2, 3],
        // To the right, side 2.
        ["side", [2, "was"], 5, 6],
        ["close", [2, "was"], 5, 6],
        ["place", [1, "was"], 5, 6],
        ["cluster", [8, 1], 5, 6],
        ["side", [2, "not"], 6, 7],
        ["close", [2, "not"], 6, 7],
        ["place", [2, "not"], 6, 7],
        ["pair", [2, "was", "not"], 5, 7],
        ["pair", [10, "was", "not"], 5, 7],
        ["side", [2, "good"], 7, 8],
        ["close", [2, "good"], 7, 8],
        ["place", [3, "good"], 7, 8],
        ["negated", ["good"], 7, 8],
        ["pair", [2, "not", "good"], 6, 8],
        ["pair", [10, "not", "good"], 6, 8],
        // The comma is part of the pair; the fourth word is no longer near.
        ["side", [2, "cheap"], 9, 10],
        ["negated", ["cheap"], 9, 10],
        ["pair", [2, ",", "cheap"], 8, 10],
      ] satisfies Named[]
    ).map(listed),
  );
});

test("pairs to the left cover their two words, in the order in which they are reached", () => {
  expect(featuresOf("very slow menu", "menu")).toEqual(
    (
      [
        ["inside", ["menu"], 2, 3],
        ["between", ["slow", "menu"], 1, 2],
        ["side", [0, "slow"], 1, 2],
        ["close", [0, "slow"], 1, 2],
        ["place", [-1, "slow"], 1, 2],
        ["side", [0, "very"], 0, 1],
        ["close", [0, "very"], 0, 1],
        ["place", [-2, "very"], 0, 1],
        ["pair", [0, "slow", "very"], 0, 2],
        ["pair", [8, "slow", "very"], 0, 2],
      ] satisfies Named[]
    ).map(listed),
  );
});

test("twelve words on each side are read, and clusters tell how far away a word is, up to six words", () => {
  const words = "b c d e f g h i j k l m n o".split(" ");
  const clusters = Object.fromEntries(words.map((word) => [word, 5]));
  const found = featuresOf(`target ${words.join(" ")}`, "target", clusters);
  const distances = [0, 1, 1, 2, 2, 3, 3, 3, 3, 3, 3, 3];
  const expected = distances.map((far, at) => listed(["cluster", [8 + far, 5], at + 1, at + 2]));
  expect(found.filter(({ key }) => expected.some((one) => one.key === key))).toEqual(expected);
  expect(Math.max(...found.map(({ to }) => to ?? 0))).toBe(13);
});

test("a target that begins a sentence has no words to its left", () => {
  expect(featuresOf("Good menu. Slow desk.", "Slow").map(({ from }) => from)).toEqual([3, 4, 4, 4, 4]);
});

test("a target of two sentences has no words to its right, and one after the text has the last words to its left", () => {
  expect(featuresOf("Good menu. Slow desk. Loud.", "menu. Slow").map(({ from }) => from)).toEqual([
    1, 2, 3, 0, 0, 0, 0,
  ]);
  const { count, key } = targetFeatures(readReviewText(engine, "slow"), { start: 50, end: 60 }, () => 0);
  expect([...key.subarray(0, count)]).toEqual(
    (
      [
        ["between", ["slow", "slow"], 0, 1],
        ["side", [0, "slow"], 0, 1],
        ["close", [0, "slow"], 0, 1],
        ["place", [-1, "slow"], 0, 1],
      ] satisfies Named[]
    ).map((named) => listed(named).key),
  );
  expect(targetFeatures(readReviewText(engine, ""), { start: 0, end: 4 }, () => 0).count).toBe(0);
});
