import { afterAll, beforeAll, expect, test } from "bun:test";
import { startClinic } from "../clinic.ts";
import { callTool } from "../endpoint.ts";

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
