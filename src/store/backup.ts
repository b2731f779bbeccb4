import type { Store } from "./store.ts";

/** Writes a compact copy of a SQLite database in one read transaction; writers are not blocked. */
export async function copyDatabase(store: Store, file: string): Promise<void> {
  await store.query("VACUUM INTO $1", [file]);
}
