import { afterAll, beforeAll, expect, test } from "bun:test";
import { startClinic, startUnanalyzedClinic } from "../clinic.ts";
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
