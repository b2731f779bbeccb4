import { expect, test } from "bun:test";
import { addFeature, createClauseReader, createFeatures } from "../../engine/reading/features.ts";
import { hashWord, mixHash } from "../../engine/reading/hash.ts";
import { findMeasures } from "../../engine/reading/measures.ts";
import { segment } from "../../engine/reading/segments.ts";
import { tokenize } from "../../engine/reading/tokens.ts";

test("columns grow when they are full, and keep what is in them", () => {
  const features = createFeatures(2);
  for (let at = 1; at <= 5; at++) addFeature(features, at, 10 * at, 10 * at + 1);
  const { count, key, from, to } = features;
  expect([count, [...key.subarray(0, 5)], [...from.subarray(0, 5)], [...to.subarray(0, 5)]]).toEqual([
    5,
    [1, 2, 3, 4, 5],
    [10, 20, 30, 40, 50],
    [11, 21, 31, 41, 51],
  ]);
});

/** A feature by its words: the template, then words and numbers, and the tokens that it covers. */
type Named = [template: string, parts: (string | number)[], from: number, to: number];
const listed = ([template, parts, from, to]: Named) => {
  const hashes = parts.map((part) => (typeof part === "string" ? hashWord(part) : part));
  return { key: hashes.reduce(mixHash, hashWord(`template ${template}`)), from, to };
};

/** The features of a text of one clause. */
function featuresOf(text: string, clusters: Record<string, number> = {}) {
  const tokens = tokenize(text);
  const segments = segment(tokens);
  const [clause] = segments.clauses;
  if (!clause || segments.clauses.length > 1) throw new Error("the text has not one clause");
  const known = new Map(Object.entries(clusters).map(([word, cluster]) => [hashWord(word), cluster]));
  const features = createFeatures(1);
  createClauseReader(tokens, segments, (hash) => known.get(hash) ?? 0)(features, clause, findMeasures(tokens));
  const { count, key, from, to } = features;
  return Array.from({ length: count }, (_, at) => ({ key: key[at], from: from[at], to: to[at] }));
}

test("words, stems, pairs, triples and clusters of a clause are its features", () => {
  expect(featuresOf("Friendly desk, the best", { friendly: 1, desk: 2, best: 1 })).toEqual(
    (
      [
        ["unigram", ["friendly"], 0, 1],
        ["stem", ["frien"], 0, 1],
        ["bigram", ["friendly", "desk"], 0, 2],
        ["bigram", ["start of clause", "friendly"], 0, 1],
        ["word cluster", ["friendly", 2], 0, 2],
        ["cluster word", [1, "desk"], 0, 2],
        ["clusters", [1, 2], 0, 2],
        ["trigram", ["friendly", "desk", "the"], 0, 4],
        ["skip", ["friendly", "the"], 0, 4],
        ["skip two", ["friendly", "best"], 0, 5],
        ["unigram", ["desk"], 1, 2],
        ["stem", ["desk"], 1, 2],
        ["content", ["frien", "desk"], 0, 2],
        ["bigram", ["desk", "the"], 1, 4],
        ["cluster word", [2, "the"], 1, 4],
        ["trigram", ["desk", "the", "best"], 1, 5],
        ["skip", ["desk", "best"], 1, 5],
        ["clusters skip", [2, 1], 1, 5],
        // The comma is left out; a word such as "the" has no stem.
        ["unigram", ["the"], 3, 4],
        ["bigram", ["the", "best"], 3, 5],
        ["word cluster", ["the", 1], 3, 5],
        ["unigram", ["best"], 4, 5],
        ["stem", ["best"], 4, 5],
        ["content", ["desk", "best"], 1, 5],
        ["bigram", ["best", "end of clause"], 4, 5],
      ] satisfies Named[]
    ).map(listed),
  );
});

test("three clusters in a row are a feature, and so is each pair of them", () => {
  const keys = featuresOf("a b c", { a: 1, b: 1, c: 1 }).map(({ key }) => key);
  const expected: Named[] = [
    ["clusters", [1, 1], 0, 2],
    ["clusters skip", [1, 1], 0, 3],
    ["clusters three", [1, 1, 1], 0, 3],
  ];
  for (const named of expected) expect(keys).toContain(listed(named).key);
  const gap = featuresOf("a b c", { a: 1, c: 1 }).map(({ key }) => key);
  expect(expected.map((named) => gap.includes(listed(named).key))).toEqual([false, true, false]);
  const none = [{ a: 1 }, { c: 1 }].flatMap((some) => featuresOf("a b c", some).map(({ key }) => key));
  const unknown: Named[] = [
    ["clusters skip", [1, 0], 0, 3],
    ["clusters skip", [0, 1], 0, 3],
  ];
  expect(unknown.map((named) => none.includes(listed(named).key))).toEqual([false, false]);
});

test("a negated word is another word, unless it has no stem", () => {
  const found = featuresOf("not the friendly").filter(({ key }) =>
    (
      [
        ["negated", ["frien"], 0, 0],
        ["unigram", ["friendly"], 0, 0],
        ["unigram", ["the"], 0, 0],
      ] satisfies Named[]
    ).some((named) => listed(named).key === key),
  );
  expect(found).toEqual(
    (
      [
        ["unigram", ["the"], 1, 2],
        ["negated", ["frien"], 2, 3],
      ] satisfies Named[]
    ).map(listed),
  );
});

test("a word of five letters is its own stem, and marks with a meaning are words", () => {
  const keys = featuresOf("staff!").map(({ key }) => key);
  expect(keys).toContain(listed(["stem", ["staff"], 0, 1]).key);
  expect(keys).toContain(listed(["bigram", ["staff", "!"], 0, 2]).key);
});

test("numbers are one word, except vague ones, and a measure is a feature with its unit, size and the word before", () => {
  // Units and sizes by number: minutes are unit 0, and 20 of them reach three steps.
  const found = featuresOf("waited 20 minutes");
  const expected: Named[] = [
    ["unigram", ["a number"], 1, 2],
    ["measure", [0], 1, 3],
    ["measure", [0, 4], 1, 3],
    ["measure", [0, 4, "waited"], 0, 3],
  ];
  for (const named of expected) expect(found).toContainEqual(listed(named));
  expect(featuresOf("20 minutes").slice(-2)).toEqual(
    (
      [
        ["measure", [0], 0, 2],
        ["measure", [0, 4], 0, 2],
      ] satisfies Named[]
    ).map(listed),
  );
  expect(featuresOf("ten cups")).toContainEqual(listed(["unigram", ["a number"], 0, 1]));
  expect(featuresOf("few cups")).toContainEqual(listed(["unigram", ["few"], 0, 1]));
});
