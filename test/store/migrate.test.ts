import { expect, test } from "bun:test";
import { openStore } from "../../src/store/connection/open-store.ts";
import { openSqlite } from "../../src/store/connection/sqlite.ts";
import { followSchema, migrate, NoDataError } from "../../src/store/migrate.ts";
import { MIGRATIONS } from "../../src/store/migrations.ts";
import { newSqliteDatabase, newSqliteStore } from "../databases.ts";
import { endOf } from "../end-of.ts";
import { lockStore } from "../faults/serving.ts";
import { makeOldSchema } from "../old-schema.ts";
import { insertSubscriptions } from "../websub/subscriptions.ts";

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
  expect(await endOf(followSchema(store))).toThrow(NoDataError);
  expect(await store.query("SELECT name FROM sqlite_master")).toEqual([]);
  await migrate(store);
  await followSchema(store);
  await store.query("DELETE FROM schema_migration");
  expect(await endOf(followSchema(store))).toThrow("the database holds no Candor data");
  await store.close();
});

test("a database of a newer program is refused, by a server that runs and by one that starts", async () => {
  const store = await openStore(await newSqliteStore());
  await store.query("INSERT INTO schema_migration (version, migrated_at) VALUES (999, '2099-01-01T00:00:00Z')");
  for (const open of [migrate, followSchema]) expect(await endOf(open(store))).toThrow("999");
  await store.close();
});

test("subscriptions of an earlier version stay as they are when SQLite puts them into the order of their ids", async () => {
  const store = await openSqlite(newSqliteDatabase().slice("sqlite:".length), HERE);
  const before = MIGRATIONS.findIndex((statements) => JSON.stringify(statements).includes("WITHOUT ROWID"));
  await store.transaction((tx) => makeOldSchema(tx, "sqlite", before));
  await insertSubscriptions(
    store,
    Array.from({ length: 50 }, (_, index) => `https://host-${index}.hub-test.org/${index}`),
  );
  await store.query(
    `UPDATE subscription SET secret = token || 's', attempted_at = 'then', last_error = host || 'e', claimed_by = id,
       claimed_until = 'later', paused = 'key', delivered_seq = 7, attempted_seq = 8, failures = 2`,
  );
  const rows = () => store.query("SELECT * FROM subscription ORDER BY id");
  const parts = () =>
    store.query("SELECT name FROM sqlite_master WHERE tbl_name = 'subscription' AND sql IS NOT NULL ORDER BY name");
  const was = { rows: await rows(), parts: await parts() };
  expect(was.rows).toHaveLength(50);
  await migrate(store);
  // Later versions added columns.
  const columns = Object.keys(was.rows[0] ?? {});
  const same = (await rows()).map((row) => Object.fromEntries(columns.map((name) => [name, row[name]])));
  expect({ rows: same, parts: await parts() }).toEqual(was);
  expect(await endOf(store.query("SELECT rowid FROM subscription"))).toThrow("no such column");
  await store.close();
});
