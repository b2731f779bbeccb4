import { describeError, type Log } from "../log.ts";
import { createWaker } from "../model/basics/waker.ts";
import type { Kind } from "../model/demonstration.ts";
import { OperatorError } from "../operator-error.ts";
import type { Current } from "../snapshot/current.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { databaseFault } from "../store/connection/database-fault.ts";
import { beginAfterRestore } from "../store/dataset/begin-after-restore.ts";
import { type Dataset, isSameDataset, readDataset } from "../store/dataset/dataset.ts";
import { followSchema, NewerSchemaError } from "../store/migrate.ts";
import type { Store } from "../store/store.ts";
import type { BuildFailure } from "./build-failure.ts";
import type { BuiltSnapshot } from "./build-worker.ts";
import { createBuilder } from "./builder.ts";
import { servedParts, withKeptDocuments } from "./kept-documents.ts";
import { type AnnouncedPlaces, placesOf, withPlaces } from "./topic-places.ts";

const POLL_MS = 500;
/**
 * After a fault that does not go away by itself, the same data is built again only after this time: builds are
 * expensive.
 */
const RETRY_MS = 5_000;
const DATASET_CHANNEL = "candor_dataset";

export type RefreshOptions = {
  store: Store;
  current: Current;
  database_url: string;
  base_url: string;
  /** Only data of this kind is served. */
  kind: Kind;
  log: Log;
  stopping: AbortSignal;
  /** Called when the data is another than what is served, before it is built. */
  changed?: () => Promise<void>;
  /** Called before each swap: gives the places of the topics, which every answer names. */
  announce?: (snapshot: Snapshot, served: Snapshot | null) => Promise<AnnouncedPlaces>;
  /** Called after each swap. */
  swapped: (build_ms: number) => void;
  /** Called after each build that failed. */
  failed?: (() => void) | undefined;
};

type Warn = (event: string, error: string) => void;

/**
 * The dataset's version and commit. If the tables are older than this program, they are migrated; if newer, it refuses.
 */
const readFollowed = (store: Store): Promise<Dataset> =>
  readDataset(store).catch(async (error) => {
    if (databaseFault(error)) throw error;
    await followSchema(store);
    return readDataset(store);
  });

const commitOf = ({ dataset_version: version, commit_id }: Snapshot) => ({ version, commit_id });

const shownCommit = (served: Snapshot) => ({
  ...commitOf(served),
  changed_at: served.committed_at,
  sequence: served.changes.sequence,
});

/** The documents that differ although both snapshots have the same data. */
function differingPaths(served: Snapshot, rebuilt: Snapshot): string[] {
  if (!isSameDataset(commitOf(served), commitOf(rebuilt))) return [];
  return [...rebuilt.documents]
    .filter(([path, { hash }]) => served.documents.get(path)?.hash !== hash)
    .map(([path]) => path);
}

/** Builds and swaps when the store has other data than the served snapshot: newer, or older after a restore. */
function createTurn(options: RefreshOptions, warnOnce: Warn): () => Promise<boolean> {
  const { store, current, database_url, base_url, log, stopping } = options;
  let failed: { dataset: Dataset; retry_ms: number } | null = null;
  const swap = ({ snapshot, build_ms }: BuiltSnapshot, rebuilt: boolean) => {
    const served = current.get();
    current.swap(served ? withKeptDocuments(served, snapshot) : snapshot);
    const { dataset_version, reviews } = snapshot;
    if (served && dataset_version <= served.dataset_version && !rebuilt) {
      log.warn("database_restored", { dataset_version, served: served.dataset_version });
    }
    log.info("snapshot", { dataset_version, reviews: reviews.count, build_ms, ...(rebuilt ? { rebuilt } : {}) });
    options.swapped(build_ms);
  };
  const rebuilt = (built: BuiltSnapshot) => {
    const served = current.get();
    if (!served || stopping.aborted) return;
    const differing = differingPaths(served, built.snapshot);
    // The snapshot that was built from changes was wrong. The full build that replaces it now is right.
    if (differing.length > 0) log.error("snapshot_differs", { paths: differing });
    swap({ ...built, snapshot: withPlaces(built.snapshot, placesOf(served)) }, true);
  };
  const build = createBuilder({ stopping, log, rebuilt });
  const refuse = (failure: BuildFailure, dataset: Dataset): boolean => {
    // There is nothing to serve, and waiting does not fix the fault. The operator has to know.
    if (!current.get() && !failure.passing) throw new OperatorError(failure.error);
    if (failure.newer_schema) current.setOutdated(failure.error);
    if (!failure.passing) failed = { dataset, retry_ms: performance.now() + RETRY_MS };
    options.failed?.();
    warnOnce("snapshot_failed", failure.error);
    return false;
  };
  /** Returns false if the newest version could not be built. */
  return async () => {
    const found = await readFollowed(store);
    const served = current.get();
    if (served && isSameDataset(commitOf(served), found)) {
      current.setOutdated(null);
      return true;
    }
    await options.changed?.();
    // A restore may get another commit here, so the commit that is built is read after it.
    const begun = served !== null && (await beginAfterRestore(store, shownCommit(served)));
    const dataset = begun ? await readDataset(store) : found;
    if (failed && isSameDataset(failed.dataset, dataset) && performance.now() < failed.retry_ms) return false;
    const result = await build({
      database_url,
      base_url,
      kind: options.kind,
      before: served,
      served: served && servedParts(served),
    });
    if (stopping.aborted) return true;
    if ("error" in result) return refuse(result, dataset);
    const places = await options.announce?.(result.snapshot, served);
    swap({ ...result, snapshot: withPlaces(result.snapshot, places ?? new Map()) }, false);
    failed = null;
    current.setOutdated(null);
    return true;
  };
}

/**
 * Keeps `current` equal to the database. Reads the version and commit twice a second (and when PostgreSQL notifies),
 * builds in a thread, and swaps the snapshot. If the database cannot be reached it tries again, and requests are still
 * answered.
 */
export async function startRefresh(options: RefreshOptions): Promise<{ ended: Promise<void> }> {
  const { store, log, stopping } = options;
  const waker = createWaker();
  /** The last fault we logged. We log a fault again only if it is a different one. */
  let failing: string | null = null;
  let away = false;
  const warnOnce = (event: string, error: string) => {
    if (failing !== event) log.warn(event, { error });
    failing = event;
  };
  const turn = createTurn(options, warnOnce);
  const refresh = async () => {
    if (await turn()) failing = null;
    if (away) log.info("database_back");
    away = false;
  };
  const unreachable = (error: unknown) => {
    if (error instanceof NewerSchemaError) options.current.setOutdated(error.message);
    warnOnce("database_away", describeError(error).error);
    away = true;
  };
  stopping.addEventListener("abort", waker.wake, { once: true });
  await store.listen(DATASET_CHANNEL, waker.wake);
  await refresh().catch((error) => {
    if (error instanceof OperatorError) throw error;
    unreachable(error);
  });
  const run = async () => {
    while (!stopping.aborted) {
      await waker.sleep(POLL_MS);
      if (!stopping.aborted) await refresh().catch(unreachable);
    }
  };
  return { ended: run() };
}
