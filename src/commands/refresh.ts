import { OperatorError } from "../errors.ts";
import { describeError, type Log } from "../log.ts";
import type { Current } from "../snapshot/current.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { takeOver } from "../snapshot/take-over.ts";
import { readDataset } from "../store/dataset.ts";
import type { Store } from "../store/store.ts";
import type { BuildReply, BuildRequest } from "./snapshot-worker.ts";

const POLL_MS = 500;
const NOTHING_TO_SERVE = "the reviews cannot be read: restore the last backup if the database is damaged";
export const DATASET_CHANNEL = "candor_dataset";

type Built = Exclude<BuildReply, { done: true }>;

/** One thread a build: what building needed in memory goes with it. A stop ends it: a million reviews take long. */
function build(request: BuildRequest, stopping: AbortSignal, log: Log): Promise<Built> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL("./snapshot-worker.ts", import.meta.url).href);
    const end = () => {
      // A listener that stayed would keep this build's snapshot for as long as the process lives.
      stopping.removeEventListener("abort", stop);
      worker.terminate();
    };
    const finish = (reply: Built) => {
      end();
      resolve(reply);
    };
    const stop = () => finish({ error: "stopped", passing: true });
    worker.onmessage = ({ data }: MessageEvent<BuildReply>) => {
      if ("snapshot" in data) return resolve(data);
      if ("error" in data) return finish(data);
      if (data.unsaved) log.debug("analyses_not_kept", { error: data.unsaved });
      end();
    };
    worker.onerror = (event) => finish({ error: event.message, passing: false });
    stopping.addEventListener("abort", stop);
    worker.postMessage(request);
  });
}

/**
 * Keeps `current` at the newest dataset version: asks for the version twice a second (and when PostgreSQL says so),
 * builds in a thread, swaps, then calls `published`. A database that is away is asked again; reads go on meanwhile.
 */
export async function startRefresh(
  options: { store: Store; current: Current; request: BuildRequest; log: Log; stopping: AbortSignal },
  published: (snapshot: Snapshot, build_ms: number) => Promise<void>,
): Promise<{ ended: Promise<void> }> {
  const { store, current, log, stopping } = options;
  let wake: () => void = () => {};
  let away = false;
  const lost = (event: string, fields: object) => {
    if (!away) log.warn(event, { ...fields });
    away = true;
  };
  const refresh = async () => {
    const { version } = await readDataset(store);
    const snapshot = current.get();
    if (snapshot && snapshot.dataset_version >= version) {
      away = false;
      return;
    }
    const served = snapshot ? { served_profile: { changed_at: snapshot.profile_changed_at } } : {};
    const reply = await build({ ...options.request, ...served }, stopping, log);
    if (stopping.aborted) return;
    if ("error" in reply) {
      // With nothing to serve and nothing that waiting would mend, the operator has to know.
      if (!snapshot && !reply.passing) throw new OperatorError(`${NOTHING_TO_SERVE} (${reply.error})`);
      return lost("snapshot_failed", { error: reply.error });
    }
    current.swap(snapshot ? takeOver(snapshot, reply.snapshot) : reply.snapshot);
    log.info("snapshot", {
      dataset_version: reply.snapshot.dataset_version,
      reviews: reply.snapshot.reviews.count,
      build_ms: reply.build_ms,
    });
    await published(reply.snapshot, reply.build_ms);
    away = false;
  };
  const attempt = () => refresh().catch((error) => lost("database_away", { error: describeError(error).error }));
  stopping.addEventListener("abort", () => wake(), { once: true });
  await store.listen(DATASET_CHANNEL, () => wake());
  await refresh().catch((error) => {
    if (error instanceof OperatorError) throw error;
    lost("database_away", { error: describeError(error).error });
  });
  const loop = (async () => {
    while (!stopping.aborted) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, POLL_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      if (!stopping.aborted) await attempt();
    }
  })();
  return { ended: loop };
}
