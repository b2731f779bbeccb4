/** The hub considers its own network down when this many domains were unreachable within this time. */
const DOWN = { domains: 5, within_ms: 60_000, remembered: 1_000 } as const;

/**
 * Whether the network of this process works. It is down if deliveries to at least five domains were tried within a
 * minute, and none of them got a TCP connection, or none got a byte of a response: a path that drops what is large, or a
 * gateway that accepts every connection. If there was a connection (or a response) earlier in that minute, only domains
 * count whose previous delivery did not fail: the network may have failed right after that.
 */
export type Network = {
  /** A TCP connection was made. */
  connected(): void;
  /** A server answered. */
  heard(): void;
  /** How many connections were made so far. */
  connections(): number;
  /** How many answers arrived so far. */
  answers(): number;
  /**
   * A delivery failed before the subscriber sent anything. `anew`: the previous one to this subscriber did not fail.
   * `silent`: there was a TCP connection.
   */
  failed(domain: string, anew: boolean, silent?: boolean): void;
  isDown(): boolean;
  /** True from the first delivery that is paused because of the network until the next connection or answer. */
  isPaused(): boolean;
  pause(): void;
};

type Failed = { ms: number; anew: boolean; silent: boolean };

export function createNetwork(now: () => Date): Network {
  const failures = new Map<string, Failed>();
  const worked = {
    connection: { count: 0, ms: Number.NEGATIVE_INFINITY },
    answer: { count: 0, ms: Number.NEGATIVE_INFINITY },
  };
  let paused: "unreachable" | "silent" | null = null;
  const note = (what: keyof typeof worked) => {
    worked[what] = { count: worked[what].count + 1, ms: now().getTime() };
  };
  return {
    connected() {
      note("connection");
      for (const [domain, { silent }] of failures) if (!silent) failures.delete(domain);
      if (paused === "unreachable") paused = null;
    },
    heard() {
      note("answer");
      failures.clear();
      paused = null;
    },
    connections: () => worked.connection.count,
    answers: () => worked.answer.count,
    failed(domain, anew, silent = false) {
      if (failures.size < DOWN.remembered) failures.set(domain, { ms: now().getTime(), anew, silent });
    },
    isDown() {
      const oldest_ms = now().getTime() - DOWN.within_ms;
      for (const [domain, { ms }] of failures) if (ms < oldest_ms) failures.delete(domain);
      const counted = [...failures.values()].filter(
        ({ anew, silent }) => anew || worked[silent ? "answer" : "connection"].ms < oldest_ms,
      );
      return counted.length >= DOWN.domains;
    },
    isPaused: () => paused !== null,
    pause() {
      paused = [...failures.values()].some(({ silent }) => silent) ? "silent" : "unreachable";
    },
  };
}
