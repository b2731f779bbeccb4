import { expect, test } from "bun:test";
import { search } from "../../../src/snapshot/search/search.ts";
import { changedIndex, indexOf } from "../../build.ts";
import { reviewRow } from "../../rows.ts";

const rows = [
  reviewRow(1, { title: "Great Knee", text: null }),
  reviewRow(2, { title: "Great Knee", text: "They fixed it." }),
  reviewRow(3, { title: null, text: "A great knee therapist." }),
  reviewRow(4, { title: "it. Great", text: "They fixed" }),
];
const index = await indexOf(
  (async function* () {
    yield rows;
  })(),
);

const found = (query: string, of = index) =>
  (search(of, { filters: { query }, limit: 100, cursor: null })?.positions ?? []).length;

test("a query matches a title or a text, and never across both", () => {
  expect([found("GREAT knee"), found("great k"), found("g"), found("knee")]).toEqual([3, 3, 4, 3]);
  expect([found("fixed it"), found("fixed"), found("it. great"), found("fixedit")]).toEqual([1, 2, 1, 0]);
  expect([found("it. great knee"), found("knee they")]).toEqual([0, 0]);
  const texts = search(index, { filters: { query: "knee", has_text: true }, limit: 100, cursor: null });
  expect(texts?.matched).toBe(2);
});

test("a title that changes is searched as it is now", async () => {
  const changed = await changedIndex(index, [reviewRow(1, { title: "Bad hip", text: null })]);
  expect([found("great knee", changed), found("bad hip", changed)]).toEqual([2, 1]);
});
