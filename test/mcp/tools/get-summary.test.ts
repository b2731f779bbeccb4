import { afterAll, beforeAll, expect, test } from "bun:test";
import { harborId, harborReport } from "../../harbor-clinic.ts";
import { startClinic, startHarborClinic } from "../clinic.ts";
import { callTool, type Wire } from "../endpoint.ts";

let harbor: Awaited<ReturnType<typeof startHarborClinic>>;
beforeAll(async () => {
  harbor = await startHarborClinic();
});
afterAll(() => harbor.stop());

const call = (given?: unknown) => callTool(harbor.url, "get_summary", given);

test("get_summary returns the summary, the FAQ and the limits of the analysis", async () => {
  const { headline, summary, pull_quote, limits } = await harborReport();
  const answer = await call();
  expect(answer).toMatchObject({
    analysis_available: true,
    business_name: "Harbor Physical Therapy",
    headline,
    summary,
    pull_quote,
    languages: { en: 44, es: 5, fr: 1 },
    limits,
  });
  expect(summary).toStartWith(
    "52 reviews give Harbor Physical Therapy 3.6 of 5 stars on average. People praise care and attention most: 10 of ",
  );
  expect(answer.summary_citations[0]).toEqual({
    review_id: harborId(17),
    date: "2024-08-06",
    text: "Ana found the cause of my neck pain in ten minutes.",
  });
  expect(answer.faq).toBeUndefined();
  expect((await call({ include: ["faq"] })).faq[0]).toEqual({
    question: "Is there parking?",
    answer: "Yes, behind the house.",
    source: "operator",
    citations: [],
  });
});

test("strengths and concerns have the counts of the report, and a concern the direction of its aspect", async () => {
  const { strengths, concerns } = await call();
  expect(strengths).toEqual([
    "Care and attention: 10 of 12 reviews positive",
    "Results and recovery: 8 of 9 reviews positive",
    "Skill and knowledge: 3 of 3 reviews positive",
  ]);
  expect(concerns).toEqual([
    {
      id: "punctuality",
      label: "Waiting on the day",
      mention_count: 19,
      negative_count: 12,
      direction: "better",
      text: "Waiting on the day: 12 of 19 reviews critical; all 7 before January 2024, 5 of 12 since",
    },
    {
      id: "billing",
      label: "Cost and insurance",
      mention_count: 13,
      negative_count: 6,
      direction: "worse",
      text: "Cost and insurance: 6 of 13 reviews critical",
    },
  ]);
});

test("a topic has enough reviews from five on", async () => {
  const { topics } = await call();
  expect(topics.map(({ id, mention_count, enough }: Wire) => [id, mention_count, enough])).toEqual([
    ["waiting", 13, true],
    ["bills", 10, true],
    ["front-desk", 5, true],
    ["knee", 3, false],
    ["shoulder", 3, false],
  ]);
});

test("with dates the rating is of those dates, and everything else is under all_time", async () => {
  const clinic = await startClinic();
  const ask = (given: unknown) => callTool(clinic.url, "get_summary", given);
  const answer = await ask({ since: "2024-01-03", until: "2024-01-04" });
  expect(Object.keys(answer)).toEqual(["business_name", "updated_at", "query", "aggregate_rating", "all_time"]);
  expect(answer.aggregate_rating).toEqual({
    rating_value: 3,
    rating_count: 2,
    review_count: 2,
    best_rating: 5,
    worst_rating: 1,
    distribution: { "1": 0, "2": 1, "3": 0, "4": 1, "5": 0 },
    verification_levels: { business: 0, account: 2 },
  });
  expect([answer.all_time.aggregate_rating.rating_count, answer.all_time.summary.length > 0]).toEqual([5, true]);
  const none = await ask({ until: "2020-01-01" });
  expect([none.note, none.aggregate_rating.rating_value]).toEqual(["no published review is of these dates", null]);
  await clinic.stop();
});
