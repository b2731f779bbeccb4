import { expect, test } from "bun:test";
import { itemAt } from "../../src/model/basics/typed-array.ts";
import { demoReviews, insightsOf } from "./clinic.ts";

const review = itemAt(demoReviews, 0);
const ENGLISH = "The therapist listened to every question and my knee is better.";
const SPANISH = "La terapeuta me escuchó con paciencia y mi rodilla está mucho mejor.";
const quoteOf = (texts: string[], rating = 5) =>
  insightsOf(
    texts.map((text, at) => ({
      ...review,
      id: `r${at}`,
      rating,
      language: null,
      text,
      reply: null,
      mentions: { technicians: [], services: [], service_areas: [] },
    })),
    null,
  ).pull_quote;

test("the sentence that represents the reviews is in the language of most of them", () => {
  expect(quoteOf([ENGLISH, SPANISH])).toBe(ENGLISH);
  expect(quoteOf([SPANISH, ENGLISH, ENGLISH])).toBe(ENGLISH);
  expect(quoteOf([ENGLISH, SPANISH, SPANISH])).toBe(SPANISH);
});

test("it is of the last two years", () => {
  const [text, mentions] = ["I came on a Tuesday.", { technicians: [], services: [], service_areas: [] }];
  const recent = { ...review, rating: 5, language: "en", text, reply: null, mentions };
  const reviews = [
    ...Array.from({ length: 5 }, (_, at) => ({ ...recent, id: `r${at}`, date: "2026-05-01" })),
    { ...recent, id: "old", date: "2019-05-01", text: ENGLISH },
  ];
  expect([insightsOf(reviews, null).pull_quote, insightsOf(reviews.slice(1), null).pull_quote]).toEqual([
    null,
    ENGLISH,
  ]);
});

test("of equally clear sentences, that of the newest review is chosen", () => {
  const reviews = ["r2", "r0", "r1"].map((id) => ({ ...review, id, rating: 5, language: "en", text: ENGLISH }));
  expect(insightsOf(reviews, null).pull_quote_review_id).toBe("r2");
});

test("it has no chat shorthand, and the stars of its review agree with it", () => {
  expect(quoteOf(["The therapist listened to every question and my knee is better lol."])).toBeNull();
  expect(quoteOf([ENGLISH], 3)).toBeNull();
  expect(quoteOf([ENGLISH], 4)).toBe(ENGLISH);
});
