import { rmSync } from "node:fs";
import { dirname } from "node:path";
import type { Store } from "../store.ts";
import { asidePath, publishFile, removeAbandoned, syncFile } from "./durable-file.ts";
import { createPrivateFile, makePrivateFolder } from "./private-file.ts";
import { openSqlite } from "./sqlite.ts";

/**
 * Creates a database with its tables under its name in one step. Whenever this process is killed, there is a whole
 * database or none, so an empty file is never one that was about to be made.
 */
export async function createDatabase(path: string, prepare: (store: Store) => Promise<void>): Promise<void> {
  makePrivateFolder(dirname(path));
  removeAbandoned(dirname(path), "creating");
  const aside = asidePath(path, "creating");
  const memory = await openSqlite(":memory:", { thread: false, busy_timeout_ms: 0 });
  try {
    await prepare(memory);
    createPrivateFile(aside); // VACUUM INTO accepts an empty file; a file that it creates itself can be read by everyone
    await memory.query("VACUUM INTO $1", [aside]);
  } finally {
    await memory.close();
  }
  syncFile(aside);
  // Another process may have been first: then its database is used.
  if (!publishFile(aside, path)) rmSync(aside);
}
