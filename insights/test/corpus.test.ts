import { expect, test } from "bun:test";
import { SentimentIntensityAnalyzer } from "vader-sentiment";
import { FAST } from "../../test/length.ts";
import { readCorpus, readLabels, readPacked } from "../train/corpus.ts";
import type { CorpusItem, UnlabeledText } from "../train/corpus-lines.ts";
import { mergeAspects } from "../train/encode.ts";
import { byWriters, heldOutWriters } from "../train/examples.ts";
import { corpusFigures } from "../train/figures.ts";

const items = await readCorpus();
const first_labels = await readLabels("first-labels");
/** The older test split: by text, not by writer. */
const split = items.filter((item) => item.split === "test" && item.writer === undefined);
const by_sentence = items.filter((item) => item.sentences !== undefined);
const SENTIMENTS = ["positive", "negative", "neutral", "mixed"];
const ASPECTS = [
  "care",
  "expertise",
  "results",
  "communication",
  "front_desk",
  "scheduling",
  "punctuality",
  "facility",
  "billing",
];
/** The kinds of insights/corpus/GUIDE.md that lexicons misread most. */
const FAILING = [
  "good_news_bad_words",
  "symptom_reason",
  "duration",
  "money",
  "negated_superlative",
  "idiom",
  "hurt_but_worked",
  "complaint_without_bad_word",
];

test("the corpus has more than 120,000 items with unique ids and labels from the guide", () => {
  expect(items.length).toBeGreaterThan(120_000);
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  for (const { sentiment, aspects, text } of items) {
    expect(SENTIMENTS).toContain(sentiment);
    expect(new Set(aspects.map(({ aspect }) => aspect)).size).toBe(aspects.length);
    for (const one of aspects) {
      expect(ASPECTS).toContain(one.aspect);
      expect(SENTIMENTS).toContain(one.sentiment);
    }
    expect(text.trim()).toBe(text);
  }
});

test("at least half of the test split is of the kinds that lexicons misread, and VADER gets at most 65 % of it right", () => {
  expect(split.length).toBeGreaterThan(400);
  const failing = split.filter(({ kinds }) => kinds.some((kind) => FAILING.includes(kind)));
  expect(failing.length / split.length).toBeGreaterThanOrEqual(0.5);
  const { document_accuracy } = corpusFigures(split, (text) => {
    const score = SentimentIntensityAnalyzer.polarity_scores(text).compound;
    return { sentiment: score >= 0.05 ? "positive" : score <= -0.05 ? "negative" : "neutral", score, aspects: [] };
  });
  expect(document_accuracy).toBeLessThanOrEqual(65);
});

test("more than 100,000 texts are labeled by sentence, and more than 90,000 sentences have no aspect", () => {
  expect(by_sentence.length).toBeGreaterThan(100_000);
  const sentences = by_sentence.flatMap((item) => item.sentences ?? []);
  const bare = sentences.filter(({ aspects }) => aspects.length === 0);
  expect(bare.length).toBeGreaterThan(90_000);
  expect(bare.length / sentences.length).toBeGreaterThan(0.25);
});

test("sentences are passages of their text in order, and the text's aspects are the sum of theirs", () => {
  for (const { id, text, aspects, sentences = [] } of by_sentence) {
    let after = 0;
    for (const { start, end } of sentences) {
      expect([id, start]).toEqual([id, after]);
      expect(text.slice(start, end).trim()).toBe(text.slice(start, end));
      after = end + 1;
    }
    expect([id, after - 1]).toEqual([id, text.length]);
    const sum = mergeAspects(sentences.flatMap((sentence) => sentence.aspects));
    expect([id, sum]).toEqual([id, aspects]);
  }
});

