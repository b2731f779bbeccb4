import { expect, test } from "bun:test";
import { createEngines } from "../../src/publish/engines.ts";
import { createReviewAnalysis } from "../../src/publish/review-insights.ts";
import { testSnapshot } from "../mcp/endpoint.ts";
import { reviewRow } from "../rows.ts";

const TEXT = "The billing is a mess.";
const analysis = createReviewAnalysis(createEngines());
const snapshot = await testSnapshot({
  rows: [
    reviewRow(4, { text: TEXT, rating: 1 }),
    reviewRow(3, {
      text: "Facturation catastrophique.",
      language: "fr",
      translation_text: TEXT,
      translation_language: "en",
      rating: 1,
    }),
    reviewRow(2, { text: null, language: null }),
    reviewRow(5, { text: "Facturation catastrophique.", language: "fr", rating: 1 }),
    reviewRow(1, { text: TEXT, rating: 1 }),
  ],
  analyzed: true,
  read_count: 4,
});
const insightsOf = (number: number) => analysis.insightsOf(snapshot, reviewRow(number).id);
const evidenceOf = (number: number) => analysis.evidenceOf(snapshot, reviewRow(number).id);

test("the page of a review marks the passages of its text, with the names of their aspects", () => {
  expect(evidenceOf(4)).toEqual([
    { aspect: "billing", label: "Cost and insurance", sentiment: "negative", start: 0, end: TEXT.length },
  ]);
});

test("passages of a translation, of no text and of an unknown review are not marked", () => {
  expect([insightsOf(3)?.read, insightsOf(3)?.aspects.length]).toEqual(["translation", 1]);
  expect([evidenceOf(3), evidenceOf(2), evidenceOf(9)]).toEqual([[], [], []]);
  expect(insightsOf(9)).toBeNull();
});

test("a review that is older than those that the insights read says so", () => {
  expect(insightsOf(4)).not.toHaveProperty("note");
  const sentiment = { label: "neutral", score: 0 };
  expect(insightsOf(2)).toMatchObject({ sentiment, aspects: [] });
  expect(insightsOf(1)).toMatchObject({ sentiment, aspects: [], note: expect.stringContaining("newer reviews") });
});

test("a review without words that are read says that neutral is no finding", () => {
  for (const number of [2, 5]) expect(insightsOf(number)?.note).toContain("neutral is no finding");
});
