import { onlyRow, type Queryable } from "../store.ts";
import { countEnded } from "./ended-subscriptions.ts";
import { countHandshakes } from "./handshakes.ts";
import { type Cause, countPaused } from "./paused-subscriptions.ts";
import { countSubscriptions } from "./subscriptions.ts";

/** The hub's status in counts and times. It contains no callbacks, because they are capability URLs. */
export type HubHealth = {
  active: number;
  pending: number;
  /** Active subscriptions whose last delivery failed. */
  failing: number;
  ended_this_week: Record<string, number>;
  /** Subscriptions without the newest version. `since` is the time of the oldest change that one of them is missing. */
  behind: { subscriptions: number; since: string | null };
  /** Subscriptions whose delivery is paused because of a fault of the hub itself. */
  paused: Record<Cause, number>;
  last_failure: { at: string; of: "delivery" | "handshake"; reason: string } | null;
};

async function behindSince(db: Queryable, now: string): Promise<string | null> {
  const slowest = await db.query<{ topic: string; seq: number }>(
    `SELECT topic, CAST(min(delivered_seq) AS INTEGER) AS seq FROM subscription
     WHERE expires_at > $1 AND again = 0 GROUP BY topic`,
    [now],
  );
  const since: string[] = [];
  for (const { topic, seq } of slowest) {
    const [first] = await db.query<{ changed_at: string | null }>(
      "SELECT min(changed_at) AS changed_at FROM topic_change WHERE path = $1 AND seq > $2",
      [topic, seq],
    );
    if (first?.changed_at) since.push(first.changed_at);
  }
  return since.sort()[0] ?? null;
}

const readPaused = async (db: Queryable, now: string): Promise<Record<Cause, number>> => ({
  key: 0,
  network: 0,
  ...Object.fromEntries((await countPaused(db, now)).map(({ cause, count }) => [cause, count])),
});

/** How many deliveries are outstanding, in numbers for metrics. Fast even with 200,000 subscriptions. */
export type HubBacklog = { owed: number; oldest_owed_seconds: number; paused: Record<Cause, number> };

/** `now_ms` is the database's time (clock.ts). */
export async function readHubBacklog(db: Queryable, now_ms: number): Promise<HubBacklog> {
  const now = new Date(now_ms).toISOString();
  const { owed } = onlyRow(
    await db.query<{ owed: number }>(
      `SELECT CAST(count(*) AS INTEGER) AS owed FROM topic JOIN subscription ON topic = path AND delivered_seq < seq
       WHERE expires_at > $1`,
      [now],
    ),
  );
  const since = owed === 0 ? null : await behindSince(db, now);
  const oldest_owed_seconds = since === null ? 0 : Math.max(0, (now_ms - Date.parse(since)) / 1000);
  return { owed, oldest_owed_seconds, paused: await readPaused(db, now) };
}

type Failure = NonNullable<HubHealth["last_failure"]>;

/**
 * The newest failure: of an attempt that will be repeated, or of a request or subscription that ended because of it.
 */
async function readLastFailure(db: Queryable): Promise<Failure | null> {
  const [delivery] = await db.query<{ at: string; reason: string }>(
    `SELECT attempted_at AS at, last_error AS reason FROM subscription
     WHERE last_error IS NOT NULL AND attempted_at IS NOT NULL ORDER BY attempted_at DESC LIMIT 1`,
  );
  const [handshake] = await db.query<{ at: string; reason: string }>(
    `SELECT attempted_at AS at, last_error AS reason FROM handshake
     WHERE last_error IS NOT NULL AND attempted_at IS NOT NULL ORDER BY attempted_at DESC LIMIT 1`,
  );
  const [ended] = await db.query<{ at: string; state: string; reason: string | null }>(
    `SELECT ended_at AS at, state, detail AS reason FROM ended_subscription
     WHERE state IN ('failed', 'removed', 'gone') ORDER BY ended_at DESC LIMIT 1`,
  );
  const failures: Failure[] = [
    ...(delivery ? [{ ...delivery, of: "delivery" as const }] : []),
    ...(handshake ? [{ ...handshake, of: "handshake" as const }] : []),
    ...(ended ? [endedBy(ended)] : []),
  ];
  return failures.sort((a, b) => Date.parse(b.at) - Date.parse(a.at))[0] ?? null;
}

const endedBy = ({ at, state, reason }: { at: string; state: string; reason: string | null }): Failure => ({
  at,
  of: state === "failed" ? "handshake" : "delivery",
  reason: reason ?? state,
});

export async function readHubHealth(db: Queryable, now: string): Promise<HubHealth> {
  const topics = await countSubscriptions(db, now);
  const total = (count: (topic: (typeof topics)[number]) => number) =>
    topics.reduce((sum, topic) => sum + count(topic), 0);
  const behind = total(({ owed }) => owed);
  return {
    active: total(({ active }) => active),
    pending: await countHandshakes(db),
    failing: total(({ failing }) => failing),
    ended_this_week: Object.fromEntries((await countEnded(db)).map(({ state, count }) => [state, count])),
    paused: await readPaused(db, now),
    behind: { subscriptions: behind, since: behind === 0 ? null : await behindSince(db, now) },
    last_failure: await readLastFailure(db),
  };
}
