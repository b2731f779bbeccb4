import type { SubscriptionStatus } from "../../model/wire/subscription-status.ts";
import { placeholders, type Queryable, type Store } from "../store.ts";
import { type Busy, notBusy } from "./busy.ts";
import { type Failure, tried } from "./delivery-tries.ts";
import { addEnded, type EndState } from "./ended-subscriptions.ts";
import type { Handshake } from "./handshakes.ts";
import type { Cause } from "./paused-subscriptions.ts";

/*
 * The states of a pair (topic, callback), and the function that makes each step:
 *
 *   (nothing) ──requestHandshake──▶ handshake waiting ──claimHandshakes──▶ GET in flight
 *   GET in flight ──no answer: deferHandshake──▶ waiting      (10 s, then 60 s; fails after the third)
 *   GET in flight ──wrong answer: endHandshake──▶ ended "failed"; an existing subscription of the pair does not change
 *   GET in flight ──challenge: endHandshake, activate──▶ active; of an unsubscribe: endHandshake, unsubscribe──▶ ended
 *
 *   active, delivered_seq = topic.seq ──announceTopics──▶ due ──claimDue──▶ POST in flight, of the seq at that moment
 *   POST in flight ──2xx: recordDelivered──▶ active, delivered_seq = the seq that was sent (due again if topic.seq moved)
 *   active ──sendAgain──▶ due; POST in flight ──sendAgain, then 2xx──▶ due
 *   POST in flight ──else: recordFailure──▶ due, not before retry_at (newer_at if there is a newer seq)
 *   POST in flight ──the hub's own fault: recordPause──▶ due, not before retry_at; endPauses──▶ due now
 *   POST in flight ──third failure in a row: removeClaimed──▶ ended "removed", and a denial to send; 410──▶ ended "gone"
 *   active, past expires_at ──removeExpired──▶ ended "expired"
 *
 * A claim is (owner, expiry). Every write after a request requires the owner's claim, so a process whose claim was taken
 * over changes nothing. The worst case is that a subscriber gets the same version twice.
 */
export type Subscription = {
  id: string;
  topic: string;
  callback: string;
  token: string;
  host: string;
  domain: string;
  asked_topic: string;
  secret: string | null;
  lease_seconds: number;
  verified_at: string;
  expires_at: string;
  delivered_seq: number;
  attempted_seq: number;
  attempted_at: string | null;
  failures: number;
  last_error: string | null;
  /** Why delivery is paused although the subscriber did nothing wrong. */
  paused: Cause | null;
  /** The row of the last try, and how many there were (delivery-tries.ts). */
  last_try: number | null;
  tries: number;
};

const COLUMNS = `id, topic, callback, token, host, domain, asked_topic, secret, lease_seconds, verified_at, expires_at,
  delivered_seq, attempted_seq, attempted_at, failures, last_error, paused, last_try, tries`;

const CLAIMED = [
  "id",
  "topic",
  "callback",
  "host",
  "domain",
  "asked_topic",
  "secret",
  "lease_seconds",
  "failures",
  "last_try",
  "tries",
] as const;

/** The columns that a delivery and its record need. */
export type Claimed = Pick<Subscription, (typeof CLAIMED)[number]>;

/** Stores a verified request: a new cursor at the topic's current seq, or new terms for the existing cursor. */
export async function activate(
  tx: Queryable,
  confirmed: Handshake,
  terms: { id: string; now: string; expires_at: string },
): Promise<void> {
  const { topic, callback, token } = confirmed;
  const [older] = await tx.query<{ token: string }>(
    "SELECT token FROM subscription WHERE topic = $1 AND callback = $2",
    [topic, callback],
  );
  if (older) await addEnded(tx, { token: older.token, topic, state: "renewed", detail: null, ended_at: terms.now });
  // A renewal keeps the cursor and the failures and ends a wait, because the subscriber has answered. An expired row
  // that is not swept yet starts over.
  await tx.query(
    `INSERT INTO subscription (id, topic, callback, token, host, domain, asked_topic, secret, lease_seconds, verified_at,
       expires_at, delivered_seq, attempted_seq, failures, retry_at, newer_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, COALESCE((SELECT seq FROM topic WHERE path = $2), 0),
       COALESCE((SELECT seq FROM topic WHERE path = $2), 0), 0, $10, $10)
     ON CONFLICT (topic, callback) DO UPDATE SET token = excluded.token, asked_topic = excluded.asked_topic,
       secret = excluded.secret, lease_seconds = excluded.lease_seconds, verified_at = excluded.verified_at,
       expires_at = excluded.expires_at, retry_at = excluded.retry_at, newer_at = excluded.newer_at,
       delivered_seq = CASE WHEN subscription.expires_at > excluded.verified_at THEN subscription.delivered_seq
                            ELSE excluded.delivered_seq END,
       failures = CASE WHEN subscription.expires_at > excluded.verified_at THEN subscription.failures ELSE 0 END`,
    [
      terms.id,
      topic,
      callback,
      token,
      confirmed.host,
      confirmed.domain,
      confirmed.asked_topic,
      confirmed.secret,
      confirmed.lease_seconds,
      terms.now,
      terms.expires_at,
    ],
  );
}

