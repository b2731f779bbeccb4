import { expect, test } from "bun:test";
import { renderInsightsPage } from "../../src/pages/insights-page.ts";
import { INSIGHTS } from "./insights-fixture.ts";

const page = renderInsightsPage({
  site: { base_url: "https://reviews.example", business: null, license: null },
  aggregate_rating: {
    rating_value: 4.5,
    rating_count: 2,
    review_count: 2,
    best_rating: 5,
    worst_rating: 1,
    distribution: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 1 },
  },
  months: [],
  insights: INSIGHTS,
});

test("the page counts the reviews that were read, and says over how long an aspect changed", () => {
  expect(page).toContain("Derived from the words and stars of 170 reviews");
  expect(page.match(/In the newest 12 months it is better than in the 12 before\./g)).toHaveLength(1);
});
