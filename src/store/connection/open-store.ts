import { existsSync } from "node:fs";
import { hidePasswords } from "../../log.ts";
import type { Kind } from "../../model/demonstration.ts";
import { messageOf, OperatorError } from "../../operator-error.ts";
import { followSchema, type MigrateOptions, migrate, requireSchema } from "../migrate.ts";
import type { Store } from "../store.ts";
import { createDatabase } from "./create-database.ts";
import { databaseFault } from "./database-fault.ts";
import { findPlaceFault } from "./database-place.ts";
import { savedPath } from "./saved-path.ts";
import { openSqlite } from "./sqlite.ts";
import { type FileEvent, openWatchedSqlite } from "./watched-sqlite.ts";

export type OpenOptions = MigrateOptions & {
  /** SQLite: runs the connection in its own thread, so that a lock held by another process does not block requests. */
  thread?: boolean;
  /** Called once if that thread dies. Every query fails after that. */
  threadDied?: (error: Error) => void;
  busy_timeout_ms?: number;
  connections?: number;
  /** PostgreSQL: where the servers of this machine save what they serve. */
  state_folder?: string;
  /** SQLite: watches the file and opens it again when another file replaces it. Called for each such event. */
  fileEvent?: FileEvent;
  /**
   * The database was opened before. If the file is missing, it is not created again, and an empty database is refused.
   */
  existing?: boolean;
  /** Only to read: a database of an earlier version is refused instead of migrated. */
  as_it_is?: boolean;
};

export const sqlitePath = (url: string): string | null =>
  url.startsWith("sqlite:") ? url.slice("sqlite:".length).replace(/^\/\//, "") : null;

/** A database in memory ends with the command, and what was imported with it. SQLite reads `file:` as a URI. */
export function refuseMemory(url: string): void {
  if (/^(?::memory:|file:)/.test(sqlitePath(url) ?? ""))
    throw new OperatorError(
      `setting DATABASE_URL is ${JSON.stringify(url)}, which is no file, so nothing would be kept: write a path, such as sqlite:./data/candor.db`,
      2,
    );
}

const prepare = (store: Store, options: OpenOptions): Promise<void> =>
  (options.as_it_is ? requireSchema : options.existing ? followSchema : migrate)(store, options);

const cannotBeUsed = (url: string, why: string, advice: string, cause?: unknown): OperatorError =>
  new OperatorError(`the database ${hidePasswords(url, url)} cannot be used (${why}): ${advice}`, 1, { cause });

/**
 * Refuses a place where a database is missing although there was one, or where it is not ours, before anything there is
 * opened. `to_restore`: a missing or empty one is no reason.
 */
export function refusePlace(url: string, kind: Kind = "business", to_restore = false): void {
  const path = sqlitePath(url);
  const fault = path === null ? null : findPlaceFault(path, kind);
  if (fault && !(to_restore && fault.restorable)) throw cannotBeUsed(url, fault.what, fault.fix);
}

async function settlePlace(url: string, path: string, options: OpenOptions): Promise<void> {
  refusePlace(url, options.kind);
  if (options.existing || path === ":memory:" || existsSync(path)) return;
  await createDatabase(path, (store) => migrate(store, options));
}

async function openUnmigrated(url: string, options: OpenOptions): Promise<Store> {
  const path = sqlitePath(url);
  if (path === null) {
    // Loaded only here: loading the client adds 50 ms to every command, and most businesses use SQLite.
    const { openPostgres } = await import("./postgres.ts");
    const saved_path = savedPath(null, options.state_folder);
    return openPostgres(url, { connections: options.connections ?? 4, saved_path });
  }
  await settlePlace(url, path, options);
  const { thread = false, busy_timeout_ms = 30_000, threadDied } = options;
  const sqlite = { thread, busy_timeout_ms, existing: path !== ":memory:", threadDied };
  if (!options.fileEvent) return openSqlite(path, sqlite);
  return openWatchedSqlite(path, sqlite, options.fileEvent, (store) => prepare(store, options));
}

function refusal(url: string, error: unknown): OperatorError {
  const advice = databaseFault(error)?.what ?? "check DATABASE_URL";
  return cannotBeUsed(url, hidePasswords(messageOf(error), url), advice, error);
}

/** Opens the database that DATABASE_URL names; creates and migrates it if needed. */
export async function openStore(url: string, options: OpenOptions = {}): Promise<Store> {
  let store: Store;
  try {
    store = await openUnmigrated(url, options);
  } catch (error) {
    throw error instanceof OperatorError ? error : refusal(url, error);
  }
  try {
    await prepare(store, options);
    return store;
  } catch (error) {
    await store.close();
    throw error instanceof OperatorError ? error : refusal(url, error);
  }
}
