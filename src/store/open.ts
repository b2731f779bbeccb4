import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { OperatorError } from "../operator-error.ts";
import { databaseFault } from "./database-fault.ts";
import { migrate } from "./migrate.ts";
import { openPostgres } from "./postgres.ts";
import { openSqlite } from "./sqlite.ts";
import type { Store } from "./store.ts";

export type OpenOptions = {
  /** SQLite: runs the connection in its own thread, so that a lock of another process stalls no request. */
  thread?: boolean;
  /** Called once if that thread dies; every query fails from then on. */
  threadDied?: (error: Error) => void;
  busy_timeout_ms?: number;
  connections?: number;
  now?: () => Date;
};

export const sqlitePath = (url: string): string | null =>
  url.startsWith("sqlite:") ? url.slice("sqlite:".length).replace(/^\/\//, "") : null;

async function openUnmigrated(url: string, options: OpenOptions): Promise<Store> {
  const path = sqlitePath(url);
  if (path === null) return openPostgres(url, { connections: options.connections ?? 4 });
  mkdirSync(dirname(path), { recursive: true });
  const { thread = false, busy_timeout_ms = 30_000, threadDied } = options;
  return openSqlite(path, { thread, busy_timeout_ms, threadDied });
}

function refusal(shown: string, error: unknown): OperatorError {
  const cause = error instanceof Error ? error.message : String(error);
  const advice = databaseFault(error)?.what ?? "check DATABASE_URL";
  return new OperatorError(`the database ${shown} cannot be used (${cause}): ${advice}`, 1, { cause: error });
}

/** Opens the database that DATABASE_URL names; creates and migrates it if needed. */
export async function openStore(url: string, options: OpenOptions = {}): Promise<Store> {
  const shown = url.replace(/^([^:]*:\/\/[^:@/]*):[^@]*@/, "$1:…@");
  let store: Store;
  try {
    store = await openUnmigrated(url, options);
  } catch (error) {
    throw refusal(shown, error);
  }
  try {
    await migrate(store, options.now ?? (() => new Date()));
    return store;
  } catch (error) {
    await store.close();
    throw error instanceof OperatorError ? error : refusal(shown, error);
  }
}
