import type { Kind } from "../model/demonstration.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { explainFault } from "../store/connection/check-database.ts";
import { openStore } from "../store/connection/open-store.ts";
import { refuseAsDemonstration, refuseToPublish } from "../store/dataset/demonstration-refusal.ts";
import { readSnapshotSource } from "../store/dataset/snapshot-source.ts";
import { saveAnalyses } from "../store/reviews/analyses.ts";
import type { Store } from "../store/store.ts";
import type { Built } from "./build.ts";
import { type BuildFailure, describeFailure } from "./build-failure.ts";
import { documentsBeside, type Served } from "./documents/documents-beside.ts";
import { createEngines } from "./engines.ts";
import { createInsights } from "./insights.ts";
import type { SnapshotData } from "./snapshot-data.ts";
import { createSnapshots, isWorn } from "./snapshots.ts";

/**
 * A request to the thread that builds snapshots. The thread has its own connection, so that a build never delays
 * requests.
 */
export type BuildRequest = {
  database_url: string;
  base_url: string;
  /** Data of the other kind is refused, so that made-up reviews are never served as real ones. */
  kind: Kind;
  /** The snapshot that is served. Documents that depend only on its profile are not built again. */
  served: Served | null;
  /** The whole served snapshot, for a new thread. The previous thread ended because it was idle. */
  before: Snapshot | null;
};
export type BuiltSnapshot = { snapshot: Snapshot; build_ms: number };
export type BuildReply =
  | BuiltSnapshot
  /**
   * A full build that nobody waits for. It must give the same documents as the snapshot that was built from changes.
   */
  | { rebuilt: BuiltSnapshot }
  | BuildFailure
  /** Sent after the snapshot, when the thread is idle. `unsaved` says why new analyses could not be stored. */
  | { done: true; unsaved: string | null; may_end: boolean };

/** With more reviews than this an idle thread stays, because the next thread would have to build everything again. */
const CHEAP_REVIEWS = 2_000;

declare const self: Worker;
const readInsights = createInsights(createEngines());
let nextSnapshot = createSnapshots();

/** Reads what changed, or everything if `anew` is set, and builds a snapshot. */
async function readBuilt(store: Store, request: BuildRequest, anew: boolean): Promise<Built> {
  const { database_url, base_url, kind, served } = request;
  return readSnapshotSource(
    store,
    async (source, analysesOf, changesSince, changes) => {
      if (source.demonstration !== (kind === "demonstration")) {
        throw kind === "business"
          ? refuseToPublish(database_url, "candor serve --demo")
          : refuseAsDemonstration(database_url);
      }
      const stages = {
        base_url,
        changes,
        readInsights: (dataset: SnapshotData) => readInsights(dataset, analysesOf),
        renderDocuments: documentsBeside(served),
      };
      return nextSnapshot(source, stages, anew ? null : changesSince);
    },
    served?.profile ?? null,
  );
}

async function build(request: BuildRequest): Promise<void> {
  const started = performance.now();
  if (request.before) nextSnapshot = createSnapshots(request.before);
  const store = await openStore(request.database_url, { connections: 1, busy_timeout_ms: 5000, existing: true });
  try {
    await buildFrom(store, request, started);
  } catch (error) {
    throw await explainFault(store, error);
  } finally {
    await store.close();
  }
}

async function buildFrom(store: Store, request: BuildRequest, begun: number): Promise<void> {
  let started = begun;
  const passed = () => Math.round(performance.now() - started);
  const built = await readBuilt(store, request, false);
  reply({ snapshot: built.snapshot, build_ms: passed() });
  // Analyses are stored for the next start, after the snapshot was sent, so that nobody waits. A failure only costs
  // time.
  const unsaved = await store.transaction((tx) => saveAnalyses(tx, built.fresh)).then(() => null, String);
  if (isWorn(built)) {
    started = performance.now();
    const { snapshot } = await readBuilt(store, request, true);
    reply({ rebuilt: { snapshot, build_ms: passed() } });
  }
  const may_end = built.snapshot.reviews.count <= CHEAP_REVIEWS;
  // The thread may now be idle for days, so the memory of the build is freed. A thread that ends soon does not need
  // this.
  if (!may_end) Bun.gc(true);
  reply({ done: true, unsaved, may_end });
}

const reply = (message: BuildReply): void => self.postMessage(message);

function fail(error: unknown): void {
  reply(describeFailure(error));
}

let last: Promise<void> = Promise.resolve();
self.onmessage = (event: MessageEvent<BuildRequest>) => {
  last = last.then(() => build(event.data)).catch(fail);
};
