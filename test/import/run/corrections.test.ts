import { expect, test } from "bun:test";
import type { Prepared } from "../../../src/import/prepare/prepare-review.ts";
import { type Deferred, findCorrectable, pairCorrections } from "../../../src/import/run/corrections.ts";
import type { StoredReview } from "../../../src/store/reviews/reviews.ts";
import { reviewRow } from "../../rows.ts";

const LONG = "She listened, found the cause and gave me a plan that I could keep.";

const stored = (changes: Partial<StoredReview> = {}): StoredReview => ({
  ...reviewRow(1, { source_id: null, format: "csv", date: "2026-01-10", rating: 4, text: LONG }),
  ...{ person: "p", name_key: "n", match_key: "m", sketch: null, duplicate_of: null, doubtful: null },
  ...changes,
});
/** How far a row with these changes is from the review; null if it does not correct it. */
const costOf = (row: Partial<StoredReview>, before: Partial<StoredReview> = {}): number | null =>
  findCorrectable(stored({ ...before, ...row }), [stored(before)])[0]?.cost ?? null;

test("the same words with another date or rating correct a review", () => {
  expect(costOf({})).toBeNull();
  expect(costOf({ rating: 2 })).toBe(20_000);
  expect(costOf({ date: "2026-01-07" })).toBe(3);
  expect(costOf({ rating: 5, date: "2026-01-11" })).toBe(10_001);
});

test("of short words only one of the two may change, and only by a person whose whole name is known", () => {
  const short = { text: "Good place." };
  expect(costOf({ rating: 2 }, short)).toBe(20_000);
  expect(costOf({ rating: 2, date: "2026-01-11" }, short)).toBeNull();
  expect(costOf({ rating: 2 }, { ...short, person: null })).toBeNull();
  expect(costOf({ rating: 2 }, { person: null })).toBe(20_000);
  expect(costOf({ rating: 2 }, { text: "x".repeat(30), person: null })).toBe(20_000);
  expect(costOf({ rating: 2 }, { text: "x".repeat(29), person: null })).toBeNull();
});

test("without words only the stars of the same day may change", () => {
  expect(costOf({ rating: 2 }, { text: null })).toBe(20_000);
  expect(costOf({ date: "2026-01-11" }, { text: null })).toBeNull();
  expect(costOf({ text: null })).toBeNull();
  expect(costOf({ text: LONG }, { text: null })).toBeNull();
  expect([costOf({ text: null }, { text: "A" }), costOf({ text: "A" }, { text: null })]).toEqual([null, null]);
  // A text of signs alone is no text without words.
  expect(costOf({ text: "👎", rating: 2 }, { text: "👍" })).toBeNull();
});

test("words that differ in a few letters correct a review, with one other change if they are long", () => {
  const typo = LONG.replace("listened", "lisened");
  expect(costOf({ text: typo })).toBe(100_000);
  expect(costOf({ text: typo }, { person: null })).toBe(100_000);
  expect(costOf({ text: typo, rating: 5 })).toBe(110_000);
  expect(costOf({ text: typo, date: "2026-01-12" })).toBe(100_002);
  expect(costOf({ text: typo, rating: 5 }, { person: null })).toBeNull();
  expect(costOf({ text: typo, rating: 5, date: "2026-01-12" })).toBeNull();
  expect(costOf({ text: "Good plce." }, { text: "Good place." })).toBe(100_000);
  expect(costOf({ text: "Good plce.", rating: 5 }, { text: "Good place." })).toBeNull();
});

test("one letter in twelve may differ, at least one and at most six", () => {
  const edited = (length: number, edits: number) =>
    costOf({ text: "x".repeat(length - edits) + "y".repeat(edits) }, { text: "x".repeat(length) });
  expect([edited(11, 1), edited(11, 2)]).toEqual([100_000, null]);
  expect([edited(35, 2), edited(35, 3), edited(36, 3)]).toEqual([200_000, null, 300_000]);
  expect([edited(200, 6), edited(200, 7)]).toEqual([600_000, null]);
});

test("only a review of the same source without an id there is corrected, and none of ours", () => {
  const change = { rating: 2 };
  const found = (row: Partial<StoredReview>, before: Partial<StoredReview>) =>
    findCorrectable(stored({ ...change, ...row }), [stored(before)]).length;
  expect(found({}, {})).toBe(1);
  expect(found({ name_key: null }, {})).toBe(0);
  expect(found({ format: "candor" }, {})).toBe(0);
  expect(found({}, { source: "yelp" })).toBe(0);
  expect(found({}, { source_id: "g1" })).toBe(0);
  expect(found({}, { format: "candor" })).toBe(0);
});

test("each row corrects one review, the nearest pairs first, then the first row and the lowest id", () => {
  const [a, b, c] = ["a", "b", "c"].map((id) => stored({ id }));
  const deferred = (id: string, ...candidates: [StoredReview | undefined, number][]): Deferred => ({
    incoming: { row: stored({ id }) } as Prepared, // pairing reads nothing else
    id,
    candidates: candidates.flatMap(([one, cost]) => (one ? [{ stored: one, cost }] : [])),
  });
  const pairs = (rows: Deferred[], taken = "") =>
    pairCorrections(rows, (id) => id === taken).map(({ id, corrects }) => `${id} ${corrects?.stored.id ?? "-"}`);
  expect(pairs([deferred("1", [a, 5]), deferred("2", [a, 3], [b, 9])])).toEqual(["1 -", "2 a"]);
  expect(pairs([deferred("1", [a, 3]), deferred("2", [a, 3], [b, 9])])).toEqual(["1 a", "2 b"]);
  expect(pairs([deferred("1", [c, 3], [b, 3], [a, 4])])).toEqual(["1 b"]);
  expect(pairs([deferred("1", [a, 1], [b, 2])], "a")).toEqual(["1 b"]);
});
