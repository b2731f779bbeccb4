import { takeBackRestore, wasRestoreKilled } from "../store/connection/killed-restore.ts";
import { sqlitePath } from "../store/connection/open-store.ts";
import { lockServer, ServedError } from "../store/connection/server-lock.ts";

/** Takes a restore back that was killed. Call it before a database is opened to be changed. */
export function settleRestore(database_url: string): void {
  const path = sqlitePath(database_url);
  if (path === null || !wasRestoreKilled(path)) return;
  try {
    const lock = lockServer(database_url);
    takeBackRestore(path);
    lock.release();
  } catch (error) {
    if (!(error instanceof ServedError)) throw error; // a restore that runs now has the lock
  }
}
