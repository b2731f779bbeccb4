import { expect, test } from "bun:test";
import type { InsightsDocument } from "../../../src/model/insights-document.ts";
import { harborSource } from "../../harbor-clinic.ts";
import { reviewRow } from "../../rows.ts";
import { startClinic, startHarborClinic } from "../clinic.ts";
import { callTool, startEndpoint, testSnapshot, type Wire } from "../endpoint.ts";
import { textSaying } from "../text-saying.ts";

const RATINGS = { positive: 5, mixed: 3, neutral: 3, negative: 1 };

test("a direction is better or worse only if the change is significant", async () => {
  const trendOf = (score: number, previous_score: number, significant: boolean) => ({
    window_months: 6,
    score,
    previous_score,
    n: 12,
    significant,
  });
  const trends = [
    trendOf(0.5, -0.5, true),
    trendOf(-0.5, 0.5, true),
    trendOf(0.5, 0.5, true),
    trendOf(0.5, 0.31, false),
    trendOf(0.5, 0.25, false),
    null,
  ];
  const analyzed = ({ aspects, ...report }: InsightsDocument) => ({
    ...report,
    aspects: trends.flatMap((trend, i) => aspects.slice(i, i + 1).map((aspect) => ({ ...aspect, trend }))),
  });
  const other = startEndpoint(await testSnapshot({ source: await harborSource(), analyzed }));
  for (const name of ["get_trends", "get_aspect_sentiment"]) {
    expect((await callTool(other.url, name)).aspects.map(({ direction }: Wire) => direction)).toEqual([
      "better",
      "worse",
      "steady",
      "steady",
      "too few to say",
      "too few to say",
    ]);
  }
  await other.stop();
});

test("a month has enough reviews from five on", async () => {
  const rows = [..."111112222"].map((month, i) => reviewRow(i + 1, { date: `2024-0${month}-10` }));
  const other = startEndpoint(await testSnapshot({ rows }));
  const { monthly } = await callTool(other.url, "get_trends", {});
  expect(monthly.map(({ month, review_count, enough }: Wire) => [month, review_count, enough])).toEqual([
    ["2024-01", 5, true],
    ["2024-02", 4, false],
  ]);
  await other.stop();
});

test("a month of a technician has enough reviews from five on; before the analysis, months without any are left out", async () => {
  const mentions = JSON.stringify({
    technicians: [{ id: "ana-ruiz", name: "Ana Ruiz" }],
    services: [],
    service_areas: [],
  });
  const rows = [..."111113333"].map((month, i) => reviewRow(i + 1, { date: `2024-0${month}-10`, mentions }));
  const other = startEndpoint(await testSnapshot({ rows }));
  const { monthly } = await callTool(other.url, "get_trends", { technician: "Ana" });
  expect(monthly).toEqual([
    { month: "2024-01", review_count: 5, average_rating: 5, enough: true },
    { month: "2024-03", review_count: 4, average_rating: 5, enough: false },
  ]);
  await other.stop();
});

test("the months of an aspect are counted from its reviews, and months says how many are listed", async () => {
  const dates = ["2023-10-31", "2023-11-01", "2023-11-30", "2024-01-01", "2024-01-02", "2024-01-03", "2024-01-31"];
  const labels = ["mixed", "negative", "negative", "neutral", "positive", "positive", "positive", "negative"] as const;
  const rows = ["2024-01-31", ...dates].map((date, i) => {
    const billing = labels[i] ?? "neutral";
    return reviewRow(i + 1, { date, rating: RATINGS[billing], text: textSaying({ billing }) });
  });
  const other = startEndpoint(await testSnapshot({ rows, analyzed: true }));
  const monthsOf = async (months: number) => {
    const { aspect_monthly } = await callTool(other.url, "get_trends", { aspect: "billing", months });
    return aspect_monthly;
  };
  const january = {
    month: "2024-01",
    mention_count: 5,
    positive_count: 3,
    negative_count: 1,
    score: 0.4,
    enough: true,
  };
  expect(await monthsOf(3)).toEqual([
    { month: "2023-11", mention_count: 2, positive_count: 0, negative_count: 1, score: -0.5, enough: false },
    { month: "2023-12", mention_count: 0, positive_count: 0, negative_count: 0, score: null, enough: false },
    january,
  ]);
  expect(await monthsOf(1)).toEqual([january]);
  expect((await callTool(other.url, "get_trends", { months: 121 })).fault).toBe(
    "months must be a whole number from 1 to 120; received 121",
  );
  await other.stop();
});

