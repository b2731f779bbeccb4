import { bodyLength } from "../snapshot/body.ts";
import type { Document } from "../snapshot/snapshot.ts";
import { claimHandshakes, findDueHandshakes, type Handshake, postponeHandshake } from "../store/hub/handshakes.ts";
import { type Claimed, claimDue, findDue } from "../store/hub/subscriptions.ts";
import type { Queryable, Store } from "../store/store.ts";
import { admitGets } from "./admit-request.ts";
import { deadlineMs } from "./delivery-retry.ts";
import type { Slots } from "./slots.ts";

export type ClaimDeps = {
  store: Store;
  slots: Slots;
  owner: string;
  timeout_seconds: number;
  /** If false, handshake GETs are not counted against host and domain. */
  limited: boolean;
};

/** Due subscriptions of one topic that are not claimed yet, and the document they would get. */
export type DueDeliveries = { seq: number; document: Document; ids: string[] };
/** `more`: there may be more due subscriptions, but there was no room for them. */
type Found = { due: DueDeliveries[]; more: boolean };
export type Delivery = {
  to: Claimed;
  seq: number;
  document: Document;
  /**
   * How long after its start the result may stay undecided. The claim must still be valid when the result is recorded.
   */
  undecided_ms: number;
};

/** A claim lasts longer than its request, so only claims of dead processes expire. */
const CLAIM_MARGIN_MS = 5_000;
const UNDECIDED_MARGIN_MS = 2_000;
/** Reads more rows than fit, because many may be of one host: `times` as many, but at most `more` additional rows. */
const LOOK_AHEAD = { times: 4, more: 512 } as const;
const rowsFor = (limit: number): number => Math.min(limit * LOOK_AHEAD.times, limit + LOOK_AHEAD.more);

const time = (ms: number): string => new Date(ms).toISOString();

/** Hosts that are often slow come last and have few slots, so they do not delay the others. */
async function chooseDue({ store, slots }: ClaimDeps, topics: ReadonlyMap<string, string>, now: string, limit: number) {
  const { hosts, domains } = slots.busy("delivery");
  const slow = slots.slowHosts();
  const quick = await findDue(store, {
    topics,
    now,
    busy: { hosts: [...hosts, ...slow], domains },
    limit: rowsFor(limit),
  });
  const chosen = slots.choose("delivery", quick, limit);
  const more = chosen.length < quick.length || hosts.length + domains.length > 0;
  const room = Math.min(slots.free() - chosen.length, slots.freeSlow());
  const only_hosts = slow.filter((host) => !hosts.includes(host));
  if (room <= 0 || only_hosts.length === 0) return { chosen, more };
  const busy = { hosts: [], domains };
  const behind = await findDue(store, { topics, now, busy, only_hosts, limit: rowsFor(room) });
  // Both are chosen together, so that both obey the limit of a domain. The fast ones come first and stay.
  return { chosen: slots.choose("delivery", [...chosen, ...behind], chosen.length + room), more };
}

/** A topic is delivered only while this snapshot has its hash, so an older version is never sent after a newer one. */
export async function findDeliveries(
  deps: ClaimDeps,
  documents: ReadonlyMap<string, Document>,
  now_ms: number,
): Promise<Found> {
  const limit = deps.slots.claimable();
  if (documents.size === 0) return { due: [], more: false };
  if (limit <= 0) return { due: [], more: true };
  const topics = new Map(Array.from(documents, ([path, { hash }]) => [path, hash]));
  const { chosen, more } = await chooseDue(deps, topics, time(now_ms), limit);
  const by_topic = Map.groupBy(chosen, ({ topic }) => topic);
  const due = [...documents].flatMap(([path, document]) => {
    const of_topic = by_topic.get(path) ?? [];
    const seq = of_topic[0]?.seq;
    return seq === undefined ? [] : [{ seq, document, ids: of_topic.map(({ id }) => id) }];
  });
  return { due, more };
}

/** Without subscriptions that this process must still record or release: their claims may have expired meanwhile. */
export const leaveOut = (due: readonly DueDeliveries[], left_out: ReadonlySet<string>): DueDeliveries[] =>
  due
    .map((of_topic) => ({ ...of_topic, ids: of_topic.ids.filter((id) => !left_out.has(id)) }))
    .filter(({ ids }) => ids.length > 0);

export async function claimDeliveries(
  tx: Queryable,
  { store, owner, timeout_seconds }: ClaimDeps,
  due: readonly DueDeliveries[],
  now_ms: number,
): Promise<Delivery[]> {
  const claim = async ({ seq, document, ids }: DueDeliveries): Promise<Delivery[]> => {
    const deadline_ms = deadlineMs(timeout_seconds, bodyLength(document.bodies.identity));
    const until = time(now_ms + deadline_ms + CLAIM_MARGIN_MS);
    const rows = await claimDue(tx, store.dialect, { ids, seq, owner, now: time(now_ms), until });
    return rows.map((to) => ({ to, seq, document, undecided_ms: deadline_ms + UNDECIDED_MARGIN_MS }));
  };
  return (await Promise.all(due.map(claim))).flat();
}

export async function claimDueHandshakes(deps: ClaimDeps, now_ms: number): Promise<Handshake[]> {
  const { store, slots, owner } = deps;
  const limit = slots.freeHandshakes();
  if (limit <= 0) return [];
  const now = time(now_ms);
  const due = await findDueHandshakes(store, { now, busy: slots.busy("handshake"), limit: rowsFor(limit) });
  const chosen = slots.choose("handshake", due, limit);
  if (chosen.length === 0) return [];
  return store.transaction(async (tx) => {
    const { allowed, later } = deps.limited ? await admitGets(tx, chosen, now_ms) : { allowed: chosen, later: [] };
    for (const { item, at } of later) await postponeHandshake(tx, item.token, at);
    if (allowed.length === 0) return [];
    const until = time(now_ms + deadlineMs(deps.timeout_seconds, 0) + CLAIM_MARGIN_MS);
    return claimHandshakes(tx, store.dialect, { tokens: allowed.map(({ token }) => token), owner, now, until });
  });
}
