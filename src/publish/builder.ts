import type { Log } from "../log.ts";
import { describeFailure } from "./build-failure.ts";
import type { BuildReply, BuildRequest, BuiltSnapshot } from "./build-worker.ts";

type BuildResult = Exclude<BuildReply, { done: true } | { rebuilt: BuiltSnapshot }>;
export type Build = (request: BuildRequest) => Promise<BuildResult>;

/** A thread ends after this idle time. This saves 40 of 140 MB (measured) and costs 0.4 s of CPU at the next change. */
const IDLE_MS = 30_000;

export type BuilderOptions = {
  stopping: AbortSignal;
  log: Log;
  /** Called with the snapshot of a full build that nobody asked for (see BuildReply). */
  rebuilt: (built: BuiltSnapshot) => void;
  idle_ms?: number | undefined;
};

/**
 * Builds in a separate thread, one build at a time. `stopping` also ends a running build, which takes long for a
 * million reviews.
 */
export function createBuilder(options: BuilderOptions): Build {
  const { stopping, log, rebuilt, idle_ms = IDLE_MS } = options;
  let worker: Worker | null = null;
  let waiting: ((result: BuildResult) => void) | null = null;
  /**
   * True if no thread failed: the next one continues from the served snapshot, which may be a saved one. After a thread
   * that failed, the next one builds everything again.
   */
  let continues = true;
  let idle: Timer | undefined;
  const settle = (result: BuildResult) => {
    waiting?.(result);
    waiting = null;
  };
  const endThread = () => {
    clearTimeout(idle);
    worker?.terminate();
    worker = null;
  };
  const endIdle = () => {
    endThread();
    continues = true;
    // Frees the old data that the thread had sent. Otherwise no garbage collection might run for hours.
    setTimeout(() => Bun.gc(true), idle_ms / 30).unref();
  };
  const fail = (result: BuildResult) => {
    endThread();
    continues = false;
    settle(result);
  };
  const receive = ({ data }: MessageEvent<BuildReply>) => {
    if ("error" in data) return fail(data);
    if ("rebuilt" in data) return rebuilt(data.rebuilt);
    if ("snapshot" in data) return settle(data);
    if (data.unsaved) log.debug("analyses_not_kept", { error: data.unsaved });
    if (data.may_end && !waiting) idle = setTimeout(endIdle, idle_ms).unref();
    // The arrays of the previous snapshot are freed only when this thread collects them too. This does not block
    // requests.
    if (!data.may_end) Bun.gc(false);
  };
  const openThread = (): Worker => {
    const opened = new Worker(new URL("./build-worker.ts", import.meta.url).href);
    opened.onmessage = receive;
    opened.onerror = (event) => fail(describeFailure(event.message));
    opened.unref();
    return opened;
  };
  stopping.addEventListener("abort", () => fail({ error: "stopped", passing: true, newer_schema: false }), {
    once: true,
  });
  return (request) =>
    new Promise((resolve) => {
      clearTimeout(idle);
      waiting = resolve;
      const before = !worker && continues ? request.before : null;
      worker ??= openThread();
      worker.postMessage({ ...request, before });
    });
}
