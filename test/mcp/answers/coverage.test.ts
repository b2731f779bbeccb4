import { afterAll, beforeAll, expect, test } from "bun:test";
import { searchDocument, statisticsDocument } from "../../../src/model/documents.ts";
import { reviewRow } from "../../rows.ts";
import { callTool, startEndpoint, testSnapshot, type Wire } from "../endpoint.ts";
import { textSaying } from "../text-saying.ts";

const NOTE =
  "aspects, topics, conditions and sentiments are known for the newest 2 of 3 reviews only: older reviews do not count in them";

let partly: ReturnType<typeof startEndpoint>;
let whole: ReturnType<typeof startEndpoint>;
beforeAll(async () => {
  const data = {
    rows: [reviewRow(1), reviewRow(2), reviewRow(3, { text: textSaying({ care: "positive" }) })],
    analyzed: true,
  };
  partly = startEndpoint(await testSnapshot({ ...data, read_count: 2 }));
  whole = startEndpoint(await testSnapshot(data));
});
afterAll(() => Promise.all([partly.stop(), whole.stop()]));

const get = async (origin: string, path: string): Promise<Wire> => (await fetch(origin + path)).json();

test("an answer about aspects or topics says that older reviews were not analyzed", async () => {
  for (const search of ["aspect=care", "aspect_sentiment=positive", "topic=parking"]) {
    const found = await get(partly.origin, `/api/reviews/search?${search}`);
    expect([search, found.note, searchDocument.safeParse(found).success]).toEqual([search, NOTE, true]);
    expect((await get(partly.origin, `/api/reviews/stats?${search}`)).note).toBe(NOTE);
  }
  const grouped = await get(partly.origin, "/api/reviews/stats?group_by=rating,topic");
  expect([grouped.note, statisticsDocument.safeParse(grouped).success]).toEqual([NOTE, true]);
  expect((await callTool(partly.url, "search_reviews", { aspect: "care" })).note).toBe(NOTE);
  expect((await callTool(partly.url, "get_statistics", { group_by: ["aspect"] })).note).toBe(NOTE);
  for (const given of [{ aspect: "care", limit: 5 }, { aspect: "care" }, {}, { since: "2024-01-01" }]) {
    expect((await callTool(partly.url, "get_aspect_sentiment", given)).note).toBe(NOTE);
  }
  const of_technician = await callTool(partly.url, "get_trends", { technician: "Ana", aspect: "care" });
  expect(of_technician.note).toBe(`no published review of these months mentions this technician; ${NOTE}`);
  const { note, monthly } = await callTool(partly.url, "get_trends", {});
  expect([note, monthly.map(({ month, review_count }: Wire) => [month, review_count])]).toEqual([
    NOTE,
    [["2024-01", 3]],
  ]);
});

test("other answers, and those of a clinic whose reviews were all analyzed, say nothing", async () => {
  expect(await get(partly.origin, "/api/reviews/search?rating=5")).not.toHaveProperty("note");
  expect(await get(partly.origin, "/api/reviews/stats?group_by=rating")).not.toHaveProperty("note");
  expect((await callTool(partly.url, "get_trends", { technician: "Ana" })).note).toBe(
    "no published review of these months mentions this technician",
  );
  expect(await get(whole.origin, "/api/reviews/search?aspect=care")).not.toHaveProperty("note");
  expect(await callTool(whole.url, "get_statistics", { group_by: ["aspect"] })).not.toHaveProperty("note");
});
