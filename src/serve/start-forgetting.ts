import { forgetDoubtful } from "../import/run/forget-doubtful.ts";
import type { Log } from "../log.ts";
import { messageOf } from "../operator-error.ts";
import type { Store } from "../store/store.ts";

const HOUR_MS = 3_600_000;

/** Deletes words that waited for the owner long enough, now and every hour. */
export function startForgetting(deps: { store: Store; now: () => Date }, log: Log): { stop(): void } {
  const forget = () =>
    void forgetDoubtful(deps).catch((error) => log.error("forget_failed", { error: messageOf(error) }));
  forget();
  const timer = setInterval(forget, HOUR_MS);
  return { stop: () => clearInterval(timer) };
}
