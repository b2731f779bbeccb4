/** How many requests may be in flight to one host, to one registrable domain and in this process. */
const SLOTS = { host: 2, domain: 8, process: 256 } as const;
/** Strangers can cause handshakes, so handshakes leave room for deliveries. */
const HANDSHAKE_SLOTS = { host: 1, domain: 4, process: 64 } as const;
/** Including deliveries claimed ahead: a slot that becomes free is used at once, not after the next transaction. */
const CLAIMED = { host: 4, domain: 16 } as const;
/**
 * How many deliveries are claimed ahead: as many as requests ended within the last second. A turn of the worker waits
 * four times for the database, and meanwhile every slot may be used again. With fewer, all slots are empty before the
 * next claims are committed (measured). More would wait too long and be released.
 */
const AHEAD = { least: 256, most: 4096 } as const;
/** If more than this ended within the last second, twice as many are claimed per host and domain. */
const FAST = { a_second: 1024, claimed: { host: 8, domain: 32 } } as const;
/** Hosts that are often slow share these slots, so that they never take slots from the others. */
const SLOW = { slots: 64, after_ms: 2_000, times: 2, remembered: 1_000 } as const;

export type CallbackPlace = { host: string; domain: string };
type Limit = { host: number; domain: number };
type Kind = "delivery" | "handshake";
/** What uses a place: a claimed delivery that is not yet sent, or a request in flight. */
type Holder = "claim" | Kind;
/** Hosts and domains that are full. */
type Full = { hosts: string[]; domains: string[] };

/** Counts the requests in flight, so that no slow host or domain uses more than its share. */
export type Slots = {
  free(): number;
  /** How many deliveries may be claimed now, for free slots and ahead. */
  claimable(): number;
  freeHandshakes(): number;
  freeSlow(): number;
  busy(kind: Kind): Full;
  /** Hosts whose last requests were all slow. */
  slowHosts(): string[];
  /** The first items that fit: at most `limit`, and per host and domain at most their free slots. */
  choose<T extends CallbackPlace>(kind: Kind, wanted: readonly T[], limit: number): T[];
  /** Counts a delivery that is claimed and not yet sent. Returns the function that ends the reservation. */
  reserve(place: CallbackPlace): () => void;
  fits(place: CallbackPlace): boolean;
  /** True if no request to this host is in flight. */
  isIdle(host: string): boolean;
  /** Returns the function that frees the slot. */
  acquire(place: CallbackPlace, kind: Kind): () => void;
};

/** How much a host or a domain uses. `claimed` includes `sent`, and `sent` includes `handshakes`. */
type Held = { claimed: number; sent: number; handshakes: number };
type Counted = keyof Held;

/** By name. Contains only names that use something. */
function createHeld() {
  const by_name = new Map<string, Held>();
  return {
    of: (name: string) => by_name.get(name),
    add(name: string): Held {
      const held = by_name.get(name) ?? { claimed: 0, sent: 0, handshakes: 0 };
      by_name.set(name, held);
      return held;
    },
    removeIfEmpty(name: string, held: Held): void {
      if (held.claimed === 0) by_name.delete(name);
    },
    atLeast: (what: Counted, limit: number) =>
      Array.from(by_name)
        .filter(([, held]) => held[what] >= limit)
        .map(([name]) => name),
  };
}

function count(held: Held, as: Holder, by: 1 | -1): void {
  held.claimed += by;
  if (as !== "claim") held.sent += by;
  if (as === "handshake") held.handshakes += by;
}

