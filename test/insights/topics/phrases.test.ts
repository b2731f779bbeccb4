import { expect, test } from "bun:test";
import { engine } from "../../../insights/test/loaded-engine.ts";
import { type AnalyzedReview, createReviewCache } from "../../../src/insights/analyzed-review.ts";
import {
  collectPhrases,
  commonSpelling,
  countPhrases,
  mostFrequent,
  topPhrases,
} from "../../../src/insights/topics/phrases.ts";
import type { Analysis } from "../../../src/model/analysis.ts";
import { itemAt } from "../../../src/model/basics/typed-array.ts";
import { demoReviews } from "../clinic.ts";

const demo = itemAt(demoReviews, 0);
const EMPTY: Analysis = {
  language: "en",
  sentiment: { label: "neutral", score: 0 },
  aspects: [],
  certainty: [],
  sentences: [],
  problems: [],
  marks: [],
  phrases: [],
};

/** Reviews whose words are their phrases: each word in lower case, with _ for a space. */
function openReviews(...texts: string[]) {
  const cache = createReviewCache(engine, null);
  const sources = texts.map((words) => {
    const text = words.replaceAll("_", " ");
    const phrases = Array.from(words.matchAll(/\S+/g), ({ 0: word, index }) => ({
      key: word.toLowerCase(),
      aspect: null,
      start: index,
      end: index + word.length,
      sentence: 0,
    }));
    const review: AnalyzedReview | null = cache.analyzedReview(
      { ...demo, text, language: "en" },
      { ...EMPTY, phrases },
    );
    if (!review) throw new Error(`not analyzed: ${text}`);
    return { review, phrases: null };
  });
  return { phrases: cache.phrases, sources };
}

test("the phrases of most reviews come first, then in alphabetical order, up to a number", () => {
  const { phrases, sources } = openReviews("pool sauna parking", "sauna parking", "parking", "massage");
  const names = (least: number, most: number) =>
    mostFrequent(phrases, countPhrases(phrases, sources, least), most).map((number) => phrases[number]);
  expect(names(1, 9)).toEqual(["parking", "sauna", "massage", "pool"]);
  expect(names(2, 9)).toEqual(["parking", "sauna"]);
  expect(names(1, 3)).toEqual(["parking", "sauna", "massage"]);
});

test("only the selected phrases of a review count", () => {
  const { phrases, sources } = openReviews("pool sauna", "pool sauna");
  const selected = sources.map(({ review }) => ({ review, phrases: new Int32Array([1]) }));
  expect([...countPhrases(phrases, selected, 2).counts]).toEqual([0, 2]);
  expect(topPhrases(phrases, selected)).toEqual(["sauna"]);
});

test("each phrase is found in as many reviews as wanted, the newest first", () => {
  const { phrases, sources } = openReviews("pool", "Pool", "POOL sauna", "pool", "x Sauna", "SAUNA");
  const found = (most: number, ...wanted: string[]) =>
    Array.from(
      collectPhrases(
        sources,
        wanted.map((word) => phrases.indexOf(word)),
        most,
      ).values(),
      (uses) => uses.map(({ review, start, end }) => review.text.slice(start, end)),
    );
  expect(found(2, "pool", "sauna")).toEqual([
    ["pool", "Pool"],
    ["sauna", "Sauna"],
  ]);
  expect(found(9, "sauna")).toEqual([["sauna", "Sauna", "SAUNA"]]);
  expect(found(1, "x")).toEqual([["x"]]);
});

test("at most five phrases are named, each of two reviews, none of them part of another", () => {
  const { phrases, sources } = openReviews(
    "free_parking massage sauna towels coffee wifi yoga once",
    "free_parking massage sauna towels coffee wifi yoga",
    "free_parking parking",
    "parking",
  );
  expect(topPhrases(phrases, sources)).toEqual(["free parking", "coffee", "massage", "sauna", "towels"]);
  expect(topPhrases(phrases, sources.slice(2))).toEqual(["parking"]);
  expect(topPhrases(phrases, sources.slice(0, 1))).toEqual([]);
  expect(topPhrases(phrases, sources.slice(1, 2))).toEqual([]);
});

test("only the fifteen most frequent phrases are considered", () => {
  const parts = Array.from("abcdefghijklmn", (letter) => `spa_${letter}`).join(" ");
  const { phrases, sources } = openReviews(`spa ${parts} zoo`, `spa ${parts} zoo`, "spa");
  expect(topPhrases(phrases, sources)).toEqual(["spa"]);
});

test("the newest 20 uses decide how a phrase is spelled, in lower case if anyone wrote it so", () => {
  const capitals = Array.from({ length: 19 }, () => "Pool");
  const spelled = (...texts: string[]) => {
    const { phrases, sources } = openReviews(...texts);
    return topPhrases(phrases, sources);
  };
  expect(spelled(...capitals, "pool")).toEqual(["pool"]);
  expect(spelled(...capitals, "Pool", "pool")).toEqual(["Pool"]);
});

test("the most common words are the spelling, and the first in the alphabet of two", () => {
  expect(commonSpelling(["Parking lot", "parking", "Parking"])).toBe("parking");
  expect(commonSpelling(["the pool", "a pool"])).toBe("a pool");
  expect(commonSpelling(["a pool", "the pool"])).toBe("a pool");
  expect(commonSpelling(["a pool", "a pool", "the pool"])).toBe("a pool");
  expect(commonSpelling([])).toBe("");
});
