import { afterAll, beforeAll, expect, test } from "bun:test";
import { startClinic } from "../clinic.ts";
import { sendModern } from "../endpoint.ts";

let clinic: Awaited<ReturnType<typeof startClinic>>;
beforeAll(async () => {
  clinic = await startClinic();
});
afterAll(() => clinic.stop());

test("review ids and aspects are completed", async () => {
  const complete = async (ref: object, name: string, value: string) =>
    (await sendModern(clinic.url, "completion/complete", { ref, argument: { name, value } })).body;
  const template = { type: "ref/resource", uri: "reviews://review/{id}" };
  expect((await complete(template, "id", "0000000000000000000000000")).result.completion).toEqual({
    values: [1, 2, 3, 4, 5].map((id) => `0000000000000000000000000${id}`),
    total: 5,
    hasMore: false,
  });
  expect((await complete(template, "id", "Z")).result.completion).toEqual({ values: [], total: 0, hasMore: false });
  const prompt = { type: "ref/prompt", name: "compare_aspects" };
  expect((await complete(prompt, "first", "p")).result.completion.values).toEqual(["punctuality"]);
  expect((await complete({ type: "ref/prompt", name: "nope" }, "a", "")).error.code).toBe(-32602);
  expect((await complete({ type: "ref/resource", uri: "x" }, "a", "")).error.code).toBe(-32602);
});
