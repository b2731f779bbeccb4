import { beginHistory, readChangeHead } from "../changes/change-log.ts";
import type { Store } from "../store.ts";
import { commitTime, type Dataset, isOfThisHistory, lockDataset, renameCommit } from "./dataset.ts";

/**
 * Somebody put an older state of the database back while this server was running. Changes that clients have seen are
 * lost, and later ones would get their sequences, so the log begins a new history. Several servers may notice; the first
 * one does it. `served` is the commit that this server shows, and the newest sequence there.
 */
export async function beginAfterRestore(
  store: Store,
  served: Dataset & { sequence: number },
  now = new Date(),
): Promise<boolean> {
  if (await isOfThisHistory(store, served)) return false;
  return store.transaction(async (tx) => {
    const locked = await lockDataset(tx, store.dialect);
    if (await isOfThisHistory(tx, served)) return false;
    const { begun_at } = await readChangeHead(tx);
    if (begun_at > served.changed_at) return false;
    const changed_at = locked.changed_at > served.changed_at ? locked.changed_at : served.changed_at;
    const at = commitTime({ ...locked, changed_at }, now);
    await beginHistory(tx, at, served.sequence);
    await renameCommit(tx, store.dialect, at);
    return true;
  });
}
