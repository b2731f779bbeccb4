import { describeError, type Log } from "../log.ts";
import { createWaker } from "../model/basics/waker.ts";
import type { Clock } from "../store/connection/clock.ts";
import type { Store } from "../store/store.ts";
import { findDueSources } from "../store/sync/sync-sources.ts";
import { timeOf } from "./run-types.ts";

export type ScheduleDeps = {
  store: Store;
  clock: Clock;
  log: Log;
  /** Runs one due source, unless another process is running it. */
  run(name: string): Promise<void>;
  poll_ms?: number;
};

const POLL_MS = 1000;

/** Starts due sources, several at a time. If the database cannot be reached, that is logged once. */
export function startSchedule(deps: ScheduleDeps): { stop(): Promise<void> } {
  const { store, clock, log, run, poll_ms = POLL_MS } = deps;
  const waker = createWaker();
  const running = new Map<string, Promise<void>>();
  let stopping = false;
  let failed = false;
  const failure = (error: unknown) => {
    if (!failed) log.error("sync_failed", describeError(error));
    failed = true;
  };
  const startDue = async () => {
    const due = await findDueSources(store, timeOf(await clock(store)));
    failed = false;
    for (const name of due) {
      if (running.has(name) || stopping) continue;
      const ended = run(name)
        .catch(failure)
        .finally(() => running.delete(name));
      running.set(name, ended);
    }
  };
  const loop = async () => {
    while (!stopping) {
      await startDue().catch(failure);
      await waker.sleep(poll_ms);
    }
  };
  const ended = loop();
  return {
    async stop() {
      stopping = true;
      waker.wake();
      await ended;
      await Promise.all(running.values());
    },
  };
}
