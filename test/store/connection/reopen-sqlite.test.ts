import { expect, test } from "bun:test";
import { appendFileSync, copyFileSync, existsSync, readdirSync, renameSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { openStore } from "../../../src/store/connection/open-store.ts";
import { reopenSqlite } from "../../../src/store/connection/reopen-sqlite.ts";
import { openSqlite } from "../../../src/store/connection/sqlite.ts";
import { openFileWatch } from "../../../src/store/connection/sqlite-file.ts";
import { readDataset } from "../../../src/store/dataset/dataset.ts";
import { newFolder } from "../../databases.ts";
import { bumpDataset, insertRows, reviewRow } from "../../rows.ts";

const NO_MENTIONS = '{"technicians":[],"services":[],"service_areas":[]}';
const OPTIONS = { thread: false, busy_timeout_ms: 1000 };

/** A database that is open, and another one that is then put in its place. */
async function replaceOpen(mentions: string, how: "replaced" | "written" = "replaced") {
  const folder = newFolder();
  const [path, other] = [join(folder, "candor.db"), join(folder, "other.db")];
  for (const file of [path, other]) {
    const store = await openStore(`sqlite:${file}`, { thread: false });
    await insertRows(store, [reviewRow(1, file === other ? { mentions } : {})]);
    await bumpDataset(store);
    await store.close();
  }
  const open = await openSqlite(path, OPTIONS);
  const served = await readDataset(open);
  const watch = openFileWatch(path);
  if (how === "replaced") renameSync(other, path);
  else copyFileSync(other, path);
  const { ino } = statSync(path);
  const reopened = await reopenSqlite({ path, options: OPTIONS, watch, served }, how);
  return {
    path,
    ino,
    reopened,
    async close() {
      await open.close();
      watch.close();
    },
  };
}

test("a damaged database that was put in place is refused, and not kept open", async () => {
  const { path, reopened, close } = await replaceOpen("{");
  expect(reopened).toEqual({
    refused: "the database is damaged: the mentions of review 00000000000000000000000001 cannot be read",
  });
  // The last connection that closes removes both.
  expect([existsSync(`${path}-wal`), existsSync(`${path}-shm`)]).toEqual([false, false]);
  await close();
});

test("a database that was copied over the open one is opened if it is whole, and the copy for the check is removed", async () => {
  for (const [mentions, opened] of [
    [NO_MENTIONS, true],
    ["{", false],
  ] as const) {
    const { path, ino, reopened, close } = await replaceOpen(mentions, "written");
    const store = typeof reopened === "object" && "store" in reopened ? reopened.store : null;
    expect(store !== null).toBe(opened);
    // The old connection must not write its log into the new file.
    expect(statSync(path).ino !== ino).toBe(opened);
    if (!opened) expect(reopened).toMatchObject({ refused: expect.stringContaining("the database is damaged: ") });
    await store?.close();
    await close();
    expect(readdirSync(dirname(path)).filter((name) => name.includes(".check"))).toEqual([]);
  }
});

test("a file that is still being written is looked at later", async () => {
  const path = join(newFolder(), "candor.db");
  const open = await openSqlite(path, OPTIONS);
  await open.query("CREATE TABLE any (value TEXT)");
  const watch = openFileWatch(path);
  const served = { version: 1, commit_id: "first", changed_at: "2026-01-01T00:00:00Z" };
  const reopening = reopenSqlite({ path, options: OPTIONS, watch, served }, "written");
  appendFileSync(path, "more");
  expect(await reopening).toBe("later");
  await open.close();
  watch.close();
});

test("a whole database that was put in place is opened, and the log of the lost one is kept beside it", async () => {
  const { path, reopened, close } = await replaceOpen(NO_MENTIONS);
  if (typeof reopened === "string" || "refused" in reopened) throw new Error(JSON.stringify(reopened));
  expect(reopened.dataset.version).toBe(1);
  expect(reopened.set_aside.map((file) => file.slice(path.length).replace(/\d/g, "0"))).toEqual([
    "-wal.lost-00000000T000000Z",
    "-shm.lost-00000000T000000Z",
  ]);
  await reopened.store.close();
  await close();
});