/** Counts per host, per domain and in total. */
function createPlaces() {
  const [hosts, domains] = [createHeld(), createHeld()];
  const all: Held = { claimed: 0, sent: 0, handshakes: 0 };
  return {
    all: all as Readonly<Held>,
    isIdle: (host: string) => (hosts.of(host)?.sent ?? 0) === 0,
    hasRoom: ({ host, domain }: CallbackPlace, what: Counted, limit: Limit): boolean =>
      (hosts.of(host)?.[what] ?? 0) < limit.host && (domains.of(domain)?.[what] ?? 0) < limit.domain,
    full: (what: Counted, limit: Limit): Full => ({
      hosts: hosts.atLeast(what, limit.host),
      domains: domains.atLeast(what, limit.domain),
    }),
    /** Looks up both names only once: a delivery is counted twice, and each host and domain in several ways. */
    hold({ host, domain }: CallbackPlace, as: Holder): () => void {
      const [of_host, of_domain] = [hosts.add(host), domains.add(domain)];
      const change = (by: 1 | -1) => {
        count(of_host, as, by);
        count(of_domain, as, by);
        count(all, as, by);
      };
      change(1);
      return () => {
        change(-1);
        hosts.removeIfEmpty(host, of_host);
        domains.removeIfEmpty(domain, of_domain);
      };
    },
  };
}

/** A host is slow if each of its last requests took longer than `after_ms`. */
function createSlowHosts() {
  const slow_in_a_row = new Map<string, number>();
  const isSlow = (host: string) => (slow_in_a_row.get(host) ?? 0) >= SLOW.times;
  return {
    isSlow,
    all: () => [...slow_in_a_row.keys()].filter(isSlow),
    note(host: string, took_ms: number) {
      const times = took_ms > SLOW.after_ms ? (slow_in_a_row.get(host) ?? 0) + 1 : 0;
      // Deleted and set again, so that the host that was slow longest ago is first and is forgotten first.
      slow_in_a_row.delete(host);
      if (times > 0) slow_in_a_row.set(host, times);
      if (slow_in_a_row.size <= SLOW.remembered) return;
      for (const oldest of slow_in_a_row.keys()) return void slow_in_a_row.delete(oldest);
    },
  };
}

/** Counts the requests that ended within the last second, up to a limit. */
function createPace(most: number, now: () => number) {
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

export function createSlots(now: () => number = () => performance.now()): Slots {
  const { all, isIdle, hasRoom, full, hold } = createPlaces();
  const slow = createSlowHosts();
  const pace = createPace(AHEAD.most, now);
  let held_by_slow = 0;
  const free = () => SLOTS.process - all.sent;
  const claimLimit = () => (pace.lastSecond() > FAST.a_second ? FAST.claimed : CLAIMED);
  const fits = (kind: Kind, place: CallbackPlace, claimed: Limit) =>
    kind === "delivery"
      ? hasRoom(place, "claimed", claimed)
      : hasRoom(place, "sent", SLOTS) && hasRoom(place, "handshakes", HANDSHAKE_SLOTS);
  const holdAs = (place: CallbackPlace, as: Holder) => {
    const release = hold(place, as);
    if (!slow.isSlow(place.host)) return release;
    held_by_slow += 1;
    return () => {
      release();
      held_by_slow -= 1;
    };
  };
  return {
    free,
    freeHandshakes: () => Math.min(HANDSHAKE_SLOTS.process - all.handshakes, free()),
    freeSlow: () => Math.min(SLOW.slots - held_by_slow, free()),
    claimable: () => SLOTS.process + Math.max(AHEAD.least, pace.lastSecond()) - all.claimed,
    busy: (kind) => (kind === "delivery" ? full("claimed", claimLimit()) : full("sent", SLOTS)),
    slowHosts: slow.all,
    choose(kind, wanted, limit) {
      // Each chosen item is held until all are chosen, so that the next one finds less room.
      const held: (() => void)[] = [];
      const claimed = claimLimit();
      const chosen = wanted.filter((place) => {
        if (held.length >= limit || !fits(kind, place, claimed)) return false;
        held.push(hold(place, kind));
        return true;
      });
      for (const release of held) release();
      return chosen;
    },
    reserve: (place) => holdAs(place, "claim"),
    fits: (place) => free() > 0 && hasRoom(place, "sent", SLOTS),
    isIdle,
    acquire(place, kind) {
      const started = now();
      const release = holdAs(place, kind);
      return () => {
        release();
        const now_ms = now();
        pace.ended(now_ms);
        slow.note(place.host, now_ms - started);
      };
    },
  };
}
