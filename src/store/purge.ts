import type { Store } from "./store.ts";

/**
 * Deleted text stays in the write-ahead log (SQLite) or in the pages of the table (PostgreSQL). A plain VACUUM only marks
 * its place as free, and the bytes stay until something else is written there. VACUUM FULL writes the tables anew, without
 * them, and needs no extension. Nobody can use the tables meanwhile; servers answer from memory.
 */
export async function purgeDeleted(store: Store): Promise<void> {
  if (store.dialect === "sqlite") await store.query("PRAGMA wal_checkpoint(TRUNCATE)");
  else await store.query("VACUUM FULL review, review_revision, former_review, analysis, staging");
}
