import { afterAll, beforeAll, expect, test } from "bun:test";
import { harborId } from "../../harbor-clinic.ts";
import { startClinic, startHarborClinic, startUnanalyzedClinic } from "../clinic.ts";
import { callTool, sendModern } from "../endpoint.ts";

let clinic: Awaited<ReturnType<typeof startClinic>>;
beforeAll(async () => {
  clinic = await startClinic();
});
afterAll(() => clinic.stop());

const read = async (uri: string, url = clinic.url) => {
  const { contents } = (await sendModern(url, "resources/read", { uri })).body.result;
  expect([contents.length, contents[0].uri, contents[0].mimeType]).toEqual([1, uri, "application/json"]);
  return JSON.parse(contents[0].text);
};

test("before the texts are analyzed, the insights say where they will be", async () => {
  const unanalyzed = await startUnanalyzedClinic();
  expect(await read("reviews://insights", unanalyzed.url)).toEqual({
    analysis_available: false,
    whole: "http://localhost:8080/insights.json",
  });
  await unanalyzed.stop();
});

test("the insights leave out the evidence, and each quote has the date of its review", async () => {
  const harbor = await startHarborClinic();
  const { aspects, entities, topics, ...rest } = await read("reviews://insights", harbor.url);
  expect(JSON.stringify([aspects, entities, topics, rest])).not.toContain('"evidence"');
  const text = "I waited an hour past my appointment, again.";
  const quoted = {
    review_id: harborId(31),
    date: "2025-06-10",
    text,
    sentiment: "negative",
    score: expect.any(Number),
  };
  expect(aspects[0].quotes).toContainEqual(quoted);
  expect(topics[0].quotes).toContainEqual(quoted);
  expect(entities.technicians[0].quotes[0].date).toBe("2024-08-06");
  await harbor.stop();
});

test("a resource is the JSON of its tool", async () => {
  expect(await read("reviews://business")).toEqual(await callTool(clinic.url, "get_business"));
  expect((await read("reviews://review/00000000000000000000000003")).text).toBe("Vertigo gone!");
  const analysis = await read("reviews://insights");
  expect([analysis.aspects.length, analysis.per_review, analysis.whole]).toEqual([
    3,
    undefined,
    "http://localhost:8080/insights.json",
  ]);
});
