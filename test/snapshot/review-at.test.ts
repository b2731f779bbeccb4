import { expect, test } from "bun:test";
import {
  bytesAt,
  compareToKey,
  hashAt,
  hashesAt,
  idAt,
  neighborsAt,
  positionOf,
  rankOf,
  reviewAt,
  runsOf,
} from "../../src/snapshot/review-at.ts";
import { indexOf } from "../build.ts";
import { reviewRow } from "../rows.ts";

async function* page() {
  yield [1, 2, 4, 5].map((number) => reviewRow(number));
}
// Newest first: 5, 4, 2, 1.
const index = await indexOf(page());
const idOf = (number: number) => reviewRow(number).id;

test("a review is found by its id, and only by all of it", () => {
  expect([5, 4, 2, 1, 3, 0, 6].map((number) => positionOf(index, idOf(number)))).toEqual([
    0,
    1,
    2,
    3,
    null,
    null,
    null,
  ]);
  expect([0, 1, 2, 3, 4, 5, 6].map((number) => rankOf(index, idOf(number)))).toEqual([0, 0, 1, 2, 2, 3, 4]);
  const others = ["", idOf(4).slice(0, -1), `${idOf(4)}0`, "Z".repeat(26), "0".repeat(30)];
  expect(others.map((id) => positionOf(index, id))).toEqual([null, null, null, null, null]);
  expect(others.map((id) => rankOf(index, id))).toEqual([0, 0, 3, 4, 0]);
});

test("a review has its bytes, its hash and its neighbors", () => {
  expect([0, 1, 2, 3].map((position) => Number(idAt(index, position)))).toEqual([5, 4, 2, 1]);
  expect([0, 3].map((position) => Number(reviewAt(index, position).id))).toEqual([5, 1]);
  expect([...hashesAt(index, [2, 0])]).toEqual([...hashAt(index, 2), ...hashAt(index, 0)]);
  expect(Buffer.from(hashAt(index, 1))).toEqual(
    Buffer.from(new Bun.CryptoHasher("sha256").update(bytesAt(index, 1)).digest().subarray(0, 16)),
  );
  expect([neighborsAt(index, 0), neighborsAt(index, 2), neighborsAt(index, 3)]).toEqual([
    { newer: null, older: idOf(4) },
    { newer: idOf(4), older: idOf(1) },
    { newer: idOf(2), older: null },
  ]);
});

test("a key comes before the reviews that are older, or of the same day and time with a smaller id", () => {
  const { date, published_at } = reviewRow(4);
  const day = Date.parse(`${date}T00:00:00Z`) / 86_400_000;
  const key = { day, published_ms: Date.parse(published_at), id: idOf(4) };
  /** Of each review: b, it comes before the key; a, it comes after it; =, it is the key. */
  const order = (of: typeof key) =>
    [0, 1, 2, 3].map((position) => "b=a"[1 + Math.sign(compareToKey(index, position, of))]).join("");
  expect(order(key)).toBe("b=aa");
  expect(order({ ...key, day: day + 1 })).toBe("baaa");
  expect(order({ ...key, day: day - 1 })).toBe("bbaa");
  expect(order({ ...key, published_ms: key.published_ms + 1 })).toBe("baaa");
  expect(order({ ...key, published_ms: key.published_ms - 1 })).toBe("bbaa");
  expect(order({ ...key, id: idOf(5) })).toBe("baaa");
  expect(order({ ...key, id: idOf(3) })).toBe("bbaa");
});

test("reviews are joined with commas, neighbors in one piece", () => {
  const joined = (...positions: number[]) =>
    [...runsOf(index, positions)].map((piece) => Buffer.from(piece).toString());
  const json = (...positions: number[]) => positions.map((position) => JSON.stringify(reviewAt(index, position)));
  expect(joined(0, 1, 2, 3)).toEqual([json(0, 1, 2, 3).join()]);
  expect(joined(0, 2, 3)).toEqual([`${json(0)},`, json(2, 3).join()]);
  expect([joined(1), joined()]).toEqual([json(1), []]);
});
