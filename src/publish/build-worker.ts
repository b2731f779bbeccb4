import type { Kind } from "../model/demonstration.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
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

/** The thread that builds a snapshot, with a connection of its own: building never stalls serving. */
export type BuildRequest = {
  database_url: string;
  base_url: string;
  /** Data of the other kind is refused: made-up reviews are never served as real ones. */
  kind: Kind;
  /** The snapshot that is served: documents that depend on its profile alone are not built again. */
  served: Served | null;
  /** The whole of it, for a new thread that follows one that ended because it was idle. */
  before: Snapshot | null;
};
export type BuiltSnapshot = { snapshot: Snapshot; build_ms: number };
export type BuildReply =
  | BuiltSnapshot
  /** Everything was built anew, though nobody waits for it: the same data has to give the same documents. */
  | { rebuilt: BuiltSnapshot }
  | BuildFailure
  /** Comes after the snapshot: the thread is idle. `unsaved` says why new analyses could not be kept. */
  | { done: true; unsaved: string | null; may_end: boolean };

/** Above this an idle thread stays: the next one would have to build everything anew. */
const CHEAP_REVIEWS = 2_000;

declare const self: Worker;
const readInsights = createInsights(createEngines());
let nextSnapshot = createSnapshots();

/** Reads what changed, or with `anew` everything, and builds. */
async function readBuilt(store: Store, request: BuildRequest, anew: boolean): Promise<Built> {
  const { database_url, base_url, kind, served } = request;
  return readSnapshotSource(
    store,
    async (source, analysesOf, changesSince) => {
      if (source.demonstration !== (kind === "demonstration")) {
        throw kind === "business"
          ? refuseToPublish(database_url, "candor serve --demo")
          : refuseAsDemonstration(database_url);
      }
      const stages = {
        base_url,
        readInsights: (dataset: SnapshotData) => readInsights(dataset, analysesOf),
        renderDocuments: documentsBeside(served),
      };
      return nextSnapshot(source, stages, anew ? null : changesSince);
    },
    served?.profile ?? null,
  );
}

async function build(request: BuildRequest): Promise<void> {
  let started = performance.now();
  const passed = () => Math.round(performance.now() - started);
  if (request.before) nextSnapshot = createSnapshots(request.before);
  const store = await openStore(request.database_url, { connections: 1, busy_timeout_ms: 5000, existing: true });
  const built = await readBuilt(store, request, false);
  reply({ snapshot: built.snapshot, build_ms: passed() });
  // Kept for the next start, after the snapshot was sent: nobody waits for it, and without it only time is lost.
  const unsaved = await store.transaction((tx) => saveAnalyses(tx, built.fresh)).then(() => null, String);
  if (isWorn(built)) {
    started = performance.now();
    const { snapshot } = await readBuilt(store, request, true);
    reply({ rebuilt: { snapshot, build_ms: passed() } });
  }
  await store.close();
  const may_end = built.snapshot.reviews.count <= CHEAP_REVIEWS;
  // The thread is idle now, perhaps for days: what the build used is freed. For one that ends soon that is no use.
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
