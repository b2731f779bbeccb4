import { expect, test } from "bun:test";
import { openStore } from "../../../src/store/connection/open-store.ts";
import { readAnalyses, saveAnalyses } from "../../../src/store/reviews/analyses.ts";
import { newSqliteDatabase } from "../../databases.ts";
import { insertRows, reviewRow } from "../../rows.ts";

test("stored analyses are read for the reviews that are asked for, of one too", async () => {
  const store = await openStore(newSqliteDatabase());
  const rows = [reviewRow(1), reviewRow(2)];
  await insertRows(store, rows);
  const [first = "", second = ""] = rows.map(({ id }) => id);
  await saveAnalyses(store, [
    { review_id: first, key: "a", body: "1" },
    { review_id: second, key: "b", body: "2" },
    { review_id: "gone", key: "c", body: "3" },
  ]);
  expect(await readAnalyses(store, [first])).toEqual(new Map([[first, { key: "a", body: "1" }]]));
  expect([...(await readAnalyses(store, [first, second, "gone"])).keys()].sort()).toEqual([first, second].sort());
  expect(await readAnalyses(store, [])).toEqual(new Map());
  await store.close();
});
