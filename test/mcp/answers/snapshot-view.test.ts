import { expect, test } from "bun:test";
import { startUnanalyzedClinic } from "../clinic.ts";
import { callTool } from "../endpoint.ts";

test("without an analysis the tools say so and answer from the reviews", async () => {
  const clinic = await startUnanalyzedClinic();
  const without = (name: string, given?: unknown) => callTool(clinic.url, name, given);
  expect(await without("get_aspect_sentiment", { aspect: "care" })).toMatchObject({
    analysis_available: false,
    aspects: [],
  });
  expect(await without("get_trends")).toMatchObject({
    analysis_available: false,
    trend: null,
    monthly: [{ month: "2024-01", review_count: 5, average_rating: 4.2, score: null, enough: true }],
  });
  expect(await without("get_technician", { technician: "Ana" })).toMatchObject({
    stars: { mention_count: 2 },
    insights: null,
  });
  expect(await without("get_service", { service: "needling" })).toMatchObject({
    stars: { mention_count: 2 },
    insights: null,
  });
  expect(await without("get_summary")).toMatchObject({ summary: null, aggregate_rating: { rating_value: 4.2 } });
  await clinic.stop();
});
