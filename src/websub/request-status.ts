import { renderTime } from "../model/basics/time.ts";
import type { ShownTry, SubscriptionStatus } from "../model/wire/subscription-status.ts";
import { readTries } from "../store/hub/delivery-tries.ts";
import { readEnded } from "../store/hub/ended-subscriptions.ts";
import { readHandshake } from "../store/hub/handshakes.ts";
import { readOwed, readSubscription } from "../store/hub/subscriptions.ts";
import type { Queryable } from "../store/store.ts";

type Facts = Record<string, string | number | null>;

const onlyFacts = (facts: Facts): SubscriptionStatus => ({ facts: present(facts), owed: null, tries: [] });

const present = (facts: Facts): Record<string, string | number> =>
  Object.fromEntries(Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));

/** Null for an unknown token. */
export async function readStatus(
  db: Queryable,
  base_url: string,
  token: string,
  now: string,
): Promise<SubscriptionStatus | null> {
  const ended = await readEnded(db, token);
  if (ended) {
    const { state, detail, ended_at } = ended;
    return onlyFacts({ state, topic: base_url + ended.topic, ended_at, detail });
  }
  const handshake = await readHandshake(db, token);
  if (handshake) {
    return onlyFacts({
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
  const tries = (await readTries(db, active)).map(({ at_ms, ms, ...rest }) => ({
    at: renderTime(at_ms),
    milliseconds: ms,
    ...rest,
  }));
  const facts = present({
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
  return { facts, owed: await readOwed(db, token), tries };
}

const describeTry = ({ at, status, milliseconds, bytes, error }: ShownTry): string =>
  `${at} ${status === null ? "no status" : `status ${status}`}, ${milliseconds} ms, ${bytes} bytes${error === null ? "" : `, ${error}`}`;

/** One `name: value` per line. */
export function renderStatusText({ facts, owed, tries }: SubscriptionStatus): string {
  const lines = Object.entries(facts).map(([name, value]) => `${name}: ${value}`);
  if (owed) lines.push(`owed_since: ${owed.since ?? "unknown"}`, `next_attempt_at: ${owed.next_attempt_at ?? "now"}`);
  for (const made of tries) lines.push(`try: ${describeTry(made)}`);
  return lines.map((line) => `${line}\n`).join("");
}

/** The same as JSON. */
export const renderStatusJson = ({ facts, owed, tries }: SubscriptionStatus): string =>
  JSON.stringify({ ...facts, owed, tries });
