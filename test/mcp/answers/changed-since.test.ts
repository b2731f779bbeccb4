import { expect, test } from "bun:test";
import { changedSince } from "../../../src/mcp/answers/changed-since.ts";
import { viewOf } from "../../../src/mcp/answers/snapshot-view.ts";
import { openStore } from "../../../src/store/connection/open-store.ts";
import { bumpDataset } from "../../../src/store/dataset/dataset.ts";
import { readSnapshotSource } from "../../../src/store/dataset/snapshot-source.ts";
import { buildOf } from "../../build.ts";
import { newSqliteDatabase } from "../../databases.ts";
import { insertRows, reviewRow } from "../../rows.ts";

const idOf = (number: number) => reviewRow(number).id;
const SINCE = "2026-03-05";

test("changes of older reviews since a date are counted, and the newest 50 are listed", async () => {
  const store = await openStore(newSqliteDatabase());
  const at = (hour: string) => `2026-03-${hour}:00:00Z`;
  const commit = async (time: string, sql: string, values: string[] = []) => {
    await store.query(sql, values);
    await bumpDataset(store, "sqlite", time);
  };
  const told = async () => {
    const base_url = "https://reviews.example";
    const snapshot = await readSnapshotSource(store, (source, _analyses, _since, changes) =>
      buildOf(source, { base_url, changes }),
    );
    return changedSince(viewOf(snapshot, base_url), SINCE);
  };
  const edit = (number: number, text: string, time: string) =>
    commit(time, "UPDATE review SET text = $2 WHERE id = $1", [idOf(number), text]);

  await insertRows(
    store,
    Array.from({ length: 80 }, (_, i) => reviewRow(i)),
  );
  await insertRows(store, [reviewRow(90, { date: "2026-03-06" })]);
  await bumpDataset(store, "sqlite", at("01T00"));
  await edit(1, "before that day", at("04T23"));
  await edit(2, "first", at("05T00"));
  await edit(2, "second", at("05T01"));
  await edit(90, "is among the reviews", at("05T02"));
  await commit(at("05T03"), "UPDATE review SET date = '2020-01-01' WHERE id = $1", [idOf(3)]);
  await commit(at("05T04"), "DELETE FROM review WHERE id = $1", [idOf(4)]);
  await insertRows(store, [reviewRow(95)]); // the first import of an old review
  await bumpDataset(store, "sqlite", at("05T05"));
  expect(await told()).toEqual({
    changed: {
      edited: 1,
      erased: 1,
      moved: 1,
      reviews: [
        { id: idOf(4), change: "erased", date: reviewRow(4).date, changed_at: at("05T04") },
        { id: idOf(3), change: "moved", date: "2020-01-01", changed_at: at("05T03") },
        { id: idOf(2), change: "edited", date: reviewRow(2).date, changed_at: at("05T01") },
      ],
    },
    notes: [],
  });

  await commit(at("06T00"), "UPDATE review SET language = 'es' WHERE date < '2024-03-20'");
  const many = await told();
  expect(many.changed.reviews).toHaveLength(50);
  expect(many.changed.edited).toBeGreaterThan(50);
  expect(many.notes).toEqual([
    "changed.reviews has the newest 50: search_reviews with updated_since 2026-03-05 finds all",
  ]);
  await store.close();
});
