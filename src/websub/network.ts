/** How many domains, tried within how long, must all be unreachable before the hub takes the fault for its own. */
const DOWN = { domains: 5, within_ms: 60_000, remembered: 1_000 } as const;

/**
 * Tells whether the network of this process works. It does not when deliveries to at least five domains were tried within
 * a minute and none of them got a TCP connection. A connection in that minute, before the first of them, speaks against
 * it only if the domains had failed before: a network may break at any moment, and then all of them fail anew.
 */
export type Network = {
  /** A TCP connection was made, or a server answered on one. */
  connected(): void;
  /** How many connections were made so far. */
  connections(): number;
  /** A delivery failed before there was a TCP connection; `anew` if the one before it did not fail. */
  failed(domain: string, anew: boolean): void;
  isDown(): boolean;
  /** True from the first delivery that is paused for the network until the next connection. */
  isPaused(): boolean;
  pause(): void;
};

export function createNetwork(now: () => Date): Network {
  const failures = new Map<string, { ms: number; anew: boolean }>();
  let connections = 0;
  let connected_ms = Number.NEGATIVE_INFINITY;
  let paused = false;
  return {
    connected() {
      connections += 1;
      connected_ms = now().getTime();
      failures.clear();
      paused = false;
    },
    connections: () => connections,
    failed(domain, anew) {
      if (failures.size < DOWN.remembered) failures.set(domain, { ms: now().getTime(), anew });
    },
    isDown() {
      const oldest_ms = now().getTime() - DOWN.within_ms;
      for (const [domain, { ms }] of failures) if (ms < oldest_ms) failures.delete(domain);
      const counted = [...failures.values()].filter(({ anew }) => anew || connected_ms < oldest_ms);
      return counted.length >= DOWN.domains;
    },
    isPaused: () => paused,
    pause() {
      paused = true;
    },
  };
}
