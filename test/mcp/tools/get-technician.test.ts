import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { InsightsDocument } from "../../../src/model/insights-document.ts";
import { reviewRow, testProfile } from "../../rows.ts";
import { startClinic } from "../clinic.ts";
import { callTool, idNumbers, startEndpoint, testSnapshot, type Wire } from "../endpoint.ts";

let clinic: Awaited<ReturnType<typeof startClinic>>;
beforeAll(async () => {
  clinic = await startClinic();
});
afterAll(() => clinic.stop());

const call = (given?: unknown) => callTool(clinic.url, "get_technician", given);

describe("get_technician", () => {
  test("returns counts, analysis, services and reviews", async () => {
    const answer = await call({ name: "ana" });
    expect(answer.technician).toEqual({ id: "ana-ruiz", name: "Ana Ruiz", title: "PT, DPT" });
    expect(answer.stars).toEqual({
      mention_count: 2,
      average_rating: 3.5,
      distribution: { "1": 0, "2": 1, "3": 0, "4": 0, "5": 1 },
    });
    expect(answer.insights).toMatchObject({ score: 0.5, positive_count: 1, neutral_count: 1 });
    expect(answer.services).toEqual([
      { id: "dry-needling", name: "Dry needling", mention_count: 1, average_rating: 5, enough: false },
    ]);
    expect(idNumbers(answer.newest_reviews)).toEqual([2, 1]);
  });

  test("without a name lists the technicians who did not opt out", async () => {
    expect((await call()).technicians).toEqual([
      {
        id: "ana-ruiz",
        name: "Ana Ruiz",
        title: "PT, DPT",
        mention_count: 2,
        average_rating: 3.5,
        score: 0.5,
        enough: false,
      },
    ]);
  });

  test("does not count a technician who opted out", async () => {
    const answer = await call({ technician: "Leo Park" });
    expect(Object.keys(answer)).toEqual(["analysis_available", "note", "technician", "review_url", "newest_reviews"]);
    expect(idNumbers(answer.newest_reviews)).toEqual([5]);
  });

  test("lists the technicians when the name is unknown", async () => {
    expect((await call({ technician: "Bob" })).fault).toBe(
      'no technician of that name is listed: "Bob"; the technicians are: Ana Ruiz',
    );
  });
});

test("an answer has 20 services, most mentioned first, 8 quotes and 5 reviews at most", async () => {
  const services = Array.from({ length: 25 }, (_, i) => ({
    id: `s${String(i).padStart(2, "0")}`,
    name: `Service ${i}`,
    description: null,
    aliases: [],
  }));
  const all = services.map(({ id, name }) => ({ id, name }));
  const rows = [5, 5, 5, 5, 5, 4, 4].map((rating, i) => {
    const technicians = [{ id: "ana-ruiz", name: "Ana Ruiz" }];
    const mentioned = i === 0 ? all : all.slice(24);
    return reviewRow(i + 1, {
      rating,
      text: i === 0 ? "Ana was kind and patient with my mother." : null,
      mentions: JSON.stringify({ technicians, services: mentioned, service_areas: [] }),
    });
  });
  const analyzed = ({ entities, ...report }: InsightsDocument) => {
    const technicians = entities.technicians.map((ana) => ({ ...ana, quotes: Array(9).fill(ana.quotes[0]) }));
    return { ...report, entities: { ...entities, technicians } };
  };
  const profile = testProfile({ services });
  const other = startEndpoint(await testSnapshot({ rows, profile, analyzed }));
  const answer = await callTool(other.url, "get_technician", { technician: "Ana" });
  expect(answer.stars.average_rating).toBe(4.71);
  expect(answer.services.map(({ id, mention_count }: Wire) => [id, mention_count]).slice(0, 3)).toEqual([
    ["s24", 7],
    ["s00", 1],
    ["s01", 1],
  ]);
  expect([answer.services.length, answer.insights.quotes.length]).toEqual([20, 8]);
  expect(idNumbers(answer.newest_reviews)).toEqual([7, 6, 5, 4, 3]);
  await other.stop();
});

test("with dates stars and newest reviews are of those dates, and the rest says all_time", async () => {
  const clinic = await startClinic();
  const call = (given: unknown) => callTool(clinic.url, "get_technician", given);
  const answer = await call({ technician: "Ana", since: "2024-01-03" });
  expect([answer.stars.mention_count, answer.stars.average_rating]).toEqual([1, 2]);
  expect(answer.newest_reviews.map(({ id }: Wire) => Number(id))).toEqual([2]);
  expect([answer.query, answer.insights, answer.all_time.stars.mention_count, answer.all_time.insights.score]).toEqual([
    { since: "2024-01-03" },
    undefined,
    2,
    0.5,
  ]);
  expect((await call({ technician: "Ana", since: "2025-01-01" })).note).toBe(
    "no published review of these dates mentions it; that says nothing about the business",
  );
  expect((await call({ until: "2024-01-02" })).technicians).toEqual([
    {
      id: "ana-ruiz",
      name: "Ana Ruiz",
      title: "PT, DPT",
      mention_count: 1,
      average_rating: 5,
      all_time: { score: 0.5 },
      enough: false,
    },
  ]);
  await clinic.stop();
});
