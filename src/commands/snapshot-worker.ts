import { OperatorError } from "../errors.ts";
import { buildSnapshot } from "../snapshot/build.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { buffersOf } from "../snapshot/transfer.ts";
import { saveAnalyses } from "../store/analyses.ts";
import { databaseFault } from "../store/fault.ts";
import { openStore } from "../store/open.ts";
import { readSnapshotSource } from "../store/snapshot-source.ts";
import { insightsEntry, renderDocuments } from "./documents.ts";
import { openInsights } from "./insights.ts";

/** The thread that builds a snapshot, with a connection of its own: building never stalls serving. */
export type BuildRequest = {
  database_url: string;
  base_url: string;
  /** Of the snapshot that is served: what its profile alone decides need not be built again while that is the same. */
  served_profile?: { changed_at: string | null };
};
export type BuildReply =
  | { snapshot: Snapshot; build_ms: number }
  | { error: string; passing: boolean }
  /** Comes after the snapshot: the thread's work is over. `unsaved` says why new analyses could not be kept. */
  | { done: true; unsaved: string | null };

declare const self: Worker;

async function build({ database_url, base_url, served_profile }: BuildRequest): Promise<void> {
  const started = performance.now();
  const store = await openStore(database_url, { connections: 1, busy_timeout_ms: 5000 });
  const fresh = await readSnapshotSource(store, async (read, analysesOf) => {
    const insights = openInsights(read, analysesOf);
    const snapshot = await buildSnapshot(insights.source, {
      base_url,
      renderMore: (parts) => {
        const document = insights.document(parts);
        const fixed_are_known = served_profile?.changed_at === parts.profile_changed_at;
        return [insightsEntry(parts, document), ...renderDocuments(parts, document, fixed_are_known)];
      },
    });
    reply({ snapshot, build_ms: Math.round(performance.now() - started) }, buffersOf(snapshot));
    return insights.fresh;
  });
  // Kept for the next build, after the snapshot went out: nobody waits for it, and without it only time is lost.
  const unsaved = await store.transaction((tx) => saveAnalyses(tx, fresh)).then(() => null, String);
  await store.close();
  reply({ done: true, unsaved }, []);
}

const reply = (message: BuildReply, transfer: ArrayBuffer[]): void => self.postMessage(message, transfer);

self.onmessage = (event: MessageEvent<BuildRequest>) =>
  build(event.data).catch((error) => {
    const cause = error instanceof OperatorError ? error.cause : error;
    reply(
      {
        error: error instanceof Error ? error.message : String(error),
        passing: databaseFault(cause)?.passing ?? false,
      },
      [],
    );
  });
