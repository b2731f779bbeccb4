import type { Store } from "./store.ts";

/** Deleted words are still in the write-ahead log, or in dead rows, until these are cleared. */
export async function purgeDeleted(store: Store): Promise<void> {
  if (store.dialect === "sqlite") await store.query("PRAGMA wal_checkpoint(TRUNCATE)");
  else await store.query("VACUUM review, review_revision, staging");
}
