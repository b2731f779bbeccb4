import { chmodSync, chownSync, copyFileSync, existsSync, linkSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { OperatorError } from "../../operator-error.ts";
import { syncFile, syncFolder } from "./durable-file.ts";
import { LOG_SIDES, removeSides, replacedPath } from "./killed-restore.ts";

/** A second name for the file. A disk without links gets a copy. */
function keepFile(path: string, kept: string): void {
  try {
    linkSync(path, kept);
  } catch {
    copyFileSync(path, kept);
    syncFile(kept);
  }
}

/**
 * Puts a closed copy in the place of a database, in one step: at every moment there is the old one or the new one under
 * the name. The old one is kept under another name, which is returned; null if there was none. The caller holds its write
 * lock, unless it is too damaged for that.
 */
export function exchangeDatabase(path: string, copy: string, now: Date): string | null {
  if (!existsSync(path)) {
    chmodSync(copy, 0o600);
    removeSides(path); // a log without a database
    syncFile(copy);
    renameSync(copy, path);
    syncFolder(dirname(path));
    return null;
  }
  const { uid, gid, mode } = statSync(path);
  chmodSync(copy, mode & 0o777);
  if (process.getuid?.() === 0) chownSync(copy, uid, gid);
  const kept = replacedPath(path, now);
  if (existsSync(kept)) throw new OperatorError(`${kept} already exists: try again`);
  syncFile(copy);
  keepFile(path, kept);
  syncFolder(dirname(path));
  // SQLite would take the old log for that of the new database.
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0) removeSides(path);
  else for (const side of LOG_SIDES) if (existsSync(`${path}${side}`)) renameSync(`${path}${side}`, `${kept}${side}`);
  renameSync(copy, path);
  syncFolder(dirname(path));
  return kept;
}
