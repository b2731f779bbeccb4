import { chmodSync, closeSync, fchmodSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** What the program stores is for its own user alone, whatever the umask is: reviews that are held, secrets, callbacks. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const FOR_OTHERS = 0o077;
const OTHERS_WRITE = 0o022;

/** Creates an empty file for its owner alone, and leaves an existing one as it is. SQLite gives -wal and -shm its mode. */
export function createPrivateFile(path: string): void {
  let file: number;
  try {
    file = openSync(path, "wx", FILE_MODE);
  } catch {
    return; // it exists, or SQLite is about to fail on it, too, with a code that tells the operator more
  }
  fchmodSync(file, FILE_MODE);
  closeSync(file);
}

/** Creates a folder and those above it for their owner alone, and leaves existing ones as they are. */
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
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) return [];
    const folder = stat.isDirectory();
    const open = stat.mode & (folder ? OTHERS_WRITE : FOR_OTHERS);
    if (open === 0) return [];
    const octal = (mode: number) => (mode & 0o777).toString(8).padStart(4, "0");
    return [{ path, mode: octal(stat.mode), wanted: octal(folder ? FOLDER_MODE : FILE_MODE) }];
  });
}
