import { afterAll, beforeAll, expect, test } from "bun:test";
import { startClinic } from "../clinic.ts";
import { sendModern } from "../endpoint.ts";

let clinic: Awaited<ReturnType<typeof startClinic>>;
beforeAll(async () => {
  clinic = await startClinic();
});
afterAll(() => clinic.stop());

test("a prompt names the tools to call, and its arguments are checked", async () => {
  const get = async (name: string, given: object) =>
    (await sendModern(clinic.url, "prompts/get", { name, arguments: given })).body;
  const { messages } = (await get("compare_aspects", { first: "care", second: "billing" })).result;
  expect(messages[0].content.text).toStartWith(
    'Compare how customers judge "care" and "billing".\nCall get_aspect_sentiment',
  );
  expect((await get("compare_aspects", { first: "care" })).error.message).toBe("argument second is required");
  expect((await get("summarize_reviews", {})).result.messages[0].content.text).toContain("Call get_summary.");
  const both = (await get("summarize_reviews", { aspect: "care", since: "2024-01-01" })).result.messages[0];
  expect(both.content.text).toContain(
    "Call get_aspect_sentiment with that aspect.\nCall it again with since, which lists the reviews, and base the summary on those.\n",
  );
  expect(both.content.text).not.toContain("get_reviews_since");
  const dated = (await get("summarize_reviews", { since: "2024-01-01" })).result.messages[0].content.text;
  expect(dated).toContain("Call get_summary.\nCall get_reviews_since with that date");
  const long = async (characters: number) => get("summarize_reviews", { aspect: "a".repeat(characters) });
  expect((await long(200)).error).toBeUndefined();
  expect((await long(201)).error.message).toBe("argument aspect must be a string of at most 200 characters");
});
