import { expect, test } from "bun:test";
import { engine } from "../../insights/test/loaded-engine.ts";
import { type AnalyzedReview, createReviewCache } from "../../src/insights/analyzed-review.ts";
import type { InsightReview } from "../../src/insights/insight-review.ts";
import { pickPullQuote } from "../../src/insights/pull-quote.ts";
import { verdictOf } from "../../src/insights/verdict.ts";
import { itemAt } from "../../src/model/basics/typed-array.ts";
import { demoReviews } from "./clinic.ts";
import { analysisOf, MADE_UP_PROFILE, type Sentence } from "./made-up-clinic.ts";

const cache = createReviewCache(engine, MADE_UP_PROFILE);
const [ANA, BEN] = [
  { id: "ana-ruiz", name: "Ana Ruiz" },
  { id: "ben-ortiz", name: "Ben Ortiz" },
];
const NOBODY = { technicians: [], services: [], service_areas: [] };

function read(sentences: Sentence[], changes: Partial<InsightReview> = {}): AnalyzedReview {
  const text = sentences.map((sentence) => sentence.text).join(" ");
  const review = { ...itemAt(demoReviews, 0), rating: 5, language: "en", translation: null, text, mentions: NOBODY };
  const found = cache.analyzedReview({ ...review, ...changes }, analysisOf(sentences));
  if (!found) throw new Error(`not read: ${text}`);
  return found;
}
const said = (text: string, score: number, aspects: string[] = [], phrases: string[] = []): Sentence => {
  return { text, score, aspects, phrases };
};

test("an aspect has the phrases of its sentences, less those of another aspect, and its quote", () => {
  const { aspects, phrases } = read([
    said("Kind and quick.", 0.9, ["care"], ["care kind Kind", "- quick quick"]),
    said("Clean, and kind too.", 0.4, ["facility", "care"], ["facility clean Clean", "- kind kind"]),
    said("It was fine.", 0.1, [], ["- fine fine"]),
  ]);
  const keys = (indexes: Int32Array) => [...indexes].map((at) => cache.phrases[itemAt([...phrases], at)]);
  expect(aspects.map((one) => [one.aspect, keys(one.phrases), one.candidate?.quote().text])).toEqual([
    ["care", ["@kind", "quick", "kind"], "Kind and quick."],
    ["facility", ["@clean", "kind"], "Clean, and kind too."],
  ]);
});

/** Of each person named: what the sentences say, what they are about, their phrases and the quote. */
const peopleIn = (sentences: Sentence[], rating = 5, technicians = [ANA]) =>
  read(sentences, { rating, mentions: { ...NOBODY, technicians } }).entities.map(
    ({ id, label, aspects, phrases, candidate }) => [id, label, aspects, [...phrases], candidate?.quote().text],
  );

test("the sentences about a person are those with the name, and the next one with he or she", () => {
  const kind = said("Ana was kind to me.", 0.6, ["care"], ["- kind kind"]);
  const she = said("She fixed it.", 0.8, ["results", "care"], ["- fixed fixed"]);
  const more = said("She is great.", 0.9, ["expertise"]);
  expect(peopleIn([kind, she, more])).toEqual([["ana-ruiz", "positive", ["care", "results"], [0, 1], "She fixed it."]]);
  const again = said("Ana is on time.", 0.8, ["punctuality"]);
  expect(peopleIn([kind, she, again])[0]?.slice(2)).toEqual([
    ["care", "results", "punctuality"],
    [0, 1],
    "She fixed it.",
  ]);
  expect(peopleIn([kind, said("They fixed it.", 0.8), she])).toEqual([
    ["ana-ruiz", "positive", ["care"], [0], "Ana was kind to me."],
  ]);
  const two = said("Ana and Ben were late.", -0.7, ["punctuality"]);
  expect(peopleIn([two, she], 3, [ANA, BEN])).toEqual([
    ["ana-ruiz", "negative", ["punctuality"], [], "Ana and Ben were late."],
    ["ben-ortiz", "negative", ["punctuality"], [], "Ana and Ben were late."],
  ]);
  expect(peopleIn([kind, said("She and Ben fixed it.", 0.9, ["results"])], 5)).toEqual([
    ["ana-ruiz", "positive", ["care"], [0], "Ana was kind to me."],
  ]);
});

test("a person is quoted with the clearest sentence on the side of the verdict, none about someone's health", () => {
  const quoteIn = (sentences: Sentence[], rating = 5) => peopleIn(sentences, rating)[0]?.[4];
  const [first, second] = [said("Ana was good to me.", 0.6), said("Ana was nice to me.", 0.6)];
  expect(quoteIn([first, second])).toBe("Ana was good to me.");
  expect(
    quoteIn([first, said("Ana was not nice.", -1), said("Ana was not kind.", -1), said("Ana was rude.", -1)], 3),
  ).toBe("Ana was not nice.");
  expect(quoteIn([first, { text: "Ana knows my diagnosis.", score: 0.9, private: true }])).toBe("Ana was good to me.");
  expect(quoteIn([{ text: "Ana knows my diagnosis.", score: 0.9, private: true }])).toBeUndefined();
  // Criticism with five stars is quoted, too.
  expect([quoteIn([said("Ana was bad.", -0.6)]), quoteIn([said("Ana was there.", -0.49)])]).toEqual([
    "Ana was bad.",
    "Ana was there.",
  ]);
});

