import type { Queryable } from "./store.ts";

/**
 * What a callback host or domain has used up. `requests_until` and `gets_until` are how far ahead of now its share is
 * spent (a token bucket in one timestamp, the generic cell rate algorithm).
 */
export type CallbackLimit = {
  name: string;
  requests_until: string;
  gets_until: string;
  failures: number;
  failed_at: string;
  refused_until: string;
};

const COLUMNS = "name, requests_until, gets_until, failures, failed_at, refused_until";
const NEVER = "1970-01-01T00:00:00.000Z";

export const readCallbackLimits = (db: Queryable, names: readonly [string, string]): Promise<CallbackLimit[]> =>
  db.query(`SELECT ${COLUMNS} FROM callback_limit WHERE name IN ($1, $2)`, names);

/** Locks its row until the transaction ends (PostgreSQL); take names in one order, so that two cannot wait for each other. */
export async function lockCallbackLimit(tx: Queryable, name: string): Promise<CallbackLimit> {
  const [row] = await tx.query<CallbackLimit>(
    `INSERT INTO callback_limit (${COLUMNS}) VALUES ($1, $2, $2, 0, $2, $2)
     ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING ${COLUMNS}`,
    [name, NEVER],
  );
  if (!row) throw new Error("an upsert returned no row");
  return row;
}

export async function saveCallbackLimit(tx: Queryable, limit: CallbackLimit): Promise<void> {
  await tx.query(
    `UPDATE callback_limit SET requests_until = $2, gets_until = $3, failures = $4, failed_at = $5, refused_until = $6
     WHERE name = $1`,
    [limit.name, limit.requests_until, limit.gets_until, limit.failures, limit.failed_at, limit.refused_until],
  );
}

export async function sweepCallbackLimits(db: Queryable, now: string, failed_before: string): Promise<void> {
  await db.query(
    `DELETE FROM callback_limit
     WHERE requests_until < $1 AND gets_until < $1 AND refused_until < $1 AND failed_at < $2`,
    [now, failed_before],
  );
}

export type Taken = { in_all: number; of_host: number; of_domain: number };

/** Subscriptions and the requests that may become one. */
export async function countTaken(db: Queryable, host: string, domain: string): Promise<Taken> {
  const taken = (which: string) =>
    `CAST((SELECT count(*) FROM subscription WHERE ${which})
       + (SELECT count(*) FROM handshake WHERE mode = 'subscribe' AND ${which}) AS INTEGER)`;
  const [row] = await db.query<Taken>(
    `SELECT ${taken("true")} AS in_all, ${taken("host = $1")} AS of_host, ${taken("domain = $2")} AS of_domain`,
    [host, domain],
  );
  if (!row) throw new Error("a count returned no row");
  return row;
}
