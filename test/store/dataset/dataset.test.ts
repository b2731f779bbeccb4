import { expect, test } from "bun:test";
import { openStore } from "../../../src/store/connection/open-store.ts";
import { isOfThisHistory } from "../../../src/store/dataset/dataset.ts";
import { newSqliteDatabase } from "../../databases.ts";
import { bumpDataset } from "../../rows.ts";

test("a thousand commits are remembered, to recognize what was made of one of them", async () => {
  const store = await openStore(newSqliteDatabase());
  await store.query("UPDATE dataset SET version = 1000 WHERE id = 1");
  await store.query("INSERT INTO dataset_commit (version, commit_id) VALUES (1, 'one'), (2, 'two')");
  await bumpDataset(store);
  expect(await store.query("SELECT version FROM dataset_commit ORDER BY version")).toEqual([
    { version: 2 },
    { version: 1001 },
  ]);
  expect(await isOfThisHistory(store, { version: 2, commit_id: "two" })).toBe(true);
  expect(await isOfThisHistory(store, { version: 2, commit_id: "other" })).toBe(false);
  await store.close();
});

test("a SQLite connection keeps what was committed, follows references and leaves no deleted words", async () => {
  const store = await openStore(newSqliteDatabase(), { busy_timeout_ms: 1234 });
  const settings: unknown[] = [];
  for (const name of ["journal_mode", "synchronous", "foreign_keys", "secure_delete", "busy_timeout"])
    settings.push(...(await store.query(`PRAGMA ${name}`)));
  expect(settings).toEqual([
    { journal_mode: "wal" },
    { synchronous: 2 },
    { foreign_keys: 1 },
    { secure_delete: 1 },
    { timeout: 1234 },
  ]);
  await store.close();
});
