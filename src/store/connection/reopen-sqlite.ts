import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { messageOf } from "../../operator-error.ts";
import { type Dataset, isOfThisHistory, readDataset } from "../dataset/dataset.ts";
import { followSchema } from "../migrate.ts";
import type { Store } from "../store.ts";
import { findDamage } from "./check-database.ts";
import { openSqlite, type SqliteStoreOptions } from "./sqlite.ts";
import type { FileChange, FileWatch } from "./sqlite-file.ts";

export type Changed = { path: string; options: SqliteStoreOptions; watch: FileWatch; served: Dataset };
export type Reopened = { store: Store; dataset: Dataset; set_aside: string[] } | { refused: string } | "later";

const SIDES = ["-wal", "-shm"] as const;
/** A file that did not change for this long is not being copied any more. */
const STILL_MS = 300;

/** Another process copies the file: closing it in this process would drop SQLite's locks on it. */
async function copyFile(from: string, to: string): Promise<void> {
  const { exited } = Bun.spawn(["cp", from, to], { stdio: ["ignore", "ignore", "ignore"] });
  if ((await exited) !== 0) throw new Error(`${from} cannot be copied to ${to}`);
}

const stampOf = (path: string): string => {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return `${stat?.ino} ${stat?.size} ${stat?.mtimeNs}`;
};

/** Opens the file at this path and checks every page. */
async function openWhole(path: string, options: SqliteStoreOptions): Promise<Store | { refused: string }> {
  let store: Store | null = null;
  try {
    store = await openSqlite(path, { ...options, existing: true });
    await followSchema(store);
    const [damage] = await findDamage(store);
    if (damage === undefined) return store;
    await store.close();
    return { refused: `the database is damaged: ${damage}` };
  } catch (error) {
    await store?.close();
    return { refused: messageOf(error) };
  }
}

const removeCopy = (copy: string): void => {
  for (const suffix of ["", ...SIDES]) rmSync(`${copy}${suffix}`, { force: true });
};

/** Renames the log of the lost data, so that it is kept but not applied to the new file. */
function setAside({ path, watch }: Changed): string[] {
  const at = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
  const ours = SIDES.filter((suffix) => watch.isOurs(suffix)).map((suffix) => `${path}${suffix}`);
  for (const file of ours) renameSync(file, `${file}.lost-${at}`);
  return ours.map((file) => `${file}.lost-${at}`);
}

/**
 * True if the write-ahead log still belongs to the file. The file was overwritten in place, and if the log is from the
 * lost data, SQLite would apply it and damage the new file. The log belongs to the file if both together are intact and
 * contain the served version.
 */
async function hasItsLog({ path, options, served }: Changed, copy: string): Promise<boolean> {
  await copyFile(path, copy);
  if (existsSync(`${path}-wal`)) await copyFile(`${path}-wal`, `${copy}-wal`);
  const store = await openWhole(copy, options);
  if ("refused" in store) return false;
  const holds = await isOfThisHistory(store, served);
  await store.close();
  return holds;
}

async function reopenWritten(changed: Changed): Promise<string[] | { refused: string }> {
  const { path, options, watch } = changed;
  const copy = `${path}.check`;
  try {
    removeCopy(copy);
    const with_log = await hasItsLog(changed, copy);
    if (with_log && SIDES.every((suffix) => watch.isOurs(suffix))) return [];
    removeCopy(copy);
    await copyFile(path, copy);
    const alone = with_log ? null : await openWhole(copy, options);
    if (alone && "refused" in alone) return alone;
    await alone?.close();
    removeCopy(copy);
    await copyFile(path, copy);
    const set_aside = with_log ? [] : setAside(changed);
    // The new file has another inode. The old connection sees that its own file is gone and does not write its log
    // here.
    renameSync(copy, path);
    return set_aside;
  } finally {
    removeCopy(copy);
  }
}

/** Opens the file that replaced an open database. The caller then closes the old connection. */
export async function reopenSqlite(changed: Changed, found: FileChange): Promise<Reopened> {
  const { path, options } = changed;
  if (!existsSync(path)) return { refused: "the database file is gone: put it back, or restore a backup" };
  const before = stampOf(path);
  await Bun.sleep(STILL_MS);
  if (stampOf(path) !== before) return "later";
  const set_aside = found === "written" ? await reopenWritten(changed) : setAside(changed);
  if ("refused" in set_aside) return set_aside;
  const store = await openWhole(path, options);
  if ("refused" in store) return store;
  return { store, dataset: await readDataset(store), set_aside };
}
