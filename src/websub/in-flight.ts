import { describeError, type Log } from "../log.ts";
import type { Handshake } from "../store/handshakes.ts";
import type { Delivery } from "./claims.ts";
import { type DeliverDeps, deliver } from "./deliver.ts";
import { HUB_PATH } from "./paths.ts";
import type { Result } from "./record.ts";
import type { Slots } from "./slots.ts";
import { type HandshakeDeps, sendHandshake } from "./verify.ts";

/** Called for every request that ended. `outcome` is one of a few words and never contains a callback. */
export type Observe = (kind: Result["kind"], topic: string, outcome: string) => void;

export type InFlightDeps = DeliverDeps &
  HandshakeDeps & {
    log: Log;
    observe?: Observe | undefined;
    base_url: string;
  };

/** The requests to callbacks that are in flight, and the results of those that ended. */
export type InFlight = {
  count(): number;
  /** Ended and not yet recorded in the store. */
  results: Result[];
  startDelivery(delivery: Delivery): void;
  startHandshake(handshake: Handshake): void;
};

/** `ended` is called after each request. */
export function openInFlight(deps: InFlightDeps, slots: Slots, ended: () => void): InFlight {
  const { log, now, base_url } = deps;
  const results: Result[] = [];
  let count = 0;
  const start = (host: string, kind: Result["kind"], send: () => Promise<Result>) => {
    const release = slots.acquire(host, kind);
    count += 1;
    // Every expected failure is a value. After an unexpected one, the claim expires and the request is sent again.
    const failed = (error: unknown) => log.error("websub_request_failed", { host, ...describeError(error) });
    void send()
      .then((result) => void results.push(result), failed)
      .finally(() => {
        release();
        count -= 1;
        ended();
      });
  };
  return {
    count: () => count,
    results,
    startDelivery: ({ to, seq, document }) =>
      start(to.host, "delivery", async () => {
        const { topic, host } = to;
        const { content_type, bodies } = document;
        const link = `<${base_url}${topic}>; rel="self", <${base_url}${HUB_PATH}>; rel="hub"`;
        const outcome = await deliver(deps, to, { body: bodies.identity, content_type, link });
        deps.observe?.("delivery", topic, outcome.kind);
        if (outcome.kind === "failed") log.info("websub_delivery_failed", { host, topic, reason: outcome.reason });
        return { kind: "delivery", to, seq, outcome, ended_ms: now().getTime() };
      }),
    startHandshake: (handshake) =>
      start(handshake.host, "handshake", async () => {
        const sent_ms = now().getTime();
        const verification = await sendHandshake(deps, handshake);
        const { host, topic, mode } = handshake;
        deps.observe?.("handshake", topic, verification.kind);
        log.info("websub_handshake", { host, topic, mode, outcome: verification.kind });
        return { kind: "handshake", handshake, verification, sent_ms, ended_ms: now().getTime() };
      }),
  };
}
