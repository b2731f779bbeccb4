import { expect, test } from "bun:test";
import { isAnalyzed, wordsToRead } from "../../insights/engine/words-to-read.ts";
import type { InsightReview } from "../../src/insights/insight-review.ts";
import { reviewInsightsOf } from "../../src/insights/insights-document.ts";
import { itemAt } from "../../src/model/basics/typed-array.ts";
import { analysesOf, demoReviews, insightsOf } from "./clinic.ts";

const FRENCH = "J'ai attendu quarante minutes, et personne ne s'est excusé.";
const WAITED = "I waited forty minutes for my appointment, and nobody apologized.";
const ENGLISH = `${WAITED} How long is the wait on most days?`;

const review = (id: number, more: Partial<InsightReview>): InsightReview => ({
  ...itemAt(demoReviews, 0),
  id: `r${id}`,
  rating: 2,
  text: FRENCH,
  language: "fr",
  translation: { text: ENGLISH, language: "en" },
  mentions: { technicians: [], services: [], service_areas: [] },
  ...more,
});
const six = [0, 1, 2, 3, 4, 5].map((id) => review(id, {}));
const NOT_READ = { translation: { text: "Ich habe gewartet.", language: "de" } };

test("a review in another language is read by its translation, if that is English or Spanish", () => {
  expect(wordsToRead(review(1, {}))).toEqual({ text: ENGLISH, language: "en", translated: true });
  const unknown = { text: ENGLISH, language: null };
  expect(wordsToRead(review(1, { translation: unknown }))).toEqual({ ...unknown, translated: true });
  const original = { text: FRENCH, language: "fr", translated: false };
  expect(wordsToRead(review(1, { translation: null }))).toEqual(original);
  expect(wordsToRead(review(1, NOT_READ))).toEqual(original);
  // A Spanish text is read as it is, although Google translated it.
  const spanish = { text: "Muy buenos.", language: "es-MX" };
  expect(wordsToRead(review(1, spanish))).toEqual({ ...spanish, translated: false });
  expect(wordsToRead(review(1, { text: null }))).toBeNull();
});

test("translated reviews are counted and never quoted, and the limits say so", () => {
  const document = insightsOf([...six, review(6, { translation: null }), review(7, NOT_READ)], null);
  expect(document.aspects.map(({ id, mention_count, negative_count }) => [id, mention_count, negative_count])).toEqual([
    ["punctuality", 6, 6],
  ]);
  expect(document.limits).toContain(
    "6 reviews in another language were read in translation. They are counted, and never quoted.",
  );
  expect(document.limits).toContain("2 reviews in a language that is not read were not analyzed.");
  expect(document.languages).toEqual({ fr: 8 });
  expect(document.summary).toContain("Some texts are in French and are not read here.");
  expect(document.summary_citations).toEqual([]);
  expect(document.aspects.flatMap(({ quotes }) => quotes)).toEqual([]);
  expect(document.faq).toEqual([]);
  expect(document.pull_quote).toBeNull();
  expect(JSON.stringify(document)).not.toContain("forty");
});

test("a question in a translation is not quoted as a reviewer's question", () => {
  const english = ["I waited an hour.", "They kept me waiting for half an hour.", "We waited and waited in the lobby."];
  const own = english.map((text, at) => review(10 + at, { text, language: "en", translation: null }));
  const asked = (reviews: InsightReview[]) => insightsOf(reviews, null).faq.map(({ id }) => id);
  expect(asked([...six, ...own])).toEqual(["about-punctuality"]);
  const question = { text: "How long is the wait on most days?", language: "en", translation: null };
  expect(asked([review(20, question), ...own])).toEqual(["asked-punctuality", "about-punctuality"]);
});

test("the analysis of one review says that its offsets are those of the translation", () => {
  const one = review(1, {});
  const analysis = analysesOf([one]).get(one.id);
  if (!isAnalyzed(one, analysis)) throw new Error("the translation was not read");
  const { read, aspects } = reviewInsightsOf(one, analysis);
  expect(read).toBe("translation");
  expect(aspects.map(({ start, end }) => ENGLISH.slice(start, end))).toEqual([WAITED]);
  expect(reviewInsightsOf(review(2, NOT_READ), { sentiment: analysis.sentiment, aspects: [] }).read).toBe("text");
});
