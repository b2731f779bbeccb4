import { closeSync, lstatSync, openSync, readSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { codeOf, messageOf, OperatorError } from "../../operator-error.ts";
import { filesBeside, isAside, syncFolder } from "./durable-file.ts";

/** The end of the name of the file in which a server saves what it serves. */
export const SAVED_END = ".snapshot";
/** The first bytes of that file. */
export const SAVED_MAGIC = "CANDOR-SNAPSHOT\n";
/** What a file is for that gets the name when it is complete (asidePath). */
export const SAVING = "saving";

/** With PostgreSQL, which may be on another machine, each machine has its own file, in its folder for such state. */
export function savedPath(sqlite_path: string | null, state_folder: string | undefined): string | null {
  if (sqlite_path !== null) return sqlite_path === ":memory:" ? null : `${sqlite_path}${SAVED_END}`;
  return state_folder === undefined ? null : join(state_folder, `candor${SAVED_END}`);
}

function beginsAsSaved(path: string): boolean {
  try {
    const opened = openSync(path, "r");
    const start = Buffer.alloc(SAVED_MAGIC.length);
    const length = readSync(opened, start, 0, start.length, 0);
    closeSync(opened);
    return length === 0 || start.toString("latin1") === SAVED_MAGIC;
  } catch (error) {
    return codeOf(error) === "EACCES"; // a server of another user wrote it
  }
}

/** False if there is something else under the name, such as a copy that a person made: it stays as it is. */
export function isSavedFile(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true && beginsAsSaved(path);
}

/**
 * Deletes the saved file, and those that are being written. Call it in the transaction that removes words: if the
 * transaction fails, only time is lost. A server gives such a file its name in a transaction, too.
 */
export function discardSaved(path: string | null | undefined): void {
  if (!path) return;
  const found = filesBeside(path, "").filter((file) => (file === path ? isSavedFile(file) : isAside(file, SAVING)));
  if (found.length === 0) return;
  try {
    for (const file of found) rmSync(file, { force: true });
    syncFolder(dirname(path));
  } catch (error) {
    throw new OperatorError(
      `${path} has what was public and cannot be deleted (${messageOf(error)}): nothing was changed. Delete it, and try again`,
      1,
      { cause: error },
    );
  }
}
