import { readEnded } from "../store/hub/ended-subscriptions.ts";
import { readHandshake } from "../store/hub/handshakes.ts";
import { readSubscription } from "../store/hub/subscriptions.ts";
import type { Queryable } from "../store/store.ts";

/** The text of a status URL, one `name: value` per line. It never shows the callback, because that is a secret. */
export async function renderStatus(
  db: Queryable,
  base_url: string,
  token: string,
  now: string,
): Promise<string | null> {
  const lines = (fields: Record<string, string | number | null>) =>
    Object.entries(fields)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => `${name}: ${value}\n`)
      .join("");
  const ended = await readEnded(db, token);
  if (ended) {
    const { state, detail, ended_at } = ended;
    return lines({ state, topic: base_url + ended.topic, ended_at, detail });
  }
  const handshake = await readHandshake(db, token);
  if (handshake) {
    return lines({
      state: "pending",
      mode: handshake.mode,
      topic: base_url + handshake.topic,
      lease_seconds: handshake.lease_seconds,
      requested_at: handshake.requested_at,
      last_attempt_at: handshake.attempted_at,
      last_error: handshake.last_error,
      next_attempt_at: handshake.attempts > 0 ? handshake.due_at : null,
    });
  }
  const active = await readSubscription(db, token);
  if (!active) return null;
  return lines({
    state: active.expires_at > now ? "active" : "expired",
    topic: base_url + active.topic,
    lease_seconds: active.lease_seconds,
    verified_at: active.verified_at,
    expires_at: active.expires_at,
    signed: active.secret === null ? "no" : "yes",
    last_attempt_at: active.attempted_at,
    failures_in_a_row: active.failures,
    last_error: active.last_error,
  });
}
