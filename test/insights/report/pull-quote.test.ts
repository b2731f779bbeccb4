import { expect, test } from "bun:test";
import { itemAt } from "../../../src/model/typed-array.ts";
import { demoReviews, insightsOf } from "../clinic.ts";

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

test("it has no chat shorthand, and the stars of its review agree with it", () => {
  expect(quoteOf(["The therapist listened to every question and my knee is better lol."])).toBeNull();
  expect(quoteOf([ENGLISH], 3)).toBeNull();
  expect(quoteOf([ENGLISH], 4)).toBe(ENGLISH);
});
