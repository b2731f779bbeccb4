import { expect, test } from "bun:test";
import { publicBusiness } from "../../src/model/business.ts";
import { type OverviewInput, renderOverview } from "../../src/pages/overview.ts";
import { aggregateRating } from "../../src/render/reviews-json.ts";
import { testProfile } from "../rows.ts";
import { INSIGHTS } from "./insights-fixture.ts";

const profile = testProfile({ url: "https://www.harbor.example/start", telephone: "+1 (541) 555-0100" });
const INPUT: OverviewInput = {
  site: {
    base_url: "https://reviews.example",
    demonstration: false,
    structured_data: "business",
    business: publicBusiness(profile),
    license: null,
  },
  aggregate_rating: aggregateRating([0, 0, 1, 0, 3], 3),
  months: [],
  newest: [],
  insights: INSIGHTS,
  marked_up: null,
};
const page = renderOverview(INPUT);

/** The aspects under a heading, with their counts. */
const aspectsUnder = (heading: string): string[] => {
  const section = new RegExp(`<h2>${heading}</h2>(.*?)</section>`, "s").exec(page)?.[1] ?? "";
  return Array.from(section.matchAll(/<h3>(.*?)<\/h3>/g), ([, words = ""]) => words.replace(/<[^>]+>/g, ""));
};

test("the rating is shown with the number of reviews and of comments", () => {
  expect(page).toContain('<p class="rating-value">4.50<span class="hidden"> out of 5</span></p>');
  expect(page).toContain("<p>4 verified reviews, 3 with comments</p>");
});

test("the three most liked and most disliked aspects are quoted, most first", () => {
  expect(aspectsUnder("What people like")).toEqual([
    "Results 71 of 90 reviews that mention it",
    "Care 64 of 82 reviews that mention it",
    "Expertise 40 of 46 reviews that mention it",
  ]);
  expect(aspectsUnder("What people dislike")).toEqual([
    "Billing 14 of 20 reviews that mention it",
    "Care 11 of 82 reviews that mention it",
    "Results 9 of 90 reviews that mention it",
  ]);
});

test("an aspect with too few reviews is not quoted", () => {
  const aspects = INSIGHTS.aspects.map((aspect) => ({ ...aspect, enough: aspect.id !== "results" }));
  expect(renderOverview({ ...INPUT, insights: { ...INSIGHTS, aspects } })).not.toContain("71 of 90");
});

test("the phone number and the website are links", () => {
  expect(page).toContain('<a href="tel:+15415550100">+1 (541) 555-0100</a>');
  expect(page).toContain('<a href="https://www.harbor.example/start">www.harbor.example</a>');
});

test("without reviews the page says so, and shows no chart", () => {
  const empty = renderOverview({ ...INPUT, aggregate_rating: aggregateRating([], 0), insights: null });
  expect(empty).toContain("No reviews have been published yet.");
  expect(empty).toContain("<h2>No reviews yet</h2>");
  expect(empty).not.toContain("<figure");
});
