import { expect, test } from "bun:test";
import { VERIFICATION_METHODS } from "../../../src/model/review-kinds.ts";
import { renderRows } from "../../../src/publish/rows/rendered-rows.ts";
import { wholeBody } from "../../../src/snapshot/body.ts";
import { reviewRow } from "../../rows.ts";
import { snapshotOf } from "../../service.ts";

async function* pagesOf(...pages: ReturnType<typeof reviewRow>[][]) {
  yield* pages;
}
const render = (...pages: ReturnType<typeof reviewRow>[][]) => renderRows(pagesOf(...pages), "https://reviews.example");

/** What the policy page and /reviews.json say of all rows. */
async function countsOf(...pages: ReturnType<typeof reviewRow>[][]) {
  const { verified_by, documents } = await snapshotOf({ rows: pages.flat() });
  const reviews = JSON.parse(Buffer.from(wholeBody(documents.get("/reviews.json")?.bodies.identity ?? [])).toString());
  return { verified_by, text_count: reviews.aggregate_rating.review_count };
}

test("no rows count for no method", async () => {
  const { verified_by, text_count } = await countsOf();
  expect(verified_by).toEqual({ visit_record: 0, invitation: 0, platform_account: 0, operator: 0 });
  expect([text_count, (await render()).ids]).toEqual([0, []]);
});

test("reviews are counted by the method that verified them, and those with a text", async () => {
  const methods = VERIFICATION_METHODS.flatMap((method, index) => Array.from({ length: index + 1 }, () => method));
  const rows = methods.map((verification_method, number) => reviewRow(number + 1, { verification_method }));
  const { verified_by, text_count } = await countsOf(rows.slice(0, 3), [
    ...rows.slice(3),
    reviewRow(99, { text: null, verification_method: "operator" }),
  ]);
  expect(verified_by).toEqual({ visit_record: 1, invitation: 2, platform_account: 3, operator: 5 });
  expect(text_count).toBe(10);
});

test("a review that moved to another date is listed with both dates; one that did not is not", async () => {
  const moved = reviewRow(2, { date: "2024-01-03", moved_from: "2024-01-05", moved_at: "2026-01-01T00:00:00Z" });
  expect((await render([reviewRow(1), moved])).moved).toEqual([
    { id: moved.id, from_day: 19_727, to_day: 19_725, changed_ms: Date.parse("2026-01-01T00:00:00Z") },
  ]);
});
