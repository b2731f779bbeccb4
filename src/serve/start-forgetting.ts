import { forgetDoubtful } from "../import/run/forget-doubtful.ts";
import type { Log } from "../log.ts";
import { messageOf } from "../operator-error.ts";
import { beginDays } from "../store/dataset/begin-days.ts";
import type { Store } from "../store/store.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

type Deps = { store: Store; now: () => Date };

function repeat(work: () => Promise<unknown>, every_ms: number, failed: (error: unknown) => void): { stop(): void } {
  const run = () => void work().catch(failed);
  run();
  const timer = setInterval(run, every_ms);
  return { stop: () => clearInterval(timer) };
}

/** Deletes words that waited for the owner long enough, now and every hour. */
export const startForgetting = (deps: Deps, log: Log) =>
  repeat(
    () => forgetDoubtful(deps),
    HOUR_MS,
    (error) => log.error("forget_failed", { error: messageOf(error) }),
  );

/** Begins the days on which somebody leaves, now and every minute. */
export const startDays = (deps: Deps, log: Log) =>
  repeat(
    () => beginDays(deps),
    MINUTE_MS,
    (error) => log.error("day_failed", { error: messageOf(error) }),
  );
