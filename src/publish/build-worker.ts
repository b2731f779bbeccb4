import type { Kind } from "../model/demonstration.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { saveAnalyses } from "../store/analyses.ts";
import { refuseAsDemonstration, refuseToPublish } from "../store/demonstration-refusal.ts";
import { openStore } from "../store/open.ts";
import { readSnapshotSource } from "../store/snapshot-source.ts";
import { buildSnapshot } from "./build.ts";
import { type BuildFailure, describeFailure } from "./build-failure.ts";
import { documentsBeside, type ServedProfile } from "./documents/documents.ts";
import { openEngines } from "./engines.ts";
import { openInsights } from "./insights.ts";
import { buffersOf } from "./transferable-buffers.ts";

/** The thread that builds a snapshot, with a connection of its own: building never stalls serving. */
export type BuildRequest = {
  database_url: string;
  base_url: string;
  /** Data of the other kind is refused: made-up reviews are never served as real ones. */
  kind: Kind;
  /** The snapshot that is served: documents that depend on its profile alone are not built again. */
  served: ServedProfile | null;
};
export type BuildReply =
  | { snapshot: Snapshot; build_ms: number }
  | BuildFailure
  /** Comes after the snapshot: the thread is idle. `unsaved` says why new analyses could not be kept. */
  | { done: true; unsaved: string | null };

declare const self: Worker;
const readInsights = openInsights(openEngines());

async function build({ database_url, base_url, kind, served }: BuildRequest): Promise<void> {
  const started = performance.now();
  const store = await openStore(database_url, { connections: 1, busy_timeout_ms: 5000, existing: true });
  const fresh = await readSnapshotSource(store, async (source, analysesOf) => {
    if (source.demonstration !== (kind === "demonstration")) {
      throw kind === "business"
        ? refuseToPublish(database_url, "candor serve --demo")
        : refuseAsDemonstration(database_url);
    }
    const built = await buildSnapshot(source, {
      base_url,
      readInsights: (dataset) => readInsights(dataset, analysesOf),
      renderDocuments: documentsBeside(served),
    });
    reply({ snapshot: built.snapshot, build_ms: Math.round(performance.now() - started) }, buffersOf(built.snapshot));
    return built.fresh;
  });
  // Kept for the next start, after the snapshot was sent: nobody waits for it, and without it only time is lost.
  const unsaved = await store.transaction((tx) => saveAnalyses(tx, fresh)).then(() => null, String);
  await store.close();
  Bun.gc(true); // the thread is idle now, perhaps for days: what the build used is freed
  reply({ done: true, unsaved }, []);
}

const reply = (message: BuildReply, transfer: ArrayBuffer[]): void => self.postMessage(message, transfer);

function fail(error: unknown): void {
  reply(describeFailure(error), []);
}

let last: Promise<void> = Promise.resolve();
self.onmessage = (event: MessageEvent<BuildRequest>) => {
  last = last.then(() => build(event.data)).catch(fail);
};
