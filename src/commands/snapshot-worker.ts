import { OperatorError } from "../errors.ts";
import { buildSnapshot } from "../snapshot/build.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { buffersOf } from "../snapshot/transfer.ts";
import { databaseFault } from "../store/fault.ts";
import { openStore } from "../store/open.ts";
import { readSnapshotSource } from "../store/snapshot-source.ts";
import { renderMore } from "./documents.ts";

/** The thread that builds a snapshot, with a connection of its own: building never stalls serving. */
export type BuildRequest = {
  database_url: string;
  base_url: string;
  /** Of the snapshot that is served: what its profile alone decides need not be built again while that is the same. */
  served_profile?: { changed_at: string | null };
};
export type BuildReply = { snapshot: Snapshot; build_ms: number } | { error: string; passing: boolean };

declare const self: Worker;

async function build({ database_url, base_url, served_profile }: BuildRequest): Promise<BuildReply> {
  const started = performance.now();
  try {
    const store = await openStore(database_url, { connections: 1, busy_timeout_ms: 5000 });
    const snapshot = await readSnapshotSource(store, (source) =>
      buildSnapshot(source, {
        base_url,
        renderMore: (parts) => renderMore(parts, served_profile?.changed_at === parts.profile_changed_at),
      }),
    );
    await store.close();
    return { snapshot, build_ms: Math.round(performance.now() - started) };
  } catch (error) {
    const cause = error instanceof OperatorError ? error.cause : error;
    return {
      error: error instanceof Error ? error.message : String(error),
      passing: databaseFault(cause)?.passing ?? false,
    };
  }
}

self.onmessage = async (event: MessageEvent<BuildRequest>) => {
  const reply = await build(event.data);
  self.postMessage(reply, "snapshot" in reply ? buffersOf(reply.snapshot) : []);
};
