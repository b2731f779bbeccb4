import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { OperatorError } from "../../operator-error.ts";
import type { Store } from "../store.ts";
import { findDamage } from "./check-database.ts";
import { asidePath, publishFile, removeAbandoned, syncFile } from "./durable-file.ts";
import { createPrivateFile } from "./private-file.ts";
import { openSqlite } from "./sqlite.ts";

/** What a copy is called until it is complete. */
export const UNFINISHED = "partial";

const removeFile = (file: string): void => {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(`${file}${suffix}`, { force: true });
};

/** Opens a copy that no other process uses, checks every page, and closes it. */
async function findDamageIn(file: string): Promise<string[]> {
  const copy = await openSqlite(file, { thread: true, busy_timeout_ms: 5000, existing: true });
  try {
    return await findDamage(copy);
  } finally {
    await copy.close();
  }
}

/**
 * Writes a compact copy of a SQLite database in one read transaction, which does not block writers. A damaged database
 * is not copied, and a damaged copy is deleted. The copy gets its name when it is complete, and only if `file` is not
 * there. `beside` writes what belongs beside it first.
 */
export async function copyDatabase(store: Store, file: string, beside: () => Promise<void> = async () => {}) {
  const refuse = (what: string, [damage = ""]: string[]): never => {
    throw new OperatorError(`${what} is damaged (${damage}): no backup was written. Keep the older backups`);
  };
  const damage = await findDamage(store);
  if (damage.length > 0) refuse("the database", damage);
  removeAbandoned(dirname(file), UNFINISHED);
  const aside = asidePath(file, UNFINISHED);
  createPrivateFile(aside); // VACUUM INTO accepts an empty file; a file that it creates itself can be read by everyone
  try {
    await store.query("VACUUM INTO $1", [aside]);
    const in_copy = await findDamageIn(aside);
    if (in_copy.length > 0) refuse("the copy", in_copy);
    syncFile(aside);
    await beside();
    if (!publishFile(aside, file)) throw new OperatorError(`${file} already exists: name another file`);
  } finally {
    removeFile(aside);
  }
}
