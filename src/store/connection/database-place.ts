import {
  accessSync,
  copyFileSync,
  existsSync,
  constants as files,
  mkdtempSync,
  readlinkSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import type { Kind } from "../../model/demonstration.ts";
import { codeOf } from "../../operator-error.ts";
import { findSideFault, isDatabaseFile, readRow } from "./database-sides.ts";
import { filesBeside, lstatOrNull, statFile } from "./durable-file.ts";
import { SAVED_END } from "./saved-path.ts";

/** Why the database at a path cannot be used, and what to do. `restorable`: a backup may be put there. */
export type PlaceFault = { what: string; fix: string; restorable?: true };

/** The database of `candor serve --demo`. Its key has a name of its own, so that it is no trace of a business. */
const DEMO = "demo.db";

/** The key file beside a SQLite database. */
export const keyPath = (database: string): string =>
  join(dirname(database), basename(database) === DEMO ? "demo.key" : "candor.key");

/** Files that a database leaves beside it, by the end of their names. */
const TRACES = ["-wal", ".restoring", ".replaced-", ".erasures"];

/** An earlier version made candor.key for its demonstration, too. */
function isOfDemonstration(path: string): boolean {
  const demo = join(dirname(path), DEMO);
  return existsSync(demo) && !existsSync(keyPath(demo));
}

/** The first file that shows that there was a database at this path; null if there is none. */
export function findTrace(path: string, kind: Kind): string | null {
  // A demonstration can be made again, so what was saved of one is no reason to refuse.
  for (const end of kind === "business" ? [...TRACES, SAVED_END] : TRACES) {
    const [trace] = filesBeside(path, end);
    if (trace !== undefined) return trace;
  }
  const key = keyPath(path);
  return kind === "business" && existsSync(key) && !isOfDemonstration(path) ? key : null;
}

const OURS =
  "SELECT count(*) = 2 AS ours FROM sqlite_master WHERE type = 'table' AND name IN ('schema_migration', 'dataset')";
const hasOurTables = (path: string, immutable: boolean): boolean =>
  (readRow(path, OURS, immutable) as { ours: number }).ours === 1; // the columns of OURS

/** A database whose first log was not yet copied into it, as an earlier version could leave, is not larger. */
const FIRST_PAGES = 65_536;

/** Whether the tables are in the log. Looks at a copy, because reading a log creates a file. */
function hasTablesInLog(path: string): boolean {
  if (statSync(path).size > FIRST_PAGES || !existsSync(`${path}-wal`)) return false;
  const folder = mkdtempSync(join(tmpdir(), "candor-look-"));
  try {
    const copy = join(folder, "copy.db");
    for (const side of ["", "-wal"]) copyFileSync(`${path}${side}`, `${copy}${side}`);
    return hasOurTables(copy, false);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** True for a database of another program. A damaged one is none: opening it says what is wrong. */
function isForeign(path: string): boolean {
  if (!isDatabaseFile(path)) return false;
  try {
    return !hasOurTables(path, true) && !hasTablesInLog(path);
  } catch {
    return false; // damaged, or written at this moment
  }
}

/** Why this user cannot write to a file or folder. Null if it can, and if there is no such file. */
function findDenied(path: string): PlaceFault | null {
  try {
    accessSync(path, files.R_OK | files.W_OK);
    return null;
  } catch (error) {
    const code = codeOf(error);
    if (code === "EROFS")
      return {
        what: `the disk of ${path} is read-only`,
        fix: "check the system log, and mount it again so that the file and its folder can be written",
      };
    const owner = statFile(path)?.uid;
    if (code !== "EACCES" && code !== "EPERM") return null;
    if (owner === undefined || owner === process.getuid?.())
      return {
        what: `this user may not read and write ${path}`,
        fix: `check its permissions and those of its folder: chmod u+rwX ${path}`,
      };
    return {
      what: `${path} belongs to another user (number ${owner})`,
      fix: `run this as that user (sudo -u '#${owner}' …), or check that the file and its folder can be written`,
    };
  }
}

/** A folder into which this user may not look: nobody knows what is there. */
function findClosed(path: string): PlaceFault | null {
  const folder = dirname(path);
  return statFile(folder)?.isDirectory() && !mayEnter(folder) ? findDenied(folder) : null;
}

function mayEnter(folder: string): boolean {
  try {
    accessSync(folder, files.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** What is in the way to a file that is not there: a link to nothing, such as a disk that is not mounted, or a file. */
function findBrokenWay(path: string): PlaceFault | null {
  const found = lstatOrNull(path);
  const above = dirname(path);
  if (found === null) return above === path ? null : findBrokenWay(above);
  if (found.isSymbolicLink() && !existsSync(path))
    return {
      what: `${path} is a link to ${readlinkSync(path)}, and nothing is there`,
      fix: "mount its disk, or correct the link",
    };
  if (found.isFile()) return { what: `${path} is a file, not a folder`, fix: "write another path into DATABASE_URL" };
  return null;
}

function findMissing(path: string, kind: Kind): PlaceFault | null {
  const trace = findTrace(path, kind);
  if (trace === null) return null;
  return {
    what: `it is missing, and ${trace} shows that there was one`,
    fix: `mount its disk or put the file back, or restore a backup (candor restore FILE); to begin anew, move ${trace} away`,
    restorable: true,
  };
}

/**
 * What is wrong at the path of a SQLite database, before anything is opened or created there. Null if it may be opened,
 * or if there is none and nothing shows that there was one.
 */
export function findPlaceFault(path: string, kind: Kind = "business"): PlaceFault | null {
  if (path === ":memory:") return null;
  const stat = statFile(path);
  if (!stat) return findBrokenWay(resolve(path)) ?? findMissing(path, kind) ?? findClosed(path);
  if (lstatOrNull(path)?.isSymbolicLink())
    return {
      what: `it is a link to ${readlinkSync(path)}`,
      fix: "write the path of the file itself into DATABASE_URL",
    };
  if (stat.isDirectory()) return { what: "it is a folder", fix: "write the path of a file into DATABASE_URL" };
  if (!stat.isFile()) return { what: "it is no ordinary file", fix: "write the path of a file into DATABASE_URL" };
  if (stat.size === 0)
    return {
      what: "it is an empty file, which is no database",
      fix: "restore a backup (candor restore FILE), or delete the file to begin anew",
      restorable: true,
    };
  for (const needed of [path, dirname(path), `${path}-wal`, `${path}-shm`]) {
    const denied = findDenied(needed);
    if (denied) return denied;
  }
  if (isForeign(path))
    return { what: "it is the database of another program", fix: "set DATABASE_URL to a file of its own" };
  return findSideFault(path);
}
