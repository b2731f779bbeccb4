import { expect, test } from "bun:test";
import { itemAt } from "../../src/model/basics/typed-array.ts";
import { demoReviews, insightsOf } from "./clinic.ts";

const review = itemAt(demoReviews, 0);
const NOBODY = { technicians: [], services: [], service_areas: [] };
const PRAISE = "My therapist was caring and patient, and I would recommend her to anyone.";
const COMPLAINT = "Every bill was wrong, and the billing is a mess.";

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
  expect(insightsOf(reviewsOf(PRAISE, [...five("2026-12"), ...five("2025-12")]), null).temporal.trend).toBeNull();
});

test("everything is told of all time, and what changed in the last 24 months as a change", () => {
  const months = (year: number, n: number) => Array.from({ length: n }, (_, at) => `${year}-0${at + 1}-15`);
  const reviews = [
    ...reviewsOf(PRAISE, ["2026-12-01"]),
    ...reviewsOf("The bill was right and the price is fair, I am very happy with the billing.", months(2026, 8), 5),
    ...reviewsOf(COMPLAINT, months(2025, 3), 2),
    ...reviewsOf(COMPLAINT, months(2023, 9), 2),
  ];
  const { window, concerns, summary, aspects } = insightsOf(reviews, null);
  expect(window).toEqual({ from: null, to: "2026-12-01", review_count: 21, text_count: 21 });
  expect(concerns).toEqual(["Cost and insurance: 12 of 20 reviews critical; all 9 before January 2025, 3 of 11 since"]);
  expect(summary).toContain("Complaints about cost and insurance have become rarer since January 2025.");
  const quoted = aspects.find(({ id }) => id === "billing")?.quotes.map(({ review_id }) => review_id) ?? [];
  const old = reviews.filter(({ date }) => date < "2025").map(({ id }) => id);
  expect(quoted.length).toBeGreaterThan(1);
  expect(quoted.filter((id) => old.includes(id))).toEqual([]);
});

test("three critical reviews make a concern; fewer are single voices", () => {
  const concernsOf = (n: number) => insightsOf(reviewsOf(COMPLAINT, five("2026-12").slice(0, n), 2), null).concerns;
  expect(concernsOf(2)).toEqual(["Too few to rank; single voices: Cost and insurance"]);
  expect(concernsOf(3)).toEqual(["Cost and insurance: 3 of 3 reviews critical"]);
});

test("the pull quote comes from a review of at least four stars, or of at most two if most reviews are negative", () => {
  const pullQuote = (text: string, rating: number) =>
    insightsOf(reviewsOf(text, ["2026-12-01"], rating), null).pull_quote;
  const worst = "The staff at the clinic are rude to everyone.";
  expect([3, 4].map((rating) => pullQuote(PRAISE, rating))).toEqual([null, PRAISE]);
  expect([3, 2].map((rating) => pullQuote(worst, rating))).toEqual([null, worst]);
});