test("a writer is in one split only", () => {
  const writers = (of: string) => new Set(by_sentence.filter((item) => item.split === of).map(({ writer }) => writer));
  const splits = ["train", "net", "spare", "test"].map(writers);
  expect(splits.map(({ size }) => size)).toEqual([264, 5648, 178, 107]);
  expect(new Set(by_sentence.map(({ writer }) => writer)).size).toBe(264 + 5648 + 178 + 107);
  expect(heldOutWriters(items)).toHaveLength(2200);
  expect(heldOutWriters(items, "es").length).toBeGreaterThanOrEqual(400);
});

const WORDS = 2 ** 17;
/** The number of each word, in the order in which they first come: rare words have large numbers. */
const numbers = new Map<string, number>([["", 0]]);

function numberOf(word: string): number {
  const number = numbers.get(word) ?? numbers.size;
  numbers.set(word, number);
  return number;
}

/** The trigrams of a text, each once, as numbers; the largest, which are the rarest, first. */
function trigrams(text: string): Float64Array {
  const words = text
    .toLowerCase()
    .replace(/[^a-z0-9 ]/g, "")
    .split(/\s+/)
    .map(numberOf);
  const grams = new Set<number>();
  for (let at = 0; at < Math.max(1, words.length - 2); at++) {
    const [one = 0, two = 0, three = 0] = words.slice(at, at + 3);
    grams.add((one * WORDS + two) * WORDS + three);
  }
  return Float64Array.from(grams).sort().reverse();
}

function countShared(left: Float64Array, right: Float64Array): number {
  let shared = 0;
  for (let l = 0, r = 0; l < left.length && r < right.length; ) {
    const difference = (left[l] ?? 0) - (right[r] ?? 0);
    if (difference === 0) shared++;
    if (difference >= 0) l++;
    if (difference <= 0) r++;
  }
  return shared;
}

/** Pairs of items that share at least half of their word trigrams. Each then has one of the other's in its first half. */
function nearDuplicates<T extends { text: string }>(of: T[]): [T, T][] {
  const sets = of.map(({ text }) => trigrams(text));
  const seen = new Map<number, number[]>();
  return of.flatMap((item, at) => {
    const grams = sets[at] ?? new Float64Array();
    const likely = new Set<number>();
    for (const gram of grams.subarray(0, (grams.length >> 1) + 1)) {
      const others = seen.get(gram) ?? [];
      for (const other of others) likely.add(other);
      if (others.push(at) === 1) seen.set(gram, others);
    }
    return [...likely].flatMap((other): [T, T][] => {
      const before = of[other];
      const earlier = sets[other] ?? new Float64Array();
      const shared = countShared(grams, earlier);
      return before && shared * 3 >= grams.length + earlier.length ? [[before, item]] : [];
    });
  });
}

test.skipIf(FAST)("near-duplicates are under 2 %, and none is both in a test split and outside it", () => {
  const pairs = nearDuplicates(items);
  expect(pairs.length / items.length).toBeLessThan(0.02);
  expect(pairs.filter(([left, right]) => (left.split === "test") !== (right.split === "test"))).toEqual([]);
});

const unlabeled = await Array.fromAsync(readPacked<UnlabeledText>("unlabeled"));

test("35,155 texts have no labels, and are other texts than those of the corpus", () => {
  expect(unlabeled).toHaveLength(35_155);
  expect(new Set(unlabeled.map(({ id }) => id)).size).toBe(unlabeled.length);
  expect(new Set(unlabeled.map(({ writer }) => writer)).size).toBe(24);
  const known = new Set([...items, ...unlabeled].map(({ text }) => text));
  expect(known.size).toBe(new Set(items.map(({ text }) => text)).size + unlabeled.length);
  for (const { id, text } of unlabeled) {
    expect([id, text]).toEqual([id, text.trim()]);
    const words = text.split(" ").length;
    expect([id, words >= 6 && words <= 80]).toEqual([id, true]);
  }
});

test.skipIf(FAST)("no text without labels is nearly one of a test split", () => {
  const tests = items.filter((item) => item.split === "test");
  const pairs = nearDuplicates([...tests, ...unlabeled]);
  expect(pairs.filter(([left, right]) => "split" in left !== "split" in right)).toEqual([]);
});

