import { expect, test } from "bun:test";
import type { StoredTombstone } from "../../../src/model/snapshot-source.ts";
import { buildTombstoneIndex } from "../../../src/publish/rows/tombstone-index.ts";
import { newestOf } from "../../../src/snapshot/running-values.ts";
import { storedTombstone } from "../../rows.ts";

test("tombstones are JSON, newest date and largest id first, with one comma after each", () => {
  const at = "2026-01-01T00:00:00Z";
  const all = [
    storedTombstone(2, "2025-01-01", at),
    storedTombstone(9, "2025-05-01", at),
    storedTombstone(3, "2025-01-01", at),
  ];
  const { count, json, json_start, ids } = buildTombstoneIndex(all, []);
  const text = new TextDecoder().decode(json);
  expect([count, ids.size, text.at(-1)]).toEqual([3, 3, ","]);
  const listed: Omit<StoredTombstone, "changed_at">[] = JSON.parse(`[${text.slice(0, -1)}]`);
  expect(listed.map(({ id }) => Number(id))).toEqual([9, 3, 2]);
  expect(listed[0]).toEqual({
    id: "00000000000000000000000009",
    date: "2025-05-01",
    deleted_at: at,
    reason: "erased_on_request",
  });
  expect([...json_start]).toEqual([0, text.length / 3, (2 * text.length) / 3, text.length]);
});

test("the newest deletion among the first ones is known for every number of them", () => {
  const tombstones = buildTombstoneIndex(
    [
      storedTombstone(1, "2025-03-01", "2026-01-02T00:00:00Z"),
      storedTombstone(2, "2025-02-01", "2026-01-01T00:00:00Z"),
      { ...storedTombstone(3, "2025-01-01", "2026-01-03T00:00:00Z"), changed_at: "2026-01-04T00:00:00Z" },
    ],
    [],
  );
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const newest = [1, 2, 3].map((count) => newestOf(tombstones, count));
  expect(newest.map(({ updated_ms }) => dayOf(updated_ms))).toEqual(["2026-01-02", "2026-01-02", "2026-01-03"]);
  expect(newest.map(({ changed_ms }) => dayOf(changed_ms))).toEqual(["2026-01-02", "2026-01-02", "2026-01-04"]);
});
