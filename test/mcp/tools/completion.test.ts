import { afterAll, beforeAll, expect, test } from "bun:test";
import type { InsightsDocument } from "../../../src/model/insights-document.ts";
import { reviewRow } from "../../rows.ts";
import { startClinic, startHarborClinic } from "../clinic.ts";
import { sendModern, startEndpoint, testSnapshot } from "../endpoint.ts";

let clinic: Awaited<ReturnType<typeof startClinic>>;
beforeAll(async () => {
  clinic = await startClinic();
});
afterAll(() => clinic.stop());

const complete = async (url: string, ref: object, name: string, value: string) =>
  (await sendModern(url, "completion/complete", { ref, argument: { name, value } })).body;

test("review ids and aspects are completed", async () => {
  const template = { type: "ref/resource", uri: "reviews://review/{id}" };
  expect((await complete(clinic.url, template, "id", "0000000000000000000000000")).result.completion).toEqual({
    values: [1, 2, 3, 4, 5].map((id) => `0000000000000000000000000${id}`),
    total: 5,
    hasMore: false,
  });
  expect((await complete(clinic.url, template, "id", "Z")).result.completion).toEqual({
    values: [],
    total: 0,
    hasMore: false,
  });
  const prompt = { type: "ref/prompt", name: "compare_aspects" };
  for (const typed of ["pu", "PU", "punct"]) {
    expect((await complete(clinic.url, prompt, "first", typed)).result.completion).toEqual({
      values: ["punctuality"],
      total: 1,
      hasMore: false,
    });
  }
  const dated = { type: "ref/prompt", name: "summarize_reviews" };
  expect((await complete(clinic.url, dated, "aspect", "")).result.completion.total).toBe(3);
  expect((await complete(clinic.url, dated, "since", "")).result.completion.total).toBe(0);
  expect((await complete(clinic.url, template, "other", "0")).result.completion.total).toBe(0);
  expect((await complete(clinic.url, { type: "ref/prompt", name: "nope" }, "a", "")).error.code).toBe(-32602);
  expect((await complete(clinic.url, { type: "ref/resource", uri: "x" }, "a", "")).error.code).toBe(-32602);
});

test("an aspect is completed by its other words, after those whose own name fits", async () => {
  const harbor = await startHarborClinic();
  const prompt = { type: "ref/prompt", name: "summarize_reviews" };
  const values = async (typed: string) =>
    (await complete(harbor.url, prompt, "aspect", typed)).result.completion.values;
  for (const typed of ["wait", "Wai", "waiting", "late", " on time"]) {
    expect([typed, await values(typed)]).toEqual([typed, ["punctuality"]]);
  }
  expect(await values("pri")).toEqual(["billing", "facility"]); // price, privacy
  expect(await values("pu")).toEqual(["punctuality"]);
  expect((await values("p"))[0]).toBe("punctuality");
  expect(await values("day")).toEqual(["punctuality"]); // a word of its label, Waiting on the day
  expect(await values("zebra")).toEqual([]);
  await harbor.stop();
});

test("an aspect without other words is completed by its phrases, any other is not", async () => {
  const analyzed = ({ aspects, ...report }: InsightsDocument) => ({
    ...report,
    aspects: aspects.map((aspect) => ({
      ...aspect,
      id: aspect.id === "results" ? "pool" : aspect.id,
      top_phrases: ["zebra stripes"],
    })),
  });
  const rows = [
    reviewRow(1, { text: "Ana was kind and listened to me." }),
    reviewRow(2, { text: "My knee is much better now." }),
  ];
  const other = startEndpoint(await testSnapshot({ rows, analyzed }));
  const prompt = { type: "ref/prompt", name: "summarize_reviews" };
  for (const typed of ["zeb", "stri"]) {
    expect((await complete(other.url, prompt, "aspect", typed)).result.completion.values).toEqual(["pool"]);
  }
  await other.stop();
});

test("at most 100 values are returned, the rest is counted, and case does not matter", async () => {
  const rows = Array.from({ length: 101 }, (_, i) => reviewRow(i + 1, { id: `ABC${String(i).padStart(23, "0")}` }));
  const other = startEndpoint(await testSnapshot({ rows: [...rows, reviewRow(200)] }));
  const template = { type: "ref/resource", uri: "reviews://review/{id}" };
  const { values, ...rest } = (await complete(other.url, template, "id", "abc")).result.completion;
  expect([values.length, values[0], values[99]]).toEqual([100, `ABC${"0".repeat(23)}`, `ABC${"0".repeat(21)}99`]);
  expect(rest).toEqual({ total: 101, hasMore: true });
  await other.stop();
});
