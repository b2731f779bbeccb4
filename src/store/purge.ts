import type { Store } from "./store.ts";

/** Deleted text stays in the write-ahead log (SQLite) or in dead rows (PostgreSQL) until these are cleared. */
export async function purgeDeleted(store: Store): Promise<void> {
  if (store.dialect === "sqlite") await store.query("PRAGMA wal_checkpoint(TRUNCATE)");
  else await store.query("VACUUM review, review_revision, former_review, staging");
}
