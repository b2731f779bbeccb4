import { expect, test } from "bun:test";
import { copyFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../../src/store/connection/open-store.ts";
import { openSqlite } from "../../../src/store/connection/sqlite.ts";
import { openFileWatch } from "../../../src/store/connection/sqlite-file.ts";
import { newFolder } from "../../databases.ts";
import { endOf } from "../../end-of.ts";
import { until } from "../../faults/serving.ts";
import { bumpDataset, insertRows, reviewRow } from "../../rows.ts";

/** A store that a server watches, and another database that may be put in its place. */
async function prepare() {
  const folder = newFolder();
  const [path, other] = [join(folder, "candor.db"), join(folder, "other.db")];
  const made = await openStore(`sqlite:${other}`);
  await insertRows(made, [reviewRow(1), reviewRow(2)]);
  await bumpDataset(made);
  await made.close();
  const events: [event: string, fields: Record<string, unknown>][] = [];
  const store = await openStore(`sqlite:${path}`, { fileEvent: (...event) => void events.push(event) });
  const count = async () => (await store.query("SELECT id FROM review")).length;
  const fault = () => count().then(String, (error: Error & { code?: string }) => `${error.code}: ${error.message}`);
  return { path, other, store, events, count, fault };
}

const replaced = "CANDOR_FILE_CHANGED: the database file was replaced under the server";

test("a file that is replaced is noticed at once, and the new one is opened, with one line for each", async () => {
  const { path, other, store, events, count, fault } = await prepare();
  expect(await count()).toBe(0);
  renameSync(other, path);
  expect([await fault(), await fault()]).toEqual([replaced, replaced]);
  expect(await endOf(store.transaction(async () => {}))).toThrow("replaced under the server");
  expect(await endOf(store.view(async () => {}))).toThrow("replaced under the server");
  await until(async () => (await fault()) === "2");
  const [first, second, ...more] = events;
  expect(first).toEqual(["database_file_changed", { change: "replaced" }]);
  const set_aside = ["-wal", "-shm"].map((side) => expect.stringContaining(`${path}${side}.lost-`));
  expect([second, more]).toEqual([["database_reopened", { dataset_version: 1, set_aside }], []]);
  await insertRows(store, [reviewRow(3)]);
  expect(await count()).toBe(3);
  await store.close();
});

test("a file that is gone is waited for, and a damaged one refused once", async () => {
  const { path, other, store, events, fault } = await prepare();
  renameSync(path, `${path}.away`);
  expect(await fault()).toBe("CANDOR_FILE_CHANGED: the database file was deleted under the server");
  const refused = () => events.filter(([event]) => event === "database_refused").map(([, { reason }]) => reason);
  const nothing = "the database file is gone: put it back, or restore a backup";
  await until(async () => (await fault()) !== "" && refused().length === 1);
  expect(refused()).toEqual([nothing]);
  writeFileSync(path, "This is not a database. ".repeat(50));
  await until(async () => (await fault()) !== "" && refused().length === 2);
  await Bun.sleep(400);
  await fault();
  expect(refused()).toEqual([nothing, "file is not a database"]);
  renameSync(other, path);
  await until(async () => (await fault()) === "2");
  await store.close();
});

test("a file watch tells what SQLite did from what somebody else did", async () => {
  const folder = newFolder();
  const path = join(folder, "candor.db");
  const open = async (work: (watch: ReturnType<typeof openFileWatch>, write: () => Promise<void>) => Promise<void>) => {
    for (const side of ["", "-wal", "-shm"]) rmSync(`${path}${side}`, { force: true });
    const store = await openSqlite(path, { thread: false, busy_timeout_ms: 1000 });
    await store.query("CREATE TABLE any (value TEXT)");
    const watch = openFileWatch(path);
    await work(watch, async () => void (await store.query("INSERT INTO any VALUES ('x')")));
    await store.close();
    watch.close();
    return store;
  };
  await open(async (watch, write) => {
    const other = await openSqlite(path, { thread: false, busy_timeout_ms: 1000 });
    for (let times = 0; times < 3; times += 1) {
      await write();
      expect(watch.changed()).toBeNull();
      await other.query(`PRAGMA wal_checkpoint(${times === 2 ? "TRUNCATE" : "PASSIVE"})`);
      expect(watch.changed()).toBeNull();
    }
    expect([watch.isOurs("-wal"), watch.isOurs("-shm")]).toEqual([true, true]);
    await other.close();
  });
  await open(async (watch) => {
    utimesSync(path, new Date(0), new Date(0));
    expect(watch.changed()).toBe("written");
  });
  await open(async (watch) => {
    copyFileSync(`${path}-wal`, `${path}-new`);
    renameSync(`${path}-new`, `${path}-wal`);
    expect([watch.changed(), watch.isOurs("-wal"), watch.isOurs("-shm")]).toEqual(["written", false, true]);
  });
  await open(async (watch) => {
    copyFileSync(path, `${path}-new`);
    renameSync(`${path}-new`, path);
    expect(watch.changed()).toBe("replaced");
    rmSync(path);
    expect(watch.changed()).toBe("gone");
  });
});