export async function unsubscribe(
  tx: Queryable,
  pair: { topic: string; callback: string; now: string },
): Promise<void> {
  const [gone] = await tx.query<{ token: string }>(
    "DELETE FROM subscription WHERE topic = $1 AND callback = $2 RETURNING token",
    [pair.topic, pair.callback],
  );
  if (!gone) return;
  const { topic, now } = pair;
  await addEnded(tx, { token: gone.token, topic, state: "unsubscribed", detail: null, ended_at: now });
}

/** True if it may be sent now. A failed attempt at an older seq delays a newer seq only until newer_at. */
const isDue = (seq: string, now: string) => `delivered_seq < ${seq} AND expires_at > ${now}
  AND CASE WHEN attempted_seq < ${seq} THEN newer_at ELSE retry_at END <= ${now}
  AND (claimed_until IS NULL OR claimed_until <= ${now})`;

type DueSubscription = { id: string; host: string; domain: string; topic: string; seq: number };

/**
 * Finds due subscriptions of the topics with the given hash, and of the given hosts if there is `only_hosts`. One
 * statement for all topics, because every round trip delays a turn of the worker while thousands of responses arrive. A
 * join would be easier to read, but makes SQLite choose another index: 300 ms instead of 0.2 ms with 100,000 rows
 * (measured).
 */
export function findDue(
  db: Queryable,
  due: {
    topics: ReadonlyMap<string, string>;
    now: string;
    busy: Busy;
    only_hosts?: readonly string[];
    limit: number;
  },
): Promise<DueSubscription[]> {
  const topics = [...due.topics];
  const { sql, values } = notBusy(due.busy, 3 + topics.length * 2);
  const only_hosts = due.only_hosts ?? [];
  const first_only = 3 + topics.length * 2 + values.length;
  const only = only_hosts.map((_, index) => `$${first_only + index}`).join(",");
  const parts = topics.map((_, index) => {
    const path = `$${3 + index * 2}`;
    const seq = `(SELECT seq FROM topic WHERE path = ${path} AND hash = $${4 + index * 2})`;
    return `SELECT * FROM (
      SELECT id, host, domain, topic, ${seq} AS seq FROM subscription
      WHERE topic = ${path} AND ${isDue(seq, "$1")} ${sql} ${only ? `AND host IN (${only})` : ""}
      ORDER BY delivered_seq, id LIMIT $2) AS due_${index}`;
  });
  return db.query(parts.join(" UNION ALL "), [due.now, due.limit, ...topics.flat(), ...values, ...only_hosts]);
}

export function claimDue(
  tx: Queryable,
  dialect: Store["dialect"],
  claim: { ids: readonly string[]; seq: number; owner: string; now: string; until: string },
): Promise<Claimed[]> {
  const due = `id IN ${placeholders(1, claim.ids.length, 5)} AND ${isDue("$1", "$2")}`;
  const unlocked = `id IN (SELECT id FROM subscription WHERE ${due} FOR UPDATE SKIP LOCKED)`;
  return tx.query<Claimed>(
    `UPDATE subscription SET claimed_by = $3, claimed_until = $4 WHERE ${dialect === "postgres" ? unlocked : due}
     RETURNING ${CLAIMED.join(", ")}`,
    [claim.seq, claim.now, claim.owner, claim.until, ...claim.ids],
  );
}

/**
 * Records many at once, because every commit on SQLite waits for the disk. Nothing waits after a success, so its times
 * are empty: the row is a tenth shorter, which pays for the tries (measured).
 */
export async function recordDelivered(
  tx: Queryable,
  delivered: { ids: readonly string[]; owner: string; seq: number; at: string; last_try?: number | null },
): Promise<void> {
  await tx.query(
    `UPDATE subscription SET delivered_seq = CASE WHEN again = 2 THEN CAST($2 AS INTEGER) - 1 ELSE $2 END,
       attempted_seq = $2, attempted_at = $3, failures = 0, last_error = NULL, paused = NULL, retry_at = '',
       newer_at = '', claimed_by = NULL, claimed_until = NULL, ${tried(4)},
       again = CASE WHEN again = 2 THEN 1 ELSE 0 END
     WHERE claimed_by = $1 AND id IN ${placeholders(1, delivered.ids.length, 5)}`,
    [delivered.owner, delivered.seq, delivered.at, delivered.last_try ?? null, ...delivered.ids],
  );
}

