import { expect, test } from "bun:test";
import { itemAt } from "../../src/model/basics/typed-array.ts";
import { demoReviews, insightsOf } from "./clinic.ts";

const review = itemAt(demoReviews, 0);
const ENGLISH = "The whole team listened to me and was very patient.";
const SPANISH = "Todo el personal me escuchó con mucha paciencia y cariño.";
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

test("it is about the business as a whole: not about one thing, one person, an amount or two subjects", () => {
  const whole = "Everyone at the clinic is kind and patient with me.";
  expect(quoteOf([whole])).toBe(whole);
  expect(quoteOf(["The pool is the very best and cleanest that I have ever seen."])).toBeNull();
  expect(quoteOf(["The therapist listened to every question with great patience."])).toBeNull();
  expect(quoteOf(["Everyone at the clinic is kind and I pay only $20 there."])).toBeNull();
  expect(quoteOf(["The staff was very kind and my knee is better than ever."])).toBeNull();
});

test("of equally clear sentences, that of the newest review is chosen", () => {
  const reviews = ["r2", "r0", "r1"].map((id) => ({ ...review, id, rating: 5, language: "en", text: ENGLISH }));
  expect(insightsOf(reviews, null).pull_quote_review_id).toBe("r2");
});

test("it has no chat shorthand, and the stars of its review agree with it", () => {
  expect(quoteOf(["The whole team listened to me and was very patient lol."])).toBeNull();
  expect(quoteOf([ENGLISH], 3)).toBeNull();
  expect(quoteOf([ENGLISH], 4)).toBe(ENGLISH);
});

test("it does not praise what the page criticizes", () => {
  const complaint = "The therapist ignored me and left me with an aide who was rude.";
  expect(quoteOf([ENGLISH, ENGLISH, ENGLISH, ENGLISH, complaint, complaint, complaint])).toBeNull();
});
