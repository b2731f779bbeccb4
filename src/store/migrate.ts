import type { Kind } from "../model/demonstration.ts";
import { messageOf, OperatorError } from "../operator-error.ts";
import { createChangeLog } from "./changes/change-log.ts";
import { createChangeTriggers, dropChangeTriggers } from "./changes/change-triggers.ts";
import { damaged } from "./connection/check-database.ts";
import { beginJudged } from "./dataset/judged-rules.ts";
import { decideKind } from "./dataset/kind.ts";
import { MIGRATIONS } from "./migrations.ts";
import { hashOldMatches } from "./reviews/review-keys.ts";
import type { Queryable, Store } from "./store.ts";

/** An arbitrary constant for the advisory lock that lets only one process migrate a PostgreSQL database at a time. */
const MIGRATION_LOCK = 727_362_001;

async function currentVersion(tx: Queryable): Promise<number> {
  const [row] = await tx.query<{ version: number }>("SELECT max(version) AS version FROM schema_migration");
  return row?.version ?? 0;
}

/** The database is newer than this program, which therefore cannot read it. */
export class NewerSchemaError extends OperatorError {}

/** The database exists but contains no data of this program. */
export class NoDataError extends OperatorError {}

function refuseNewer(version: number): void {
  if (version <= MIGRATIONS.length) return;
  throw new NewerSchemaError(
    `the database is from a newer Candor (schema ${version}; this program knows ${MIGRATIONS.length}): install that version or a newer one`,
  );
}

/** Null if the table is missing, for example while a dump is being restored. */
async function storedVersion(store: Store): Promise<number | null> {
  const table =
    store.dialect === "sqlite"
      ? "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'schema_migration'"
      : "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'schema_migration'";
  const found = await store.query(table);
  return found.length > 0 ? await currentVersion(store) : null;
}

/**
 * For a running server, whose database others may replace or migrate. Migrates a database that was restored from an
 * older program, refuses a newer one, and creates nothing.
 */
export async function followSchema(store: Store, options: MigrateOptions = {}): Promise<void> {
  const version = await storedVersion(store);
  if (version === null || version === 0) {
    throw new NoDataError("the database holds no Candor data: restore a backup, or restart the server to begin anew");
  }
  refuseNewer(version);
  if (version < MIGRATIONS.length) await migrate(store, options);
}

/** The database is of an earlier version, and what only reads does not migrate it. */
export class OlderSchemaError extends OperatorError {}

/** A migration writes its version in the same transaction, so a file with tables and without a version is damaged. */
function refuseNoVersion({ dialect }: Store, version: number | null): void {
  if (version === 0 && dialect === "sqlite") throw damaged("it does not say of which version it is");
}

/** A database that says an earlier version than its tables have is damaged: a part would be added twice. */
function explainTwice(error: unknown, stored: number | null): unknown {
  const message = messageOf(error);
  if (!/already exists|duplicate column/.test(message)) return error;
  return damaged(`it says that it has schema ${stored}, and has parts of a later one: ${message}`);
}

/** Refuses every other schema than this program's. Changes nothing. */
export async function requireSchema(store: Store): Promise<void> {
  const version = await storedVersion(store);
  refuseNoVersion(store, version);
  if (version === null || version === 0) throw new NoDataError("the database holds no Candor data");
  refuseNewer(version);
  if (version === MIGRATIONS.length) return;
  throw new OlderSchemaError(
    `the database is from an earlier Candor (schema ${version}; this program's is ${MIGRATIONS.length}): candor serve or the next change upgrades it. Make a backup with the earlier version first`,
  );
}

export type MigrateOptions = {
  now?: () => Date;
  /** Whether a new store is for a business or for the demonstration. */
  kind?: Kind;
  /** Called with a message about what was removed from a store of an earlier version. */
  notice?: (line: string) => void;
};

/** Changes schema `index` to schema `index` + 1. */
export async function runMigration(tx: Queryable, dialect: Store["dialect"], index: number, now: Date): Promise<void> {
  await tx.query("INSERT INTO schema_migration (version, migrated_at) VALUES ($1, $2)", [index + 1, now.toISOString()]);
  for (const statement of MIGRATIONS[index] ?? []) {
    if (typeof statement === "string") await tx.query(statement);
    else if (dialect in statement) await tx.query(Object.values(statement).join(""));
  }
}

/** Forward only, in one transaction, one process at a time. A database newer than the program is refused. */
export async function migrate(store: Store, options: MigrateOptions = {}): Promise<void> {
  const { now = () => new Date(), kind = "business", notice } = options;
  // If there is nothing to do, a locked, read-only or busy database can still be read.
  const stored = await storedVersion(store);
  if (stored === MIGRATIONS.length) return;
  refuseNoVersion(store, stored);
  const upgraded = store.transaction(async (tx) => {
    if (store.dialect === "postgres") await tx.query("SELECT pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    await tx.query(
      "CREATE TABLE IF NOT EXISTS schema_migration (version INTEGER PRIMARY KEY, migrated_at TEXT NOT NULL)",
    );
    const version = await currentVersion(tx);
    refuseNewer(version);
    await dropChangeTriggers(tx, store.dialect);
    for (let next = version; next < MIGRATIONS.length; next++) await runMigration(tx, store.dialect, next, now());
    if (version === 0) await beginJudged(tx);
    await createChangeTriggers(tx, store.dialect);
    await createChangeLog(tx);
    await hashOldMatches(tx);
    return decideKind(tx, store.dialect, { wanted: kind, now: now() });
  });
  const line = await upgraded.catch((error) => {
    throw explainTwice(error, stored);
  });
  if (line !== null) notice?.(line);
}
