import { describeError, type Log } from "../log.ts";
import type { Settings, SyncSecret } from "../settings.ts";
import { createClock } from "../store/connection/clock.ts";
import type { Store } from "../store/store.ts";
import { startSchedule } from "../sync/schedule.ts";
import type { SyncReply, SyncRequest } from "./sync-worker.ts";

export type SyncServing = {
  store: Store;
  settings: Settings;
  secrets: Readonly<Record<string, SyncSecret>>;
  log: Log;
  now: () => Date;
  /** The first source is read after this: what is stored is judged by the same rules as what comes. */
  after?: Promise<void>;
};

const STOP_MS = 8_000;

/** Runs sources in a thread that starts with the first run. Without sources there is no thread. */
function openThread(log: Log) {
  const waiting = new Map<string, () => void>();
  let worker: Worker | null = null;
  const end = (name: string) => {
    waiting.get(name)?.();
    waiting.delete(name);
  };
  const start = (): Worker => {
    const opened = new Worker(new URL("./sync-worker.ts", import.meta.url).href);
    opened.onmessage = ({ data }: MessageEvent<SyncReply>) => {
      if ("ended" in data) end(data.ended);
      else log[data.log](data.event, data.fields);
    };
    const gone = (reason: string) => {
      if (worker !== opened) return;
      log.error("sync_failed", describeError(reason));
      worker = null;
      for (const name of [...waiting.keys()]) end(name);
    };
    opened.onerror = (event) => gone(event.message);
    // Bun sends "close" whenever a thread ends, even without an error.
    opened.addEventListener("close", () => gone("the thread stopped without an error"));
    opened.unref();
    return opened;
  };
  const post = (request: SyncRequest) => {
    worker ??= start();
    worker.postMessage(request);
  };
  return {
    run(request: Extract<SyncRequest, { run: string }>): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.set(request.run, resolve);
      post(request);
      return promise;
    },
    stop: () => worker?.postMessage({ stop: true } satisfies SyncRequest),
    terminate() {
      const ended = worker;
      worker = null;
      ended?.terminate();
    },
  };
}

/** Reads the sources of `candor sync add` on schedule. */
export function startSync({ store, settings, secrets, log, now, after }: SyncServing): { stop(): Promise<void> } {
  if (settings.SYNC === "off" || settings.ROLE === "web") return { stop: async () => {} };
  const thread = openThread(log);
  const clock = createClock(store.dialect, now);
  const run = async (name: string) => {
    await after;
    await thread.run({ run: name, settings, secrets });
  };
  const schedule = startSchedule({ store, clock, log, run });
  return {
    async stop() {
      thread.stop();
      // A run that does not end in time is cut off as by a crash, and the next run repeats it.
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, STOP_MS);
      await Promise.race([schedule.stop(), late]);
      clearTimeout(timer);
      thread.terminate();
    },
  };
}
