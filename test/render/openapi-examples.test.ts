import { expect, test } from "bun:test";
import { insightsExample, reviewInsightsExample } from "../../src/render/openapi/insights-examples.ts";
import { renderOpenapi } from "../../src/render/openapi/openapi.ts";
import { buildExamples } from "../../src/render/openapi/openapi-examples.ts";

const ORIGIN = "https://reviews.example.org";
const { review, reviews, search, statistics, since } = buildExamples(ORIGIN);
const TEXT = "Ana fixed my vertigo in three visits.";

test("the example of a refused request is whole, and one without issues has none", () => {
  const { BadRequest, NotFound } = JSON.parse(renderOpenapi(ORIGIN)).components.responses;
  expect(BadRequest.content["application/json"].example).toMatchObject({
    status: 400,
    error: "invalid_parameters",
    issues: [{ path: ["limit"], code: "too_big", message: "limit must be at most 100", received: "500" }],
  });
  expect(Object.keys(NotFound.content["application/json"].example)).toEqual([
    "type",
    "title",
    "status",
    "error",
    "detail",
    "instance",
  ]);
});

test("an internal error has the id under which it is logged, and no other problem has one", () => {
  const { InternalError, NotFound } = JSON.parse(renderOpenapi(ORIGIN)).components.responses;
  const hasId = [InternalError, NotFound].map(({ content }) => "id" in content["application/json"].example);
  expect(hasId).toEqual([true, false]);
});

test("the examples of lists count the one review that they have", () => {
  expect(reviews).toMatchObject({
    business: { geo: { latitude: 34.01, longitude: -118.49 } },
    aggregate_rating: {
      rating_value: 5,
      rating_count: 1,
      review_count: 1,
      distribution: { "1": 0, "2": 0, "3": 0, "4": 0, "5": 1 },
    },
    withheld: { unverified: 2, consent: 0, duplicate: 0, legal: 0 },
    erased: 1,
    total: 1,
    reviews: [review],
  });
  expect(search).toEqual({
    query: { min_rating: 4, query: "vertigo" },
    total: 1,
    matched: 1,
    returned: 1,
    limit: 20,
    next_url: null,
    suggestions: [],
    reviews: [review],
  });
  expect(since).toMatchObject({ returned: 1, reviews: [review], deleted: [{ reason: "erased_on_request" }] });
});

test("the example of statistics has the figures of that review, as a whole and as its only group", () => {
  const figures = {
    count: 1,
    average_rating: 5,
    distribution: { "1": 0, "2": 0, "3": 0, "4": 0, "5": 1 },
    text_count: 1,
    text_pct: 100,
    reply_count: 1,
    reply_pct: 100,
    first_date: "2026-03-14",
    last_date: "2026-03-14",
    enough: false,
  };
  expect(statistics).toEqual({
    query: { min_rating: 4 },
    group_by: ["source", "year"],
    total: 1,
    matched: 1,
    overall: figures,
    group_count: 1,
    groups: [{ source: "google", year: "2026", label: "Google, 2026", ...figures }],
  });
});

test("the example of insights is about that review, and quotes it where it says", () => {
  expect(review).toMatchObject({ rating: 5, text: expect.stringContaining(TEXT) });
  const counts = { mention_count: 1, positive_count: 1, neutral_count: 0, mixed_count: 0, negative_count: 0 };
  const quotes = [
    { start: 0, end: TEXT.length, text: TEXT, score: 0.82, evidence: [{ start: 4, end: 9, weight: 0.61 }] },
  ];
  expect(TEXT.slice(4, 9)).toBe("fixed");
  expect(insightsExample(ORIGIN)).toMatchObject({
    aspects: [{ ...counts, positive_pct: 100, score: 0.82, average_rating_when_mentioned: 5, enough: false, quotes }],
    entities: {
      technicians: [
        { ...counts, score: 0.82, average_rating: 5, aspects: { results: { mention_count: 1, score: 0.82 } }, quotes },
      ],
    },
  });
  const { aspects, sentiment } = reviewInsightsExample;
  expect(sentiment).toEqual({ label: "positive", score: 0.82 });
  expect(aspects).toMatchObject([{ score: 0.82, start: 0, end: TEXT.length, evidence: [{ start: 4, end: 9 }] }]);
});
