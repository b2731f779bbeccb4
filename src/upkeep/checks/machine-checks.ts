import { existsSync, statfsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type Finding, fault, ok, warning } from "../../model/finding.ts";
import type { Settings } from "../../settings.ts";
import { keyPath } from "../../store/connection/database-place.ts";
import { sqlitePath } from "../../store/connection/open-store.ts";
import { findOpenToOthers } from "../../store/connection/private-file.ts";
import { RELEASED_AT } from "../../version.ts";

const LOW_DISK_BYTES = 500e6;
/** A small import or an erasure may not fit any more. */
const FULL_DISK_BYTES = 8e6;

export function checkClock(now: Date): Finding {
  const text = now.toISOString();
  if (now.getTime() < Date.parse(RELEASED_AT)) {
    return fault(
      "clock",
      `the clock says ${text}, which is before this program was released`,
      "set the clock: timedatectl set-ntp true",
    );
  }
  return ok("clock", text);
}

/** The folder itself, or its nearest parent that exists. */
const existingFolder = (folder: string): string => (existsSync(folder) ? folder : existingFolder(dirname(folder)));

export function checkDisk(settings: Settings): Finding {
  const path = sqlitePath(settings.DATABASE_URL);
  const folder = existingFolder(path === null ? process.cwd() : resolve(dirname(path)));
  const { bavail, bsize, files, ffree } = statfsSync(folder);
  const free = bavail * bsize;
  if (files > 0 && ffree === 0) return fault("disk", `no more files can be created in ${folder}`, "delete files there");
  if (free < FULL_DISK_BYTES)
    return fault("disk", `the disk of ${folder} is full: ${Math.floor(free / 1e6)} MB free`, "free some space");
  const found = `${(free / 1e9).toFixed(1)} GB free in ${folder}`;
  return free < LOW_DISK_BYTES
    ? warning("disk", found, "free some space: imports fail when the disk is full")
    : ok("disk", found);
}

/** The database, the files beside it and the key. They contain held reviews, callbacks and secrets. */
export function checkPermissions(settings: Settings): Finding {
  const path = sqlitePath(settings.DATABASE_URL);
  if (path === null) return ok("files", "PostgreSQL keeps the data");
  const beside = ["", "-wal", "-shm", ".lock"].map((suffix) => `${path}${suffix}`);
  const open = findOpenToOthers([dirname(path), ...beside, keyPath(path)]);
  if (open.length === 0) return ok("files", "only this user may read them");
  // A folder may be shared on purpose, and a volume may give its files to a group.
  const state = open.some(({ path: name, mode }) => name !== dirname(path) && !mode.endsWith("0")) ? fault : warning;
  return state(
    "files",
    `other users of this machine may use ${open.map(({ path: name, mode }) => `${name} (mode ${mode})`).join(", ")}`,
    `run ${open.map(({ path: name, wanted }) => `chmod ${wanted} ${name}`).join(" && ")}`,
  );
}
