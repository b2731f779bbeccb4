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

test("a sentence about the business as a whole comes before a clearer one about one thing or one person", () => {
  const whole = "Everyone at the clinic is kind and patient with me.";
  const pool = "The pool is the very best and cleanest that I have ever seen.";
  expect(quoteOf([pool, whole, ENGLISH])).toBe(whole);
  expect(quoteOf([pool, ENGLISH])).toMatch(/pool|therapist/);
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
