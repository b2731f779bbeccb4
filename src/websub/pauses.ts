import type { Log } from "../log.ts";
import type { Clock } from "../store/connection/clock.ts";
import { type Cause, countPaused, endPauses } from "../store/hub/paused-subscriptions.ts";
import type { Store } from "../store/store.ts";
import type { Network } from "./network.ts";
import type { AttemptResult } from "./record.ts";

type PauseDeps = { store: Store; log: Log; clock: Clock; network: Network };

const ADVICE = {
  key: "the secrets of some subscriptions were encrypted with another SECRET_KEY: add the old key after the new one",
  network: "no subscriber can be reached: check this machine's network and DNS",
} as const;

const causesOf = (results: readonly AttemptResult[]): Cause[] =>
  results.flatMap((result) =>
    result.kind === "delivery" && result.outcome.kind === "paused" ? [result.outcome.cause] : [],
  );

/** Logs each cause once when deliveries are paused and once when they resume. The paused rows are in the store. */
export type Pauses = {
  report(results: readonly AttemptResult[]): void;
  /** After a start the causes may be gone, so everything is tried again. */
  retryAll(): Promise<void>;
  /** Tries deliveries that waited for the network again when it is back. */
  retryIfConnected(): Promise<void>;
  /** Logs the end of causes that no row has any more. */
  forget(): Promise<void>;
};

export function createPauses({ store, log, clock, network }: PauseDeps): Pauses {
  const reported = new Set<Cause>();
  let waiting_for_network = false;
  const retry = async (cause: Cause | null) => endPauses(store, cause, new Date(await clock(store)).toISOString());
  const resumed = (cause: Cause) => {
    if (reported.delete(cause)) log.info("websub_resumed", { cause });
  };
  return {
    report(results) {
      for (const cause of new Set(causesOf(results))) {
        if (cause === "network") waiting_for_network = true;
        if (reported.has(cause) || (cause === "network" && !network.isPaused())) continue;
        reported.add(cause);
        log.error("websub_paused", { cause, advice: ADVICE[cause] });
      }
    },
    retryAll: () => retry(null),
    async retryIfConnected() {
      if (!waiting_for_network || network.isPaused()) return;
      await retry("network");
      waiting_for_network = false;
      resumed("network");
    },
    async forget() {
      if (!reported.has("key")) return;
      const paused = await countPaused(store, new Date(await clock(store)).toISOString());
      if (paused.every(({ cause }) => cause !== "key")) resumed("key");
    },
  };
}
