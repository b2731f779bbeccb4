import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { reviewRow } from "../../rows.ts";
import { startClinic } from "../clinic.ts";
import { callTool, sendModern, startEndpoint, testSnapshot, type Wire } from "../endpoint.ts";

let clinic: Awaited<ReturnType<typeof startClinic>>;
beforeAll(async () => {
  clinic = await startClinic();
});
afterAll(() => clinic.stop());

const call = (given?: unknown) => callTool(clinic.url, "get_statistics", given);

describe("get_statistics", () => {
  test.each([
    [{}, ""],
    [{ group_by: ["technician"] }, "?group_by=technician"],
    [{ has_text: true, group_by: ["rating", "year"] }, "?has_text=true&group_by=rating,year"],
    [{ aspect: "care", max_rating: 5, by: "aspect" }, "?aspect=care&max_rating=5&group_by=aspect"],
  ])("answers %j with the bytes of HTTP", async (given, search) => {
    const http = await (await fetch(`${clinic.origin}/api/reviews/stats${search}`)).text();
    expect(JSON.stringify(await call(given))).toBe(http);
  });

  test("counts what the filters match", async () => {
    const { matched, overall, groups } = await call({ max_stars: 4, group_by: ["rating"] });
    expect([matched, overall.average_rating, overall.enough]).toEqual([2, 3, false]);
    expect(groups.map(({ rating, label, count }: Wire) => [rating, label, count])).toEqual([
      [4, "4 stars", 1],
      [2, "2 stars", 1],
    ]);
  });

  test("a technician who is left out of the insights is not a group, and can still be found", async () => {
    const { groups } = await call({ group_by: ["technician"] });
    expect(groups.map(({ technician, label, count }: Wire) => [technician, label, count])).toEqual([
      ["ana-ruiz", "Ana Ruiz", 2],
      [null, "No technician", 3],
    ]);
    expect((await call({ mentions_technician: "Leo Park" })).matched).toBe(1);
  });

  test("says that nothing matches, and which names are known", async () => {
    expect(await call({ rating: 3 })).toMatchObject({
      note: "no published review matches all of these filters",
      matched: 0,
    });
    expect((await call({ technician: "Anna" })).note).toStartWith(
      'nothing matches: no technician of that name is listed: "Anna"',
    );
  });

  test.each([[["source", "source"]], [["source", "year", "month"]], [["color"]], [[]], ["source,,year"], [7]])(
    "refuses group_by %j",
    async (group_by) => {
      expect((await call({ group_by })).fault).toStartWith(
        "group_by must be a list of 1 to 2 different words of rating, source, verification, language,",
      );
    },
  );

  test("lists as many groups as fit in an answer, and counts all", async () => {
    const rows = Array.from({ length: 300 }, (_, i) =>
      reviewRow(1, {
        id: String(i).padStart(26, "0"),
        date: `${1990 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, "0")}-01`,
      }),
    );
    const months = startEndpoint(await testSnapshot({ rows }));
    const answer = await sendModern(months.url, "tools/call", {
      name: "get_statistics",
      arguments: { group_by: ["month"] },
    });
    await months.stop();
    const { groups, group_count, note } = answer.body.result.structuredContent;
    expect(group_count).toBe(300);
    expect(groups[0].month).toBe("2014-12");
    expect(groups.length).toBeGreaterThan(80);
    expect(groups.length).toBeLessThan(200);
    expect(note).toStartWith(`groups lists the first ${groups.length} of 300`);
    expect(Buffer.byteLength(answer.text)).toBeLessThan(80_000);
  });
});
