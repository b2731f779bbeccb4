import { expect, test } from "bun:test";
import { FAST } from "../../test/length.ts";
import { analyze, judge } from "../engine/analyze.ts";
import { aspectMargins, detectAspects, sumAttended } from "../engine/aspects.ts";
import { createEngine, polarityOutput } from "../engine/engine.ts";
import { readReviewText } from "../engine/reading/reading.ts";
import { readTwice } from "../engine/scoring.ts";
import { analyzeTarget } from "../engine/targets.ts";
import { RESTAURANT } from "../engine/taxonomies/taxonomies.ts";
import { POLARITY } from "../engine/weights.ts";
import { readCorpus } from "../train/corpus.ts";
import { demoTexts } from "./demo-texts.ts";
import { engine } from "./loaded-engine.ts";

const found = (text: string) =>
  Object.fromEntries(analyze(engine, text).aspects.map(({ aspect, sentiment }) => [aspect, sentiment]));

test("good news in negative words is good news", () => {
  expect(found("The pain is gone.")).toEqual({ results: "positive" });
  expect(analyze(engine, "The pain is gone.").sentiment.label).toBe("positive");
});

test("a complaint without a bad word is a complaint", () => {
  expect(found("I was handed off to an aide after five minutes.")).toMatchObject({ care: "negative" });
  expect(found("I waited 45 minutes past my appointment time.")).toMatchObject({ punctuality: "negative" });
});

test("a negated superlative is praise", () => {
  expect(analyze(engine, "The staff could not have been nicer.").sentiment.label).toBe("positive");
});

test("two aspects in one sentence can have different sides", () => {
  expect(found("The receptionist was rude, but the pain is gone.")).toMatchObject({
    front_desk: "negative",
    results: "positive",
  });
  expect(found("The therapists are very skilled, but the parking lot is always full.")).toMatchObject({
    expertise: "positive",
    facility: "negative",
  });
});

test("two verdicts without a verb are two clauses", () => {
  expect(found("Great therapists, terrible parking.")).toEqual({ care: "positive", facility: "negative" });
});

test("better than before is praise", () => {
  expect(found("My knee is so much better.")).toEqual({ results: "positive" });
  expect(analyze(engine, "My knee is so much better.").sentiment.label).toBe("positive");
});

test("a fact about the front desk is not a complaint", () => {
  expect(found("The front desk is on the second floor.")).toEqual({ facility: "neutral", front_desk: "neutral" });
  expect(found("You sign in at a tablet by the door.")).toEqual({ front_desk: "neutral" });
  expect(found("There are two receptionists in the morning.")).toEqual({ front_desk: "neutral" });
});

test("what an import redacted is not a word", () => {
  expect(analyze(engine, "Ring [phone] for more.").aspects).toEqual([]);
  expect(analyze(engine, "Text [phone] or [e_mail]. The pain is gone.").sentences.map(({ words }) => words)).toEqual([
    2, 4,
  ]);
});

test("the passage of an aspect agrees with its verdict", () => {
  const text = "I came for my shoulder after a fall. Now I can lift my arm again and the pain is gone.";
  const [results] = analyze(engine, text).aspects;
  expect(results).toMatchObject({ aspect: "results", sentiment: "positive", start: 37, end: 86 });
});

test("a sentence that names a diagnosis or an operation is marked", () => {
  const { sentences } = analyze(engine, "BPPV, both sides. She was kind. My knee replacement went well.");
  expect(sentences.map((sentence) => sentence.private)).toEqual([true, false, true]);
});

test("a sentence with someone's age in brackets is marked, one with another number is not", () => {
  const { sentences } = analyze(engine, "Physical therapy for my son (14, baseball elbow). My son came 14 times.");
  expect(sentences.map((sentence) => sentence.private)).toEqual([true, false]);
});

const test_items = await readCorpus({ splits: ["test"] });

test("every aspect, sentence, phrase and piece of evidence is a passage of its text", () => {
  for (const text of [...demoTexts, ...test_items.map((item) => item.text)]) {
    const { aspects, sentences, phrases } = analyze(engine, text);
    for (const { start, end } of [
      ...aspects,
      ...sentences,
      ...phrases,
      ...aspects.flatMap(({ evidence }) => evidence),
    ]) {
      expect(start).toBeGreaterThanOrEqual(0);
      expect(end).toBeGreaterThan(start);
      expect(end).toBeLessThanOrEqual(text.length);
      expect(text.slice(start, end).trim()).toBe(text.slice(start, end));
    }
  }
});

test("the shares of the words and the biases add up to the margin", () => {
  for (const text of demoTexts.slice(0, 60)) {
    const reading = readReviewText(engine, text);
    const scored = readTwice(engine, reading);
    for (const found of detectAspects(scored)) {
      const { margins, factor, shares } = aspectMargins(scored, found, 0);
      const { bias } = engine.weights.header;
      const biases = (bias[POLARITY] ?? 0) + (bias[polarityOutput(engine, found.aspect)] ?? 0);
      const whole = found.attention.reduce((sum, share) => sum + share * biases * factor, 0);
      const margin = sumAttended(found.attention, (clause) => margins[clause] ?? 0);
      expect(shares.reduce((sum, share) => sum + share, whole)).toBeCloseTo(margin, 9);
    }
  }
});

