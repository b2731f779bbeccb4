import { u8At } from "../model/basics/typed-array.ts";
import { saveTries, type Try } from "../store/hub/delivery-tries.ts";
import { addEnded } from "../store/hub/ended-subscriptions.ts";
import { addDenial, deferHandshake, endHandshake, type Handshake } from "../store/hub/handshakes.ts";
import { recordPause } from "../store/hub/paused-subscriptions.ts";
import {
  activate,
  type Claimed,
  recordDelivered,
  recordFailure,
  removeClaimed,
  unsubscribe,
} from "../store/hub/subscriptions.ts";
import type { Queryable } from "../store/store.ts";
import { recordHandshakeOutcomes } from "./admit-request.ts";
import type { Outcome } from "./deliver.ts";
import {
  denialWait,
  pauseWait,
  REMOVE_AFTER_FAILURES,
  retryWait,
  verificationWait,
  type Wait,
} from "./delivery-retry.ts";
import type { Verification } from "./send-handshake.ts";

export type DeliveryResult = { kind: "delivery"; to: Claimed; seq: number; outcome: Outcome; made?: Try | null };
type HandshakeResult = {
  kind: "handshake";
  handshake: Handshake;
  verification: Verification;
  sent_ms: number;
  /** The hub's network is down, so this was not an attempt. */
  own_fault: boolean;
};
/** A request to a callback that ended. */
export type AttemptResult = DeliveryResult | HandshakeResult;

export type RecordRules = {
  owner: string;
  retry_seconds: readonly number[];
  limited: boolean;
  random: (bytes: number) => Uint8Array;
};
/** `last_try`: the row with the tries of this transaction. */
type RecordDeps = RecordRules & { now_ms: number; last_try: number | null };

const CAUSES = {
  key: "the hub's SECRET_KEY cannot open the secret",
  network: "the hub's network is down",
} as const;

const time = (ms: number): string => new Date(ms).toISOString();
const newToken = (deps: RecordDeps) => Buffer.from(deps.random(24)).toString("base64url");
const fraction = (deps: RecordDeps) => u8At(deps.random(1), 0) / 256;

async function removeAndDeny(tx: Queryable, deps: RecordDeps, { to }: DeliveryResult, reason: string) {
  const at = time(deps.now_ms);
  const detail = `${REMOVE_AFTER_FAILURES} deliveries in a row failed; the last: ${reason}`;
  const removed = await removeClaimed(tx, { id: to.id, owner: deps.owner, state: "removed", detail, at });
  if (!removed) return;
  // WebSub §5.2: the hub tells the subscriber once that it ended the subscription.
  await addDenial(tx, {
    topic: to.topic,
    callback: to.callback,
    token: newToken(deps),
    host: to.host,
    domain: to.domain,
    mode: "denied",
    asked_topic: to.asked_topic,
    secret: null,
    lease_seconds: to.lease_seconds,
    reason: detail,
    client: null,
    requested_at: at,
  });
}

async function recordDelivery(tx: Queryable, deps: RecordDeps, result: DeliveryResult): Promise<void> {
  const { to, seq, outcome } = result;
  const { owner, now_ms } = deps;
  const after = (wait: Wait) => ({ retry_at: time(now_ms + wait.same_ms), newer_at: time(now_ms + wait.newer_ms) });
  const last_try = result.made ? deps.last_try : null;
  const attempt = { id: to.id, owner, seq, at: time(now_ms), last_try };
  if (outcome.kind === "paused") {
    const { cause } = outcome;
    const error = `delivery is paused: ${CAUSES[cause]}`;
    return recordPause(tx, { ...attempt, cause, error, ...after(pauseWait(deps.retry_seconds)) });
  }
  if (outcome.kind === "gone") {
    const detail = "the callback answered 410";
    await removeClaimed(tx, { id: to.id, owner, state: "gone", detail, at: attempt.at });
  }
  if (outcome.kind !== "failed") return;
  const failures = to.failures + 1;
  if (failures >= REMOVE_AFTER_FAILURES) return removeAndDeny(tx, deps, result, outcome.reason);
  const wait = retryWait(deps.retry_seconds, failures, outcome.retry_after_ms, fraction(deps));
  await recordFailure(tx, { ...attempt, error: outcome.reason, ...after(wait) });
}

