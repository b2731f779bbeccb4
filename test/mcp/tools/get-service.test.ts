import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { reviewRow, testProfile } from "../../rows.ts";
import { startClinic } from "../clinic.ts";
import { callTool, idNumbers, startEndpoint, testSnapshot, type Wire } from "../endpoint.ts";

let clinic: Awaited<ReturnType<typeof startClinic>>;
beforeAll(async () => {
  clinic = await startClinic();
});
afterAll(() => clinic.stop());

const call = (given?: unknown) => callTool(clinic.url, "get_service", given);

describe("get_service", () => {
  test("says who does it and how those reviews rate it", async () => {
    const answer = await call({ treatment: "needling" });
    expect(answer.service.id).toBe("dry-needling");
    expect(answer.stars).toMatchObject({ mention_count: 2, average_rating: 4.5 });
    expect(answer.insights).toMatchObject({ neutral_count: 2, score: 0 });
    expect(answer.technicians).toEqual([
      { id: "ana-ruiz", name: "Ana Ruiz", mention_count: 1, average_rating: 5, enough: false },
    ]);
    expect(idNumbers(answer.newest_reviews)).toEqual([3, 1]);
  });

  test("says that no review has the words that were asked for, if only the condition is mentioned", async () => {
    const { note, stars, understood } = await call({ service: "labyrinthitis" });
    expect([stars.mention_count, understood.matched]).toEqual([1, 0]);
    expect(note).toContain('no review says "labyrinthitis" or another word for it: all figures are of Dizziness');
  });

  test("finds a condition of the analysis, and refers any other word to the search", async () => {
    const { condition, stars, insights, newest_reviews } = await call({ condition: "dizziness" });
    expect([condition, stars.mention_count, stars.average_rating]).toEqual([
      { id: "dizziness", name: "Dizziness and balance" },
      1,
      4,
    ]);
    expect([insights.mention_count, insights.positive_count]).toEqual([1, 1]);
    expect(["quotes", "example_review_ids"].filter((name) => name in insights)).toEqual([]);
    expect(newest_reviews.map(({ id }: Wire) => Number(id))).toEqual([3]);
    expect((await call({ service: "acupuncture" })).fault).toBe(
      'no service of that name is listed: "acupuncture"; the services are: Dry needling. For any other word use search_reviews with query',
    );
    expect((await call()).services).toEqual([
      { id: "dry-needling", name: "Dry needling", mention_count: 2, average_rating: 4.5, score: 0, enough: false },
    ]);
  });
});

test("the name of a service wins over a condition of the same name", async () => {
  const services = [{ id: "balance", name: "Balance", description: null, aliases: ["Dizziness"] }];
  const rows = [reviewRow(1, { text: "My vertigo is gone." })];
  const other = startEndpoint(await testSnapshot({ rows, profile: testProfile({ services }), analyzed: true }));
  expect((await callTool(other.url, "get_service", { service: "dizziness" })).service.id).toBe("balance");
  await other.stop();
});

test("a service that no review names, but whose words reviews have, leads to the search", async () => {
  const services = [{ id: "crowns", name: "Crowns and bridges", description: null, aliases: [] }];
  const rows = [reviewRow(1, { text: "My crown fits." })];
  const other = startEndpoint(await testSnapshot({ rows, profile: testProfile({ services }), analyzed: true }));
  const { stars, note } = await callTool(other.url, "get_service", { service: "crowns" });
  expect([stars.mention_count, note]).toEqual([
    0,
    'no published review mentions it; that says nothing about the business; other reviews have words of it: use search with query "crowns"',
  ]);
  await other.stop();
});

test("a technician who opted out is not counted with a service", async () => {
  const technicians = [{ id: "leo-park", name: "Leo Park", title: null, aliases: [], insights: false }];
  const mentions = JSON.stringify({
    technicians: [{ id: "leo-park", name: "Leo Park" }],
    services: [{ id: "dry-needling", name: "Dry needling" }],
    service_areas: [],
  });
  const rows = [reviewRow(1, { mentions })];
  const other = startEndpoint(await testSnapshot({ rows, profile: testProfile({ technicians }) }));
  const answer = await callTool(other.url, "get_service", { service: "Dry needling" });
  expect([answer.stars.mention_count, answer.technicians]).toEqual([1, []]);
  await other.stop();
});

test("with dates stars and newest reviews are of those dates", async () => {
  const clinic = await startClinic();
  const answer = await callTool(clinic.url, "get_service", { service: "needling", until: "2024-01-02" });
  expect([answer.stars.mention_count, answer.all_time.stars.mention_count]).toEqual([1, 2]);
  expect(answer.newest_reviews.map(({ id }: Wire) => Number(id))).toEqual([1]);
  await clinic.stop();
});

test("a word of one service's description finds it, and a word of several finds none", async () => {
  const service = (id: string, description: string) => ({ id, name: id, description, aliases: [] });
  const profile = testProfile({
    services: [service("needling", "Fine needles for tense muscles"), service("pool", "Warm water for tense joints")],
  });
  const other = startEndpoint(await testSnapshot({ profile }));
  const call = (given: string) => callTool(other.url, "get_service", { service: given });
  const { service: found, understood, note } = await call("joints");
  expect([found.id, understood.read_as]).toEqual(["pool", "pool"]);
  expect(note).toContain("no published review mentions it");
  expect((await call("tense")).fault).toStartWith("no service of that name is listed");
  await other.stop();
});
