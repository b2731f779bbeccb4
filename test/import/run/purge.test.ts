import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { eraseReviews } from "../../../src/import/run/erase-reviews.ts";
import { saveBusiness } from "../../../src/import/run/save-business.ts";
import { profile } from "../../../src/model/business.ts";
import { openStore, sqlitePath } from "../../../src/store/connection/open-store.ts";
import { finishPurge } from "../../../src/store/erasure/purge.ts";
import { newSqliteDatabase } from "../../databases.ts";
import { endOf } from "../../end-of.ts";
import { insertRows, reviewRow } from "../../rows.ts";

const CLINIC = { name: "Clinic", time_zone: "UTC" };

test.each([
  [
    "an erasure",
    (deps: Parameters<typeof saveBusiness>[0]) => eraseReviews(deps, [reviewRow(1).id], "erased_on_request"),
  ],
  [
    "a stricter privacy",
    (deps: Parameters<typeof saveBusiness>[0]) =>
      saveBusiness(deps, profile.parse({ ...CLINIC, privacy: { names: "anonymous" } })),
  ],
])("words that another process keeps in the files after %s are removed later", async (_, change) => {
  const database = newSqliteDatabase();
  const store = await openStore(database, { busy_timeout_ms: 20 });
  const deps = { store, now: () => new Date("2026-05-01T12:00:00Z"), newRun: () => "run" };
  await saveBusiness(deps, profile.parse(CLINIC));
  await insertRows(store, [reviewRow(1), reviewRow(2)]);
  const reader = new Database(sqlitePath(database) ?? "", { readonly: true });
  reader.run("BEGIN");
  reader.query("SELECT id FROM review").all();
  expect(await endOf(change(deps))).toThrow("another process keeps the old words in the database's files");
  expect(await store.query("SELECT since FROM purge_due")).toEqual([{ since: "2026-05-01T12:00:01Z" }]);
  expect(await endOf(finishPurge(store))).toThrow("another process keeps the old words");
  reader.close();
  await finishPurge(store);
  expect(await store.query("SELECT since FROM purge_due")).toEqual([]);
  await store.close();
});
