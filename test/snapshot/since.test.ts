import { describe, expect, test } from "bun:test";
import type { ReviewRow } from "../../src/model/review-row.ts";
import type { StoredTombstone } from "../../src/model/snapshot-source.ts";
import { reviewsSince } from "../../src/snapshot/since.ts";
import { reviewRow, storedTombstone } from "../rows.ts";
import { snapshotOf } from "../service.ts";

const OLD = reviewRow(1, { date: "2025-01-10", changed_at: "2026-01-01T00:00:00Z" });
const MIDDLE = reviewRow(2, { date: "2025-06-10", changed_at: "2026-01-02T00:00:00Z" });
const NEW = reviewRow(3, { date: "2025-12-10", changed_at: "2026-01-03T00:00:00Z" });
async function windowOf(date: string, rows: ReviewRow[], tombstones: StoredTombstone[] = []) {
  const { reviews } = await snapshotOf({ rows, tombstones });
  const { hash, changed_ms, returned, parts } = reviewsSince(reviews, date);
  const text = Buffer.concat(parts).toString("utf8");
  return { hash, changed_at: new Date(changed_ms).toISOString(), returned, text, body: JSON.parse(text) };
}

describe("a since window", () => {
  test("shows reviews on or after the date, newest first, and the newest update among them", async () => {
    const { body } = await windowOf("2025-06-10", [OLD, NEW, MIDDLE]);
    expect(Object.keys(body)).toEqual(["since", "updated_at", "returned", "reviews", "deleted", "moved"]);
    expect(body).toMatchObject({ since: "2025-06-10", updated_at: "2025-12-10T17:00:00Z", returned: 2, deleted: [] });
    expect(body.reviews.map(({ date }: { date: string }) => date)).toEqual(["2025-12-10", "2025-06-10"]);
  });

  test.each([
    ["2025-06-10", 2],
    ["2025-06-11", 1],
    ["2025-12-10", 1],
    ["2025-12-11", 0],
    ["9999-12-31", 0],
    ["0000-01-01", 3],
    ["1969-12-31", 3],
  ])("from %s holds %i", async (date, count) => {
    const window = await windowOf(date, [OLD, MIDDLE, NEW]);
    expect(window.returned).toBe(count);
    expect(window.body.returned).toBe(count);
    expect(window.body.reviews).toHaveLength(count);
  });

  test("an edit, a deletion and an addition below it leave its bytes, ETag and Last-Modified as they were", async () => {
    const before = await windowOf("2025-06-01", [OLD, MIDDLE, NEW]);
    expect(before.changed_at).toBe("2026-01-03T00:00:00.000Z");
    const later = "2026-05-05T05:05:05Z";
    const edited = { ...OLD, text: "Edited.", revision: 2, updated_at: later, changed_at: later };
    expect(await windowOf("2025-06-01", [edited, MIDDLE, NEW])).toEqual(before);
    expect(await windowOf("2025-06-01", [MIDDLE, NEW], [storedTombstone(1, "2025-01-10", later)])).toEqual(before);
    const added = reviewRow(4, { date: "2025-05-31", updated_at: later, changed_at: later });
    expect(await windowOf("2025-06-01", [OLD, added, MIDDLE, NEW])).toEqual(before);
  });

  test("asked for again it is the same answer, until many other dates were asked for", async () => {
    const { reviews } = await snapshotOf({ rows: [OLD, MIDDLE, NEW] });
    const first = reviewsSince(reviews, "2025-06-10");
    expect(reviewsSince(reviews, "2025-06-10")).toBe(first);
    for (let day = 0; day < 1024; day++) reviewsSince(reviews, new Date(day * 86_400_000).toISOString().slice(0, 10));
    const later = reviewsSince(reviews, "2025-06-10");
    expect(later).not.toBe(first);
    expect(later).toEqual(first);
  });

  test("an edit inside moves all three", async () => {
    const before = await windowOf("2025-06-01", [OLD, MIDDLE, NEW]);
    const edited = { ...MIDDLE, text: "Edited.", changed_at: "2026-05-05T05:05:05Z" };
    const after = await windowOf("2025-06-01", [OLD, edited, NEW]);
    expect(after.hash).not.toBe(before.hash);
    expect(after.text).not.toBe(before.text);
    expect(after.changed_at).toBe("2026-05-05T05:05:05.000Z");
  });

  test("a change that came with old dates moves Last-Modified", async () => {
    const added = reviewRow(4, { date: "2025-06-02", changed_at: "2026-07-07T07:07:07Z" });
    expect((await windowOf("2025-06-01", [OLD, MIDDLE, NEW, added])).changed_at).toBe("2026-07-07T07:07:07.000Z");
  });

  test("a review whose date moved out of it moves Last-Modified, and leaves narrower and wider windows alone", async () => {
    const moved = { ...MIDDLE, date: "2025-03-01", moved_from: "2025-06-10", moved_at: "2026-04-04T04:04:04Z" };
    const at = async (date: string) => (await windowOf(date, [OLD, moved, NEW])).changed_at;
    expect(await at("2025-06-01")).toBe("2026-04-04T04:04:04.000Z");
    expect(await at("2025-06-10")).toBe("2026-04-04T04:04:04.000Z");
    expect(await at("2025-06-11")).toBe("2026-01-03T00:00:00.000Z");
    expect(await at("2025-03-01")).toBe("2026-01-03T00:00:00.000Z");
  });

  test("a review whose date moved out of it is listed in `moved` and changes the ETag, there alone", async () => {
    const moved = { ...MIDDLE, date: "2025-03-01", moved_from: "2025-06-10", moved_at: "2026-04-04T04:04:04Z" };
    const entry = { id: MIDDLE.id, from_date: "2025-06-10", to_date: "2025-03-01", moved_at: "2026-04-04T04:04:04Z" };
    const at = (date: string) => windowOf(date, [OLD, moved, NEW]);
    for (const date of ["2025-03-02", "2025-06-10"]) {
      const { body, hash } = await at(date);
      expect(body.moved).toEqual([entry]);
      expect(body.reviews.map(({ id }: { id: string }) => id)).toEqual([NEW.id]);
      expect(hash).not.toBe((await windowOf(date, [OLD, NEW])).hash);
    }
    for (const date of ["2025-03-01", "2025-06-11"]) expect((await at(date)).body.moved).toEqual([]);
  });

  test("a review that moved within it changes its ETag", async () => {
    const before = await windowOf("2025-01-01", [OLD, MIDDLE, NEW]);
    const after = await windowOf("2025-01-01", [OLD, { ...MIDDLE, date: "2025-06-09" }, NEW]);
    expect(after.hash).not.toBe(before.hash);
  });

  test("lists what was removed by the date it had, newest first, and counts its deletion as an update", async () => {
    const deleted = [
      storedTombstone(7, "2025-05-31", "2026-02-01T00:00:00Z"),
      storedTombstone(8, "2025-06-01", "2026-02-02T00:00:00Z"),
      storedTombstone(9, "2025-11-01", "2026-01-15T00:00:00Z"),
    ];
    const { body, changed_at } = await windowOf("2025-06-01", [OLD, MIDDLE, NEW], deleted);
    expect(body.deleted).toEqual([
      { id: deleted[2]?.id, date: "2025-11-01", deleted_at: "2026-01-15T00:00:00Z", reason: "erased_on_request" },
      { id: deleted[1]?.id, date: "2025-06-01", deleted_at: "2026-02-02T00:00:00Z", reason: "erased_on_request" },
    ]);
    expect(body.updated_at).toBe("2026-02-02T00:00:00Z");
    expect(changed_at).toBe("2026-02-02T00:00:00.000Z");
  });

  test("the order in which rows are stored is not seen", async () => {
    const a = await windowOf(
      "2025-01-01",
      [OLD, MIDDLE, NEW],
      [storedTombstone(8, "2025-02-01", "2026-02-02T00:00:00Z")],
    );
    const b = await windowOf(
      "2025-01-01",
      [NEW, OLD, MIDDLE],
      [storedTombstone(8, "2025-02-01", "2026-02-02T00:00:00Z")],
    );
    expect(b).toEqual(a);
  });

  test("an empty one is well-formed, and two dates have two ETags", async () => {
    const empty = await windowOf("2026-01-01", []);
    expect(empty.body).toEqual({
      since: "2026-01-01",
      updated_at: null,
      returned: 0,
      reviews: [],
      deleted: [],
      moved: [],
    });
    expect((await windowOf("2026-01-02", [])).hash).not.toBe(empty.hash);
  });

  test("only tombstones is well-formed too", async () => {
    const { body } = await windowOf("2026-01-01", [OLD], [storedTombstone(8, "2026-02-01", "2026-02-02T00:00:00Z")]);
    expect(body).toMatchObject({ updated_at: "2026-02-02T00:00:00Z", returned: 0, reviews: [] });
    expect(body.deleted).toHaveLength(1);
  });
});
