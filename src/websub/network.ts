/** How many domains, tried within how long, must all be unreachable before the hub takes the fault for its own. */
const DOWN = { domains: 5, within_ms: 60_000, remembered: 1_000 } as const;

/**
 * Tells whether the network of this process works. Since the last TCP connection that was made, at least five domains
 * were tried within a minute and none could be connected to: then it does not.
 */
export type Network = {
  /** A TCP connection was made, or a server answered on one. */
  connected(): void;
  /** How many connections were made so far. */
  connections(): number;
  /** A delivery to this domain failed before there was a TCP connection. */
  failed(domain: string): void;
  isDown(): boolean;
  /** True from the first delivery that is paused for the network until the next connection. */
  isPaused(): boolean;
  pause(): void;
};

export function openNetwork(now: () => Date): Network {
  const failed_ms = new Map<string, number>();
  let connections = 0;
  let paused = false;
  const forgetOld = () => {
    const oldest_ms = now().getTime() - DOWN.within_ms;
    for (const [domain, ms] of failed_ms) if (ms < oldest_ms) failed_ms.delete(domain);
  };
  return {
    connected() {
      connections += 1;
      failed_ms.clear();
      paused = false;
    },
    connections: () => connections,
    failed(domain) {
      if (failed_ms.size < DOWN.remembered) failed_ms.set(domain, now().getTime());
    },
    isDown() {
      forgetOld();
      return failed_ms.size >= DOWN.domains;
    },
    isPaused: () => paused,
    pause() {
      paused = true;
    },
  };
}
