import { describeError, type Log } from "../log.ts";
import { OperatorError } from "../operator-error.ts";
import type { Current } from "../snapshot/current.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { readDataset } from "../store/dataset.ts";
import type { Store } from "../store/store.ts";
import type { BuildReply, BuildRequest } from "./build-worker.ts";
import { takeOver } from "./reuse-fixed.ts";

const POLL_MS = 500;
const NOTHING_TO_SERVE = "the reviews cannot be read: restore the last backup if the database is damaged";
const DATASET_CHANNEL = "candor_dataset";

type Built = Exclude<BuildReply, { done: true }>;

/** Up to here the thread stays, with the analyses it remembers; above, what building needed in memory goes with it. */
const KEEP_REVIEWS = 20_000;

/** One build at a time, in a thread of its own. A stop ends it: a million reviews take long. */
function openBuilder(stopping: AbortSignal, log: Log): (request: BuildRequest) => Promise<Built> {
  let worker: Worker | null = null;
  let answer: ((reply: Built) => void) | null = null;
  let reviews = 0;
  const settle = (reply: Built) => {
    answer?.(reply);
    answer = null;
  };
  const end = (reply: Built) => {
    worker?.terminate();
    worker = null;
    settle(reply);
  };
  const hear = ({ data }: MessageEvent<BuildReply>) => {
    if ("error" in data) return end(data);
    if ("snapshot" in data) {
      reviews = data.snapshot.reviews.count;
      return settle(data);
    }
    if (data.unsaved) log.debug("analyses_not_kept", { error: data.unsaved });
    if (reviews <= KEEP_REVIEWS || answer) return;
    worker?.terminate();
    worker = null;
  };
  const open = (): Worker => {
    const opened = new Worker(new URL("./build-worker.ts", import.meta.url).href);
    opened.onmessage = hear;
    opened.onerror = (event) => end({ error: event.message, passing: false });
    opened.unref();
    return opened;
  };
  stopping.addEventListener("abort", () => end({ error: "stopped", passing: true }), { once: true });
  return (request) =>
    new Promise((resolve) => {
      answer = resolve;
      worker ??= open();
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
  const build = openBuilder(stopping, log);
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
    const reply = await build({ ...options.request, ...served });
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
