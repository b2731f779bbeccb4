import { expect, test } from "bun:test";
import type { SyncMember } from "../../src/store/sync/sync-reviews.ts";
import { type CompleteRead, planRemovals } from "../../src/sync/plan-removals.ts";

const member = (id: string, more: Partial<SyncMember> = {}): SyncMember => ({
  review_id: id,
  listing: "",
  missing_since: null,
  legal: 0,
  state: "published",
  held_reason: null,
  date: "2026-01-01",
  updated_at: "2026-01-01T00:00:00Z",
  brought_by: "main",
  owner_run: null,
  asks_removal: 0,
  ...more,
});
const members = (count: number, more: Partial<SyncMember> = {}) =>
  Array.from({ length: count }, (_, at) => member(`m${at}`, more));

const read = (missing: readonly string[], more: Partial<CompleteRead> = {}): CompleteRead => ({
  bringer: "main",
  has: (id) => !missing.includes(id),
  listings: null,
  started_at: "2026-05-02T00:00:00Z",
  deleted_at: "2026-05-02T00:00:00Z",
  exported_at: null,
  gone_ms: 43_200_000,
  yes: false,
  tombstones: new Set(),
  ...more,
});
const idsOf = ({ removed }: ReturnType<typeof planRemovals>) => [
  ...removed.published.map(({ id }) => id),
  ...removed.held,
];
const names = (count: number) => members(count).map(({ review_id }) => review_id);

test("a review that is missing for the first time waits", () => {
  const plan = planRemovals(members(20), read(["m1"]));
  expect([idsOf(plan), plan.missing, plan.waiting, plan.asks]).toEqual([[], ["m1"], 1, null]);
});

test("a review is removed when it is missing for long enough, and not a millisecond earlier", () => {
  const since = (missing_since: string) =>
    idsOf(planRemovals([...members(19), member("x", { missing_since })], read(["x"])));
  expect(since("2026-05-01T12:00:00.000Z")).toEqual(["x"]);
  expect(since("2026-05-01T12:00:00.001Z")).toEqual([]);
});

test("a held review is removed without a tombstone", () => {
  const plan = planRemovals([...members(19), member("x", { state: "held" })], read(["x"], { gone_ms: 0 }));
  expect(plan.removed).toEqual({ published: [], held: ["x"] });
  expect(plan.forget).toEqual(["x"]);
});

test.each([
  [20, 2, false],
  [20, 3, true],
  [10, 1, false],
  [9, 1, true],
  [1000, 20, false],
  [1000, 21, true],
  [1, 1, true],
])("of %d reviews, %d missing at once are asked about: %p", (count, missing, asked) => {
  const plan = planRemovals(members(count), read(names(missing), { gone_ms: 0 }));
  expect(plan.asks).toEqual(asked ? { missing, of: count } : null);
  expect(idsOf(plan).length).toBe(asked ? 0 : missing);
});

test("with --yes everything that is missing goes at once", () => {
  const plan = planRemovals(members(10), read(names(10), { yes: true }));
  expect([idsOf(plan).length, plan.asks]).toEqual([10, null]);
});

test("what the origin says that it removed goes at once and is not counted", () => {
  const tombstones = new Set(names(30));
  const plan = planRemovals(members(100), read([...names(30), "m99"], { tombstones }));
  expect([idsOf(plan).length, plan.missing, plan.asks]).toEqual([30, ["m99"], null]);
});

test("a review that is in the read stays, whatever an older list says", () => {
  expect(idsOf(planRemovals(members(20), read([], { tombstones: new Set(["m1"]) })))).toEqual([]);
});

test("only reviews of the listings in the read are missing, and each listing is counted for itself", () => {
  const all = [
    ...members(100, { listing: "big" }),
    member("a", { listing: "small" }),
    member("b", { listing: "small" }),
  ];
  const big = planRemovals(all, read(["a", "b"], { listings: new Set(["big"]), gone_ms: 0 }));
  expect([idsOf(big), big.asks]).toEqual([[], null]);
  const both = planRemovals(all, read(["a", "m1"], { listings: new Set(["big", "small"]), gone_ms: 0 }));
  expect([idsOf(both), both.asks]).toEqual([["m1"], { missing: 1, of: 2 }]);
});

test("a review that changed after the export stays", () => {
  const all = [...members(19), member("x", { updated_at: "2026-04-30T00:00:00Z" })];
  const at = (exported_at: string) => idsOf(planRemovals(all, read(["x"], { exported_at, gone_ms: 0 })));
  expect(at("2026-04-30T00:00:00Z")).toEqual([]);
  expect(at("2026-04-30T00:00:01Z")).toEqual(["x"]);
});

test("unchanged content means that the same reviews are still missing", () => {
  const all = [...members(19), member("x", { missing_since: "2026-05-01T00:00:00Z" })];
  expect(idsOf(planRemovals(all, read([], { has: null })))).toEqual(["x"]);
});

test("a review that is no longer stored is forgotten when it is missing, unless the origin withholds it", () => {
  const all = [member("gone", { state: null }), member("legal", { state: null, legal: 1 })];
  expect(planRemovals(all, read(["gone", "legal"]))).toMatchObject({ forget: ["gone"], asks: null, waiting: 0 });
});
