import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { filesBeside, statFile, syncFolder } from "./durable-file.ts";

/** The ends of the names of SQLite's files beside a database. */
export const LOG_SIDES = ["-wal", "-shm"] as const;

export const removeSides = (path: string): void => {
  for (const side of LOG_SIDES) rmSync(`${path}${side}`, { force: true });
};

export const removeDatabase = (path: string): void => {
  rmSync(path, { force: true });
  removeSides(path);
};

/** The name of the copy that a restore prepares. */
export const restoringPath = (path: string): string => `${path}.restoring`;

/** The name under which a restore keeps the database that it replaces. */
export const replacedPath = (path: string, now: Date): string =>
  `${path}.replaced-${now.toISOString().replace(/[-:]|\.\d+/g, "")}`;

/** A second name of the database itself: a restore was killed before its last step. */
function findTwin(path: string): string | null {
  const own = statFile(path);
  if (!own || own.nlink < 2) return null;
  const isTwin = (kept: string) => {
    const { ino, dev } = statSync(kept);
    return ino === own.ino && dev === own.dev;
  };
  return filesBeside(path, ".replaced-").find(isTwin) ?? null;
}

/** True if a restore was killed, or runs now: then it has the server's lock. */
export const wasRestoreKilled = (path: string): boolean =>
  filesBeside(path, ".restoring").length > 0 || findTwin(path) !== null;

/**
 * Earlier versions renamed the database before they put the copy in its place. What they kept was renamed after the copy
 * was complete.
 */
function findKeptLast(path: string): string | null {
  const copied_ms = statFile(restoringPath(path))?.mtimeMs;
  const kept = filesBeside(path, ".replaced-").findLast((name) => !/-(?:wal|shm)$/.test(name));
  if (copied_ms === undefined || kept === undefined) return null;
  return statSync(kept).ctimeMs >= copied_ms ? kept : null;
}

/**
 * Takes a restore back that was killed, so that the database is the one before it. Its copy may hold words that were
 * erased since the backup, so it is deleted. Call it only while no restore runs.
 */
export function takeBackRestore(path: string): void {
  const twin = findTwin(path);
  const kept = twin ?? (existsSync(path) ? null : findKeptLast(path));
  if (kept !== null) {
    for (const side of LOG_SIDES) {
      if (existsSync(`${kept}${side}`) && !existsSync(`${path}${side}`)) renameSync(`${kept}${side}`, `${path}${side}`);
    }
    if (twin === null) renameSync(kept, path);
    else removeDatabase(twin);
  }
  removeDatabase(restoringPath(path));
  syncFolder(dirname(path));
}
