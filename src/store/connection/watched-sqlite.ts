import { watch } from "node:fs";
import { basename, dirname } from "node:path";
import { type Dataset, readDataset } from "../dataset/dataset.ts";
import type { Store, Value } from "../store.ts";
import { reopenSqlite } from "./reopen-sqlite.ts";
import { openSqlite, type SqliteStoreOptions } from "./sqlite.ts";
import { type FileChange, type FileWatch, openFileWatch } from "./sqlite-file.ts";

/** What happened to the file, for the log. */
export type FileEvent = (
  event: "database_file_changed" | "database_reopened" | "database_refused" | "database_not_watched",
  fields: Record<string, unknown>,
) => void;

const RETRY_MS = 300;

const changedError = (change: FileChange): Error =>
  Object.assign(new Error(`the database file was ${change === "gone" ? "deleted" : "replaced"} under the server`), {
    code: "CANDOR_FILE_CHANGED",
  });

/** The log is written in bursts. Writes within this time cause one call. */
const BURST_MS = 20;

/**
 * Calls `heard` when the write-ahead log grows, which means that some process committed. It watches the folder, because
 * the log can be deleted and created again. It is only a hint: some file systems report nothing.
 */
function watchLog(path: string, heard: () => void): () => void {
  let timer: Timer | undefined;
  const later = () => {
    timer = undefined;
    heard();
  };
  const name = `${basename(path)}-wal`;
  const watcher = watch(dirname(path), (_event, changed) => {
    if (changed === name) timer ??= setTimeout(later, BURST_MS);
  });
  watcher.on("error", () => watcher.close());
  watcher.unref();
  return () => {
    clearTimeout(timer);
    watcher.close();
  };
}

type Opened = { store: Store; watch: FileWatch; served: Dataset; served_ms: number };

/** Holds the connection. When the file changes, opens the new file and uses it if it is intact. */
function createHolder(path: string, options: SqliteStoreOptions, first: Opened, report: FileEvent) {
  let opened = first;
  let change: FileChange | null = null;
  let recovering: Promise<void> | null = null;
  let retry_ms = 0;
  let refused = "";
  const refuse = (reason: string): void => {
    if (reason !== refused) report("database_refused", { reason });
    refused = reason;
  };
  const recover = async (found: FileChange): Promise<void> => {
    const reopened = await reopenSqlite({ path, options, ...opened }, found);
    if (reopened === "later") return;
    if ("refused" in reopened) return refuse(reopened.refused);
    const { store, dataset, set_aside } = reopened;
    const old = opened;
    opened = { store, watch: openFileWatch(path), served: dataset, served_ms: performance.now() };
    [change, refused] = [null, ""];
    report("database_reopened", { dataset_version: dataset.version, set_aside });
    await old.store.close();
    old.watch.close();
  };
  return {
    opened: () => opened,
    recovered: () => recovering ?? Promise.resolve(),
    refuseIfChanged(): void {
      const found = change ?? opened.watch.changed();
      if (found === null) return;
      if (change === null) report("database_file_changed", { change: found });
      change = found;
      if (!recovering && performance.now() >= retry_ms) {
        retry_ms = performance.now() + RETRY_MS;
        recovering = recover(found)
          .catch((error) => refuse(String(error)))
          .finally(() => {
            recovering = null;
          });
      }
      throw changedError(found);
    },
  };
}

/**
 * A SQLite store for a server. It notices when another program deletes, replaces or overwrites the file. It checks the
 * file before and after each statement and transaction, so that it never confirms a write to a lost file. `ready`
 * creates the tables.
 */
export async function openWatchedSqlite(
  path: string,
  options: SqliteStoreOptions,
  report: FileEvent,
  ready: (store: Store) => Promise<void>,
): Promise<Store> {
  const store = await openSqlite(path, options);
  try {
    await ready(store);
    // After a crash the wal-index does not contain the progress of the last checkpoint, so we run one. It fails on a
    // full disk; the server can start without it.
    await store.query("PRAGMA wal_checkpoint(PASSIVE)").catch(() => {});
  } catch (error) {
    await store.close();
    throw error;
  }
  const served = await readDataset(store);
  const holder = createHolder(path, options, { store, watch: openFileWatch(path), served, served_ms: 0 }, report);
  const guarded = async <T>(work: (opened: Store) => Promise<T>): Promise<T> => {
    holder.refuseIfChanged();
    const opened = holder.opened();
    const result = await work(opened.store);
    if (performance.now() - opened.served_ms > RETRY_MS) {
      opened.served_ms = performance.now();
      const dataset = await readDataset(opened.store);
      holder.refuseIfChanged();
      opened.served = dataset;
    }
    holder.refuseIfChanged();
    return result;
  };
  const listening: (() => void)[] = [];
  return {
    dialect: "sqlite",
    query: <T>(sql: string, values?: readonly Value[]) => guarded((opened) => opened.query<T>(sql, values)),
    transaction: (work) => guarded((opened) => opened.transaction(work)),
    view: (work) => guarded((opened) => opened.view(work)),
    async listen(_channel, heard) {
      try {
        listening.push(watchLog(path, heard));
      } catch (error) {
        // The system limits how many folders can be watched. Without the hint, the next poll finds the change.
        report("database_not_watched", { error: String(error) });
      }
    },
    async close() {
      for (const stop of listening.splice(0)) stop();
      await holder.recovered();
      await holder.opened().store.close();
      holder.opened().watch.close();
    },
  };
}
