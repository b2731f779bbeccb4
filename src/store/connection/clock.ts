import { onlyRow, type Queryable, type Store } from "../store.ts";

/**
 * The time in ms that claims, leases and waits use. Several servers can share a PostgreSQL database, so its clock
 * decides there: a server with a wrong clock of its own sends nothing twice or late. A SQLite file has one server, so
 * that server's clock decides.
 */
export type Clock = (db: Queryable) => Promise<number>;

/** Not now(), which is the start of the transaction: the transaction may have waited for a lock since then. */
const DATABASE_MS = "SELECT CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS DOUBLE PRECISION) AS ms";

export function createClock(dialect: Store["dialect"], now: () => Date): Clock {
  if (dialect === "sqlite") return async () => now().getTime();
  return async (db) => onlyRow(await db.query<{ ms: number }>(DATABASE_MS)).ms;
}
