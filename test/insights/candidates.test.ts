import { expect, test } from "bun:test";
import { engine } from "../../insights/test/loaded-engine.ts";
import type { InsightReview } from "../../src/insights/insight-review.ts";
import {
  buildQuoteCandidate,
  buildSentenceCandidate,
  pickQuotes,
  readsAlone,
  type SaysAlone,
} from "../../src/insights/quotes.ts";
import { emptyTally } from "../../src/insights/tally.ts";
import type { Analysis, Label } from "../../src/model/analysis.ts";
import { itemAt } from "../../src/model/basics/typed-array.ts";
import { demoReviews } from "./clinic.ts";

const TEXT = "They were kind. The wait was long.";
const FIRST = { start: 0, end: 15, score: 0.5, words: 3, aspects: ["care"], carries: false, private: false };
const SECOND = { ...FIRST, start: 16, end: 34, score: -0.5, aspects: ["punctuality"] };
const word = (start: number, end: number) => ({ start, end, weight: 0.5 });
const CARE = {
  aspect: "care",
  sentiment: "positive" as Label,
  score: 0.8,
  start: 0,
  end: 15,
  evidence: [word(10, 14), word(5, 9), word(16, 19), word(0, 15)],
};
const ANALYSIS: Analysis = {
  language: "en",
  sentiment: { label: "mixed", score: 0 },
  aspects: [CARE],
  certainty: [0.8],
  sentences: [FIRST, SECOND],
  problems: [],
  marks: [],
  phrases: [],
};
const REVIEW: InsightReview = { ...itemAt(demoReviews, 0), id: "r", rating: 5, language: "en", text: TEXT };
const TRANSLATED = { ...REVIEW, language: "fr", translation: { text: TEXT, language: "en" } };

const yes: SaysAlone = () => true;
const ofAspect = (changes: Partial<Analysis> = {}, review = REVIEW, says = yes) =>
  buildQuoteCandidate(review, TEXT, { ...ANALYSIS, ...changes }, 0, says);

test("the passage about an aspect is quoted with its clarity and the evidence in it", () => {
  const candidate = ofAspect();
  expect(candidate).toMatchObject({ review_id: "r", start: 0, end: 15, sentiment: "positive", doubtful: false });
  expect(candidate?.clarity).toBeCloseTo(0.64, 10);
  expect(candidate?.quote()).toEqual({
    review_id: "r",
    start: 0,
    end: 15,
    text: "They were kind.",
    sentiment: "positive",
    score: 0.8,
    evidence: [word(10, 14), word(5, 9), word(0, 15)],
  });
});

test.each<[string, Partial<Analysis>, boolean]>([
  ["certain enough", { certainty: [0.8] }, true],
  ["not certain enough", { certainty: [0.79] }, false],
  ["about someone's health", { sentences: [{ ...FIRST, private: true }] }, false],
  ["in a sentence about something else", { sentences: [{ ...FIRST, aspects: ["results"] }] }, false],
  ["in no sentence", { sentences: [SECOND] }, false],
  ["begins after its sentence", { aspects: [{ ...CARE, start: 15 }] }, false],
  [
    "begins with its sentence",
    { aspects: [{ ...CARE, start: 16, aspect: "punctuality", sentiment: "negative" }] },
    true,
  ],
  ["in a sentence that just agrees", { sentences: [{ ...FIRST, score: 0.2 }] }, true],
  ["in a sentence that does not agree", { sentences: [{ ...FIRST, score: 0.19 }] }, false],
  ["neutral, where a sentence need not agree", { aspects: [{ ...CARE, sentiment: "neutral" }] }, true],
])("a passage about an aspect may be quoted if it may: %s", (_, changes, may) => {
  expect(ofAspect(changes) !== null).toBe(may);
});

test("a passage of 120 characters is as clear as a short one, and one of 180 counts two thirds", () => {
  const clarity = (length: number) => {
    const [sentences, aspects] = [[{ ...FIRST, end: length }], [{ ...CARE, end: length }]];
    return ofAspect({ sentences, aspects })?.clarity ?? 0;
  };
  expect([clarity(120), clarity(180)].map((value) => value.toFixed(3))).toEqual(["0.640", "0.427"]);
});

test("a sentence about several aspects, or with clauses that disagree, is divided", () => {
  const parts = [{ start: 0, end: 15, score: 0.5 }];
  const divided = (changes: object) => ofAspect({ sentences: [{ ...FIRST, ...changes }] })?.divided;
  expect([divided({}), divided({ aspects: ["care", "results"] }), divided({ parts })]).toEqual([false, true, true]);
});

test("whether a passage says it alone is asked once, when it matters", () => {
  const asked: string[] = [];
  const candidate = ofAspect({}, REVIEW, (...about) => asked.push(about.join(" ")) > 1);
  expect(asked).toEqual([]);
  expect([candidate?.saysAlone(), candidate?.saysAlone()]).toEqual([false, false]);
  expect(asked).toEqual(["They were kind. en care positive"]);
});

