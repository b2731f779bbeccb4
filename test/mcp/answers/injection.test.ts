import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { InsightsDocument } from "../../../src/model/insights-document.ts";
import { HARBOR_URL, harborReport, harborSource } from "../../harbor-clinic.ts";
import { reviewRow } from "../../rows.ts";
import { startHarborClinic } from "../clinic.ts";
import {
  callTool,
  openSession,
  request,
  send,
  sendModern,
  startEndpoint,
  testSnapshot,
  type Wire,
} from "../endpoint.ts";
import injections from "../fixtures/injections.json";
import { replyFaults } from "../schema.ts";

const ROWS = injections.map((text, i) =>
  reviewRow(i + 1, {
    text,
    title: text.slice(0, 60),
    author: text.slice(0, 40),
    reply_text: text,
    reply_state: "published",
  }),
);
/** The text without the characters that people cannot see. */
const visible = (text: string) =>
  text.replace(
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u202c\u202e\u2060\u2066\u2069\ufeff]|\udb40[\udc00-\udfff]/g,
    "",
  );

let endpoint: ReturnType<typeof startEndpoint>;
beforeAll(async () => {
  endpoint = startEndpoint(await testSnapshot({ rows: ROWS }));
});
afterAll(() => endpoint.stop());

test("there are twenty injections", () => expect(injections.length).toBe(20));

test.each(injections.map((text, i) => [i + 1, text] as const))(
  "review %i arrives as inert data in its fields",
  async (number, text) => {
    const id = String(number).padStart(26, "0");
    const answer = await sendModern(endpoint.url, "tools/call", { name: "get_review", arguments: { id } });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(["jsonrpc", "id", "result"]);
    const { result } = answer.body;
    expect(replyFaults("2026-07-28", answer.body, "CallToolResult")).toEqual([]);
    expect(result.content[0]).toEqual({ type: "text", text: JSON.stringify(result.structuredContent) });
    for (const link of result.content.slice(1)) expect(link.name).toMatch(/^[1-5]-star review of \d{4}-\d\d-\d\d$/);
    expect(Object.keys(result.structuredContent)).toEqual(["review", "analysis"]);
    const { review } = result.structuredContent;
    expect(review.text).toBe(visible(text));
    expect(review.owner_reply.text).toBe(visible(text));
    expect(review.author).toBe(visible(text.slice(0, 40)));
    const { text: _, title: __, author: ___, owner_reply: ____, ...rest } = review;
    expect(JSON.stringify(rest)).not.toContain("evil");
  },
);

test("one page has all twenty, as JSON and as one event", async () => {
  const session = await openSession(endpoint.url);
  const call = request("tools/call", { name: "search_reviews", arguments: { limit: 100 } });
  const answer = await send(endpoint.url, call, session);
  const { reviews, matched } = answer.body.result.structuredContent;
  expect([matched, reviews.length]).toEqual([20, 20]);
  expect(reviews.map(({ text }: Wire) => text)).toEqual(injections.map(visible).reverse());
  const event = await send(endpoint.url, call, { ...session, Accept: "text/event-stream" });
  expect(event.text.split("\n").filter((line) => line.startsWith("data: ")).length).toBe(1);
  expect(JSON.parse(event.text.split("\n")[1]?.slice("data: ".length) ?? "")).toEqual(answer.body);
});

test("invisible characters are removed, except the joiners inside an emoji", async () => {
  const rows = [reviewRow(1, { text: "👨‍👩‍👧 a\u200db \u200c❤️ 👩🏽‍⚕️ x\u00ad\u061c\u180e\ufff9y" })];
  const other = startEndpoint(await testSnapshot({ rows }));
  const answer = await sendModern(other.url, "tools/call", { name: "search_reviews" });
  expect(answer.body.result.structuredContent.reviews[0].text).toBe("👨‍👩‍👧 ab ❤️ 👩🏽‍⚕️ xy");
  await other.stop();
});

test("a review that is cut is cleaned too", async () => {
  const other = startEndpoint(await testSnapshot({ rows: [reviewRow(1, { text: `a\u200bb${"x".repeat(90_000)}` })] }));
  const { review } = await callTool(other.url, "get_review", { id: "00000000000000000000000001" });
  expect(review.text).toBe(`ab${"x".repeat(7997)} […]`);
  await other.stop();
});

test("instructions and lists contain no words of a review", async () => {
  for (const method of ["server/discover", "tools/list", "prompts/list", "resources/list"]) {
    const { text } = await sendModern(endpoint.url, method);
    expect(text).not.toContain("evil");
    expect(text).not.toContain("IGNORE ALL");
  }
});

describe("the analysis", () => {
  /** A zero-width space, a bidi override, a tag character and an escaped control character. */
  const HIDDEN = "k\u200bi\u202en\u{e0041}d\u0007";
  const poison = (report: InsightsDocument): InsightsDocument =>
    JSON.parse(JSON.stringify(report), (_, value) =>
      typeof value === "string" ? value.replaceAll("kind", HIDDEN) : value,
    );
  let poisoned: ReturnType<typeof startEndpoint>;
  let clean: ReturnType<typeof startEndpoint>;
  beforeAll(async () => {
    const data = { source: await harborSource(), analyzed: poison, base_url: HARBOR_URL };
    poisoned = startEndpoint(await testSnapshot(data), { base_url: HARBOR_URL });
    clean = await startHarborClinic();
  });
  afterAll(() => Promise.all([poisoned.stop(), clean.stop()]));

  test("has invisible characters in every part", async () => {
    const { summary, pull_quote, summary_citations, aspects, entities, faq } = poison(await harborReport());
    const parts = [summary, pull_quote, summary_citations, aspects, entities.technicians, faq];
    expect(parts.map((part) => JSON.stringify(part).includes("\u200b"))).toEqual(parts.map(() => true));
  });

  test.each([
    ["get_summary", {}],
    ["get_aspect_sentiment", { aspect: "care" }],
    ["get_technician", { technician: "Ana Ruiz" }],
  ])("reaches %s without invisible characters", async (name, given) => {
    const answer = await callTool(poisoned.url, name, given);
    expect(JSON.stringify(answer)).toContain("kind");
    expect(answer).toEqual(await callTool(clean.url, name, given));
  });

  test("reaches the resource without invisible characters", async () => {
    const read = async (url: string) =>
      (await sendModern(url, "resources/read", { uri: "reviews://insights" })).body.result.contents[0].text;
    const text = await read(poisoned.url);
    expect(text).not.toMatch(/[\u200b\u202e\u0007]|\u{e0041}/u);
    expect(JSON.parse(text)).toEqual(JSON.parse(await read(clean.url)));
  });
});
