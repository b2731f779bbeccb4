import { expect, test } from "bun:test";
import { openReviewCache } from "../../../src/insights/report/analyzed-review.ts";
import { itemAt } from "../../../src/model/typed-array.ts";
import { analysesOf, demoReviews, insightsOf } from "../clinic.ts";

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

test("a review with another rating or date is built again, even with the same analysis", () => {
  const [one] = reviewsOf(BILLS);
  const analysis = one && analysesOf([one]).get(one.id);
  if (!one || !analysis) throw new Error("there is no analysis");
  const cache = openReviewCache(null);
  const built = cache.analyzedReview(one, analysis);
  expect(cache.analyzedReview({ ...one }, analysis)).toBe(built);
  expect(cache.analyzedReview({ ...one, rating: 3 }, analysis).review.rating).toBe(3);
  expect(cache.analyzedReview({ ...one, rating: 3, date: "2020-05-01" }, analysis).month).toBe(24_245);
});
