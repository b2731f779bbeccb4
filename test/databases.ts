import { chmodSync, copyFileSync, existsSync, mkdtempSync, readdirSync, renameSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore, sqlitePath } from "../src/store/connection/open-store.ts";
import type { Store } from "../src/store/store.ts";
import { openEmptyPostgresDatabase, openPostgresDatabase } from "./postgres.ts";
import { RUN_FOLDER } from "./run-folder.ts";

type TestDatabase = {
  dialect: string;
  /** The address of a store that was opened once, with nothing in it. */
  newDatabase: () => Promise<string>;
  /** The address of a database that no program has opened yet. */
  newEmptyDatabase: () => Promise<string>;
};

/** Both databases, for suites that hold for each: `describe.each(DATABASES)`. `TEST_DATABASES=sqlite` leaves out PostgreSQL. */
export const DATABASES: TestDatabase[] = [
  { dialect: "SQLite", newDatabase: newSqliteStore, newEmptyDatabase: async () => newSqliteDatabase() },
  { dialect: "PostgreSQL", newDatabase: openPostgresDatabase, newEmptyDatabase: openEmptyPostgresDatabase },
].filter(({ dialect }) => process.env.TEST_DATABASES !== "sqlite" || dialect === "SQLite");

export const newFolder = (): string => mkdtempSync(join(tmpdir(), "candor-test-"));
/** What `work` leaves among the temporary files: it gets a folder of its own for them. */
export async function leftBehind(work: () => Promise<unknown>): Promise<string[]> {
  const [folder, before] = [newFolder(), process.env.TMPDIR];
  try {
    process.env.TMPDIR = folder;
    await work();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  return readdirSync(folder).sort();
}

export const newSqliteDatabase = (): string => `sqlite:${join(newFolder(), "candor.db")}`;

/** A SQLite file that is filled once per run. Test processes that need it at the same time make the same one. */
export async function prepareSqlite(name: string, fill: (store: Store) => Promise<unknown>): Promise<string> {
  const path = join(RUN_FOLDER, name);
  if (existsSync(path)) return path;
  const own = newSqliteDatabase();
  const store = await openStore(own);
  await fill(store);
  await store.close();
  const file = sqlitePath(own) ?? "";
  if (existsSync(`${file}-wal`)) throw new Error(`${file} is not whole without its log`);
  renameSync(file, path);
  return path;
}

export function copySqlite(from: string, database_url: string): void {
  const path = sqlitePath(database_url) ?? "";
  copyFileSync(from, path);
  chmodSync(path, 0o600);
}

/** Puts a store with nothing in it where no file is. To migrate one takes 85 ms, mostly of the disk; a copy 1 ms (measured). */
export async function placeSqliteStore(database_url: string): Promise<void> {
  if (existsSync(sqlitePath(database_url) ?? "")) return;
  copySqlite(await prepareSqlite("migrated.db", async () => {}), database_url);
}

/** The address of a store in a file that was opened once, with nothing in it. */
export async function newSqliteStore(): Promise<string> {
  const url = newSqliteDatabase();
  await placeSqliteStore(url);
  return url;
}
