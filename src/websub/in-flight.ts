import { describeError, type Log } from "../log.ts";
import type { Handshake } from "../store/handshakes.ts";
import type { Subscription } from "../store/subscriptions.ts";
import type { Delivery } from "./claims.ts";
import type { Content, Outcome } from "./deliver.ts";
import type { Result } from "./record.ts";
import type { Slots } from "./slots.ts";
import type { Verification } from "./verify.ts";

/** Told of every request that ended; `outcome` is one of a few words, never of a callback. */
export type Observe = (kind: Result["kind"], topic: string, outcome: string) => void;

export type FlightDeps = {
  log: Log;
  observe?: Observe | undefined;
  now: () => Date;
  link: (topic: string) => string;
  deliver: (to: Subscription, content: Content) => Promise<Outcome>;
  shakeHands: (owed: Handshake) => Promise<Verification>;
};

/** The requests that are under way, and the results of those that ended. */
export type Flights = {
  count(): number;
  /** Ended and not yet written down. */
  results: Result[];
  sendDelivery(delivery: Delivery): void;
  sendHandshake(handshake: Handshake): void;
};

export function openFlights(deps: FlightDeps, slots: Slots, landed: () => void): Flights {
  const { log, now } = deps;
  const results: Result[] = [];
  let count = 0;
  const launch = (host: string, kind: Result["kind"], work: () => Promise<Result>) => {
    const release = slots.take(host, kind);
    count += 1;
    // What can be expected comes back as a value; a surprise leaves its claim to run out.
    const failed = (error: unknown) => log.error("websub_request_failed", { host, ...describeError(error) });
    void work()
      .then((result) => void results.push(result), failed)
      .finally(() => {
        release();
        count -= 1;
        landed();
      });
  };
  return {
    count: () => count,
    results,
    sendDelivery: ({ to, seq, document }) =>
      launch(to.host, "delivery", async () => {
        const { topic, host } = to;
        const { content_type, bodies } = document;
        const outcome = await deps.deliver(to, { body: bodies.identity, content_type, link: deps.link(topic) });
        deps.observe?.("delivery", topic, outcome.kind);
        if (outcome.kind === "failed") log.info("websub_delivery_failed", { host, topic, reason: outcome.reason });
        return { kind: "delivery", to, seq, outcome, ended_ms: now().getTime() };
      }),
    sendHandshake: (handshake) =>
      launch(handshake.host, "handshake", async () => {
        const sent_ms = now().getTime();
        const verification = await deps.shakeHands(handshake);
        const { host, topic, mode } = handshake;
        deps.observe?.("handshake", topic, verification.kind);
        log.info("websub_handshake", { host, topic, mode, outcome: verification.kind });
        return { kind: "handshake", handshake, verification, sent_ms, ended_ms: now().getTime() };
      }),
  };
}