async function recordHandshake(tx: Queryable, deps: RecordDeps, result: HandshakeResult): Promise<void> {
  const { handshake, verification, sent_ms, own_fault } = result;
  const { token, topic, callback, mode } = handshake;
  const { owner, now_ms } = deps;
  const now = time(now_ms);

  const again = mode === "denied" ? verification.kind !== "confirmed" : verification.kind === "no_answer";
  if (again && verification.kind !== "confirmed") {
    const tried = handshake.attempts + 1;
    const wait_ms = mode === "denied" ? denialWait(deps.retry_seconds, tried) : verificationWait(tried);
    const [attempts, again_ms] = own_fault
      ? ([0, pauseWait(deps.retry_seconds).same_ms] as const)
      : ([1, wait_ms] as const);
    const wait = { token, owner, attempts, attempted_at: now, error: verification.reason };
    if (again_ms !== null) return deferHandshake(tx, { ...wait, due_at: time(now_ms + again_ms) });
  }
  const ended = await endHandshake(tx, token, owner);
  if (!ended || mode === "denied") return;
  if (verification.kind !== "confirmed") {
    return addEnded(tx, { token, topic, state: "failed", detail: verification.reason, ended_at: now });
  }
  if (mode === "subscribe") {
    // The lease starts when the GET is sent (WebSub §5.3).
    const expires_at = time(sent_ms + ended.lease_seconds * 1000);
    const id = Buffer.from(deps.random(12)).toString("base64url");
    return activate(tx, ended, { id, now, expires_at });
  }
  await unsubscribe(tx, { topic, callback, now });
  await addEnded(tx, { token, topic, state: "unsubscribed", detail: null, ended_at: now });
}

/**
 * Records everything that ended since the last call, except successful deliveries. Limits are locked first, as when a
 * request is accepted: transactions that lock in the same order cannot deadlock.
 */
export async function recordResults(tx: Queryable, deps: RecordDeps, results: readonly AttemptResult[]): Promise<void> {
  const handshakes = results.filter((result) => result.kind === "handshake");
  const asked = handshakes.filter(({ own_fault }) => !own_fault);
  if (deps.limited && asked.length > 0) {
    const outcomes = asked.map(({ handshake: { client, host }, verification }) => ({
      client,
      host,
      confirmed: verification.kind === "confirmed",
    }));
    await recordHandshakeOutcomes(tx, outcomes, deps.now_ms);
  }
  for (const result of handshakes) await recordHandshake(tx, deps, result);
  for (const result of results) {
    if (result.kind === "delivery" && result.outcome.kind !== "delivered") await recordDelivery(tx, deps, result);
  }
}

/** Stores the tries of deliveries. Returns their row. Those of subscriptions that end now are not needed. */
export function recordTries(tx: Queryable, results: readonly AttemptResult[]): Promise<number | null> {
  const tries = results.flatMap((result) => {
    if (result.kind !== "delivery" || !result.made || result.outcome.kind === "gone") return [];
    return [{ of: result.to, made: result.made }];
  });
  return saveTries(tx, tries);
}

export async function recordSuccesses(
  tx: Queryable,
  deps: RecordDeps,
  results: readonly AttemptResult[],
): Promise<void> {
  const deliveries = results.filter((result) => result.kind === "delivery");
  const delivered = deliveries.filter(({ outcome }) => outcome.kind === "delivered");
  for (const [seq, group] of Map.groupBy(delivered, (result) => result.seq)) {
    const at = time(deps.now_ms);
    const ids = group.map(({ to }) => to.id);
    await recordDelivered(tx, { ids, owner: deps.owner, seq, at, last_try: deps.last_try });
  }
}
