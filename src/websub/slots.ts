/** How many requests may be in flight: to one host, handshakes in all, and all requests of this process. */
const SLOTS = { host: 2, handshakes: 64, process: 256 } as const;

/** Counts the requests in flight, so that one slow host never holds more than its share. */
export type Slots = {
  free(): number;
  freeHandshakes(): number;
  /** Hosts that have no free slot. */
  busyHosts(): string[];
  /** The first items that fit: at most `limit`, and per host at most its free slots. */
  choose<T extends { host: string }>(wanted: readonly T[], limit: number): T[];
  /** Returns the function that frees the slot. */
  acquire(host: string, kind: "delivery" | "handshake"): () => void;
};

export function openSlots(): Slots {
  const by_host = new Map<string, number>();
  let handshakes = 0;
  let all = 0;
  const countOf = (host: string) => by_host.get(host) ?? 0;
  return {
    free: () => SLOTS.process - all,
    freeHandshakes: () => Math.min(SLOTS.handshakes - handshakes, SLOTS.process - all),
    busyHosts: () => [...by_host].filter(([, count]) => count >= SLOTS.host).map(([host]) => host),
    choose(wanted, limit) {
      const chosen = new Map<string, number>();
      const fits = wanted.filter(({ host }) => {
        const count = chosen.get(host) ?? 0;
        if (countOf(host) + count >= SLOTS.host) return false;
        chosen.set(host, count + 1);
        return true;
      });
      return fits.slice(0, Math.max(0, limit));
    },
    acquire(host, kind) {
      by_host.set(host, countOf(host) + 1);
      all += 1;
      if (kind === "handshake") handshakes += 1;
      return () => {
        if (countOf(host) > 1) by_host.set(host, countOf(host) - 1);
        else by_host.delete(host);
        all -= 1;
        if (kind === "handshake") handshakes -= 1;
      };
    },
  };
}
