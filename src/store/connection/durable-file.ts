import {
  closeSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { codeOf } from "../../operator-error.ts";

/** A file is written under such a name and gets its own when it is complete. The process is named, so that two can write. */
export const asidePath = (path: string, what: string): string =>
  `${path}.${what}-${process.pid}-${crypto.randomUUID().slice(0, 8)}`;

/** A process that is killed leaves such a file. No process writes one for this long. */
const ABANDONED_MS = 3_600_000;

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** A name of `asidePath`: what it is for and the number of its process. */
const ASIDE = /\.([a-z]+)-(\d+)-[0-9a-f]{8}(?:-journal|-wal|-shm)?$/;

export const isAside = (path: string, what: string): boolean => ASIDE.exec(path)?.[1] === what;

/** Deletes what killed processes left in this folder under names of `asidePath`. */
export function removeAbandoned(folder: string, what: string): void {
  for (const name of statFile(folder)?.isDirectory() ? readdirSync(folder) : []) {
    const [, made_for, pid] = ASIDE.exec(name) ?? [];
    if (made_for !== what) continue;
    const path = join(folder, name);
    const age_ms = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    // Another machine or container may write to the same folder, where this number means another process.
    if (!isRunning(Number(pid)) || age_ms > ABANDONED_MS) rmSync(path, { force: true });
  }
}

function sync(path: string, mode: "r" | "r+"): void {
  const opened = openSync(path, mode);
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** After this, the content of the file survives a power failure. */
export const syncFile = (path: string): void => sync(path, "r+");

/** After this, the names in the folder survive a power failure. Windows cannot sync a folder and needs no such call. */
export function syncFolder(folder: string): void {
  if (process.platform !== "win32") sync(folder, "r");
}

const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/**
 * Gives a complete file its name, in one step, unless there is a file of that name. Returns whether it did. A disk
 * without links can only rename.
 */
export function publishFile(aside: string, path: string): boolean {
  try {
    linkSync(aside, path);
    rmSync(aside);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    if (!NO_LINKS.has(codeOf(error))) throw error;
    if (statSync(path, { throwIfNoEntry: false })) return false;
    renameSync(aside, path);
  }
  syncFolder(dirname(path));
  return true;
}

/** The files in the folder of `path` whose names begin with its name and `end`. */
export function filesBeside(path: string, end: string): string[] {
  const folder = dirname(path);
  const start = `${basename(path)}${end}`;
  try {
    return readdirSync(folder)
      .filter((name) => name.startsWith(start))
      .sort()
      .map((name) => join(folder, name));
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EACCES"].includes(codeOf(error))) return [];
    throw error;
  }
}

function orNull(read: () => Stats | undefined): Stats | null {
  try {
    return read() ?? null;
  } catch (error) {
    if (["EACCES", "ENOTDIR", "ELOOP"].includes(codeOf(error))) return null;
    throw error;
  }
}

/** Null if there is no such file, if links to it go in a circle, or if this user may not look into its folder. */
export const statFile = (path: string): Stats | null => orNull(() => statSync(path, { throwIfNoEntry: false }));

/** As `statFile`, of a link itself. */
export const lstatOrNull = (path: string): Stats | null => orNull(() => lstatSync(path, { throwIfNoEntry: false }));
