import { createHash } from "node:crypto";
import { createReadStream, existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { exportOf } from "../import/formats/takeout-parts.ts";
import { codeOf } from "../operator-error.ts";
import type { Settings } from "../settings.ts";
import { sqlitePath } from "../store/connection/open-store.ts";
import { SyncFault } from "./fault.ts";

export type ScannedFile = {
  path: string;
  /** Size, times and number of the file. It changes when the file does. */
  stamp: string;
  modified_ms: number;
};

/** Hidden files, and files that a browser, a sync client or a spreadsheet program is still writing. */
const UNFINISHED = /^[.~]|\.(?:tmp|temp|part|partial|crdownload|download|opdownload|filepart)$|~$/i;
const NOT_OURS = /^(?:thumbs\.db|desktop\.ini)$/i;

/** The stamp of a regular file inside the folder. Null for anything else, and if the file does not exist. */
export function stampOf(path: string, root: string): Omit<ScannedFile, "path"> | null {
  try {
    const real = realpathSync(path);
    if (!real.startsWith(root.endsWith(sep) ? root : root + sep)) return null;
    const stat = statSync(real, { bigint: true });
    if (!stat.isFile() || stat.size === 0n) return null;
    // Includes the time of the last permission change: a file that could not be read may be readable now.
    return { stamp: `${stat.size} ${stat.mtimeNs} ${stat.ctimeNs} ${stat.ino}`, modified_ms: Number(stat.mtimeMs) };
  } catch {
    return null; // it does not exist, or its link leads nowhere
  }
}

const realFolder = (folder: string): string => (existsSync(folder) ? realpathSync(folder) : resolve(folder));

/** Why a folder is none to read from: this Candor writes to it, so there would always be something new. */
export function ownFolderFault(settings: Settings, path: string): string | null {
  const database = sqlitePath(settings.DATABASE_URL);
  const own: [folder: string | null, use: string][] = [
    [database === null ? settings.STATE_FOLDER : dirname(database), "its database"],
    [settings.BACKUP_FOLDER, "its backups"],
  ];
  const use = own.find(([folder]) => folder && realFolder(folder) === realFolder(path))?.[1];
  return use === undefined ? null : `${path} is where Candor keeps ${use}: put the files into a folder of their own`;
}

/** The files directly in the folder, by time of modification. Subfolders are ignored. */
export function scanFolder(folder: string): { root: string; files: ScannedFile[] } {
  const missing = (why: string) =>
    new SyncFault({ code: "folder_missing", text: `the folder ${folder} ${why}: no review was removed` });
  let root: string;
  let names: string[];
  try {
    root = realpathSync(folder);
    names = readdirSync(root, { encoding: "utf8" });
  } catch (error) {
    const code = codeOf(error);
    throw code === "ENOENT" || code === "ENOTDIR"
      ? missing("does not exist or is not mounted")
      : missing(`cannot be read by this user (${code})`);
  }
  const files = names
    .filter((name) => !UNFINISHED.test(name) && !NOT_OURS.test(name))
    .flatMap((name) => {
      const path = join(root, name);
      const stamp = stampOf(path, root);
      return stamp ? [{ path, ...stamp }] : [];
    });
  files.sort((a, b) => a.modified_ms - b.modified_ms || (a.path < b.path ? -1 : 1));
  return { root, files };
}

/** Files to read together: the parts of one export, and each other file alone. */
export function groupParts(files: readonly ScannedFile[]): ScannedFile[][] {
  const groups = new Map<string, ScannedFile[]>();
  for (const file of files) {
    const key = exportOf(file.path);
    groups.set(key, [...(groups.get(key) ?? []), file]);
  }
  return [...groups.values()];
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}
