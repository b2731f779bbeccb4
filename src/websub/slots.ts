/** How many requests may be in flight: to one host, to one registrable domain, and of this process. */
const SLOTS = { host: 2, domain: 8, process: 256 } as const;
/** Strangers cause handshakes, so they leave room for deliveries everywhere. */
const HANDSHAKE_SLOTS = { host: 1, domain: 4, process: 64 } as const;
/** Hosts that are slow again and again share these, so that they never hold what the others need. */
const SLOW = { slots: 64, after_ms: 2_000, times: 2, remembered: 1_000 } as const;

type Place = { host: string; domain: string };
type Kind = "delivery" | "handshake";

/** Counts the requests in flight, so that no slow host or domain ever holds more than its share. */
export type Slots = {
  free(): number;
  freeHandshakes(): number;
  freeSlow(): number;
  /** Hosts and domains that have no free slot. */
  busy(): { hosts: string[]; domains: string[] };
  /** Hosts whose last requests were all slow. */
  slowHosts(): string[];
  /** The first items that fit: at most `limit`, and per host and domain at most their free slots. */
  choose<T extends Place>(kind: Kind, wanted: readonly T[], limit: number): T[];
  /** Returns the function that frees the slot. */
  acquire(place: Place, kind: Kind): () => void;
};

function openCounts() {
  const counts = new Map<string, number>();
  const of = (name: string) => counts.get(name) ?? 0;
  return {
    of,
    add(name: string, change: 1 | -1) {
      if (of(name) + change > 0) counts.set(name, of(name) + change);
      else counts.delete(name);
    },
    atLeast: (limit: number) => [...counts].filter(([, count]) => count >= limit).map(([name]) => name),
  };
}

/** Which hosts are slow: each of their last requests took longer than `after_ms`. */
function openSlowHosts() {
  const slow_in_a_row = new Map<string, number>();
  const isSlow = (host: string) => (slow_in_a_row.get(host) ?? 0) >= SLOW.times;
  return {
    isSlow,
    all: () => [...slow_in_a_row.keys()].filter(isSlow),
    note(host: string, took_ms: number) {
      const times = took_ms > SLOW.after_ms ? (slow_in_a_row.get(host) ?? 0) + 1 : 0;
      // Deleted and set again: the host that was slow longest ago is forgotten first.
      slow_in_a_row.delete(host);
      if (times > 0) slow_in_a_row.set(host, times);
      if (slow_in_a_row.size <= SLOW.remembered) return;
      for (const oldest of slow_in_a_row.keys()) return void slow_in_a_row.delete(oldest);
    },
  };
}

export function openSlots(): Slots {
  const [of_host, of_domain] = [openCounts(), openCounts()];
  const handshakes = { of_host: openCounts(), of_domain: openCounts() };
  const slow = openSlowHosts();
  const in_flight = { all: 0, handshake: 0, slow: 0 };

  const fits = (kind: Kind, { host, domain }: Place, chosen: { hosts: Counts; domains: Counts }) => {
    const [more_host, more_domain] = [chosen.hosts.of(host), chosen.domains.of(domain)];
    if (of_host.of(host) + more_host >= SLOTS.host) return false;
    if (of_domain.of(domain) + more_domain >= SLOTS.domain) return false;
    if (kind === "delivery") return true;
    if (handshakes.of_host.of(host) + more_host >= HANDSHAKE_SLOTS.host) return false;
    return handshakes.of_domain.of(domain) + more_domain < HANDSHAKE_SLOTS.domain;
  };
  return {
    free: () => SLOTS.process - in_flight.all,
    freeHandshakes: () => Math.min(HANDSHAKE_SLOTS.process - in_flight.handshake, SLOTS.process - in_flight.all),
    freeSlow: () => Math.min(SLOW.slots - in_flight.slow, SLOTS.process - in_flight.all),
    busy: () => ({ hosts: of_host.atLeast(SLOTS.host), domains: of_domain.atLeast(SLOTS.domain) }),
    slowHosts: slow.all,
    choose(kind, wanted, limit) {
      const chosen = { hosts: openCounts(), domains: openCounts() };
      const fitting = wanted.filter((place) => {
        if (!fits(kind, place, chosen)) return false;
        chosen.hosts.add(place.host, 1);
        chosen.domains.add(place.domain, 1);
        return true;
      });
      return fitting.slice(0, Math.max(0, limit));
    },
    acquire({ host, domain }, kind) {
      const was_slow = slow.isSlow(host);
      const started = performance.now();
      const count = (change: 1 | -1) => {
        of_host.add(host, change);
        of_domain.add(domain, change);
        in_flight.all += change;
        if (was_slow) in_flight.slow += change;
        if (kind === "delivery") return;
        handshakes.of_host.add(host, change);
        handshakes.of_domain.add(domain, change);
        in_flight.handshake += change;
      };
      count(1);
      return () => {
        count(-1);
        slow.note(host, performance.now() - started);
      };
    },
  };
}

type Counts = ReturnType<typeof openCounts>;
