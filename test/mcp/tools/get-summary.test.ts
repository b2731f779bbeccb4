import { afterAll, beforeAll, expect, test } from "bun:test";
import { startClinic } from "../clinic.ts";
import { callTool, startEndpoint, testSnapshot, type Wire } from "../endpoint.ts";
import insights from "../fixtures/insights.json";

let clinic: Awaited<ReturnType<typeof startClinic>>;
beforeAll(async () => {
  clinic = await startClinic();
});
afterAll(() => clinic.stop());

const call = (given?: unknown) => callTool(clinic.url, "get_summary", given);

test("get_summary returns the summary, the FAQ and the limits of the analysis", async () => {
  expect(await call()).toMatchObject({
    analysis_available: true,
    business_name: "Harbor Physical Therapy",
    summary: '12 reviews, 4.5 stars on average. "Ana is very kind"',
    summary_citations: [{ review_id: "00000000000000000000000001", text: "Ana is very kind" }],
    faq: [{ question: "Is there parking?", answer: "Yes, behind the house.", source: "operator", citations: [] }],
    languages: { en: 12 },
    limits: ["Computed from words; about one label in eight is wrong."],
  });
});

test("with dates the rating is of those dates, and everything else is under all_time", async () => {
  const answer = await call({ since: "2024-01-03", until: "2024-01-04" });
  expect(Object.keys(answer)).toEqual(["business_name", "updated_at", "query", "aggregate_rating", "all_time"]);
  expect(answer.aggregate_rating).toEqual({
    rating_value: 3,
    rating_count: 2,
    review_count: 2,
    best_rating: 5,
    worst_rating: 1,
    distribution: { "1": 0, "2": 1, "3": 0, "4": 1, "5": 0 },
  });
  expect([answer.all_time.aggregate_rating.rating_count, answer.all_time.summary.length > 0]).toEqual([5, true]);
  const none = await call({ until: "2020-01-01" });
  expect([none.note, none.aggregate_rating.rating_value]).toEqual(["no published review is of these dates", null]);
});

test("a concern names its aspect and says whether it gets better", async () => {
  const { concerns, topics } = await call();
  expect(concerns).toEqual([
    { id: "punctuality", label: "Waiting on the day", mention_count: 5, negative_count: 3, direction: "better" },
  ]);
  expect(topics[0].enough).toBe(false);
});

test("a topic has enough reviews from five on", async () => {
  const topics = [4, 5].map((mention_count) => ({ ...insights.topics[0], mention_count }));
  const other = startEndpoint(await testSnapshot({ insights: { ...insights, topics } }));
  const answer = await callTool(other.url, "get_summary");
  expect(answer.topics.map(({ enough }: Wire) => enough)).toEqual([false, true]);
  await other.stop();
});
