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

test("what people say is told of the 24 months up to the newest review, and what changed as a change", () => {
  const months = (year: number, n: number) => Array.from({ length: n }, (_, at) => `${year}-0${at + 1}-15`);
  const reviews = [
    ...reviewsOf(PRAISE, ["2026-12-01"]),
    ...reviewsOf("The bill was right and the price is fair, I am very happy with the billing.", months(2026, 8), 5),
    ...reviewsOf(COMPLAINT, months(2025, 3), 2),
    ...reviewsOf(COMPLAINT, months(2023, 9), 2),
  ];
  const { window, concerns, summary, aspects } = insightsOf(reviews, null);
  expect(window).toEqual({ from: "2025-01-01", to: "2026-12-01", review_count: 12, text_count: 12 });
  expect(concerns).toEqual([]);
  expect(summary).toContain(
    "Complaints about cost and insurance fell from 9 of 9 mentions before January 2025 to 3 of 11 since.",
  );
  const quoted = aspects.find(({ id }) => id === "billing")?.quotes.map(({ review_id }) => review_id) ?? [];
  const old = reviews.filter(({ date }) => date < "2025").map(({ id }) => id);
  expect(quoted.length).toBeGreaterThan(1);
  expect(quoted.filter((id) => old.includes(id))).toEqual([]);
});

test("a concern that stays says so, and one that few mentioned before says nothing of it", () => {
  const months = (year: number, n: number) => Array.from({ length: n }, (_, at) => `${year}-0${at + 1}-15`);
  const concernsOf = (n: number) =>
    insightsOf([...reviewsOf(COMPLAINT, months(2026, 6), 2), ...reviewsOf(COMPLAINT, months(2022, n), 2)], null)
      .concerns;
  expect(concernsOf(5)).toEqual([
    "Cost and insurance: 6 of 6 reviews critical since July 2024, much as before (5 of 5)",
  ]);
  expect(concernsOf(4)).toEqual(["Cost and insurance: 6 of 6 reviews critical since July 2024"]);
});

test("with fewer than five texts in 24 months, all reviews count", () => {
  const reviews = [...reviewsOf(PRAISE, five("2026-12").slice(1)), ...reviewsOf(PRAISE, five("2020-01"))];
  expect(insightsOf(reviews, null).window.from).toBeNull();
  expect(insightsOf([...reviewsOf(PRAISE, ["2026-12-09"]), ...reviews], null).window.from).toBe("2025-01-01");
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
