import { expect, test } from "bun:test";
import { renderInsightsPage } from "../../src/pages/insights-page.ts";
import { INSIGHTS } from "./insights-fixture.ts";

const INPUT = {
  site: {
    base_url: "https://reviews.example",
    demonstration: false,
    structured_data: "business" as const,
    business: null,
    license: null,
  },
  aggregate_rating: {
    rating_value: 4.5,
    rating_count: 2,
    review_count: 2,
    best_rating: 5 as const,
    worst_rating: 1 as const,
    distribution: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 1 },
  },
  months: [],
  insights: INSIGHTS,
};
const [aspect] = INSIGHTS.aspects;
if (!aspect) throw new Error("the fixture has no aspect");

const page = renderInsightsPage(INPUT);

test("the page says how many reviews were analyzed", () => {
  expect(page).toContain("A program on this server analyzed 170 reviews.");
});

test("only a significant trend is mentioned, as better or as worse", () => {
  expect(page.match(/Opinions were better in the last 12 months than in the 12 months before\./g)).toHaveLength(1);
  expect(page).not.toContain("Opinions were worse");
  const trend = { window_months: 6, score: 0.1, previous_score: 0.4, n: 40, significant: true };
  const worse = renderInsightsPage({ ...INPUT, insights: { ...INSIGHTS, aspects: [{ ...aspect, trend }] } });
  expect(worse).toContain("Opinions were worse in the last 6 months than in the 6 months before.");
});

test("an aspect with too few reviews says so; an aspect without reviews is left out", () => {
  expect(page.match(/These are too few reviews to draw a conclusion\./g)).toHaveLength(1);
  const silent = { ...aspect, label: "Parking", mention_count: 0 };
  expect(renderInsightsPage({ ...INPUT, insights: { ...INSIGHTS, aspects: [aspect, silent] } })).not.toContain(
    "Parking",
  );
});

test("an answer that the business wrote says so", () => {
  expect(page).not.toContain("Answer from the business.");
  const [entry] = INSIGHTS.faq;
  if (!entry) throw new Error("the fixture has no question");
  const faq = [{ ...entry, source: "operator" as const }];
  expect(renderInsightsPage({ ...INPUT, insights: { ...INSIGHTS, faq } })).toContain("Answer from the business.");
});

test("without insights the page shows the ratings, and without reviews it says that there are none", () => {
  const ratings = renderInsightsPage({ ...INPUT, insights: null });
  expect(ratings).toContain("<h2>Ratings</h2>");
  expect(page).not.toContain("<h2>Ratings</h2>");
  const aggregate_rating = { ...INPUT.aggregate_rating, rating_value: null, rating_count: 0 };
  const empty = renderInsightsPage({ ...INPUT, aggregate_rating, insights: null });
  expect(empty).toContain("No reviews have been published yet.");
  expect(empty).not.toContain("<h2>Month by month</h2>");
});

test("at most six quotes are shown for an aspect", () => {
  const [quote] = aspect.quotes;
  if (!quote) throw new Error("the fixture has no quote");
  const aspects = [{ ...aspect, quotes: Array.from({ length: 9 }, () => quote) }];
  const entities = { technicians: [], services: [], service_areas: [], problems: [] };
  const many = renderInsightsPage({ ...INPUT, insights: { ...INSIGHTS, aspects, entities, topics: [] } });
  expect(many.match(/<blockquote/g)).toHaveLength(6);
});
