import { expect, test } from "bun:test";
import { mentionedWith, shortEntity, shortList, starsOf } from "../../../src/mcp/answers/entity.ts";
import type { ReviewRow } from "../../../src/model/review-row.ts";
import { indexOf } from "../../build.ts";
import { harborReport } from "../../harbor-clinic.ts";
import { reviewRow } from "../../rows.ts";

async function* onePage(rows: ReviewRow[]): AsyncIterable<ReviewRow[]> {
  yield rows;
}
const index = await indexOf(onePage([5, 4, 4, 2, 5].map((rating, i) => reviewRow(i + 1, { rating }))));
const all = Uint32Array.from({ length: 5 }, (_, position) => position);

test("stars are counted, with an average of two decimals, and null of none", () => {
  expect(starsOf(index, all.subarray(1, 4))).toEqual({
    mention_count: 3,
    average_rating: 3.33,
    distribution: { "1": 0, "2": 1, "3": 0, "4": 2, "5": 0 },
  });
  expect(starsOf(index, all.subarray(0, 0)).average_rating).toBeNull();
});

test("at most 20 are listed that the same reviews mention, the most mentioned first, then by id", () => {
  const others = Array.from({ length: 22 }, (_, i) => ({ id: `s${String(i).padStart(2, "0")}`, name: `S${i}` }));
  const by = new Map(others.map(({ id }, i) => [id, all.subarray(0, i === 20 ? 5 : i === 21 ? 0 : 1)]));
  const found = mentionedWith(index, all, others.toReversed(), by);
  expect([found.length, found[0], found[1]?.id, found[19]?.id]).toEqual([
    20,
    { id: "s20", name: "S20", mention_count: 5, average_rating: 4, enough: true },
    "s00",
    "s18",
  ]);
  expect(found[1]).toMatchObject({ mention_count: 1, enough: false });
  expect(mentionedWith(index, all, [{ id: "none", name: "None" }], by)).toEqual([]);
});

test("an entity in short has 15 phrases, 10 examples and 8 quotes", async () => {
  const [entity] = (await harborReport()).entities.technicians;
  if (!entity) throw new Error("the report has no technician");
  const [quote] = entity.quotes;
  const many = {
    ...entity,
    top_phrases: Array(16).fill("kind"),
    example_review_ids: Array(11).fill("00000000000000000000000001"),
    quotes: Array(9).fill(quote),
  };
  const short = shortEntity(index, many);
  expect([short.top_phrases.length, short.example_review_ids.length, short.quotes.length]).toEqual([15, 10, 8]);
});

test("a list that does not fit has its first 150 items, and says so", () => {
  const items = (count: number, size: number) => Array.from({ length: count }, () => ({ name: "x".repeat(size) }));
  const listed = (answer: ReturnType<typeof shortList>) =>
    "structured" in answer && typeof answer.structured === "string" ? JSON.parse(answer.structured) : null;
  expect(listed(shortList({}, "services", items(151, 1))).services).toHaveLength(151);
  const cut = listed(shortList({ total: 500 }, "services", items(500, 100)));
  expect([cut.total, cut.note, cut.services.length]).toEqual([500, "only the first 150 of 500 are listed", 150]);
});
