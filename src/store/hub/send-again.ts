import type { Queryable } from "../store.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const MOST_A_DAY = 10;

type Asked = { id: string; asked: string | null; claimed: number };

export type AgainAnswer = { state: "accepted" } | { state: "early"; wait_seconds: number } | { state: "inactive" };

/** The wait of a subscription that asked at these times. */
function waitOf(times: readonly number[], now_ms: number): number {
  const last = times.at(-1);
  const minute_ms = last === undefined ? 0 : last + MINUTE_MS - now_ms;
  const tenth = times.at(-MOST_A_DAY);
  const day_ms = tenth === undefined ? 0 : tenth + DAY_MS - now_ms;
  return Math.max(minute_ms, day_ms, 0);
}

/**
 * Makes the present version due again, as a delivery like any other. If one is in flight, it is due after that one ended
 * (recordDelivered). Twice at once: the second one finds the time of the first.
 */
export async function sendAgain(tx: Queryable, token: string, now_ms: number): Promise<AgainAnswer> {
  const now = new Date(now_ms).toISOString();
  const [found] = await tx.query<Asked>(
    `UPDATE subscription SET asked = asked WHERE token = $1 AND expires_at > $2
     RETURNING id, asked, CASE WHEN claimed_until > $2 THEN 1 ELSE 0 END AS claimed`,
    [token, now],
  );
  if (!found) return { state: "inactive" };
  const times: number[] = found.asked === null ? [] : JSON.parse(found.asked);
  const recent = times.filter((ms) => ms > now_ms - DAY_MS);
  const wait_ms = waitOf(recent, now_ms);
  if (wait_ms > 0) return { state: "early", wait_seconds: Math.ceil(wait_ms / 1000) };
  const asked = JSON.stringify([...recent, now_ms]);
  if (found.claimed === 1) {
    await tx.query("UPDATE subscription SET asked = $2, again = 2 WHERE id = $1", [found.id, asked]);
    return { state: "accepted" };
  }
  const seq = "(SELECT seq FROM topic WHERE path = subscription.topic)";
  await tx.query(
    `UPDATE subscription SET asked = $2, again = 1, retry_at = $3, newer_at = $3,
       delivered_seq = CASE WHEN delivered_seq >= ${seq} THEN ${seq} - 1 ELSE delivered_seq END WHERE id = $1`,
    [found.id, asked, now],
  );
  return { state: "accepted" };
}
