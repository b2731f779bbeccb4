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

/** What waits, by host; the host that was sent to last is the last one. */
function openQueue(slots: Slots) {
  const by_host = new Map<string, Waiting[]>();
  return {
    by_host,
    count() {
      let count = 0;
      for (const of_host of by_host.values()) count += of_host.length;
      return count;
    },
    all: () => [...by_host.values()].flat(),
    add(delivery: Delivery) {
      const { host } = delivery.to;
      const of_host = by_host.get(host) ?? [];
      of_host.push({ delivery, since_ms: performance.now(), release: slots.reserve(delivery.to) });
      by_host.set(host, of_host);
    },
    take(one: Waiting) {
      const { host } = one.delivery.to;
      const rest = (by_host.get(host) ?? []).filter((other) => other !== one);
      by_host.delete(host);
      if (rest.length > 0) by_host.set(host, rest);
      one.release();
    },
  };
}

/**
 * A request to a host that has another one in flight needs a second connection, and a TLS handshake costs as much as five
 * deliveries (measured). So a slot that becomes free is for the next delivery to the same host, or for a host that has
 * nothing in flight; only a turn of the worker fills the slots that are left.
 */
export function openReady(slots: Slots, send: (delivery: Delivery) => void): Ready {
  const { by_host, count, all, add, take } = openQueue(slots);
  /** Hosts that wait with nothing in flight. Looking for them among all took a twentieth of the hub's time (measured). */
  const idle = new Set<string>();
  const noteIfIdle = (host: string) => {
    if (by_host.has(host) && slots.isIdle(host)) idle.add(host);
    else idle.delete(host);
  };
  const isOld = ({ since_ms }: Waiting) => performance.now() - since_ms > READY_MS;
  const sendNext = (of_host: readonly Waiting[]) => {
    const [first] = of_host;
    if (!first || !slots.fits(first.delivery.to)) return;
    const next = of_host.find((one) => !isOld(one));
    if (!next) return;
    take(next);
    send(next.delivery);
    noteIfIdle(next.delivery.to.host);
  };
  /** To hosts with nothing in flight, of one domain or of all. */
  const sendToIdle = (domain: string | null) => {
    for (const host of idle) {
      // Called after each request: it looks no further than to the last free slot.
      if (slots.free() === 0) return;
      noteIfIdle(host);
      const of_host = idle.has(host) ? (by_host.get(host) ?? []) : [];
      if (domain === null || of_host[0]?.delivery.to.domain === domain) sendNext(of_host);
    }
  };
  return {
    count,
    add(deliveries) {
      for (const delivery of deliveries) {
        add(delivery);
        noteIfIdle(delivery.to.host);
      }
    },
    start(ended) {
      // If other slots were free before, only what waits for the same domain did not fit and may fit now.
      const domain = ended && slots.free() > 1 ? ended.domain : null;
      if (ended) {
        sendNext(by_host.get(ended.host) ?? []);
        noteIfIdle(ended.host);
      }
      sendToIdle(domain);
      if (ended) return;
      for (const of_host of by_host.values()) {
        if (slots.free() === 0) return;
        sendNext(of_host);
      }
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
