import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { reviewRow } from "../../rows.ts";
import { startClinic, TOMBSTONE } from "../clinic.ts";
import { callTool, idNumbers, sendModern, startEndpoint, testSnapshot, type Wire } from "../endpoint.ts";

let clinic: Awaited<ReturnType<typeof startClinic>>;
beforeAll(async () => {
  clinic = await startClinic();
});
afterAll(() => clinic.stop());

const call = (given?: unknown) => callTool(clinic.url, "get_reviews_since", given);

test("get_reviews_since returns what is new and what was deleted", async () => {
  const { reviews, ...head } = await call({ since: "2024-01-05" });
  expect(idNumbers(reviews)).toEqual([5, 4]);
  const { changed_at: _, ...deleted } = TOMBSTONE;
  expect(head).toEqual({
    since: "2024-01-05",
    updated_at: "2024-02-01T00:00:00Z",
    matched: 2,
    returned: 2,
    next_cursor: null,
    deleted_count: 1,
    review_url: "http://localhost:8080/reviews/{id}",
    deleted: [deleted],
    changed: { edited: 0, erased: 0, moved: 0, reviews: [] },
  });
  expect((await call({ date: "2024-01-11" })).deleted).toEqual([]);
  expect((await call({ date: "soon" })).fault).toBe('date must be a real calendar date, YYYY-MM-DD; received "soon"');
});

describe("deleted", () => {
  /** Deleted reviews, one a day back from 2024-06-30; the deletion of the oldest is the newest change. */
  const tombstones = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      id: String(1000 - i).padStart(26, "0"),
      date: new Date(Date.UTC(2024, 5, 30 - i)).toISOString().slice(0, 10),
      deleted_at: new Date(Date.UTC(2024, 6, 1 + i)).toISOString().slice(0, 19).concat("Z"),
      reason: "legal" as const,
      changed_at: "2024-07-01T00:00:00Z",
    }));
  const since = async (count: number, date: string): Promise<Wire> => {
    const other = startEndpoint(await testSnapshot({ tombstones: tombstones(count) }));
    const answer = await callTool(other.url, "get_reviews_since", { date });
    await other.stop();
    return answer;
  };

  test.each([
    [99, 99],
    [100, 100],
    [101, 100],
    [150, 100],
  ])("of %i reviews lists the newest %i and counts all", async (count, listed) => {
    const { deleted, deleted_count } = await since(count, "2020-01-01");
    expect([deleted.length, deleted_count]).toEqual([listed, count]);
    expect(deleted[0]).toEqual({
      id: "00000000000000000000001000",
      date: "2024-06-30",
      deleted_at: "2024-07-01T00:00:00Z",
      reason: "legal",
    });
    expect(Number(deleted.at(-1).id)).toBe(1001 - listed);
  });

  test("starts with the date asked for, and updated_at covers deletions that are not listed", async () => {
    const day = await since(3, "2024-06-29");
    expect([idNumbers(day.deleted), day.updated_at]).toEqual([[1000, 999], "2024-07-02T00:00:00Z"]);
    expect((await since(150, "2020-01-01")).updated_at).toBe("2024-11-27T00:00:00Z");
  });
});

test("the list of deleted reviews counts toward the size limit", async () => {
  const rows = Array.from({ length: 120 }, (_, i) => reviewRow(i + 1, { text: "words ".repeat(100) }));
  const tombstones = Array.from({ length: 150 }, (_, i) => ({ ...TOMBSTONE, id: String(2000 + i).padStart(26, "0") }));
  const other = startEndpoint(await testSnapshot({ rows, tombstones }));
  for (const given of [
    { name: "get_reviews_since", arguments: { date: "2024-01-01", limit: 100 } },
    { name: "search_reviews", arguments: { updated_since: "2024-01-01", limit: 100 } },
  ]) {
    const { text, body } = await sendModern(other.url, "tools/call", given);
    expect(Buffer.byteLength(text)).toBeLessThan(80_000);
    expect(body.result.structuredContent.deleted.length).toBe(100);
  }
  await other.stop();
});

test("updated_at is the newest change of the reviews since the date, and null if there are none", async () => {
  const rows = [
    reviewRow(1, { updated_at: "2024-05-05T00:00:00Z" }),
    reviewRow(2, { updated_at: "2024-04-04T00:00:00Z" }),
    reviewRow(3, { updated_at: "2024-03-03T00:00:00Z" }),
  ];
  const other = startEndpoint(await testSnapshot({ rows }));
  const updatedAt = async (date: string) => (await callTool(other.url, "get_reviews_since", { date })).updated_at;
  expect(await updatedAt("2024-01-02")).toBe("2024-05-05T00:00:00Z");
  expect(await updatedAt("2024-01-03")).toBe("2024-04-04T00:00:00Z");
  expect(await updatedAt("2024-01-05")).toBeNull();
  await other.stop();
});
