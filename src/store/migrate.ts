import { OperatorError } from "../operator-error.ts";
import { MIGRATIONS } from "./migrations.ts";
import type { Queryable, Store } from "./store.ts";

/** Any constant: the advisory lock that lets only one process migrate a PostgreSQL database at a time. */
const MIGRATION_LOCK = 727_362_001;

async function currentVersion(tx: Queryable): Promise<number> {
  const [row] = await tx.query<{ version: number }>("SELECT max(version) AS version FROM schema_migration");
  return row?.version ?? 0;
}

/** True if there is nothing to do: then a database that is locked, read-only or busy can still be read. */
async function isMigrated(store: Store): Promise<boolean> {
  const table =
    store.dialect === "sqlite"
      ? "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'schema_migration'"
      : "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'schema_migration'";
  const found = await store.query(table);
  return found.length > 0 && (await currentVersion(store)) === MIGRATIONS.length;
}

/** Forward only, in one transaction, one process at a time. A database newer than the program is refused. */
export async function migrate(store: Store, now: () => Date): Promise<void> {
  if (await isMigrated(store)) return;
  await store.transaction(async (tx) => {
    if (store.dialect === "postgres") await tx.query("SELECT pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    await tx.query(
      "CREATE TABLE IF NOT EXISTS schema_migration (version INTEGER PRIMARY KEY, migrated_at TEXT NOT NULL)",
    );
    const version = await currentVersion(tx);
    if (version > MIGRATIONS.length) {
      throw new OperatorError(
        `the database is from a newer Candor (schema ${version}; this program knows ${MIGRATIONS.length}): install that version or a newer one`,
      );
    }
    for (const [index, statements] of MIGRATIONS.entries()) {
      if (index < version) continue;
      await tx.query("INSERT INTO schema_migration (version, migrated_at) VALUES ($1, $2)", [
        index + 1,
        now().toISOString(),
      ]);
      for (const statement of statements) await tx.query(statement);
    }
  });
}
