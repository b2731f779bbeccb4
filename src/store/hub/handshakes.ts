import { onlyRow, placeholders, type Queryable, type Store } from "../store.ts";
import { type Busy, notBusy } from "./busy.ts";
import { addEnded } from "./ended-subscriptions.ts";

/** One GET to send to a callback: to confirm a subscribe or an unsubscribe, or to report a removal. */
export type Handshake = {
  topic: string;
  callback: string;
  token: string;
  host: string;
  domain: string;
  mode: "subscribe" | "unsubscribe" | "denied";
  /** The topic as the subscriber spelled it, which the GET repeats (WebSub §5.3). */
  asked_topic: string;
  secret: string | null;
  lease_seconds: number;
  reason: string | null;
  /** A keyed hash of the client that sent the request. Null for a denial. */
  client: string | null;
  requested_at: string;
  attempts: number;
  attempted_at: string | null;
  last_error: string | null;
  due_at: string;
};

export type NewHandshake = Omit<Handshake, "attempts" | "attempted_at" | "last_error" | "due_at">;

const COLUMNS = `topic, callback, token, host, domain, mode, asked_topic, secret, lease_seconds, reason, client, requested_at,
  attempts, attempted_at, last_error, due_at`;

const INSERT = `INSERT INTO handshake (topic, callback, token, host, domain, mode, asked_topic, secret, lease_seconds,
    reason, client, requested_at, attempts, due_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 0, $12)`;

const values = (handshake: NewHandshake) => [
  handshake.topic,
  handshake.callback,
  handshake.token,
  handshake.host,
  handshake.domain,
  handshake.mode,
  handshake.asked_topic,
  handshake.secret,
  handshake.lease_seconds,
  handshake.reason,
  handshake.client,
  handshake.requested_at,
];

const REPLACE = `${INSERT} ON CONFLICT (topic, callback) DO UPDATE SET token = excluded.token, mode = excluded.mode,
    asked_topic = excluded.asked_topic, secret = excluded.secret, lease_seconds = excluded.lease_seconds,
    reason = excluded.reason, client = excluded.client, requested_at = excluded.requested_at, attempts = 0, attempted_at = NULL,
    last_error = NULL, due_at = excluded.due_at, claimed_by = NULL, claimed_until = NULL`;

/** The newest request for a pair wins: the answer to an older request no longer finds a row. */
export async function requestHandshake(tx: Queryable, asked: NewHandshake): Promise<void> {
  const [older] = await tx.query<{ token: string }>(
    "SELECT token FROM handshake WHERE topic = $1 AND callback = $2 AND mode <> 'denied'",
    [asked.topic, asked.callback],
  );
  if (older) {
    const { topic, requested_at } = asked;
    await addEnded(tx, { token: older.token, topic, state: "superseded", detail: null, ended_at: requested_at });
  }
  await tx.query(REPLACE, values(asked));
}

/** If the pair has a pending request, that one stays, because it is newer than the removal. */
export async function addDenial(tx: Queryable, denied: NewHandshake): Promise<void> {
  await tx.query(`${INSERT} ON CONFLICT (topic, callback) DO NOTHING`, values(denied));
}

const CLAIMABLE = "due_at <= $1 AND (claimed_until IS NULL OR claimed_until <= $1)";

type DueHandshake = { token: string; host: string; domain: string };

/** Active pairs come first, so that strangers who name a host cannot use up its share of GETs. */
export async function findDueHandshakes(
  db: Queryable,
  at: { now: string; busy: Busy; limit: number },
): Promise<DueHandshake[]> {
  const active = `(SELECT count(*) FROM subscription
    WHERE subscription.topic = handshake.topic AND subscription.callback = handshake.callback)`;
  const { sql, values } = notBusy(at.busy, 3);
  const due = await db.query<DueHandshake & { active: number }>(
    `SELECT token, host, domain, CAST(${active} AS INTEGER) AS active FROM handshake WHERE ${CLAIMABLE} ${sql}
     ORDER BY due_at LIMIT $2`,
    [at.now, at.limit, ...values],
  );
  return due.sort((a, b) => b.active - a.active);
}

export function claimHandshakes(
  tx: Queryable,
  dialect: Store["dialect"],
  claim: { tokens: readonly string[]; owner: string; now: string; until: string },
): Promise<Handshake[]> {
  return tx.query<Handshake>(
    `UPDATE handshake SET claimed_by = $2, claimed_until = $3 WHERE token IN (
       SELECT token FROM handshake WHERE token IN ${placeholders(1, claim.tokens.length, 4)} AND ${CLAIMABLE}
       ${dialect === "postgres" ? "FOR UPDATE SKIP LOCKED" : ""})
     RETURNING ${COLUMNS}`,
    [claim.now, claim.owner, claim.until, ...claim.tokens],
  );
}

/** Deletes a handshake that `owner` has claimed; null if a newer request replaced it. */
export async function endHandshake(tx: Queryable, token: string, owner: string): Promise<Handshake | null> {
  const [row] = await tx.query<Handshake>(
    `DELETE FROM handshake WHERE token = $1 AND claimed_by = $2 RETURNING ${COLUMNS}`,
    [token, owner],
  );
  return row ?? null;
}

/**
 * There was no answer, so the same request is sent again at `due_at`. `attempts` is 0 if it was the hub's own fault.
 */
export async function deferHandshake(
  tx: Queryable,
  wait: { token: string; owner: string; attempts: 0 | 1; attempted_at: string; error: string; due_at: string },
): Promise<void> {
  await tx.query(
    `UPDATE handshake SET attempts = attempts + $6, attempted_at = $3, last_error = $4, due_at = $5,
       claimed_by = NULL, claimed_until = NULL
     WHERE token = $1 AND claimed_by = $2`,
    [wait.token, wait.owner, wait.attempted_at, wait.error, wait.due_at, wait.attempts],
  );
}

/** The host or domain has used its share of GETs. Nothing was sent, so this is not an attempt. */
export async function postponeHandshake(tx: Queryable, token: string, due_at: string): Promise<void> {
  await tx.query("UPDATE handshake SET due_at = $2 WHERE token = $1", [token, due_at]);
}

export async function readHandshake(db: Queryable, token: string): Promise<Handshake | null> {
  const [row] = await db.query<Handshake>(`SELECT ${COLUMNS} FROM handshake WHERE token = $1`, [token]);
  return row ?? null;
}

export async function countHandshakes(db: Queryable): Promise<number> {
  const { count } = onlyRow(
    await db.query<{ count: number }>(
      "SELECT CAST(count(*) AS INTEGER) AS count FROM handshake WHERE mode <> 'denied'",
    ),
  );
  return count;
}

/** `owner` null releases every claim. A server does that when it starts on its SQLite file. */
export async function releaseHandshakes(db: Queryable, owner: string | null): Promise<void> {
  const which = owner === null ? "claimed_by IS NOT NULL" : "claimed_by = $1";
  await db.query(
    `UPDATE handshake SET claimed_by = NULL, claimed_until = NULL WHERE ${which}`,
    owner === null ? [] : [owner],
  );
}

export async function isRequested(db: Queryable, topic: string, callback: string): Promise<boolean> {
  const rows = await db.query(
    "SELECT 1 AS one FROM handshake WHERE topic = $1 AND callback = $2 AND mode = 'subscribe'",
    [topic, callback],
  );
  return rows.length > 0;
}
