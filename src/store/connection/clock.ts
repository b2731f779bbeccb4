import { onlyRow, type Queryable, type Store } from "../store.ts";

/**
 * The time, in ms, by which claims, leases and waits are set and compared. Several servers share a PostgreSQL, so there
 * it is the database's clock: a server whose own clock is wrong sends nothing twice or late. One server owns a SQLite
 * file, so there it is that server's clock.
 */
export type Clock = (db: Queryable) => Promise<number>;

/** Not now(): that is the start of the transaction, which may have waited for a lock since. */
const DATABASE_MS = "SELECT CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS DOUBLE PRECISION) AS ms";

export function createClock(dialect: Store["dialect"], now: () => Date): Clock {
  if (dialect === "sqlite") return async () => now().getTime();
  return async (db) => onlyRow(await db.query<{ ms: number }>(DATABASE_MS)).ms;
}
