import { describeError, type Log } from "../log.ts";
import { createWaker, type Waker } from "../model/basics/waker.ts";
import type { Document, Snapshot } from "../snapshot/snapshot.ts";
import type { Clock } from "../store/connection/clock.ts";
import type { Handshake } from "../store/hub/handshakes.ts";
import type { Store } from "../store/store.ts";
import type { Delivery } from "./claims.ts";
import { type DeliverDeps, tryDelivery } from "./deliver.ts";
import { HUB_PATH } from "./hub-urls.ts";
import type { Network } from "./network.ts";
import { createPauses, type Pauses } from "./pauses.ts";
import { openReady, type Ready } from "./ready.ts";
import type { AttemptResult, DeliveryResult, RecordRules } from "./record.ts";
import { type HandshakeDeps, sendHandshake } from "./send-handshake.ts";
import { type CallbackPlace, createSlots, type Slots } from "./slots.ts";

/** Called for every request that ended. `outcome` is one of a few words and never contains a callback. */
export type ObserveRequest = (kind: AttemptResult["kind"], topic: string, outcome: string) => void;

export type WorkerDeps = DeliverDeps &
  HandshakeDeps & {
    store: Store;
    snapshot: () => Snapshot | null;
    record: RecordRules;
    clock: Clock;
    log: Log;
    observe?: ObserveRequest | undefined;
    base_url: string;
    network: Network;
  };

export type TopicDocuments = ReadonlyMap<string, Document>;

/**
 * The last snapshot that was compared with the store, the last commit that was announced, and the topics' documents.
 */
type Announced = {
  snapshot: Snapshot | null;
  commit: { version: number; commit_id: string } | null;
  documents: TopicDocuments;
};

/** What was known about the network when a delivery started, and until when its result may stay undecided. */
type Undecided = {
  result: DeliveryResult;
  /** There was a TCP connection. */
  silent: boolean;
  connections: number;
  answers: number;
  was_paused: boolean;
  until_ms: number;
};

/**
 * What the parts of a turn share. A claimed delivery waits in `ready`. After it was sent, its result may stay in
 * `undecided` for a while, and then waits in `results` until a turn records it. Handshakes skip `ready` and
 * `undecided`.
 */
export type Outbox = {
  readonly deps: WorkerDeps;
  readonly slots: Slots;
  readonly pauses: Pauses;
  readonly waker: Waker;
  readonly ready: Ready;
  announced: Announced;
  /** How many requests are in flight. */
  in_flight: number;
  undecided: Undecided[];
  /** Results that are not yet recorded in the store. */
  readonly results: AttemptResult[];
  /** There may be more due deliveries that are not claimed yet. */
  more: boolean;
  /** The next turn starts without waiting for more results. */
  woken: boolean;
};

export function createOutbox(deps: WorkerDeps): Outbox {
  const slots = createSlots();
  const outbox: Outbox = {
    deps,
    slots,
    pauses: createPauses(deps),
    waker: createWaker(),
    ready: openReady(slots, (delivery) => startDelivery(outbox, delivery)),
    announced: { snapshot: null, commit: null, documents: new Map() },
    in_flight: 0,
    undecided: [],
    results: [],
    more: false,
    woken: false,
  };
  return outbox;
}

export const isOutboxEmpty = ({ in_flight, undecided, results, ready }: Outbox): boolean =>
  in_flight + undecided.length + results.length + ready.count() === 0;

export function wakeOutbox(outbox: Outbox): void {
  outbox.woken = true;
  outbox.waker.wake();
}

/**
 * Drops ready deliveries whose subscription is changed by a confirmed handshake: they would be sent with the old terms.
 */
export function dropChanging({ results, ready }: Outbox): void {
  for (const result of results) {
    if (result.kind === "handshake" && result.verification.kind === "confirmed") ready.drop(result.handshake);
  }
}

function start(outbox: Outbox, place: CallbackPlace, kind: AttemptResult["kind"], send: () => Promise<void>): void {
  const release = outbox.slots.acquire(place, kind);
  outbox.in_flight += 1;
  // Every expected failure is a value. After an unexpected one, the claim expires and the request is sent again.
  const failed = (error: unknown) =>
    outbox.deps.log.error("websub_request_failed", { host: place.host, ...describeError(error) });
  void send()
    .catch(failed)
    .finally(() => {
      release();
      outbox.in_flight -= 1;
      if (kind === "handshake") dropChanging(outbox);
      outbox.ready.start(place);
      // A person may wait for a handshake, so its result is recorded at once. Results of deliveries are collected.
      if (kind === "handshake") wakeOutbox(outbox);
      else outbox.waker.wake();
    });
}

function addResult({ deps, results }: Outbox, result: DeliveryResult): void {
  const { to, outcome } = result;
  const { host, topic } = to;
  deps.observe?.("delivery", topic, outcome.kind);
  if (outcome.kind === "failed") deps.log.info("websub_delivery_failed", { host, topic, reason: outcome.reason });
  results.push(result);
}

function startDelivery(outbox: Outbox, { to, seq, document, undecided_ms }: Delivery): void {
  const { deps } = outbox;
  const { network, base_url } = deps;
  start(outbox, to, "delivery", async () => {
    const before = {
      connections: network.connections(),
      answers: network.answers(),
      was_paused: network.isPaused(),
    };
    const until_ms = performance.now() + undecided_ms;
    const { content_type, bodies, place } = document;
    const link = `<${base_url}${to.topic}>; rel="self", <${base_url}${HUB_PATH}>; rel="hub"`;
    const { outcome, made } = await tryDelivery(deps, to, { body: bodies.identity, content_type, link, place });
    const result: DeliveryResult = { kind: "delivery", to, seq, outcome, made };
    if (outcome.kind !== "failed" || outcome.heard) return addResult(outbox, result);
    network.failed(to.domain, to.failures === 0, outcome.connected);
    outbox.undecided.push({ result, silent: outcome.connected, ...before, until_ms });
  });
}

export function startHandshake(outbox: Outbox, handshake: Handshake, sent_ms: number): void {
  const { deps, results } = outbox;
  start(outbox, handshake, "handshake", async () => {
    const verification = await sendHandshake(deps, handshake);
    const { host, topic, mode } = handshake;
    deps.observe?.("handshake", topic, verification.kind);
    deps.log.info("websub_handshake", { host, topic, mode, outcome: verification.kind });
    const own_fault = verification.kind === "no_answer" && !verification.heard && deps.network.isPaused();
    results.push({ kind: "handshake", handshake, verification, sent_ms, own_fault });
  });
}

/** Returns false while it is too early to decide. */
function decideOne(outbox: Outbox, one: Undecided): boolean {
  const { result, was_paused, until_ms } = one;
  const { network } = outbox.deps;
  const works = one.silent ? network.answers() > one.answers : network.connections() > one.connections;
  if (!works && outbox.in_flight > 0 && performance.now() < until_ms) return false;
  // It started while the network was down and ended after it came back, so it says nothing about the subscriber.
  const own_fault = works ? was_paused : network.isDown();
  if (own_fault && !works) network.pause();
  addResult(outbox, own_fault ? { ...result, outcome: { kind: "paused", cause: "network" } } : result);
  return true;
}

/**
 * A delivery that fails before the subscriber sent anything may be the subscriber's fault or the fault of the hub's own network. It
 * stays undecided until the deliveries around it have ended or were answered, but not longer than its claim lasts.
 */
export function decide(outbox: Outbox): void {
  outbox.undecided = outbox.undecided.filter((one) => !decideOne(outbox, one));
}
