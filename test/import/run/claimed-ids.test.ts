import { describe, expect, test } from "bun:test";
import { idOfVariant } from "../../../src/import/prepare/identity.ts";
import type { Prepared } from "../../../src/import/prepare/prepare-review.ts";
import { createClaims, nextVariant, otherIds } from "../../../src/import/run/claimed-ids.ts";
import { buildMaybeSeen, buildSeenIds } from "../../../src/import/run/seen-ids.ts";

test("each id of a file belongs to one row; equal rows are repeats, and rows with one content are counted", () => {
  const claims = createClaims();
  expect([claims.count("a"), claims.isRepeat("a", "h1"), claims.ids.has("x")]).toEqual([0, false, false]);
  claims.add("a", "x", "h1");
  expect([claims.count("a"), claims.isRepeat("a", "h1"), claims.ids.has("x")]).toEqual([1, true, true]);
  expect([claims.isRepeat("a", "h2"), claims.isRepeat("b", "h1")]).toEqual([false, false]);
  claims.add("a", "y", "h2");
  claims.add("a", "z", "h3");
  expect(claims.count("a")).toBe(3);
  claims.add("b", "s", undefined);
  expect([claims.count("b"), claims.ids.has("s")]).toEqual([0, true]);
});

test("two ids with one xxHash32 are two", () => {
  const [one, other] = [950_522, 1_106_025].map((n) => `review number ${n * 7919} of a source`);
  const seen = buildSeenIds();
  seen.add(one ?? "");
  expect([seen.has(one ?? ""), seen.has(other ?? "")]).toEqual([true, false]);
});

test("the next variant is the first that no row uses", () => {
  const claims = createClaims();
  const variant = (nth: number) => idOfVariant("a", "details", nth);
  expect(nextVariant("a", "details", claims.ids.has)).toBe(variant(0));
  claims.ids.add(variant(0));
  claims.ids.add(variant(2));
  expect(nextVariant("a", "details", claims.ids.has)).toBe(variant(1));
});

test("a row may be stored under the id of its short name, or as a variant for each row before it", () => {
  const row = (id: string) =>
    ({ row: { id }, content: { short_name_id: `short ${id}`, details: "d", row_hash: "h" } }) as Prepared; // reads no more
  const claims = createClaims();
  const other = { row: { id: "s" }, content: null } as Prepared;
  const a = (count: number) => Array.from({ length: count }, (_, nth) => idOfVariant("a", "d", nth));
  expect([...otherIds([row("a"), other, row("a")], claims)]).toEqual(["short a", ...a(1), "short a", ...a(2)]);
  claims.add("a", "a", "h1");
  claims.add("a", "v", "h2");
  expect([...otherIds([row("a"), row("b")], claims)]).toEqual([
    "short a",
    ...a(3),
    "short b",
    idOfVariant("b", "d", 0),
  ]);
});

describe.each([
  ["seen", buildSeenIds],
  ["maybe seen", buildMaybeSeen],
])("ids that were %s", (_, build) => {
  test("are known again, however many they are, and others are not", () => {
    const ids = build();
    for (let at = 0; at < 5000; at += 1) ids.add(`id ${at}`);
    for (let at = 0; at < 5000; at += 1) ids.add(`id ${at}`);
    const known = (prefix: string) => Array.from({ length: 5000 }, (_, at) => ids.has(`${prefix} ${at}`));
    expect(known("id").every(Boolean)).toBe(true);
    expect(known("other").some(Boolean)).toBe(false);
  });
});
