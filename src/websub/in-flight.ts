import { describeError, type Log } from "../log.ts";
import type { Handshake } from "../store/hub/handshakes.ts";
import type { Delivery } from "./claims.ts";
import { type DeliverDeps, deliver } from "./deliver.ts";
import { HUB_PATH } from "./hub-urls.ts";
import type { Network } from "./network.ts";
import type { AttemptResult, DeliveryResult } from "./record.ts";
import { type HandshakeDeps, sendHandshake } from "./send-handshake.ts";
import type { CallbackPlace, Slots } from "./slots.ts";

/** Called for every request that ended. `outcome` is one of a few words and never contains a callback. */
export type ObserveRequest = (kind: AttemptResult["kind"], topic: string, outcome: string) => void;

export type InFlightDeps = DeliverDeps &
  HandshakeDeps & {
    log: Log;
    observe?: ObserveRequest | undefined;
    base_url: string;
    network: Network;
  };

/** The requests to callbacks that are in flight, and the results of those that ended. */
export type InFlight = {
  count(): number;
  /** True while a delivery that was not connected waits for what the others meet. */
  isUndecided(): boolean;
  /** Ended and not yet recorded in the store. */
  results: AttemptResult[];
  /** Decides whose fault the deliveries without a connection were, as far as that can be known now. */
  decide(): void;
  startDelivery(delivery: Delivery): void;
  startHandshake(handshake: Handshake, sent_ms: number): void;
};

/** What was known about the network when a delivery began, and until when its end may stay undecided. */
type Undecided = { result: DeliveryResult; connections: number; was_paused: boolean; until_ms: number };

/**
 * A delivery that fails before a TCP connection may be the subscriber's fault or that of the hub's own network. It waits
 * until the deliveries around it have ended or connected, but not longer than its claim lasts.
 */
function createDecisions(
  { network }: InFlightDeps,
  othersInFlight: () => boolean,
  done: (result: DeliveryResult) => void,
) {
  const decide = ({ result, connections, was_paused, until_ms }: Undecided): boolean => {
    const works = network.connections() > connections;
    if (!works && othersInFlight() && performance.now() < until_ms) return false;
    // It began while the network was down and ended after it came back: it tells nothing about the subscriber.
    const own_fault = works ? was_paused : network.isDown();
    if (own_fault && !works) network.pause();
    done(own_fault ? { ...result, outcome: { kind: "paused", cause: "network" } } : result);
    return true;
  };
  let undecided: Undecided[] = [];
  return {
    count: () => undecided.length,
    add: (one: Undecided) => void undecided.push(one),
    decide() {
      undecided = undecided.filter((one) => !decide(one));
    },
  };
}

/** Called after each request, with where it went. */
type Ended = (place: CallbackPlace, kind: AttemptResult["kind"]) => void;

export function createInFlight(deps: InFlightDeps, slots: Slots, ended: Ended): InFlight {
  const { log, base_url, network } = deps;
  const results: AttemptResult[] = [];
  let count = 0;
  const done = (result: DeliveryResult) => {
    const { to, outcome } = result;
    const { host, topic } = to;
    deps.observe?.("delivery", topic, outcome.kind);
    if (outcome.kind === "failed") log.info("websub_delivery_failed", { host, topic, reason: outcome.reason });
    results.push(result);
  };
  const decisions = createDecisions(deps, () => count > 0, done);
  const start = (place: CallbackPlace, kind: AttemptResult["kind"], send: () => Promise<void>) => {
    const release = slots.acquire(place, kind);
    count += 1;
    // Every expected failure is a value. After an unexpected one, the claim expires and the request is sent again.
    const failed = (error: unknown) =>
      log.error("websub_request_failed", { host: place.host, ...describeError(error) });
    void send()
      .catch(failed)
      .finally(() => {
        release();
        count -= 1;
        ended(place, kind);
      });
  };
  return {
    count: () => count,
    isUndecided: () => decisions.count() > 0,
    results,
    decide: decisions.decide,
    startDelivery: ({ to, seq, document, undecided_ms }) =>
      start(to, "delivery", async () => {
        const before = { connections: network.connections(), was_paused: network.isPaused() };
        const until_ms = performance.now() + undecided_ms;
        const { content_type, bodies } = document;
        const link = `<${base_url}${to.topic}>; rel="self", <${base_url}${HUB_PATH}>; rel="hub"`;
        const outcome = await deliver(deps, to, { body: bodies.identity, content_type, link });
        const result: DeliveryResult = { kind: "delivery", to, seq, outcome };
        if (outcome.kind !== "failed" || outcome.connected) return done(result);
        network.failed(to.domain, to.failures === 0);
        decisions.add({ result, ...before, until_ms });
      }),
    startHandshake: (handshake, sent_ms) =>
      start(handshake, "handshake", async () => {
        const verification = await sendHandshake(deps, handshake);
        const { host, topic, mode } = handshake;
        deps.observe?.("handshake", topic, verification.kind);
        log.info("websub_handshake", { host, topic, mode, outcome: verification.kind });
        const own_fault = verification.kind === "no_answer" && !verification.connected && network.isPaused();
        results.push({ kind: "handshake", handshake, verification, sent_ms, own_fault });
      }),
  };
}
