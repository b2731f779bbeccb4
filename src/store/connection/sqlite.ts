import { statSync } from "node:fs";
import { errorLine } from "../../log.ts";
import type { Queryable, Store, Value } from "../store.ts";
import { savedPath } from "./saved-path.ts";
import { openConnection, type SqliteOptions } from "./sqlite-connection.ts";
import type { SqliteReply, SqliteRequest } from "./sqlite-worker.ts";

type Execute = (sql: string, values?: readonly Value[]) => Promise<unknown[]>;
type Connection = { execute: Execute; close(): Promise<void> };
type ThreadDied = (error: Error) => void;

/** If the thread ends unasked, `died` is called once and every query fails after that. */
async function openThread(path: string, options: SqliteOptions, died: ThreadDied): Promise<Connection> {
  const worker = new Worker(new URL("./sqlite-worker.ts", import.meta.url).href);
  worker.unref();
  const waiting: { resolve(rows: unknown[]): void; reject(error: Error): void }[] = [];
  let ended: Error | null = null;
  const fail = (reason: string) => {
    if (ended) return;
    ended = new Error(`the database thread died (${reason}): restart the server`);
    died(ended);
    for (const { reject } of waiting.splice(0)) reject(ended);
  };
  worker.onmessage = (event: MessageEvent<SqliteReply>) => {
    const next = waiting.shift();
    if ("rows" in event.data) next?.resolve(event.data.rows);
    else next?.reject(Object.assign(new Error(event.data.error), { code: event.data.code }));
  };
  worker.onerror = (event) => fail(errorLine(event.message));
  // Bun sends "close" whenever a thread ends: after an error event, or alone when the thread exits or is terminated.
  worker.addEventListener("close", () => fail("it stopped without an error"));
  const send = (request: SqliteRequest) =>
    new Promise<unknown[]>((resolve, reject) => {
      if (ended) return reject(ended);
      worker.postMessage(request);
      waiting.push({ resolve, reject });
    });
  await send({ kind: "open", path, options });
  return {
    execute: (sql, values = []) => send({ kind: "execute", sql, values }),
    async close() {
      if (ended) return;
      await send({ kind: "close" });
      ended = new Error("the database is closed");
      worker.terminate();
    },
  };
}

function openHere(path: string, options: SqliteOptions): Connection {
  const connection = openConnection(path, options);
  return {
    execute: async (sql, values = []) => connection.execute(sql, values),
    close: async () => connection.close(),
  };
}

const WRITE = "BEGIN IMMEDIATE";

function fileId(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat ? `${stat.dev}:${stat.ino}` : null;
}

const movedError = (path: string): Error =>
  Object.assign(new Error(`${path} is another file than before`), { code: "CANDOR_FILE_MOVED" });

export type SqliteStoreOptions = SqliteOptions & { thread: boolean; threadDied?: ThreadDied | undefined };

/**
 * One connection needs one queue: a statement that arrives during a transaction waits until it ends. Without the queue
 * the statement would join that transaction and be lost if it rolls back.
 */
export async function openSqlite(
  path: string,
  { threadDied = () => {}, thread, ...options }: SqliteStoreOptions,
): Promise<Store> {
  const opened = fileId(path);
  const { execute, close } = thread ? await openThread(path, options, threadDied) : openHere(path, options);
  let tail: Promise<unknown> = Promise.resolve();
  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    const run = tail.then(work);
    tail = run.catch(() => {}); // the caller of `run` sees the failure; the queue continues
    return run;
  };
  // The caller wrote the statement, so it also names the row type.
  const queryable: Queryable = {
    query: <T>(sql: string, values?: readonly Value[]) => execute(sql, values) as Promise<T[]>,
    saved_path: savedPath(path, undefined),
  };
  const runTransaction = <T>(begin: string, work: (tx: Queryable) => Promise<T>) =>
    enqueue(async () => {
      await execute(begin);
      try {
        // A restore exchanges the file while it holds this lock. The change would go to the old one.
        if (begin === WRITE && opened !== null && fileId(path) !== opened) throw movedError(path);
        const result = await work(queryable);
        await execute("COMMIT");
        return result;
      } catch (error) {
        // SQLite may already have rolled back (disk full). The error of a second ROLLBACK would hide the cause.
        await execute("ROLLBACK").catch(() => {});
        throw error;
      }
    });

  return {
    dialect: "sqlite",
    query: <T>(sql: string, values?: readonly Value[]) => enqueue(() => queryable.query<T>(sql, values)),
    transaction: (work) => runTransaction(WRITE, work),
    view: (work) => runTransaction("BEGIN", work),
    listen: async () => {},
    close: () => enqueue(close),
  };
}
