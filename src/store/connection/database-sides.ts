import { constants, Database } from "bun:sqlite";
import { closeSync, existsSync, openSync, readlinkSync, readSync, rmSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { lstatOrNull, statFile } from "./durable-file.ts";

/** What is wrong with a file, and what to do. */
type SideFault = { what: string; fix: string };

/** SQLite's header (sqlite.org/fileformat2.html §1.3). */
const HEADER = "SQLite format 3\0";
/** A write-ahead log begins with this number, whose last bit may be set (§4.1). */
const LOG_MAGIC = 0x377f0682;

/** The first bytes of a file. Those that it does not have are zeros. */
function readStart(path: string, length: number): Buffer {
  const start = Buffer.alloc(length);
  const opened = openSync(path, "r");
  try {
    readSync(opened, start, 0, length, 0);
  } finally {
    closeSync(opened);
  }
  return start;
}

/** False for a folder, and for a file that is too short or begins with something else. */
export const isDatabaseFile = (path: string): boolean =>
  statSync(path).isFile() && readStart(path, HEADER.length).toString("latin1") === HEADER;

/** Why nothing can be kept under a name: a folder, or a link to a disk that is not mounted. Null if a file can. */
export function findOtherThing(path: string): SideFault | null {
  const found = lstatOrNull(path);
  if (found === null) return null;
  const file = statFile(path);
  if (file === null && found.isSymbolicLink())
    return {
      what: `${path} is a link to ${readlinkSync(path)}, and nothing is there`,
      fix: "mount its disk, or delete the link",
    };
  if (file === null || file.isFile()) return null;
  return {
    what: `${path} is ${file.isDirectory() ? "a folder" : "no ordinary file"}, and the program needs the name for a file`,
    fix: "move it away",
  };
}

/** Reads a row of a database that is only read. With its log unless it is `immutable`, which writes no file beside it. */
export function readRow(path: string, sql: string, immutable: boolean): unknown {
  const name = resolve(path).split("/").map(encodeURIComponent).join("/");
  const flags = constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI;
  const db = new Database(`file:${name}${immutable ? "?immutable=1" : ""}`, flags);
  try {
    return db.query(sql).get();
  } finally {
    db.close();
  }
}

const ID = "SELECT database_id FROM dataset WHERE id = 1";
/** What is read while a row or its upgrade is in the log, of which a killed process may have moved a part. */
const NO_ID = [null, { database_id: "" }].map((row) => JSON.stringify(row));

function idOf(path: string, immutable: boolean): string | null {
  try {
    return JSON.stringify(readRow(path, ID, immutable));
  } catch (error) {
    // A lock or a disk that is full or read-only says nothing about the pages.
    const { code } = error as { code?: string }; // SQLite's code
    return immutable || /^SQLITE_(BUSY|LOCKED|READONLY|CANTOPEN|IOERR|FULL)/.test(code ?? "") ? null : "other";
  }
}

/**
 * What is wrong with the write-ahead log beside an intact database. SQLite believes any log: it copies the pages of
 * another database over those of this one, and starts a new log over a file that is none.
 */
function findWrongLog(path: string): SideFault | null {
  const log = `${path}-wal`;
  if ((statFile(log)?.size ?? 0) === 0) return null;
  const fix = `stop the server, look for the database that it belongs to, and move ${log} away`;
  const magic = readStart(log, 4).readUInt32BE();
  // A power failure may leave zeros.
  if (magic !== 0 && (magic & ~1) >>> 0 !== LOG_MAGIC) return { what: `${log} is no log of a database`, fix };
  const own = idOf(path, true);
  if (own === null || NO_ID.includes(own)) return null;
  const had_index = existsSync(`${path}-shm`);
  const with_log = idOf(path, false);
  if (with_log === null || with_log === own) return null;
  if (!had_index) rmSync(`${path}-shm`, { force: true }); // made by reading
  return { what: `${log} is the log of another database, or damaged`, fix };
}

/** What is wrong with the files that SQLite and a server need beside an existing database. */
export function findSideFault(path: string): SideFault | null {
  const lock = `${path}.lock`;
  for (const side of [`${path}-wal`, `${path}-shm`, `${path}-journal`, lock]) {
    const fault = findOtherThing(side);
    if (fault) return fault;
  }
  if ((statFile(lock)?.size ?? 0) > 0 && !isDatabaseFile(lock))
    return { what: `${lock} is not the lock of a server`, fix: "move it away" };
  return findWrongLog(path);
}
