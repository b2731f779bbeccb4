import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isRunning } from "../store/connection/durable-file.ts";

/** Deletes the folders that processes left which were killed. */
export function removeLeftFolders(prefix: string): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = (name.startsWith(prefix) && /^-(\d+)-/.exec(name.slice(prefix.length))) || [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

/** A folder of this process, only for its user. */
export function newTemporaryFolder(prefix: string): string {
  removeLeftFolders(prefix);
  return mkdtempSync(join(tmpdir(), `${prefix}-${process.pid}-`));
}
