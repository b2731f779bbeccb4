import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { insightsDocument } from "../../src/model/insights-document.ts";
import { startDemo } from "../clinic-store.ts";
import type { ServerProcess } from "../server-process.ts";
import { sendModern, type Wire } from "./endpoint.ts";
import { COMPETITOR } from "./questions/competitor.ts";
import { DEVELOPER } from "./questions/developer.ts";
import { JOURNALIST } from "./questions/journalist.ts";
import { MANAGER } from "./questions/manager.ts";
import { PATIENT } from "./questions/patient.ts";
import type { Data } from "./questions/question.ts";

/** Questions about the demonstration clinic, each answered with the calls that the descriptions suggest. */
let server: ServerProcess;
beforeAll(async () => {
  server = await startDemo();
});
afterAll(() => server[Symbol.asyncDispose]());

/** Of each answer: the bytes of its text. */
const sizes: number[] = [];

async function ask(name: string, given: object = {}): Promise<Wire> {
  const answer = await sendModern(`${server.url}/mcp`, "tools/call", { name, arguments: given });
  const { isError, content, structuredContent } = answer.body.result;
  expect(isError && content[0].text).toBeUndefined();
  expect(Buffer.byteLength(answer.text)).toBeLessThan(80_000);
  sizes.push(Buffer.byteLength(content[0].text));
  return structuredContent;
}

describe("a hundred questions, each with its truth from a plain scan of /reviews.json", () => {
  const QUESTIONS = Object.entries({
    "a patient": PATIENT,
    "a journalist": JOURNALIST,
    "the manager": MANAGER,
    "a developer": DEVELOPER,
    "a competitor or insurer": COMPETITOR,
  }).flatMap(([who, questions]) => questions.map((question) => ({ who, ...question })));
  let data: Data;
  let in_one_call = 0;
  beforeAll(async () => {
    data = (await (await fetch(`${server.url}/reviews.json`)).json()) as Data;
  });

  test.each(QUESTIONS)("$who asks: $asked", async ({ answer, truth }) => {
    sizes.length = 0;
    const [said, is] = [await answer(ask), truth(data)];
    expect(said).toEqual(is);
    if (sizes.length === 1) in_one_call++;
    if (typeof is === "number") expect(Math.max(...sizes)).toBeLessThanOrEqual(12_000);
  });

  test("at least 85 of 100 need one call only", () => {
    expect([QUESTIONS.length, new Set(QUESTIONS.map(({ asked }) => asked)).size]).toEqual([100, 100]);
    expect(in_one_call).toBeGreaterThanOrEqual(85);
  });
});