test("two engines with the same weights and taxonomy give the same bytes", () => {
  const other = createEngine();
  for (const text of demoTexts)
    expect(JSON.stringify(analyze(other, text))).toBe(JSON.stringify(analyze(engine, text)));
});

test("offsets are UTF-16 code units of the original text", () => {
  const text = "😀 Caf\u00e9\u200b staff\u2019s great… “The pain is gone.” 👍🏽";
  const { sentences } = analyze(engine, text);
  expect(sentences.map(({ start, end }) => text.slice(start, end))).toEqual([
    "😀 Caf\u00e9\u200b staff\u2019s great…",
    "“The pain is gone.”",
    "👍🏽",
  ]);
});

test("text that is neither English nor Spanish is not analyzed", () => {
  for (const text of [
    "Très bon accueil, les kinés sont à l'écoute et je n'ai plus mal au dos.",
    "Отличная клиника, спина больше не болит.",
  ]) {
    expect(analyze(engine, text)).toEqual({
      language: "other",
      sentiment: { label: "neutral", score: 0 },
      aspects: [],
      certainty: [],
      sentences: [],
      problems: [],
      marks: [],
      phrases: [],
    });
  }
});

test("a judgment is the analysis without what only the report needs", () => {
  for (const text of [...demoTexts, "", "Très bon accueil, les kinés sont à l'écoute."]) {
    const { sentences, problems, marks, phrases, ...rest } = analyze(engine, text);
    expect(judge(engine, readReviewText(engine, text))).toEqual(rest);
  }
});

test("a text without a word is neutral and empty", () => {
  for (const text of ["", "   ", "\u0000", "!!!", "...."]) {
    expect(analyze(engine, text)).toMatchObject({ sentiment: { label: "neutral" }, aspects: [] });
  }
});

/** Processor time in ms, so that the test passes on a busy machine too. */
function cost(text: string): number {
  const before = process.cpuUsage();
  analyze(engine, text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const HOSTILE: [string, (size: number) => string][] = [
  ["no space", (size) => "a".repeat(size)],
  ["apostrophes", (size) => "a'".repeat(size / 2)],
  ["emoji", (size) => "😀".repeat(size / 2)],
  ["full stops", (size) => ".".repeat(size)],
  ["commas and subjects", (size) => "a, i ".repeat(size / 5)],
  ["gaps of patterns", (size) => "handed to ".repeat(size / 10)],
  ["negations", (size) => "not no never ".repeat(size / 13)],
  ["numbers", (size) => "1,".repeat(size / 2)],
  ["hyphens", (size) => "a-on-".repeat(size / 5)],
  ["right to left", (size) => "שלום \u202e".repeat(size / 6)],
  ["NUL", (size) => "\u0000pain".repeat(size / 5)],
  ["regex bomb", (size) => `${"(a+)+".repeat(size / 5)}$`],
  ["lone surrogates", (size) => "\ud83d ".repeat(size / 2)],
  ["line breaks", (size) => "pain\n".repeat(size / 5)],
  ["diagnoses", (size) => "stroke.\n".repeat(size / 8)],
];

test.skipIf(FAST).each(HOSTILE)("hostile text takes linear time and never throws: %s", (_, make) => {
  cost(make(12_500));
  // The best of several: garbage collection and other work only ever add.
  const best = (text: string) => Math.min(...Array.from({ length: 4 }, () => cost(text)));
  const small = Math.max(2, best(make(12_500)));
  const large = best(make(50_000));
  expect(large / small).toBeLessThan(10); // four times the text; quadratic time would be sixteen
});

/** No net was trained with it. */
const RULED = { ...RESTAURANT, id: "ruled" };

test("another taxonomy finds its aspects by rules", () => {
  const other = createEngine(RULED, engine.weights);
  const { aspects } = analyze(other, "The pasta was delicious but we waited 50 minutes for a table.");
  expect(aspects.map(({ aspect, sentiment }) => [aspect, sentiment])).toContainEqual(["food", "positive"]);
  expect(aspects.map(({ aspect, sentiment }) => [aspect, sentiment])).toContainEqual(["wait", "negative"]);
});

test("in another taxonomy, a pattern or a measure from its limit on makes an aspect more negative", () => {
  const other = createEngine(RULED, engine.weights);
  const scoreOf = (text: string, aspect: string) =>
    analyze(other, text).aspects.find((finding) => finding.aspect === aspect)?.score;
  expect(scoreOf("The server forgot our bread.", "service")).toBe(-0.983);
  expect(scoreOf("The server forgot our bread.", "food")).toBe(-0.926);
  expect(scoreOf("We waited 19 minutes, no table.", "wait")).toBe(-0.521);
  expect(scoreOf("We waited 20 minutes, no table.", "wait")).toBe(-0.869);
});

test("a target has its own polarity, not the sentence's", () => {
  const text = "The food was delicious but the service was terrible.";
  const reading = readReviewText(engine, text);
  expect(analyzeTarget(engine, reading, { start: 4, end: 8 })).toEqual({ sentiment: "positive", score: 0.999 });
  expect(analyzeTarget(engine, reading, { start: 31, end: 38 })).toEqual({ sentiment: "negative", score: -1 });
  const fact = readReviewText(engine, "The menu is on the wall.");
  expect(analyzeTarget(engine, fact, { start: 4, end: 8 })).toEqual({ sentiment: "neutral", score: -0.109 });
});
