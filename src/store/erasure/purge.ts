import { OperatorError } from "../../operator-error.ts";
import type { Queryable, Store } from "../store.ts";

/** Every table that contains words of reviews. PostgreSQL's statistics contain samples of them. */
const TABLES = "review, review_revision, former_review, source_request, analysis, staging, owner_edit";

/** In the transaction that deletes words. If this process ends before the purge, the next command does it. */
export async function notePurge(tx: Queryable, since: string): Promise<void> {
  await tx.query("INSERT INTO purge_due (id, since) VALUES (1, $1) ON CONFLICT (id) DO NOTHING", [since]);
}

const KEPT_BY_OTHERS =
  "the change is made, but another process keeps the old words in the database's files: the next candor import, business or erase removes them";

async function truncateLog(store: Store): Promise<void> {
  const [row] = await store.query<{ busy: number }>("PRAGMA wal_checkpoint(TRUNCATE)");
  if (row?.busy) throw new OperatorError(KEPT_BY_OTHERS);
}

const READERS_MS = 30_000;

/**
 * When PostgreSQL rewrites a table, it keeps deleted rows that an older transaction can still see. So we wait for
 * those: every transaction whose oldest visible id is not newer than an id taken now.
 */
async function waitForReaders(store: Store): Promise<void> {
  const [now] = await store.query<{ xid: string }>("SELECT CAST(CAST(pg_current_xact_id() AS xid) AS TEXT) AS xid");
  const older = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND age(backend_xmin) >= age(CAST(CAST($1 AS TEXT) AS xid))`;
  for (const until = Date.now() + READERS_MS; (await store.query(older, [now?.xid ?? ""])).length > 0; ) {
    if (Date.now() > until) throw new OperatorError(KEPT_BY_OTHERS);
    await Bun.sleep(20);
  }
}

/**
 * Deleted text stays in the write-ahead log (SQLite) or in the pages of the table (PostgreSQL). A plain VACUUM only
 * marks the space as free, and the bytes stay until something overwrites them. VACUUM FULL rewrites the tables without
 * them and needs no extension. The tables are locked meanwhile, but servers answer from memory. ANALYZE replaces the
 * statistics, which have texts of up to 1 KB as samples; their table is rewritten, too.
 */
export async function purgeDeleted(store: Store): Promise<void> {
  if (store.dialect === "sqlite") await truncateLog(store);
  else {
    await waitForReaders(store);
    await store.query(`VACUUM (FULL, ANALYZE) ${TABLES}`);
    await waitForReaders(store);
    await store.query("VACUUM FULL pg_statistic");
  }
  await store.query("DELETE FROM purge_due");
}

/** Finishes the purge of a process that was killed after it deleted words. */
export async function finishPurge(store: Store): Promise<void> {
  if ((await store.query("SELECT id FROM purge_due")).length > 0) await purgeDeleted(store);
}
