import { expect, test } from "bun:test";
import { engine } from "../../insights/test/loaded-engine.ts";
import { createReviewCache } from "../../src/insights/analyzed-review.ts";
import { itemAt } from "../../src/model/basics/typed-array.ts";
import { analysesOf, demoReviews, insightsOf } from "./clinic.ts";

const review = itemAt(demoReviews, 0);
const NOBODY = { technicians: [], services: [], service_areas: [] };
const reviewsOf = (texts: string[]) =>
  texts.map((text, at) => ({
    ...review,
    id: `r${at}`,
    rating: 2,
    language: "en",
    text,
    reply: null,
    mentions: NOBODY,
  }));
const faqOf = (texts: string[], replies: string[] = []) => {
  const reviews = reviewsOf(texts).map((one, at) => ({ ...one, reply: replies[at] ?? null }));
  return insightsOf(reviews, null).faq.map(({ id, question }) => [id, question]);
};

const BILLS = ["The billing is a mess.", "They overcharged me for every visit.", "Their prices are far too high."];

test("a question is answered only if three reviews take a side on it", () => {
  expect(faqOf(BILLS).map(([id]) => id)).toEqual(["about-billing"]);
  expect(faqOf(BILLS.slice(0, 2))).toEqual([]);
});

test("what happens at the first visit is told by one review, too, in English and Spanish, and without shares", () => {
  for (const [language, text] of [
    ["en", "At the first visit they took a history, watched me walk and explained the plan."],
    ["es", "En la primera visita me hicieron muchas preguntas y me explicaron el plan."],
  ] as const) {
    const [entry] = insightsOf(
      reviewsOf([text]).map((one) => ({ ...one, rating: 5, language })),
      null,
    ).faq;
    expect([entry?.id, entry?.answer]).toEqual(["first-visit", `1 review speaks of this. “${text}”`]);
  }
});

test("the answer to a question of fact has quotes, and no sides", () => {
  const texts = ["6 visits", "10 sessions", "3 weeks"].map((time) => `My shoulder pain was gone after ${time}.`);
  const reviews = reviewsOf(texts).map((one) => ({ ...one, rating: 5 }));
  const entry = insightsOf(reviews, null).faq.find(({ id }) => id === "how-many-visits");
  expect(entry?.answer).toStartWith("3 reviews speak of this. “My shoulder pain was gone after ");
});

test("an answer quotes reviews of the period if five of them mention the aspect, otherwise of all time", () => {
  const recent = [
    "The billing is a mess.",
    "The bill was wrong.",
    "They overcharged me.",
    "Their prices are far too high.",
    "The invoice was a surprise.",
  ];
  const old = Array.from(
    { length: 5 },
    (_, at) => `The billing is a terrible mess and they overcharged me ${at + 2} times.`,
  );
  const cited = (count: number) => {
    const reviews = reviewsOf([...recent.slice(0, count), ...old]).map((one, at) => ({
      ...one,
      date: at < count ? "2026-05-01" : "2019-05-01",
    }));
    const entry = insightsOf(reviews, null).faq.find(({ id }) => id === "about-billing");
    return entry?.citations.map(({ text }) => text);
  };
  const isOld = (text: string) => old.includes(text);
  expect([cited(5)?.some(isOld), cited(4)?.some(isOld)]).toEqual([false, true]);
});

test("a question in a reply counts if it has 4 to 20 words and does not touch someone's health", () => {
  const asked = (reply: string) =>
    faqOf(BILLS, [reply])
      .filter(([id]) => id === "asked-billing")
      .map(([, question]) => question);
  expect(asked("How much is billing?")).toEqual(["How much is billing?"]);
  expect(asked("Which billing?")).toEqual([]);
  expect(asked("Need I say how much the billing is?")).toEqual([]);
  expect(asked("How much is the billing after a knee replacement?")).toEqual([]);
});

const REPLY =
  "Thank you for telling us, Omar. Our insurance manager is sorry about the wait. We take Medicare and most insurers, and send an estimate before the first visit. Please call us.";

test("an owner reply answers a usual question: the answer names its source and quotes the reply", () => {
  const [one] = reviewsOf(["Nice people."]);
  if (!one) throw new Error("there is no review");
  const entry = insightsOf([{ ...one, date: "2026-05-22", reply: REPLY }], null).faq.find(
    ({ id }) => id === "insurance-and-cost",
  );
  const text = "We take Medicare and most insurers, and send an estimate before the first visit.";
  expect(entry).toEqual({
    id: "insurance-and-cost",
    question: "Which insurance do they take, and what does it cost?",
    answer: `The business wrote under a review of May 2026: “${text}”`,
    source: "replies",
    citations: [],
    reply_citations: [{ review_id: one.id, start: 79, end: 159, text }],
  });
  expect(REPLY.slice(79, 159)).toBe(text);
});

test("thanks, apologies and promises in a reply answer nothing", () => {
  const [one] = reviewsOf(["Nice people."]);
  const answers = (reply: string) => insightsOf(one ? [{ ...one, reply }] : [], null).faq;
  expect(answers("We are sorry about the parking.")).toEqual([]);
  expect(answers("Thank you for your words on our new hours!")).toEqual([]);
  expect(answers("Would our parking help you?")).toEqual([]);
  expect(answers("Our lot has twenty free parking spots.").map(({ id, source }) => [id, source])).toEqual([
    ["parking-and-access", "replies"],
  ]);
});

test("sentences about the place are not what people with a knee problem say", () => {
  const curtain = ["knees", "knee, and no lower", "knees in the gym"].map((end) => `The curtain stops at your ${end}.`);
  const condition = (texts: string[]) =>
    insightsOf(reviewsOf(texts), null)
      .faq.find(({ id }) => id === "condition-knee")
      ?.citations.map(({ text }) => text);
  expect(condition(curtain)).toBeUndefined();
  const worse = "My knee is no better after twelve visits.";
  expect(condition([...curtain, worse])).toEqual([worse]);
  const others = ["My knee is worse than before I came here.", "My knee still hurts after ten long weeks."];
  expect(condition([worse, ...others])).toHaveLength(2);
});

test("a review with another rating or date is built again, even with the same analysis", () => {
  const [one] = reviewsOf(BILLS);
  const analysis = one && analysesOf([one]).get(one.id);
  if (!one || !analysis) throw new Error("there is no analysis");
  const cache = createReviewCache(engine, null);
  const built = cache.analyzedReview(one, analysis);
  expect(cache.analyzedReview({ ...one }, analysis)).toBe(built);
  expect(cache.analyzedReview({ ...one, rating: 3 }, analysis)?.review.rating).toBe(3);
  expect(cache.analyzedReview({ ...one, rating: 3, date: "2020-05-01" }, analysis)?.month).toBe(24_245);
});
