/** The hub considers its own network down when this many domains were unreachable within this time. */
const DOWN = { domains: 5, within_ms: 60_000, remembered: 1_000 } as const;

/**
 * Whether the network of this process works. It is down if deliveries to at least five domains were tried within a
 * minute and none of them got a TCP connection. If there was a connection earlier in that minute, only domains count
 * whose previous delivery did not fail: the network may have failed right after that connection.
 */
export type Network = {
  /** A TCP connection was made, or a server answered on one. */
  connected(): void;
  /** How many connections were made so far. */
  connections(): number;
  /** A delivery failed before there was a TCP connection. `anew`: the previous one to this subscriber did not fail. */
  failed(domain: string, anew: boolean): void;
  isDown(): boolean;
  /** True from the first delivery that is paused because of the network until the next connection. */
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
