import { sweepCallbackLimits } from "../store/hub/callback-limits.ts";
import { sweepEnded } from "../store/hub/ended-subscriptions.ts";
import { removeExpired } from "../store/hub/subscriptions.ts";
import type { Store } from "../store/store.ts";

const ROWS = 500;
const KEEP_ENDED_MS = 7 * 86_400_000;
const FORGET_FAILURES_MS = 3_600_000;

/** Removes expired leases, status URLs of requests that ended a week ago, and the counts of idle hosts. */
export async function sweep(store: Store, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  let removed = ROWS;
  while (removed === ROWS) removed = await store.transaction((tx) => removeExpired(tx, before(0), ROWS));
  await sweepEnded(store, before(KEEP_ENDED_MS));
  await sweepCallbackLimits(store, before(0), before(FORGET_FAILURES_MS));
}