test("the trend of an aspect says whether waits got better", async () => {
  const harbor = await startHarborClinic();
  const call = (given: unknown) => callTool(harbor.url, "get_trends", given);
  const answer = await call({ months: 2, aspect: "waiting" });
  const monthly = [
    { month: "2025-11", mention_count: 2, positive_count: 2, negative_count: 0, score: 1, enough: false },
    { month: "2025-12", mention_count: 1, positive_count: 1, negative_count: 0, score: 1, enough: false },
  ];
  expect(answer).toEqual({
    analysis_available: true,
    understood: {
      asked: "waiting",
      kind: "aspect",
      id: "punctuality",
      label: "Waiting on the day",
      sure: "synonym",
      read_as: "punctuality",
      note: '"waiting" is part of the aspect punctuality (Waiting on the day): these numbers are for the whole aspect. For the word alone, use search_reviews with query',
    },
    aspect_monthly: monthly,
    trend: "steady",
    monthly: [
      { month: "2025-11", review_count: 4, average_rating: 4.25, score: null, enough: false },
      { month: "2025-12", review_count: 4, average_rating: 3.75, score: null, enough: false },
    ],
    aspects: [
      {
        id: "punctuality",
        label: "Waiting on the day",
        mention_count: 19,
        score: -0.263,
        enough: true,
        trend: { window_months: 6, score: 1, previous_score: -1, n: 12, significant: true },
        direction: "better",
      },
    ],
  });
  const [first] = Object.entries(answer).find(([, value]) => Array.isArray(value)) ?? [];
  expect(first).toBe("aspect_monthly");
  expect((await call({ aspect: "weather" })).fault).toStartWith('no aspect of that name is listed: "weather"');
  await harbor.stop();
});

test("the score of a month has three decimals", async () => {
  const rows = (["positive", "neutral", "neutral"] as const).map((billing, i) =>
    reviewRow(i + 1, { rating: RATINGS[billing], text: textSaying({ billing }) }),
  );
  const other = startEndpoint(await testSnapshot({ rows, analyzed: true }));
  const { aspect_monthly } = await callTool(other.url, "get_trends", { aspect: "billing", months: 1 });
  expect(aspect_monthly[0].score).toBe(0.333);
  await other.stop();
});

test("the trend of a technician counts the reviews that mention them, and says nothing of the rest", async () => {
  const harbor = await startHarborClinic();
  const call = (given: unknown) => callTool(harbor.url, "get_trends", given);
  expect(await call({ months: 2, technician: "Ana", aspect: "care" })).toEqual({
    analysis_available: true,
    aspect_monthly: [
      { month: "2025-11", mention_count: 1, positive_count: 1, negative_count: 0, score: 1, enough: false },
      { month: "2025-12", mention_count: 0, positive_count: 0, negative_count: 0, score: null, enough: false },
    ],
    technician: { id: "ana-ruiz", name: "Ana Ruiz" },
    monthly: [
      { month: "2025-11", review_count: 1, average_rating: 5, enough: false },
      { month: "2025-12", review_count: 1, average_rating: 5, enough: false },
    ],
  });
  await harbor.stop();
  const clinic = await startClinic();
  expect((await callTool(clinic.url, "get_trends", { technician: "Leo" })).fault).toStartWith(
    "no technician of that name is listed",
  );
  await clinic.stop();
});