test("a service is told by its own sentences only", () => {
  const services = [{ id: "dry-needling", name: "Dry needling" }];
  const sentences = [said("Ana did the dry needling.", 0.7, ["care"]), said("She was kind.", 0.9, ["expertise"])];
  const { entities } = read(sentences, { mentions: { ...NOBODY, services } });
  expect(entities.map(({ kind, id, aspects }) => [kind, id, aspects])).toEqual([
    ["services", "dry-needling", ["care"]],
  ]);
});

test("a translation is read and asks no questions; a text in another language is not read", () => {
  const asks = [said("Is there parking close by?", 0, ["facility"])];
  const foreign = { text: "Il y a un parking ?", language: "fr" };
  const translation = { text: "Is there parking close by?", language: "en" };
  expect(read(asks).questions).toHaveLength(1);
  expect(read(asks, { ...foreign, translation })).toMatchObject({
    text: translation.text,
    translated: true,
    questions: [],
  });
  const review = { ...itemAt(demoReviews, 0), ...foreign, translation: null };
  expect(cache.analyzedReview(review, analysisOf(asks))).toBeNull();
});

test("clear words decide whatever the stars; stars help words that are almost clear, and turn nothing around", () => {
  const verdicts = (score: number) => [1, 2, 3, 4, 5].map((rating) => verdictOf([score], rating)[2] ?? "").join("");
  // The third letters of positive, negative and neutral.
  expect([verdicts(0.7), verdicts(-0.7)]).toEqual(["sssss", "ggggg"]);
  expect([verdicts(0.69), verdicts(-0.6)]).toEqual(["uusss", "ggggg"]);
  expect([verdicts(0.6), verdicts(-0.59)]).toEqual(["uusss", "ggguu"]);
  expect([verdicts(0.5), verdicts(-0.5)]).toEqual(["uusss", "ggguu"]);
  expect([verdicts(0.49), verdicts(-0.49)]).toEqual(["uuuss", "gguuu"]);
  expect([verdicts(0.3), verdicts(-0.3)]).toEqual(["uuuss", "gguuu"]);
  expect([verdicts(0.29), verdicts(-0.29), verdicts(0)]).toEqual(["uuuuu", "uuuuu", "uuuuu"]);
  expect([verdictOf([], 5), verdictOf([0.9, 0.1], 3), verdictOf([-0.6, -0.5], 5)]).toEqual([
    "neutral",
    "positive",
    "neutral",
  ]);
});

test("in a sentence that praises and criticizes, each person has the clause that names them", () => {
  const text = "Ana was kind, but Ben was rude.";
  const parts = [
    { start: 0, end: 13, score: 0.9 },
    { start: 14, end: 31, score: -0.8 },
  ];
  const divided = analysisOf([{ text, score: 0.2, aspects: ["care"] }]);
  const analysis = { ...divided, sentences: divided.sentences.map((one) => ({ ...one, parts })) };
  const technicians = MADE_UP_PROFILE.technicians.map(({ id, name }) => ({ id, name }));
  const mentions = { technicians, services: [], service_areas: [] };
  const reviews = { ...itemAt(demoReviews, 0), text, language: "en", translation: null, mentions };
  const found = createReviewCache(engine, MADE_UP_PROFILE).analyzedReview(reviews, analysis)?.entities ?? [];
  expect(found.map(({ id, label }) => `${id} ${label}`)).toEqual(["ana-ruiz positive", "ben-ortiz negative"]);
});

test("the sentence that represents the reviews has 6 to 24 words, a subject and no one's health", () => {
  const overall = { positive_count: 1, negative_count: 1 };
  const long = (words: number) => `The staff was ${"very ".repeat(words - 4)}kind.`;
  const pick = (sentences: Sentence[], rating = 5, counts = overall) =>
    pickPullQuote(counts, [read(sentences, { rating })])?.text ?? null;
  const about = (text: string, score = 0.5): Sentence => ({ text, score, aspects: ["care"] });
  expect([6, 24].map((words) => pick([about(long(words))]))).toEqual([long(6), long(24)]);
  expect([5, 25].map((words) => pick([about(long(words))]))).toEqual([null, null]);
  expect(pick([{ ...about(long(9).replace("staff", "chair")), aspects: [] }])).toBeNull();
  expect(pick([{ ...about(long(9)), private: true }])).toBeNull();
  expect([pick([about(long(9), 0)]), pick([about(long(9), -0.5)])]).toEqual([null, null]);
  expect(pick([about(long(9)), about(long(10)), about(long(11), 0.6), about(long(12), 0.4)])).toBe(long(11));
  expect(pick([about(long(9)), about(long(10))])).toBe(long(9));
  expect(["!", "", "?"].map((end) => pick([about(long(9).replace(".", end))]))).toEqual([
    long(9).replace(".", "!"),
    null,
    null,
  ]);
  const critical = { ...overall, negative_count: 2 };
  expect([1, 2, 3].map((rating) => pick([about(long(9), -0.5)], rating, critical))).toEqual([long(9), long(9), null]);
});
