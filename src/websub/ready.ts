import type { Document } from "../snapshot/snapshot.ts";
import type { Delivery } from "./claims.ts";
import type { CallbackPlace, Slots } from "./slots.ts";

/** A claim lasts 5 s longer than its request. A delivery that waited longer than this is released instead of sent. */
const READY_MS = 2_000;
/**
 * A TLS handshake costs as much as five deliveries (measured) and takes as long as two or three. So a host gets a
 * second connection only if this many deliveries wait for it, or if one of them waited this long, which means that the
 * requests in flight are slow.
 */
const SECOND_CONNECTION = { waiting: 3, after_ms: 1_000 } as const;

/** Claimed deliveries that wait for a slot. */
export type Ready = {
  count(): number;
  add(deliveries: readonly Delivery[]): void;
  /** Sends what fits into the free slots. `ended` is where a request has just ended, if nothing else changed. */
  start(ended?: CallbackPlace): void;
  /** Removes the delivery of a pair whose subscription is about to change: it would be sent with the old terms. */
  drop(pair: { topic: string; callback: string; host: string }): void;
  /**
   * Removes claims that waited too long or whose document has changed. The caller releases these and the dropped ones.
   */
  takeStale(documents: ReadonlyMap<string, Document>): string[];
  /** After this nothing more is sent. */
  close(): void;
};

type Waiting = { delivery: Delivery; since_ms: number; release: () => void };

const waitedLonger = ({ since_ms }: Waiting, ms: number) => performance.now() - since_ms > ms;
const isOld = (one: Waiting) => waitedLonger(one, READY_MS);
const needsConnection = (of_host: readonly Waiting[]) =>
  of_host.length >= SECOND_CONNECTION.waiting || of_host.some((one) => waitedLonger(one, SECOND_CONNECTION.after_ms));

/** Waiting deliveries by host. The host that got the last request comes last. */
function createQueue(slots: Slots) {
  const by_host = new Map<string, Waiting[]>();
  let count = 0;
  return {
    by_host,
    count: () => count,
    all: () => [...by_host.values()].flat(),
    add(delivery: Delivery) {
      const { host } = delivery.to;
      const of_host = by_host.get(host) ?? [];
      of_host.push({ delivery, since_ms: performance.now(), release: slots.reserve(delivery.to) });
      by_host.set(host, of_host);
      count += 1;
    },
    /** Removes it from the queue. Its slot stays reserved until `release`. */
    take(one: Waiting) {
      const { host } = one.delivery.to;
      const of_host = by_host.get(host) ?? [];
      of_host.splice(of_host.indexOf(one), 1);
      by_host.delete(host);
      if (of_host.length > 0) by_host.set(host, of_host);
      count -= 1;
    },
  };
}

/** The functions that remove deliveries without sending them. */
function openReturns({
  by_host,
  all,
  take,
}: ReturnType<typeof createQueue>): Pick<Ready, "drop" | "takeStale" | "close"> {
  const dropped: string[] = [];
  const giveUp = (one: Waiting) => {
    take(one);
    one.release();
  };
  return {
    drop({ topic, callback, host }) {
      const found = by_host.get(host)?.find(({ delivery: { to } }) => to.topic === topic && to.callback === callback);
      if (!found) return;
      giveUp(found);
      dropped.push(found.delivery.to.id);
    },
    takeStale(documents) {
      const stale = all().filter((one) => {
        const { to, document } = one.delivery;
        return isOld(one) || documents.get(to.topic) !== document;
      });
      for (const one of stale) giveUp(one);
      return [...dropped.splice(0), ...stale.map(({ delivery }) => delivery.to.id)];
    },
    close() {
      for (const one of all()) giveUp(one);
    },
  };
}

/**
 * A request to a host that already has one in flight needs a second connection. So a slot that becomes free goes to the
 * next delivery to the same host, or to a host with nothing in flight. Only a turn of the worker opens second
 * connections in the remaining slots.
 */
export function openReady(slots: Slots, send: (delivery: Delivery) => void): Ready {
  const queue = createQueue(slots);
  const { by_host, count, add, take } = queue;
  /** Waiting hosts with nothing in flight. Searching for them among all hosts took 5 % of the hub's time (measured). */
  const idle = new Set<string>();
  const noteIfIdle = (host: string) => {
    if (by_host.has(host) && slots.isIdle(host)) idle.add(host);
    else idle.delete(host);
  };
  /** Returns false if nothing was sent. */
  const sendNext = (of_host: readonly Waiting[] = []): boolean => {
    const [first] = of_host;
    if (!first || !slots.fits(first.delivery.to)) return false;
    const next = of_host.find((one) => !isOld(one));
    if (!next) return false;
    take(next);
    send(next.delivery);
    next.release();
    idle.delete(next.delivery.to.host);
    return true;
  };
  /** Sends to hosts with nothing in flight, of one domain or of all. */
  const sendToIdle = (domain: string | null) => {
    for (const host of idle) {
      // This runs after each request, so it stops when no slot is free.
      if (slots.free() === 0) return;
      noteIfIdle(host);
      const of_host = idle.has(host) ? by_host.get(host) : undefined;
      if (domain === null || of_host?.[0]?.delivery.to.domain === domain) sendNext(of_host);
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
      // If other slots were already free, only deliveries to the same domain may fit now that did not fit before.
      const domain = ended && slots.free() > 1 ? ended.domain : null;
      if (ended && !sendNext(by_host.get(ended.host))) noteIfIdle(ended.host);
      sendToIdle(domain);
      if (ended) return;
      for (const of_host of by_host.values()) {
        if (slots.free() === 0) return;
        if (needsConnection(of_host)) sendNext(of_host);
      }
    },
    ...openReturns(queue),
  };
}
