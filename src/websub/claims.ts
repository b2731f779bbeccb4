import type { Document } from "../snapshot/snapshot.ts";
import { claimHandshakes, findDueHandshakes, type Handshake, postponeHandshake } from "../store/handshakes.ts";
import type { Queryable, Store } from "../store/store.ts";
import { claimDue, findDue, type Subscription } from "../store/subscriptions.ts";
import { admitGets } from "./callback-limits.ts";
import { deadlineMs } from "./retry.ts";
import type { Slots } from "./slots.ts";

export type ClaimDeps = {
  store: Store;
  slots: Slots;
  owner: string;
  timeout_seconds: number;
  /** False: handshake GETs are not counted against host and domain. */
  limited: boolean;
};

/** Due and not yet claimed: subscriptions of one topic, and the document they would get. */
type DueDeliveries = { seq: number; document: Document; ids: string[] };
export type Delivery = { to: Subscription; seq: number; document: Document };

/** A claim outlives its request, so that only the claims of a dead process expire. */
const CLAIM_MARGIN_MS = 5_000;
/** How many times more rows are read than fit, because many of them may be of one host. */
const LOOK_AHEAD = 4;

const time = (ms: number): string => new Date(ms).toISOString();

/** A topic is delivered only while this snapshot has its hash, so an older version never follows a newer one. */
export async function findDeliveries(
  { store, slots }: ClaimDeps,
  documents: ReadonlyMap<string, Document>,
  now_ms: number,
): Promise<DueDeliveries[]> {
  const limit = slots.free();
  if (limit <= 0 || documents.size === 0) return [];
  const topics = new Map(Array.from(documents, ([path, { hash }]) => [path, hash]));
  const now = time(now_ms);
  const due = await findDue(store, { topics, now, busy_hosts: slots.busyHosts(), limit: limit * LOOK_AHEAD });
  const found = new Map<string, DueDeliveries>();
  for (const { topic, seq, id } of slots.choose(due, limit)) {
    const document = documents.get(topic);
    if (!document) continue;
    const of_topic = found.get(topic) ?? { seq, document, ids: [] };
    of_topic.ids.push(id);
    found.set(topic, of_topic);
  }
  return [...found.values()];
}

export async function claimDeliveries(
  tx: Queryable,
  { store, owner, timeout_seconds }: ClaimDeps,
  found: readonly DueDeliveries[],
  now_ms: number,
): Promise<Delivery[]> {
  const claimed: Delivery[] = [];
  for (const { seq, document, ids } of found) {
    const deadline_ms = deadlineMs(timeout_seconds, document.bodies.identity.length);
    const until = time(now_ms + deadline_ms + CLAIM_MARGIN_MS);
    const rows = await claimDue(tx, store.dialect, { ids, seq, owner, now: time(now_ms), until });
    claimed.push(...rows.map((to) => ({ to, seq, document })));
  }
  return claimed;
}

export async function claimDueHandshakes(deps: ClaimDeps, now_ms: number): Promise<Handshake[]> {
  const { store, slots, owner } = deps;
  const limit = slots.freeHandshakes();
  if (limit <= 0) return [];
  const now = time(now_ms);
  const due = await findDueHandshakes(store, { now, busy_hosts: slots.busyHosts(), limit: limit * LOOK_AHEAD });
  const chosen = slots.choose(due, limit);
  if (chosen.length === 0) return [];
  return store.transaction(async (tx) => {
    const { allowed, later } = deps.limited ? await admitGets(tx, chosen, now_ms) : { allowed: chosen, later: [] };
    for (const { item, at } of later) await postponeHandshake(tx, item.token, at);
    if (allowed.length === 0) return [];
    const until = time(now_ms + deadlineMs(deps.timeout_seconds, 0) + CLAIM_MARGIN_MS);
    return claimHandshakes(tx, store.dialect, { tokens: allowed.map(({ token }) => token), owner, now, until });
  });
}
