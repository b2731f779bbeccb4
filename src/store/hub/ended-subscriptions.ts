import type { Queryable } from "../store.ts";

/** What a status URL shows after its handshake or subscription ended. Has no callbacks. Rows are deleted after a week. */
export const ENDED_TABLE: readonly string[] = [
  `CREATE TABLE ended_subscription (
      token TEXT PRIMARY KEY,
      topic TEXT NOT NULL,
      state TEXT NOT NULL,
      detail TEXT,
      ended_at TEXT NOT NULL
    )`,
  "CREATE INDEX ended_subscription_age ON ended_subscription (ended_at)",
];

/** Why a request or a subscription ended. */
export type EndState = "superseded" | "failed" | "unsubscribed" | "renewed" | "removed" | "gone" | "expired";
export type Ended = { token: string; topic: string; state: EndState; detail: string | null; ended_at: string };

export async function addEnded(tx: Queryable, ended: Ended): Promise<void> {
  await tx.query(
    `INSERT INTO ended_subscription (token, topic, state, detail, ended_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (token) DO NOTHING`,
    [ended.token, ended.topic, ended.state, ended.detail, ended.ended_at],
  );
}

export async function readEnded(db: Queryable, token: string): Promise<Ended | null> {
  const [row] = await db.query<Ended>(
    "SELECT token, topic, state, detail, ended_at FROM ended_subscription WHERE token = $1",
    [token],
  );
  return row ?? null;
}

export const countEnded = (db: Queryable): Promise<{ state: EndState; count: number }[]> =>
  db.query("SELECT state, CAST(count(*) AS INTEGER) AS count FROM ended_subscription GROUP BY state ORDER BY state");

export async function sweepEnded(db: Queryable, before: string): Promise<void> {
  await db.query("DELETE FROM ended_subscription WHERE ended_at < $1", [before]);
}
