import { afterAll, beforeAll, expect, test } from "bun:test";
import { insightsDocument } from "../../src/model/insights-document.ts";
import { newSqliteDatabase } from "../databases.ts";
import { type ServerProcess, startCandor } from "../server-process.ts";
import { sendModern, type Wire } from "./endpoint.ts";

/** Ten questions about the demonstration clinic, each answered by the one call that the descriptions suggest. */
let server: ServerProcess;
beforeAll(async () => {
  server = await startCandor({ DATABASE_URL: newSqliteDatabase() }, ["--demo"]);
}, 60_000);
afterAll(() => server[Symbol.asyncDispose]());

async function ask(name: string, given: object = {}): Promise<Wire> {
  const answer = await sendModern(`${server.url}/mcp`, "tools/call", { name, arguments: given });
  expect(answer.body.result.isError).toBeUndefined();
  expect(Buffer.byteLength(answer.text)).toBeLessThan(80_000);
  return answer.body.result.structuredContent;
}

test("which therapist is praised for vertigo?", async () => {
  const { service, technicians } = await ask("get_service", { service: "vertigo" });
  expect(service.id).toBe("vestibular-therapy");
  expect(technicians[0]).toEqual({
    id: "rosalia-montes",
    name: "Rosalía Montes",
    mention_count: 6,
    average_rating: 4.67,
  });
});

test("are waits getting better?", async () => {
  const { aspects } = await ask("get_trends", { aspect: "waits" });
  expect(aspects.map(({ id }: Wire) => id)).toEqual(["punctuality"]);
  expect(aspects[0].trend.score).toBeGreaterThan(aspects[0].trend.previous_score);
});

test("what do people dislike about billing?", async () => {
  const { aspect, example_reviews } = await ask("get_aspect_sentiment", { aspect: "billing" });
  expect(aspect.negative_count).toBeGreaterThan(aspect.positive_count);
  expect(aspect.quotes.filter(({ sentiment }: Wire) => sentiment === "negative").length).toBeGreaterThan(0);
  expect(example_reviews.length).toBe(3);
});

test("what is the overall picture?", async () => {
  const answer = await ask("get_summary");
  expect(answer).toMatchObject({
    analysis_available: true,
    demonstration: true,
    aggregate_rating: { rating_count: 217 },
  });
  expect(answer.summary.length).toBeGreaterThan(50);
  expect(answer.limits.length).toBeGreaterThan(0);
});

test("how many one-star reviews were there in 2026?", async () => {
  expect((await ask("search_reviews", { stars: 1, start_date: "2026-01-01", limit: 1 })).matched).toBe(4);
});

test("is the clinic open on Saturday?", async () => {
  expect((await ask("get_business")).business.opening_hours).toContain("Sa 08:00-12:00");
});

test("what does Benjamin do?", async () => {
  const { technician, services } = await ask("get_technician", { therapist: "Ben" });
  expect(technician.name).toBe("Benjamin Achterberg");
  expect(services[0].id).toBe("hand-therapy");
});

test("which aspect is criticised by most reviewers?", async () => {
  const { aspects } = await ask("get_aspect_sentiment");
  const worst = aspects.toSorted((a: Wire, b: Wire) => b.negative_count - a.negative_count)[0];
  expect(worst.id).toBe("billing");
});

test("who treats hand injuries?", async () => {
  const { service, technicians } = await ask("get_service", { service: "hand injuries" });
  expect(service.id).toBe("hand-therapy");
  expect(technicians[0].name).toBe("Benjamin Achterberg");
});

test("is there anything about parking?", async () => {
  expect((await ask("search_reviews", { keyword: "parking" })).matched).toBe(3);
});

test("what is new since mid-October?", async () => {
  const { matched, reviews } = await ask("get_reviews_since", { date: "2026-10-15" });
  expect(reviews.length).toBe(matched);
  expect(reviews.every(({ date }: Wire) => date >= "2026-10-15")).toBe(true);
});

test("the analysis that the tools read is the one that is served", async () => {
  const document: Wire = await (await fetch(`${server.url}/insights.json`)).json();
  expect(insightsDocument.safeParse(document).success).toBe(true);
  const { aspect } = await ask("get_aspect_sentiment", { aspect: "results" });
  expect(aspect.score).toBe(document.aspects.find(({ id }: Wire) => id === "results").score);
});
