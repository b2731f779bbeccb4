import { OperatorError } from "../operator-error.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { saveAnalyses } from "../store/analyses.ts";
import { databaseFault } from "../store/database-fault.ts";
import { openStore } from "../store/open.ts";
import { readSnapshotSource } from "../store/snapshot-source.ts";
import { buildWhole } from "./build-whole.ts";
import { openInsightsMemory } from "./insights.ts";
import { buffersOf } from "./transferable-buffers.ts";

/** The thread that builds a snapshot, with a connection of its own: building never stalls serving. */
export type BuildRequest = {
  database_url: string;
  base_url: string;
  /** Of the snapshot that is served: what its profile alone decides need not be built again while that is the same. */
  served_profile?: { changed_at: string | null } | undefined;
};
export type BuildReply =
  | { snapshot: Snapshot; build_ms: number }
  | { error: string; passing: boolean }
  /** Comes after the snapshot: the thread rests. `unsaved` says why new analyses could not be kept. */
  | { done: true; unsaved: string | null };

declare const self: Worker;
const memory = openInsightsMemory();

async function build({ database_url, base_url, served_profile }: BuildRequest): Promise<void> {
  const started = performance.now();
  const store = await openStore(database_url, { connections: 1, busy_timeout_ms: 5000 });
  const fresh = await readSnapshotSource(store, async (source, analysesOf) => {
    const built = await buildWhole(source, analysesOf, { base_url, memory, served_profile });
    reply({ snapshot: built.snapshot, build_ms: Math.round(performance.now() - started) }, buffersOf(built.snapshot));
    return built.fresh;
  });
  // Kept for the next start, after the snapshot went out: nobody waits for it, and without it only time is lost.
  const unsaved = await store.transaction((tx) => saveAnalyses(tx, fresh)).then(() => null, String);
  await store.close();
  Bun.gc(true); // the thread rests now, perhaps for days: what the build used goes back
  reply({ done: true, unsaved }, []);
}

const reply = (message: BuildReply, transfer: ArrayBuffer[]): void => self.postMessage(message, transfer);

function failed(error: unknown): void {
  const cause = error instanceof OperatorError ? error.cause : error;
  const passing = databaseFault(cause)?.passing ?? false;
  reply({ error: error instanceof Error ? error.message : String(error), passing }, []);
}

let last: Promise<void> = Promise.resolve();
self.onmessage = (event: MessageEvent<BuildRequest>) => {
  last = last.then(() => build(event.data)).catch(failed);
};
