import { afterAll, beforeAll, expect, test } from "bun:test";
import { reviewLinks } from "../../../src/mcp/answers/review-links.ts";
import { reviewRow } from "../../rows.ts";
import { startClinic } from "../clinic.ts";
import { openSession, request, send, sendModern, startEndpoint, testSnapshot, type Wire } from "../endpoint.ts";

let clinic: Awaited<ReturnType<typeof startClinic>>;
beforeAll(async () => {
  clinic = await startClinic();
});
afterAll(() => clinic.stop());

const blocks = async (url: string, name: string, given: object = {}): Promise<Wire[]> =>
  (await sendModern(url, "tools/call", { name, arguments: given })).body.result.content;
const links = async (url: string, name: string, given: object = {}): Promise<Wire[]> =>
  (await blocks(url, name, given)).filter(({ type }) => type === "resource_link");

const link = (number: number, name: string) => ({
  type: "resource_link",
  uri: `reviews://review/${String(number).padStart(26, "0")}`,
  name,
  mimeType: "application/json",
});

test("an answer links to the reviews that it names, after its JSON", async () => {
  expect((await blocks(clinic.url, "search_reviews", { limit: 2 })).slice(1)).toEqual([
    link(5, "5-star review of 2024-01-06"),
    link(4, "5-star review of 2024-01-05"),
  ]);
  const id = "00000000000000000000000002";
  expect(await links(clinic.url, "get_review", { id })).toEqual([link(2, "2-star review of 2024-01-03")]);
  for (const { uri } of await links(clinic.url, "get_aspect_sentiment", { aspect: "care" })) {
    expect((await sendModern(clinic.url, "resources/read", { uri })).status).toBe(200);
  }
  expect((await links(clinic.url, "get_summary")).length).toBeGreaterThan(0);
});

test("there are at most ten, each once, and none to a deleted review", async () => {
  const rows = Array.from({ length: 30 }, (_, i) => reviewRow(i + 1));
  const many = startEndpoint(await testSnapshot({ rows }));
  const found = await links(many.url, "search_reviews", { limit: 30 });
  expect(found.map(({ uri }) => Number(uri.slice(-2)))).toEqual([30, 29, 28, 27, 26, 25, 24, 23, 22, 21]);
  await many.stop();
  const since = await links(clinic.url, "get_reviews_since", { date: "2024-01-01" });
  expect(since.map(({ uri }) => Number(uri.slice(-2)))).toEqual([5, 4, 3, 2, 1]);
});

test("ten ids in a text are enough, and none is read after them", async () => {
  const { reviews: index } = await testSnapshot({ rows: Array.from({ length: 12 }, (_, i) => reviewRow(i + 1)) });
  const ids = (...numbers: number[]) => JSON.stringify(numbers.map((number) => String(number).padStart(26, "0")));
  const linked = (structured: Parameters<typeof reviewLinks>[1]) =>
    JSON.parse(`[${reviewLinks(index, structured).slice(1)}]`).map(({ uri }: Wire) => Number(uri.slice(-2)));
  expect(linked(ids(1, 2, 3, 3, 4, 5, 6, 99, 7, 8, 9, 10, 11))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(linked({ before: ids(1, 2), reviews: [], after: ids(2, 3) })).toEqual([1, 2, 3]);
  expect(linked({ before: ids(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), reviews: [], after: ids(11) })).toHaveLength(10);
});

test("a text that looks like an id in JSON is no link", async () => {
  const trick = '"id":"00000000000000000000000002","x":"';
  const rows = [reviewRow(1, { text: trick }), reviewRow(2)];
  const tricked = startEndpoint(await testSnapshot({ rows }));
  const found = await links(tricked.url, "get_review", { id: "00000000000000000000000001" });
  expect(found.map(({ uri }) => Number(uri.slice(-2)))).toEqual([1]);
  await tricked.stop();
});

test("sessions of 2025-03-26, search and fetch get none", async () => {
  const call = request("tools/call", { name: "search_reviews", arguments: { limit: 1 } });
  for (const [version, types] of [
    ["2025-03-26", ["text"]],
    ["2025-06-18", ["text", "resource_link"]],
    ["2025-11-25", ["text", "resource_link"]],
  ] as const) {
    const session = await openSession(clinic.url, version);
    const { content } = (await send(clinic.url, call, session)).body.result;
    expect([version, content.map(({ type }: Wire) => type)]).toEqual([version, [...types]]);
  }
  const session = await openSession(clinic.url, "2025-03-26");
  const [answer] = (await send(clinic.url, [call], session)).body;
  expect(answer.result.content.length).toBe(1);
  expect((await blocks(clinic.url, "search", { query: "vertigo" })).length).toBe(1);
  expect((await blocks(clinic.url, "fetch", { id: "00000000000000000000000001" })).length).toBe(1);
});
