import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { startClinic } from "../clinic.ts";
import { callTool, idNumbers } from "../endpoint.ts";

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
    expect(answer.technicians).toEqual([{ id: "ana-ruiz", name: "Ana Ruiz", mention_count: 1, average_rating: 5 }]);
    expect(idNumbers(answer.newest_reviews)).toEqual([3, 1]);
  });

  test("finds a condition of the analysis, and refers any other word to the search", async () => {
    expect((await call({ condition: "vertigo" })).insights.example_review_ids).toEqual(["00000000000000000000000003"]);
    expect((await call({ service: "surgery" })).fault).toBe(
      'no service called "surgery" is listed; the services are: Dry needling. For any other word use search_reviews with query',
    );
    expect((await call()).services).toEqual([
      { id: "dry-needling", name: "Dry needling", mention_count: 2, average_rating: 4.5, score: 0.6 },
    ]);
  });
});
