import { chmodSync, closeSync, fchmodSync, mkdirSync, openSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { statFile } from "./durable-file.ts";

/** Only the program's own user may read what it stores (held reviews, secrets, callbacks), whatever the umask is. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const FOR_OTHERS = 0o077;
const OTHERS_WRITE = 0o022;

/** Creates an empty file for its owner only. An existing file stays as it is. -wal and -shm get the same mode. */
export function createPrivateFile(path: string): void {
  let file: number;
  try {
    file = openSync(path, "wx", FILE_MODE);
  } catch {
    return; // it exists, or SQLite will fail on it with a code that tells the operator more
  }
  fchmodSync(file, FILE_MODE);
  closeSync(file);
}

/** Creates a folder and its parents so that only their owner can read them. Existing folders stay as they are. */
export function makePrivateFolder(path: string): void {
  const first = mkdirSync(path, { recursive: true, mode: FOLDER_MODE });
  if (first === undefined) return;
  for (let folder = resolve(path); folder.length >= resolve(first).length; folder = dirname(folder)) {
    chmodSync(folder, FOLDER_MODE);
  }
}

export type OpenToOthers = { path: string; mode: string; wanted: string };

/** Files that others may read or write, and folders that others may write to. */
export function findOpenToOthers(paths: readonly string[]): OpenToOthers[] {
  return paths.flatMap((path) => {
    const stat = statFile(path);
    if (!stat?.isFile() && !stat?.isDirectory()) return [];
    const folder = stat.isDirectory();
    const open = stat.mode & (folder ? OTHERS_WRITE : FOR_OTHERS);
    if (open === 0) return [];
    const octal = (mode: number) => (mode & 0o777).toString(8).padStart(4, "0");
    return [{ path, mode: octal(stat.mode), wanted: octal(folder ? FOLDER_MODE : FILE_MODE) }];
  });
}
