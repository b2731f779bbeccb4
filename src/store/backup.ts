import type { Store } from "./store.ts";

/** A whole, compact copy of a SQLite database in one read transaction; writers go on meanwhile. */
export async function copyDatabase(store: Store, file: string): Promise<void> {
  await store.query("VACUUM INTO $1", [file]);
}
