import { openConnection, type SqliteOptions } from "./sqlite-connection.ts";
import type { Reply, Request } from "./sqlite-worker.ts";
import type { Queryable, Store, Value } from "./store.ts";

type Execute = (sql: string, values?: readonly Value[]) => Promise<unknown[]>;

async function openThread(path: string, options: SqliteOptions): Promise<{ execute: Execute; close(): Promise<void> }> {
  const worker = new Worker(new URL("./sqlite-worker.ts", import.meta.url).href);
  worker.unref();
  const waiting: { resolve(rows: unknown[]): void; reject(error: Error): void }[] = [];
  worker.onmessage = (event: MessageEvent<Reply>) => {
    const next = waiting.shift();
    if ("rows" in event.data) next?.resolve(event.data.rows);
    else next?.reject(Object.assign(new Error(event.data.error), { code: event.data.code }));
  };
  worker.onerror = (event) => {
    for (const { reject } of waiting.splice(0)) reject(new Error(`the database thread failed: ${event.message}`));
  };
  const send = (request: Request) =>
    new Promise<unknown[]>((resolve, reject) => {
      waiting.push({ resolve, reject });
      worker.postMessage(request);
    });
  await send({ kind: "open", path, options });
  return {
    execute: (sql, values = []) => send({ kind: "execute", sql, values }),
    async close() {
      await send({ kind: "close" });
      worker.terminate();
    },
  };
}

function openHere(path: string, options: SqliteOptions): { execute: Execute; close(): Promise<void> } {
  const connection = openConnection(path, options);
  return {
    execute: async (sql, values = []) => connection.execute(sql, values),
    close: async () => connection.close(),
  };
}

/**
 * One connection, so one queue: a statement that arrives while a transaction is open waits for its end. Without the
 * queue it would join that transaction and be lost with its rollback.
 */
export async function openSqlite(path: string, options: SqliteOptions & { thread: boolean }): Promise<Store> {
  const { execute, close } = options.thread ? await openThread(path, options) : openHere(path, options);
  let tail: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const run = tail.then(work);
    tail = run.catch(() => {}); // the caller of `run` sees the failure; the queue goes on
    return run;
  };
  // The caller names the row type; the columns of its own statement are what it promises.
  const queryable: Queryable = {
    query: <T>(sql: string, values?: readonly Value[]) => execute(sql, values) as Promise<T[]>,
  };
  const bracket = <T>(begin: string, work: (tx: Queryable) => Promise<T>) =>
    inTurn(async () => {
      await execute(begin);
      try {
        const result = await work(queryable);
        await execute("COMMIT");
        return result;
      } catch (error) {
        // SQLite may have rolled back by itself (disk full); a second ROLLBACK would hide the cause.
        await execute("ROLLBACK").catch(() => {});
        throw error;
      }
    });

  return {
    dialect: "sqlite",
    query: <T>(sql: string, values?: readonly Value[]) => inTurn(() => queryable.query<T>(sql, values)),
    transaction: (work) => bracket("BEGIN IMMEDIATE", work),
    view: (work) => bracket("BEGIN", work),
    listen: async () => {},
    close: () => inTurn(close),
  };
}
