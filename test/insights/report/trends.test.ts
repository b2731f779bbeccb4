import { expect, test } from "bun:test";
import { itemAt } from "../../../src/model/typed-array.ts";
import { demoReviews, insightsOf } from "../clinic.ts";

const review = itemAt(demoReviews, 0);
const NOBODY = { technicians: [], services: [], service_areas: [] };
const PRAISE = "She was caring and patient, and I would recommend her to anyone.";
const COMPLAINT = "They overcharged me and the billing is a mess.";

let count = 0;
const reviewsOf = (text: string, dates: string[], rating = 3) =>
  dates.map((date) => ({
    ...review,
    id: `r${String(count++).padStart(3, "0")}`,
    rating,
    date,
    language: "en",
    text,
    reply: null,
    mentions: NOBODY,
  }));
const five = (month: string) => Array.from({ length: 5 }, (_, at) => `${month}-0${at + 1}`);

test("the trend compares the newest six months with the six before", () => {
  const trendOf = (before: string, now: string) =>
    insightsOf(
      [...reviewsOf(now, [...five("2026-12"), ...five("2026-07")]), ...reviewsOf(before, five("2026-06"))],
      null,
    ).temporal.trend;
  expect(trendOf(COMPLAINT, PRAISE)).toBe("improving");
  expect(trendOf(PRAISE, COMPLAINT)).toBe("declining");
  expect(trendOf(PRAISE, PRAISE)).toBe("steady");
});

test("without five reviews in the six months before, there is no trend", () => {
  const dates = [...five("2026-12"), ...five("2026-06").slice(1)];
  expect(insightsOf(reviewsOf(PRAISE, dates), null).temporal.trend).toBeNull();
});

test("five critical reviews make a concern, four do not", () => {
  const concernsOf = (n: number) => insightsOf(reviewsOf(COMPLAINT, five("2026-12").slice(0, n), 2), null).concerns;
  expect(concernsOf(4)).toEqual([]);
  expect(concernsOf(5)).toEqual(["Cost and insurance: 5 of 5 reviews critical"]);
});

test("the pull quote comes from a review of at least four stars, or of at most two if most reviews are negative", () => {
  const pullQuote = (text: string, rating: number) =>
    insightsOf(reviewsOf(text, ["2026-12-01"], rating), null).pull_quote;
  expect([3, 4].map((rating) => pullQuote(PRAISE, rating))).toEqual([null, PRAISE]);
  expect([3, 2].map((rating) => pullQuote(COMPLAINT, rating))).toEqual([null, COMPLAINT]);
});

test("a longer phrase with 60 % of the uses of a shorter one in it replaces it as a topic", () => {
  const lady = "The front desk lady was kind.";
  const desk = "The front desk was kind.";
  const topicsOf = (texts: string[]) =>
    insightsOf(
      texts.flatMap((text) => reviewsOf(text, ["2026-12-01"])),
      null,
    ).topics.map(({ label }) => label);
  expect(topicsOf([lady, lady, lady, desk, desk])).toEqual(["front desk lady"]);
  expect(topicsOf([lady, lady, lady, desk, desk, desk])).toEqual(["front desk", "front desk lady"]);
});
