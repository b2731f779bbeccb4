import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { startClinic } from "../clinic.ts";
import { callTool, idNumbers } from "../endpoint.ts";

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
    expect(answer.insights.score).toBe(0.88);
    expect(answer.services).toEqual([
      { id: "dry-needling", name: "Dry needling", mention_count: 1, average_rating: 5 },
    ]);
    expect(idNumbers(answer.newest_reviews)).toEqual([2, 1]);
  });

  test("without a name lists the technicians who did not opt out", async () => {
    expect((await call()).technicians).toEqual([
      { id: "ana-ruiz", name: "Ana Ruiz", title: "PT, DPT", mention_count: 2, average_rating: 3.5, score: 0.88 },
    ]);
  });

  test("does not count a technician who opted out", async () => {
    const answer = await call({ technician: "Leo Park" });
    expect(Object.keys(answer)).toEqual(["analysis_available", "note", "technician", "newest_reviews"]);
    expect(idNumbers(answer.newest_reviews)).toEqual([5]);
  });

  test("lists the technicians when the name is unknown", async () => {
    expect((await call({ technician: "Bob" })).fault).toBe(
      'no technician called "Bob" is listed; the technicians are: Ana Ruiz',
    );
  });
});
