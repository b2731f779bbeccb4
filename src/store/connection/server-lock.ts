import { Database, SQLiteError } from "bun:sqlite";
import { messageOf, OperatorError } from "../../operator-error.ts";
import { sqlitePath } from "./open-store.ts";
import { createPrivateFile } from "./private-file.ts";

/** Another server or a restore has the lock. */
export class ServedError extends OperatorError {}

/** Whether a server serves this SQLite file. Always false for PostgreSQL, which may have several. */
export function isServed(database_url: string): boolean {
  try {
    lockServer(database_url).release();
    return false;
  } catch (error) {
    if (error instanceof ServedError) return true;
    throw error;
  }
}

/** The database may be whole, so the message is about the lock. */
const unusable = (lock: string, error: unknown): OperatorError =>
  new OperatorError(
    `${lock}, which shows that a server runs, cannot be used (${messageOf(error)}): check who owns it and its folder, or stop the server and delete it`,
    1,
    { cause: error },
  );

function openLock(path: string): Database {
  try {
    return new Database(path, { readwrite: true });
  } catch (error) {
    throw unusable(path, error);
  }
}

/**
 * A SQLite file has one server. The lock is an open transaction on a second file beside it, so the operating system
 * releases it however the process ends.
 */
export function lockServer(database_url: string): { release(): void } {
  const path = sqlitePath(database_url);
  if (path === null) return { release() {} };
  createPrivateFile(`${path}.lock`);
  const lock = openLock(`${path}.lock`);
  try {
    lock.run("PRAGMA busy_timeout = 200"); // candor doctor looks whether it is locked
    lock.run("PRAGMA journal_mode = MEMORY"); // the lock needs no room on a full disk
    lock.run("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (!(error instanceof SQLiteError) || error.code !== "SQLITE_BUSY") throw unusable(`${path}.lock`, error);
    throw new ServedError(
      `another server already serves ${path}: stop it first, or use PostgreSQL to run several on one database`,
      1,
      { cause: error },
    );
  }
  return { release: () => lock.close() };
}
