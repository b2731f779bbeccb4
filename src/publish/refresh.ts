import { describeError, type Log } from "../log.ts";
import { OperatorError } from "../operator-error.ts";
import type { Current } from "../snapshot/current.ts";
import { readDataset } from "../store/dataset.ts";
import type { Store } from "../store/store.ts";
import { type BuildResult, openBuilder } from "./builder.ts";
import { withFixedDocuments } from "./reuse-fixed.ts";

const POLL_MS = 500;
const NOTHING_TO_SERVE = "the reviews cannot be read: restore the last backup if the database is damaged";
const DATASET_CHANNEL = "candor_dataset";

export type RefreshOptions = {
  store: Store;
  current: Current;
  database_url: string;
  base_url: string;
  log: Log;
  stopping: AbortSignal;
  /** Called after each swap. */
  swapped: (build_ms: number) => void;
  /** Called after each build that failed. */
  failed?: (() => void) | undefined;
};

/** A wait of at most `POLL_MS`, which `wake` ends early. */
function openPause(): { wait(): Promise<void>; wake(): void } {
  let wake: () => void = () => {};
  return {
    wake: () => wake(),
    wait: () =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, POLL_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}

/** Builds and swaps when the store has a newer version than the one served. */
function openTurn(options: RefreshOptions, warnOnce: (event: string, error: string) => void): () => Promise<boolean> {
  const { store, current, database_url, base_url, log, stopping } = options;
  const build = openBuilder(stopping, log);
  const swap = (result: Extract<BuildResult, { build_ms: number }>) => {
    const { snapshot, build_ms } = result;
    const served = current.get();
    current.swap(served ? withFixedDocuments(served, snapshot) : snapshot);
    const { dataset_version, reviews } = snapshot;
    log.info("snapshot", { dataset_version, reviews: reviews.count, build_ms });
    options.swapped(build_ms);
  };
  /** False: the newest version could not be built. */
  return async () => {
    const { version } = await readDataset(store);
    const served = current.get();
    if (served && served.dataset_version >= version) return true;
    const known = served && { profile_changed_at: served.profile_changed_at };
    const result = await build({ database_url, base_url, served: known });
    if (stopping.aborted) return true;
    if ("error" in result) options.failed?.();
    if (!("error" in result)) swap(result);
    // With nothing to serve, and a fault that waiting does not fix, the operator has to know.
    else if (!served && !result.passing) throw new OperatorError(`${NOTHING_TO_SERVE} (${result.error})`);
    else warnOnce("snapshot_failed", result.error);
    return !("error" in result);
  };
}

/**
 * Keeps `current` at the newest dataset version: asks for the version twice a second (and when PostgreSQL says so),
 * builds in a thread, swaps. When the database cannot be reached it tries again; reads go on meanwhile.
 */
export async function startRefresh(options: RefreshOptions): Promise<{ ended: Promise<void> }> {
  const { store, log, stopping } = options;
  const pause = openPause();
  let failing = false;
  let away = false;
  const warnOnce = (event: string, error: string) => {
    if (!failing) log.warn(event, { error });
    failing = true;
  };
  const turn = openTurn(options, warnOnce);
  const refresh = async () => {
    if (await turn()) failing = false;
    if (away) log.info("database_back");
    away = false;
  };
  const unreachable = (error: unknown) => {
    warnOnce("database_away", describeError(error).error);
    away = true;
  };
  stopping.addEventListener("abort", pause.wake, { once: true });
  await store.listen(DATASET_CHANNEL, pause.wake);
  await refresh().catch((error) => {
    if (error instanceof OperatorError) throw error;
    unreachable(error);
  });
  const run = async () => {
    while (!stopping.aborted) {
      await pause.wait();
      if (!stopping.aborted) await refresh().catch(unreachable);
    }
  };
  return { ended: run() };
}
