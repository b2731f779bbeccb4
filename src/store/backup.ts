import { rmSync, statSync } from "node:fs";
import { createPrivateFile } from "./private-file.ts";
import type { Store } from "./store.ts";

/** Writes a compact copy of a SQLite database in one read transaction; writers are not blocked. */
export async function copyDatabase(store: Store, file: string): Promise<void> {
  createPrivateFile(file); // VACUUM INTO accepts an empty file, and would create one that everyone may read
  try {
    await store.query("VACUUM INTO $1", [file]);
  } catch (error) {
    if (statSync(file, { throwIfNoEntry: false })?.size === 0) rmSync(file);
    throw error;
  }
}
