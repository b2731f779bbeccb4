import { expect, test } from "bun:test";
import { followSchema, migrate, NoDataError } from "../../src/store/migrate.ts";
import { openStore } from "../../src/store/open.ts";
import { openSqlite } from "../../src/store/sqlite.ts";
import { newSqliteDatabase, newSqliteStore } from "../databases.ts";
import { lockStore } from "../faults/serving.ts";

const HERE = { thread: false, busy_timeout_ms: 1 };

test("a store that is up to date is opened even while somebody else writes to it", async () => {
  const url = await newSqliteStore();
  const free = await lockStore(url);
  const store = await openStore(url, { busy_timeout_ms: 1 });
  expect((await store.query("SELECT id FROM review")).length).toBe(0);
  await store.close();
  await free();
});

test("a running server takes no database for its own that holds nothing, and creates nothing in it", async () => {
  const store = await openSqlite(newSqliteDatabase().slice("sqlite:".length), HERE);
  await expect(followSchema(store)).rejects.toThrow(NoDataError);
  expect(await store.query("SELECT name FROM sqlite_master")).toEqual([]);
  await migrate(store);
  await followSchema(store);
  await store.query("DELETE FROM schema_migration");
  await expect(followSchema(store)).rejects.toThrow("the database holds no Candor data");
  await store.close();
});

test("a database of a newer program is refused, by a server that runs and by one that starts", async () => {
  const store = await openStore(await newSqliteStore());
  await store.query("INSERT INTO schema_migration (version, migrated_at) VALUES (999, '2099-01-01T00:00:00Z')");
  for (const open of [migrate, followSchema]) await expect(open(store)).rejects.toThrow("999");
  await store.close();
});
