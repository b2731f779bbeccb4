import { dirname } from "node:path";
import { hidePasswords } from "../../log.ts";
import { messageOf, OperatorError } from "../../operator-error.ts";
import { followSchema, type MigrateOptions, migrate } from "../migrate.ts";
import type { Store } from "../store.ts";
import { databaseFault } from "./database-fault.ts";
import { makePrivateFolder } from "./private-file.ts";
import { openSqlite } from "./sqlite.ts";
import { type FileEvent, openWatchedSqlite } from "./watched-sqlite.ts";

export type OpenOptions = MigrateOptions & {
  /** SQLite: runs the connection in its own thread, so that a lock held by another process does not block requests. */
  thread?: boolean;
  /** Called once if that thread dies. Every query fails after that. */
  threadDied?: (error: Error) => void;
  busy_timeout_ms?: number;
  connections?: number;
  /** SQLite: watches the file and opens it again when another file replaces it. Called for each such event. */
  fileEvent?: FileEvent;
  /**
   * The database was opened before. If the file is missing, it is not created again, and an empty database is refused.
   */
  existing?: boolean;
};

export const sqlitePath = (url: string): string | null =>
  url.startsWith("sqlite:") ? url.slice("sqlite:".length).replace(/^\/\//, "") : null;

const prepare = (store: Store, options: OpenOptions): Promise<void> =>
  (options.existing ? followSchema : migrate)(store, options);

async function openUnmigrated(url: string, options: OpenOptions): Promise<Store> {
  const path = sqlitePath(url);
  if (path === null) {
    // Loaded only here: loading the client adds 50 ms to every command, and most businesses use SQLite.
    const { openPostgres } = await import("./postgres.ts");
    return openPostgres(url, { connections: options.connections ?? 4 });
  }
  const { thread = false, busy_timeout_ms = 30_000, existing = false, threadDied } = options;
  if (!existing) makePrivateFolder(dirname(path));
  const sqlite = { thread, busy_timeout_ms, existing, threadDied };
  if (!options.fileEvent) return openSqlite(path, sqlite);
  return openWatchedSqlite(path, sqlite, options.fileEvent, (store) => prepare(store, options));
}

function refusal(url: string, error: unknown): OperatorError {
  const cause = messageOf(error);
  const advice = databaseFault(error)?.what ?? "check DATABASE_URL";
  const [shown, why] = [hidePasswords(url, url), hidePasswords(cause, url)];
  return new OperatorError(`the database ${shown} cannot be used (${why}): ${advice}`, 1, { cause: error });
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