/** How far the labels of a file agree with the writers', as figures of accuracy. */
async function agreementOf(name: string) {
  const first = new Map(byWriters(items, first_labels).map((item) => [item.id, item]));
  const both = Array.from((await readLabels(name)).values()).flatMap((labels) => {
    const item = first.get(labels.id);
    return item ? [{ item, labels }] : [];
  });
  const texts = new Map(both.map(({ item, labels }) => [item.text, labels]));
  return corpusFigures(
    both.map(({ item }) => item),
    (text) => ({
      score: 0,
      sentiment: texts.get(text)?.sentiment ?? "neutral",
      aspects: texts.get(text)?.aspects ?? [],
    }),
  );
}

test("1,000 items of the older files were labeled twice, and the labels agree as insights/train/notes.md says", async () => {
  const agreement = await agreementOf("second-labels");
  expect(agreement.test_items).toBeGreaterThanOrEqual(998);
  expect(agreement.document_accuracy).toBeCloseTo(99, 1);
  expect(agreement.aspect_f1).toBeCloseTo(94.9, 0);
  expect(agreement.joint_f1).toBeCloseTo(94.6, 0);
});

test("12,887 items labeled by sentence were labeled twice, and the labels agree as insights/train/notes.md says", async () => {
  const agreement = await agreementOf("second-labels-by-sentence");
  expect(agreement.test_items).toBe(12887);
  expect(agreement.document_accuracy).toBeCloseTo(97.2, 1);
  expect(agreement.aspect_f1).toBeCloseTo(95.1, 1);
  expect(agreement.joint_f1).toBeCloseTo(94.2, 1);
});

test("the texts that were read again are learned from, and have a label for each of their sentences", async () => {
  const learned = new Map(
    by_sentence.filter(({ split: of }) => of === "train" || of === "net").map((item) => [item.id, item]),
  );
  const read_again = await readLabels("read-again");
  expect(read_again.size).toBe(20_347);
  for (const { id, sentiment, aspects, sentences = [] } of read_again.values()) {
    expect([id, learned.get(id)?.sentences?.length]).toEqual([id, sentences.length]);
    expect([id, aspects]).toEqual([id, mergeAspects(sentences.flat())]);
    expect(SENTIMENTS).toContain(sentiment);
  }
});

/** What at least two of three say of a sentence; where they give an aspect different sides, the first of them decides. */
function majorityOf(three: CorpusItem["aspects"][]): CorpusItem["aspects"] {
  const aspects = new Set(three.flatMap((labels) => labels.map(({ aspect }) => aspect)));
  return [...aspects].flatMap((aspect) => {
    const said = three.flatMap((labels) => labels.filter((label) => label.aspect === aspect));
    const agreed = said.find(({ sentiment }) => said.filter((other) => other.sentiment === sentiment).length > 1);
    return said.length > 1 ? (agreed ?? said[0] ?? []) : [];
  });
}

test("the labels of t1 and t2 are those of at least two of three labelers", async () => {
  const second = await readLabels("second-labels-by-sentence");
  const third = await readLabels("third-labels");
  const tests = heldOutWriters(items);
  expect([first_labels.size, third.size]).toEqual([tests.length, tests.length]);
  expect(await agreementOf("third-labels")).toMatchObject({ aspect_f1: 95.5, joint_f1: 94.5 });
  for (const { id, sentiment, sentences = [] } of tests) {
    const three = [first_labels, second, third].flatMap((labels) => labels.get(id) ?? []);
    const sides = three.map((labels) => labels.sentiment);
    expect([id, three.length]).toEqual([id, 3]);
    expect([id, sentiment]).toEqual([id, sides.find((side, at) => sides.indexOf(side) < at) ?? sides[0] ?? "neutral"]);
    const agreed = sentences.map((_, at) => majorityOf(three.map((labels) => labels.sentences?.[at] ?? [])));
    expect([id, sentences.map(({ aspects }) => aspects)]).toEqual([id, agreed]);
  }
});
