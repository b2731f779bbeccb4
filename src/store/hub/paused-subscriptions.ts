import type { Queryable } from "../store.ts";
import { type Failure, tried } from "./delivery-tries.ts";

/** A fault of the hub itself: its SECRET_KEY cannot open the secret, or its network is down. */
export type Cause = "key" | "network";

/** It was the hub's own fault, so the count of failures does not change. */
export async function recordPause(tx: Queryable, pause: Failure & { cause: Cause }): Promise<void> {
  await tx.query(
    `UPDATE subscription SET attempted_seq = $3, attempted_at = $4, paused = $5, last_error = $6, retry_at = $7,
       newer_at = $8, claimed_by = NULL, claimed_until = NULL, again = 0,
       ${tried(9)}
     WHERE id = $1 AND claimed_by = $2`,
    [
      pause.id,
      pause.owner,
      pause.seq,
      pause.at,
      pause.cause,
      pause.error,
      pause.retry_at,
      pause.newer_at,
      pause.last_try ?? null,
    ],
  );
}

/** Retries paused deliveries now, because the cause may be gone. Null means every cause. */
export async function endPauses(db: Queryable, cause: Cause | null, now: string): Promise<void> {
  await db.query(
    `UPDATE subscription SET retry_at = $1, newer_at = $1
     WHERE paused IS NOT NULL ${cause === null ? "" : "AND paused = $2"}`,
    cause === null ? [now] : [now, cause],
  );
}

export const countPaused = (db: Queryable, now: string): Promise<{ cause: Cause; count: number }[]> =>
  db.query(
    `SELECT paused AS cause, CAST(count(*) AS INTEGER) AS count FROM subscription
     WHERE paused IS NOT NULL AND expires_at > $1 GROUP BY paused ORDER BY paused`,
    [now],
  );