test("which therapist is praised for vertigo?", async () => {
  const { service, technicians } = await ask("get_service", { service: "vertigo" });
  expect(service.id).toBe("vestibular-therapy");
  expect(technicians[0]).toEqual({
    id: "rosalia-montes",
    name: "Rosalía Montes",
    mention_count: 6,
    average_rating: 4.67,
    enough: true,
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
  expect(example_reviews.length).toBe(5);
  const said = new Set(example_reviews.map(({ aspect_sentiment }: Wire) => aspect_sentiment));
  expect([said.has("negative"), said.has("positive")]).toEqual([true, true]);
});

test("which three reviews criticize the scheduling since 2024?", async () => {
  const { matched, reviews } = await ask("get_aspect_sentiment", {
    aspect: "scheduling",
    sentiment: "negative",
    since: "2024-01-01",
    limit: 3,
  });
  expect(matched).toBeGreaterThan(3);
  expect(reviews.length).toBe(3);
  for (const { date, aspect_sentiment } of reviews) {
    expect([date >= "2024-01-01", aspect_sentiment]).toEqual([true, "negative"]);
  }
});

test("what do Spanish-speaking patients say?", async () => {
  expect((await ask("get_summary")).languages).toMatchObject({ es: 12 });
  const { matched, reviews } = await ask("search_reviews", { language: "es" });
  expect(matched).toBe(12);
  expect(reviews.every(({ language }: Wire) => language === "es")).toBe(true);
});

test("what does the owner say to complaints?", async () => {
  const { reviews } = await ask("search_reviews", { rating: 1 });
  expect(reviews.filter(({ owner_reply }: Wire) => owner_reply !== null).length).toBeGreaterThan(0);
});

test("what is the average by source?", async () => {
  const { groups } = await ask("get_statistics", { group_by: ["source"] });
  const averages = Object.fromEntries(groups.map(({ source, average_rating }: Wire) => [source, average_rating]));
  expect(averages).toMatchObject({ direct: 4.95, google: 4.08 });
});

test("how many reviews of 2025 are about billing?", async () => {
  const { aspect, matched } = await ask("get_aspect_sentiment", {
    aspect: "billing",
    since: "2025-01-01",
    until: "2025-12-31",
    limit: 1,
  });
  // Whatever the engine finds: the review's own analysis, its date, and the counts of /insights.json agree.
  const read = async (path: string): Promise<Wire> => (await fetch(server.url + path)).json();
  const { per_review, aspects } = await read("/insights.json");
  const of_2025 = (await read("/reviews.json")).reviews.filter(
    ({ id, date }: Wire) => date.startsWith("2025") && per_review[id]?.aspects.includes("billing"),
  ).length;
  const all = aspects.find(({ id }: Wire) => id === "billing").mention_count;
  expect([aspect.mention_count, matched, aspect.all_time.mention_count]).toEqual([of_2025, of_2025, all]);
  expect([of_2025 > 4, all > 2 * of_2025]).toEqual([true, true]);
});

test("how many low ratings of this quarter have no answer?", async () => {
  const given = { max_rating: 2, has_reply: false, since: "2026-10-01" };
  const { reviews }: Wire = await (await fetch(`${server.url}/reviews.json`)).json();
  const truth = reviews.filter(
    ({ rating, owner_reply, date }: Wire) => rating <= 2 && owner_reply === null && date >= "2026-10-01",
  ).length;
  expect((await ask("get_statistics", given)).matched).toBe(truth);
});

test("is parking a problem?", async () => {
  const { understood } = await ask("get_aspect_sentiment", { aspect: "parking" });
  expect([understood.asked, understood.read_as, understood.matched]).toEqual(["parking", "facility", 3]);
  expect(understood.quotes.length).toBe(3);
  for (const { text } of understood.quotes) expect(text.toLowerCase()).toContain("parking");
});

test("what changed in the last three months?", async () => {
  const { monthly, aspects } = await ask("get_trends", { months: 3 });
  expect(monthly.map(({ month }: Wire) => month)).toEqual(["2026-08", "2026-09", "2026-10"]);
  for (const { direction } of aspects) expect(direction).toMatch(/^(better|worse|steady|too few to say)$/);
});

test("who is best for rehabilitation after a knee replacement?", async () => {
  const { understood, technicians } = await ask("get_service", { service: "knee replacement rehab" });
  expect(understood.read_as).toBe("post-surgical-rehab");
  expect(technicians.length).toBeGreaterThan(0);
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

test("which aspect do most reviewers criticize?", async () => {
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

test("the lists of an aspect have as many reviews as the insights count", async () => {
  const { aspects }: Wire = await (await fetch(`${server.url}/insights.json`)).json();
  expect(aspects.length).toBe(9);
  for (const aspect of aspects) {
    for (const sentiment of ["positive", "negative", "neutral", "mixed"]) {
      const { matched } = await ask("get_aspect_sentiment", { aspect: aspect.id, sentiment, limit: 1 });
      expect([aspect.id, sentiment, matched]).toEqual([aspect.id, sentiment, aspect[`${sentiment}_count`]]);
    }
  }
});

test("the tools read the analysis that is served as /insights.json", async () => {
  const document: Wire = await (await fetch(`${server.url}/insights.json`)).json();
  expect(insightsDocument.safeParse(document).success).toBe(true);
  const { aspect } = await ask("get_aspect_sentiment", { aspect: "results" });
  expect(aspect.score).toBe(document.aspects.find(({ id }: Wire) => id === "results").score);
});
