import { itemAt } from "../model/basics/typed-array.ts";
import type { Document } from "../snapshot/snapshot.ts";
import type { Delivery } from "./claims.ts";
import type { Place, Slots } from "./slots.ts";

/** A claim outlives its request by 5 s; what waited longer than this is given back instead of sent. */
const READY_MS = 2_000;

/** Deliveries that are claimed and wait for a slot. */
export type Ready = {
  count(): number;
  add(deliveries: readonly Delivery[]): void;
  /** Sends what fits into the free slots; `ended` is where a request has just ended, if that is all that changed. */
  start(ended?: Place): void;
  /** Takes out those that waited too long, or whose document is no longer served. Their claims are to be given back. */
  takeStale(documents: ReadonlyMap<string, Document>): string[];
  /** Nothing more is sent. */
  close(): void;
};

type Waiting = { delivery: Delivery; since_ms: number; release: () => void };

/**
 * A request to a host that has another one in flight needs a second connection, and a TLS handshake costs as much as five
 * deliveries (measured). So a slot that becomes free is for the next delivery to the same host, or for a host that has
 * nothing in flight; only a turn of the worker fills the slots that are left.
 */
export function openReady(slots: Slots, send: (delivery: Delivery) => void): Ready {
  /** By host; the one that was sent to last is the last one. */
  const waiting = new Map<string, Waiting[]>();
  const all = () => [...waiting.values()].flat();
  const isOld = ({ since_ms }: Waiting) => performance.now() - since_ms > READY_MS;
  const take = (one: Waiting) => {
    const { host } = one.delivery.to;
    const rest = (waiting.get(host) ?? []).filter((other) => other !== one);
    waiting.delete(host);
    if (rest.length > 0) waiting.set(host, rest);
    one.release();
  };
  const sendNext = (of_host: readonly Waiting[]) => {
    const [first] = of_host;
    if (!first || !slots.fits(first.delivery.to)) return;
    const next = of_host.find((one) => !isOld(one));
    if (!next) return;
    take(next);
    send(next.delivery);
  };
  const sendTo = (isMeant: (place: Place) => boolean) => {
    for (const of_host of waiting.values()) {
      // Called after each request: it looks no further than to the last free slot.
      if (slots.free() === 0) return;
      if (isMeant(itemAt(of_host, 0).delivery.to)) sendNext(of_host);
    }
  };
  return {
    count: () => all().length,
    add(deliveries) {
      const since_ms = performance.now();
      for (const delivery of deliveries) {
        const { host } = delivery.to;
        const of_host = waiting.get(host) ?? [];
        of_host.push({ delivery, since_ms, release: slots.reserve(delivery.to) });
        waiting.set(host, of_host);
      }
    },
    start(ended) {
      // If other slots were free before, only what waits for the same domain did not fit and may fit now.
      const domain = ended && slots.free() > 1 ? ended.domain : null;
      if (ended) sendNext(waiting.get(ended.host) ?? []);
      sendTo((place) => slots.isIdle(place.host) && (domain === null || place.domain === domain));
      if (!ended) sendTo(() => true);
    },
    takeStale(documents) {
      const stale = all().filter((one) => {
        const { to, document } = one.delivery;
        return isOld(one) || documents.get(to.topic) !== document;
      });
      for (const one of stale) take(one);
      return stale.map(({ delivery }) => delivery.to.id);
    },
    close() {
      for (const one of all()) take(one);
    },
  };
}
