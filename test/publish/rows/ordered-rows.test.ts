import { expect, test } from "bun:test";
import type { ReviewRow } from "../../../src/model/review-row.ts";
import { type OrderedRows, orderRows } from "../../../src/publish/rows/ordered-rows.ts";
import { renderRows } from "../../../src/publish/rows/rendered-rows.ts";
import { textAt } from "../../../src/publish/rows/vocabulary.ts";
import { idAt } from "../../../src/snapshot/review-at.ts";
import { reviewRow } from "../../rows.ts";

async function ordered(...rows: ReviewRow[]): Promise<OrderedRows> {
  async function* page() {
    yield rows;
  }
  return orderRows(await renderRows(page(), "https://reviews.example"));
}

const MENTIONS = '{"technicians":[{"id":"ana","name":"Ana"}],"services":[],"service_areas":[]}';
/** As a database gives them that does not sort by bytes: only the first two are out of order. */
const ROWS = [
  reviewRow(2, { date: "2025-01-02", published_at: "2025-01-02T09:00:00Z", source: "yelp", rating: 1 }),
  reviewRow(1, { date: "2025-01-02", published_at: "2025-01-02T10:00:00Z", text: null, language: null, rating: 4 }),
  reviewRow(3, { date: "2024-12-31", source: "direct", mentions: MENTIONS, language: "es", revision: 2 }),
  reviewRow(4, { date: "2025-01-02", published_at: "2025-01-02T11:00:00Z", rating: 4, incentivized: 1 }),
  reviewRow(5, { date: "2025-01-01", reply_text: "Thanks!", reply_date: "2025-01-02", reply_state: "published" }),
  reviewRow(6, { date: "2025-01-02", published_at: "2025-01-02T09:00:00Z", rating: 2 }),
];

const listsOf = (lists: ReadonlyMap<string, Uint32Array>) => Array.from(lists, ([key, list]) => [key, ...list]);

test("reviews are ordered by date, time and id, the newest first, whatever the order of the rows", async () => {
  const rows = await ordered(...ROWS);
  const positions = [0, 1, 2, 3, 4, 5];
  expect(positions.map((position) => Number(idAt(rows, position)))).toEqual([4, 1, 6, 2, 5, 3]);
  expect([...rows.by_id]).toEqual([1, 3, 5, 0, 4, 2]);
  expect([...rows.rating]).toEqual([4, 4, 2, 1, 5, 5]);
  expect([...rows.day]).toEqual([20_090, 20_090, 20_090, 20_090, 20_089, 20_088]);
  // Bits: 1 has a text, 2 has a reply, 4 is incentivized, 8 was edited.
  expect([...rows.flags]).toEqual([5, 0, 1, 1, 3, 9]);
  expect(rows.by_rating.map((list) => [...list])).toEqual([[3], [2], [], [0, 1], [4, 5]]);
  expect(listsOf(rows.by_source)).toEqual([
    ["direct", 5],
    ["google", 0, 1, 2, 4],
    ["yelp", 3],
  ]);
  expect(listsOf(rows.by_language)).toEqual([
    ["en", 0, 2, 3, 4],
    ["es", 5],
  ]);
  expect([listsOf(rows.by_technician), listsOf(rows.by_service)]).toEqual([[["ana", 5]], []]);
});

test("the JSON, its hash and the folded text of a review are at its position", async () => {
  const rows = await ordered(...ROWS);
  const alone = await Promise.all(ROWS.map((row) => ordered(row)));
  const jsonAt = ({ bytes }: OrderedRows, position: number) => {
    const target = Buffer.alloc(bytes.lengthAt(position));
    bytes.copyTo(target, 0, position);
    return target.toString();
  };
  const hashAt = ({ hash }: OrderedRows, position: number) =>
    Buffer.from(hash.subarray(position * 16, (position + 1) * 16)).toString("hex");
  for (const [position, place] of [3, 1, 5, 0, 4, 2].entries()) {
    const one = alone[place];
    if (!one) throw new Error("there is no such row");
    expect(jsonAt(rows, position)).toBe(jsonAt(one, 0));
    const sha256 = new Bun.CryptoHasher("sha256").update(jsonAt(one, 0)).digest("hex");
    expect(hashAt(rows, position)).toBe(sha256.slice(0, 32));
  }
  const texts = [0, 1, 2, 3, 4, 5].map((position) => Buffer.from(textAt(rows.texts, position)).toString());
  const spoken = (number: number) => `review number ${number}.`;
  expect(texts).toEqual([spoken(4), "", spoken(6), spoken(2), spoken(5), spoken(3)]);
  expect([...rows.texts.start]).toEqual([0, 17, 18, 35, 52, 69, 86]);
  expect([...rows.texts.folded].flatMap((byte, at) => (byte === 0xff ? [at] : []))).toEqual([16, 17, 34, 51, 68, 85]);
});

test("no rows have no order", async () => {
  expect(await ordered()).toMatchObject({ count: 0, by_id: new Uint32Array(0), by_source: new Map() });
});
