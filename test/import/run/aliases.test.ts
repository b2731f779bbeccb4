import { expect, test } from "bun:test";
import { idOfVariant } from "../../../src/import/prepare/identity.ts";
import { hashKeys } from "../../../src/import/prepare/known-keys.ts";
import type { Prepared } from "../../../src/import/prepare/prepare-review.ts";
import { noteAliases } from "../../../src/import/run/aliases.ts";
import { createClaims } from "../../../src/import/run/claimed-ids.ts";
import type { ReviewKey } from "../../../src/store/reviews/review-keys.ts";
import type { StoredReview } from "../../../src/store/reviews/reviews.ts";
import { reviewRow } from "../../rows.ts";

const KEY = "the key of the store";
const ROW: StoredReview = {
  ...reviewRow(1),
  text: null,
  source_id: null,
  match_key: null,
  person: null,
  name_key: null,
  sketch: null,
  duplicate_of: null,
  doubtful: null,
};
const VARIANT = idOfVariant(ROW.id, "details", 0);
const ALIAS = "of the row";

/** What is remembered when a row is stored under this id; `rows`: how many rows of the file have its content so far. */
function aliasesOf(id: string, rows: number, content: Partial<Prepared["content"]> = { details: "details" }) {
  const claims = createClaims();
  for (let row = 0; row < rows; row += 1) claims.add(ROW.id, `id ${row}`, `hash ${row}`);
  const aliases: ReviewKey[] = [];
  noteAliases({ identity_key: KEY, aliases, claims }, { row: ROW, content } as Prepared, [ROW], { ...ROW, id }); // reads no more
  const own = hashKeys(KEY, ROW.source, [`id ${ROW.id}`])[0]?.key;
  return aliases.map(({ key, review_id }) => [key === own ? ALIAS : key, review_id]);
}

test("the id of a row that is stored under another one is remembered", () => {
  expect(aliasesOf(ROW.id, 1)).toEqual([]);
  expect(aliasesOf("T", 1)).toEqual([[ALIAS, "T"]]);
  expect(aliasesOf("T", 1, null)).toEqual([[ALIAS, "T"]]);
});

test("the id of a variant is not: it belongs to a similar review, in this file or in an earlier one", () => {
  expect(aliasesOf("T", 2)).toEqual([]);
  expect(aliasesOf(VARIANT, 1)).toEqual([]);
  expect(aliasesOf(VARIANT, 1, null)).toEqual([[ALIAS, VARIANT]]);
});
