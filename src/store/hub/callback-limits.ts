import { onlyRow, placeholders, type Queryable } from "../store.ts";

/**
 * How much of its limits a callback host or domain has used, or how often a client's requests for a host failed.
 * `requests_until` and `gets_until` are token buckets in one timestamp each (generic cell rate algorithm): the time at
 * which the bucket is full again.
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

export const readCallbackLimits = (db: Queryable, names: readonly string[]): Promise<CallbackLimit[]> =>
  db.query(`SELECT ${COLUMNS} FROM callback_limit WHERE name IN ${placeholders(1, names.length)}`, names);

/** Locks the row until the transaction ends (PostgreSQL). Lock names in a fixed order to avoid deadlocks. */
export async function lockCallbackLimit(tx: Queryable, name: string): Promise<CallbackLimit> {
  const rows = await tx.query<CallbackLimit>(
    `INSERT INTO callback_limit (${COLUMNS}) VALUES ($1, $2, $2, 0, $2, $2)
     ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING ${COLUMNS}`,
    [name, NEVER],
  );
  return onlyRow(rows);
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

type Totals = { in_all: number; of_host: number; of_domain: number };

/** Counts subscriptions and the pending requests that may become subscriptions. */
export async function countSubscriptionsAndRequests(db: Queryable, host: string, domain: string): Promise<Totals> {
  const count = (which: string) =>
    `CAST((SELECT count(*) FROM subscription WHERE ${which})
       + (SELECT count(*) FROM handshake WHERE mode = 'subscribe' AND ${which}) AS INTEGER)`;
  const rows = await db.query<Totals>(
    `SELECT ${count("true")} AS in_all, ${count("host = $1")} AS of_host, ${count("domain = $2")} AS of_domain`,
    [host, domain],
  );
  return onlyRow(rows);
}