export async function recordFailure(
  tx: Queryable,
  { id, owner, seq, at, error, retry_at, newer_at, last_try = null }: Failure,
): Promise<void> {
  await tx.query(
    `UPDATE subscription SET failures = failures + 1, attempted_seq = $3, attempted_at = $4, last_error = $5,
       paused = NULL, retry_at = $6, newer_at = $7, claimed_by = NULL, claimed_until = NULL,
       ${tried(8)}, again = 0
     WHERE id = $1 AND claimed_by = $2`,
    [id, owner, seq, at, error, retry_at, newer_at, last_try],
  );
}

/** Returns false if the owner no longer has the claim. */
export async function removeClaimed(
  tx: Queryable,
  removal: { id: string; owner: string; state: EndState; detail: string; at: string },
): Promise<boolean> {
  const [row] = await tx.query<{ token: string; topic: string }>(
    "DELETE FROM subscription WHERE id = $1 AND claimed_by = $2 RETURNING token, topic",
    [removal.id, removal.owner],
  );
  if (!row) return false;
  await addEnded(tx, { ...row, state: removal.state, detail: removal.detail, ended_at: removal.at });
  return true;
}

/** Removes at most `limit` rows per call, so that no transaction takes long. Returns how many. */
export async function removeExpired(tx: Queryable, now: string, limit: number): Promise<number> {
  const rows = await tx.query<{ token: string; topic: string }>(
    `DELETE FROM subscription WHERE id IN (
       SELECT id FROM subscription WHERE expires_at <= $1 AND (claimed_until IS NULL OR claimed_until <= $1) LIMIT $2)
     RETURNING token, topic`,
    [now, limit],
  );
  for (const row of rows) await addEnded(tx, { ...row, state: "expired", detail: null, ended_at: now });
  return rows.length;
}

export async function readSubscription(db: Queryable, token: string): Promise<Subscription | null> {
  const [row] = await db.query<Subscription>(`SELECT ${COLUMNS} FROM subscription WHERE token = $1`, [token]);
  return row ?? null;
}

/** The version that a subscription still has to get. Null if it has the newest. */
export async function readOwed(db: Queryable, token: string): Promise<SubscriptionStatus["owed"]> {
  const [row] = await db.query<NonNullable<SubscriptionStatus["owed"]>>(
    `SELECT (SELECT min(changed_at) FROM topic_change WHERE topic_change.path = topic.path
         AND topic_change.seq > subscription.delivered_seq) AS since,
       NULLIF(CASE WHEN attempted_seq < topic.seq THEN newer_at ELSE retry_at END, '') AS next_attempt_at
     FROM subscription JOIN topic ON topic.path = subscription.topic AND subscription.delivered_seq < topic.seq
     WHERE token = $1`,
    [token],
  );
  return row ?? null;
}

export async function isSubscribed(
  db: Queryable,
  pair: { topic: string; callback: string; now: string },
): Promise<boolean> {
  const rows = await db.query(
    "SELECT 1 AS one FROM subscription WHERE topic = $1 AND callback = $2 AND expires_at > $3",
    [pair.topic, pair.callback, pair.now],
  );
  return rows.length > 0;
}

/** Releases claims whose deliveries were not sent. */
export async function releaseUnsent(tx: Queryable, owner: string, unsent: readonly string[]): Promise<void> {
  if (unsent.length === 0) return;
  await tx.query(
    `UPDATE subscription SET claimed_by = NULL, claimed_until = NULL
     WHERE claimed_by = $1 AND id IN ${placeholders(1, unsent.length, 2)}`,
    [owner, ...unsent],
  );
}

/** `owner` null releases every claim. A server does that when it starts on its SQLite file. */
export async function releaseDeliveries(db: Queryable, owner: string | null): Promise<void> {
  const which = owner === null ? "claimed_by IS NOT NULL" : "claimed_by = $1";
  await db.query(
    `UPDATE subscription SET claimed_by = NULL, claimed_until = NULL WHERE ${which}`,
    owner === null ? [] : [owner],
  );
}

export type TopicCounts = { topic: string; active: number; owed: number; failing: number; hosts: number };

export const countSubscriptions = (db: Queryable, now: string): Promise<TopicCounts[]> =>
  db.query(
    `SELECT path AS topic, CAST(count(id) AS INTEGER) AS active, CAST(count(DISTINCT host) AS INTEGER) AS hosts,
       CAST(count(CASE WHEN delivered_seq < seq THEN 1 END) AS INTEGER) AS owed,
       CAST(count(CASE WHEN failures > 0 THEN 1 END) AS INTEGER) AS failing
     FROM topic LEFT JOIN subscription ON topic = path AND expires_at > $1 GROUP BY path ORDER BY path`,
    [now],
  );