test("read alone, a passage must say the same of the aspect, with certainty", () => {
  const says = readsAlone(engine);
  const kind = "The therapists were kind and patient with me.";
  expect([says(kind, "en", "care", "positive"), says(kind, "en", "care", "negative")]).toEqual([true, false]);
  expect(says(kind, "en", "billing", "positive")).toBe(false);
  // As part of its review it is about care, with a certainty of 0.7.
  expect(says("Two months of heat packs and rubber bands.", "en", "expertise", "negative")).toBe(false);
  expect(readsAlone({ ...engine, learned: false })(kind, "en", "billing", "positive")).toBe(true);
});

test("a translation is not quoted", () => {
  expect(ofAspect({}, TRANSLATED)).toBeNull();
  expect(buildSentenceCandidate(TRANSLATED, TEXT, ANALYSIS, 0, "positive")).toBeNull();
});

test("stars below three make praise doubtful, and stars above three make criticism doubtful", () => {
  const doubtful = (sentiment: Label) =>
    [1, 2, 3, 4, 5].filter((rating) => {
      const sentences = [{ ...FIRST, score: sentiment === "negative" ? -0.6 : 0.6 }];
      return buildSentenceCandidate({ ...REVIEW, rating }, TEXT, { ...ANALYSIS, sentences }, 0, sentiment)?.doubtful;
    });
  expect([doubtful("positive"), doubtful("negative"), doubtful("mixed")]).toEqual([[1, 2], [4, 5], []]);
});

test("a sentence is quoted with the evidence of all aspects in it, once each and in order", () => {
  const ahead = { ...CARE, aspect: "results", evidence: [word(14, 15), word(5, 9)] };
  const changes = { aspects: [CARE, ahead], sentences: [{ ...FIRST, score: 0.6 }] };
  const quote = buildSentenceCandidate(REVIEW, TEXT, { ...ANALYSIS, ...changes }, 0, "positive")?.quote();
  expect(quote).toEqual({
    review_id: "r",
    start: 0,
    end: 15,
    text: "They were kind.",
    sentiment: "positive",
    score: 0.6,
    evidence: [word(0, 15), word(5, 9), word(10, 14), word(14, 15)],
  });
});

test("a sentence is quoted for a side only if its score is clearly on it", () => {
  const may = (score: number, sentiment: Label) =>
    buildSentenceCandidate(REVIEW, TEXT, { ...ANALYSIS, sentences: [{ ...FIRST, score }] }, 0, sentiment) !== null;
  expect([may(0.6, "positive"), may(0.59, "positive"), may(-0.7, "positive")]).toEqual([true, false, false]);
  expect([may(-0.6, "negative"), may(-0.59, "negative"), may(0.7, "negative")]).toEqual([true, false, false]);
  expect([may(0, "neutral"), may(-1, "mixed")]).toEqual([true, true]);
  const sentences = [{ ...FIRST, private: true as const }];
  expect(buildSentenceCandidate(REVIEW, TEXT, { ...ANALYSIS, sentences }, 0, "positive")).toBeNull();
});

test("mixed reviews count half for criticism, and equally clear quotes of one review keep their order", () => {
  const candidate = (review_id: string, start: number, sentiment: Label) => {
    const place = { review_id, start, end: start + 30, sentiment };
    const text = `The words of ${review_id} at ${start}.`;
    const quote = () => ({ ...place, text, score: 0, evidence: [] });
    return { ...place, clarity: 0.5, doubtful: false, divided: false, saysAlone: () => true, quote };
  };
  const some = [1, 2, 3, 4].flatMap((at) => [candidate(`p${at}`, 0, "positive"), candidate(`n${at}`, 0, "negative")]);
  const critical = (tally: Partial<ReturnType<typeof emptyTally>>) =>
    pickQuotes(some, { ...emptyTally(), ...tally }, { most: 4 }).filter(({ sentiment }) => sentiment === "negative")
      .length;
  expect([critical({ positive: 1, mixed: 3 }), critical({ positive: 1, negative: 1, mixed: 2 })]).toEqual([2, 2]);
  expect([
    critical({ negative: 8 }),
    critical({ positive: 1, negative: 7 }),
    critical({ positive: 2, negative: 8 }),
  ]).toEqual([4, 4, 3]);
  expect(critical({ positive: 4, negative: 1 })).toBe(1);
  const twice = [candidate("a", 40, "positive"), candidate("a", 0, "positive")];
  expect(pickQuotes(twice, { ...emptyTally(), positive: 2 }, { most: 2 }).map(({ start }) => start)).toEqual([0]);
  const neutral = [candidate("a", 0, "neutral")];
  expect(pickQuotes(neutral, { ...emptyTally(), neutral: 1, positive: 1 }, { most: 2 })).toEqual([]);
});
