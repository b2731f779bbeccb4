/** How many requests may be in flight: to one host, to one registrable domain, and of this process. */
const SLOTS = { host: 2, domain: 8, process: 256 } as const;
/** Strangers cause handshakes, so they leave room for deliveries everywhere. */
const HANDSHAKE_SLOTS = { host: 1, domain: 4, process: 64 } as const;
/** With those claimed ahead: a slot that becomes free is used at once, not after the next transaction. */
const CLAIMED = { host: 4, domain: 16 } as const;
/**
 * Claimed ahead in all: as many as ended within the last second. With fewer, the slots are empty before the next claims are
 * committed (measured); more would wait too long and be given back.
 */
const AHEAD = { least: 256, most: 1024 } as const;
/** Hosts that are slow again and again share these, so that they never hold what the others need. */
const SLOW = { slots: 64, after_ms: 2_000, times: 2, remembered: 1_000 } as const;

export type Place = { host: string; domain: string };
type Limit = { host: number; domain: number };
type Kind = "delivery" | "handshake";
/** Hosts and domains that have no room for another one. */
type Full = { hosts: string[]; domains: string[] };

/** Counts the requests in flight, so that no slow host or domain ever holds more than its share. */
export type Slots = {
  free(): number;
  /** How many deliveries may be claimed now: for the free slots, and ahead. */
  claimable(): number;
  freeHandshakes(): number;
  freeSlow(): number;
  busy(kind: Kind): Full;
  /** Hosts whose last requests were all slow. */
  slowHosts(): string[];
  /** The first items that fit: at most `limit`, and per host and domain at most their free slots. */
  choose<T extends Place>(kind: Kind, wanted: readonly T[], limit: number): T[];
  /** Counts a delivery that is claimed and not yet sent. Returns the function that takes it off again. */
  reserve(place: Place): () => void;
  fits(place: Place): boolean;
  /** Nothing is in flight to this host. */
  isIdle(host: string): boolean;
  /** Returns the function that frees the slot. */
  acquire(place: Place, kind: Kind): () => void;
};

type Counts = ReturnType<typeof openCounts>;

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

type Places = { hosts: Counts; domains: Counts };

/** Counts per host and per domain. */
function openPlaces() {
  const [hosts, domains] = [openCounts(), openCounts()];
  let all = 0;
  return {
    all: () => all,
    add({ host, domain }: Place, change: 1 | -1) {
      hosts.add(host, change);
      domains.add(domain, change);
      all += change;
    },
    /** Whether one more of this place is within the limit, with `more` counted too. */
    hasRoom: ({ host, domain }: Place, limit: Limit, more?: Places): boolean =>
      hosts.of(host) + (more?.hosts.of(host) ?? 0) < limit.host &&
      domains.of(domain) + (more?.domains.of(domain) ?? 0) < limit.domain,
    full: (limit: Limit): Full => ({ hosts: hosts.atLeast(limit.host), domains: domains.atLeast(limit.domain) }),
    hosts,
    domains,
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

/** Counts the requests that ended within the last second, up to a limit. */
function openPace(most: number, now: () => number) {
  const ended_ms = new Float64Array(most).fill(Number.NEGATIVE_INFINITY);
  let oldest = 0;
  return {
    ended(now_ms: number): void {
      ended_ms[oldest] = now_ms;
      oldest = (oldest + 1) % most;
    },
    lastSecond(): number {
      const since_ms = now() - 1000;
      return ended_ms.filter((ms) => ms > since_ms).length;
    },
  };
}

export function openSlots(now: () => number = () => performance.now()): Slots {
  const [sent, handshakes, claimed] = [openPlaces(), openPlaces(), openPlaces()];
  const slow = openSlowHosts();
  const pace = openPace(AHEAD.most, now);
  let slow_in_flight = 0;
  const free = () => SLOTS.process - sent.all();
  const fits = (kind: Kind, place: Place, chosen: Places) =>
    kind === "delivery"
      ? claimed.hasRoom(place, CLAIMED, chosen)
      : sent.hasRoom(place, SLOTS, chosen) && handshakes.hasRoom(place, HANDSHAKE_SLOTS, chosen);
  return {
    free,
    freeHandshakes: () => Math.min(HANDSHAKE_SLOTS.process - handshakes.all(), free()),
    freeSlow: () => Math.min(SLOW.slots - slow_in_flight, free()),
    claimable: () => SLOTS.process + Math.max(AHEAD.least, pace.lastSecond()) - claimed.all(),
    busy: (kind) => (kind === "delivery" ? claimed.full(CLAIMED) : sent.full(SLOTS)),
    slowHosts: slow.all,
    choose(kind, wanted, limit) {
      const chosen = openPlaces();
      const fitting = wanted.filter((place) => {
        if (!fits(kind, place, chosen)) return false;
        chosen.add(place, 1);
        return true;
      });
      return fitting.slice(0, Math.max(0, limit));
    },
    reserve(place) {
      claimed.add(place, 1);
      return () => claimed.add(place, -1);
    },
    fits: (place) => free() > 0 && sent.hasRoom(place, SLOTS),
    isIdle: (host) => sent.hosts.of(host) === 0,
    acquire(place, kind) {
      const was_slow = slow.isSlow(place.host);
      const started = now();
      const count = (change: 1 | -1) => {
        sent.add(place, change);
        claimed.add(place, change);
        if (was_slow) slow_in_flight += change;
        if (kind === "handshake") handshakes.add(place, change);
      };
      count(1);
      return () => {
        count(-1);
        const now_ms = now();
        pace.ended(now_ms);
        slow.note(place.host, now_ms - started);
      };
    },
  };
}
