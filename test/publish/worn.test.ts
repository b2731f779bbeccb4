import { expect, test } from "bun:test";
import type { Built } from "../../src/publish/build.ts";
import { isWorn } from "../../src/publish/snapshots.ts";
import { snapshotOf } from "../service.ts";

const empty = await snapshotOf({});
const none = new Uint32Array(0);

/** A snapshot of this many reviews: so many texts came since its grams were built, and so many went. */
function builtOf(count: number, came: number, went: number): Built {
  const { reviews } = empty;
  const texts = { folded: new Uint8Array(0), start: new Float64Array(1), text_at: none, position_of: none };
  const delta = { ...texts, positions: new Uint32Array(came), gone: new Uint32Array(went) };
  const text = { ...reviews.text, delta };
  return { snapshot: { ...empty, reviews: { ...reviews, count, text } }, words: new Map(), fresh: [] };
}

test.each([
  [0, 256],
  [1000, 256],
  [1027, 256],
  [1028, 257],
  [8000, 2000],
  [40_000, 10_000],
  [1_000_000, 10_000],
])("of %d reviews, more than %d changed texts are too many", (count, limit) => {
  const worn = [builtOf(count, limit, 0), builtOf(count, 0, limit), builtOf(count, limit, 1), builtOf(count, 1, limit)];
  expect(worn.map(isWorn)).toEqual([false, false, true, true]);
});

test("where no text changed, nothing is built anew", () => {
  expect(isWorn({ snapshot: empty, words: new Map(), fresh: [] })).toBe(false);
});
