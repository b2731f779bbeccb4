import { itemAt } from "../model/typed-array.ts";
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

export function openReady(slots: Slots, send: (delivery: Delivery) => void): Ready {
  let waiting: { delivery: Delivery; since_ms: number; release: () => void }[] = [];
  const isOld = (since_ms: number) => performance.now() - since_ms > READY_MS;
  return {
    count: () => waiting.length,
    add(deliveries) {
      const since_ms = performance.now();
      for (const delivery of deliveries) waiting.push({ delivery, since_ms, release: slots.reserve(delivery.to) });
    },
    start(ended) {
      // If other slots were free before, only what waits for the same domain did not fit and may fit now.
      const domain = ended && slots.free() > 1 ? ended.domain : null;
      // Called after each request: it looks no further than to the last free slot.
      for (let at = 0; at < waiting.length && slots.free() > 0; ) {
        const { delivery, since_ms, release } = itemAt(waiting, at);
        const may_fit = domain === null || delivery.to.domain === domain;
        if (!may_fit || !slots.fits(delivery.to) || isOld(since_ms)) {
          at += 1;
          continue;
        }
        waiting.splice(at, 1);
        release();
        send(delivery);
      }
    },
    takeStale(documents) {
      const isStale = ({ delivery: { to, document }, since_ms }: (typeof waiting)[number]) =>
        isOld(since_ms) || documents.get(to.topic) !== document;
      const stale = new Set(waiting.filter(isStale));
      waiting = waiting.filter((one) => !stale.has(one));
      for (const { release } of stale) release();
      return Array.from(stale, ({ delivery }) => delivery.to.id);
    },
    close() {
      for (const { release } of waiting.splice(0)) release();
    },
  };
}
