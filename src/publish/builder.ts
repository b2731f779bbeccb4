import type { Log } from "../log.ts";
import { describeFailure } from "./build-failure.ts";
import type { BuildReply, BuildRequest, BuiltSnapshot } from "./build-worker.ts";

type BuildResult = Exclude<BuildReply, { done: true } | { rebuilt: BuiltSnapshot }>;
export type Build = (request: BuildRequest) => Promise<BuildResult>;

/** A thread that is idle for so long ends: 40 MB of 140 (measured), for 0.4 s of CPU at the next change. */
const IDLE_MS = 30_000;

export type BuilderOptions = {
  stopping: AbortSignal;
  log: Log;
  /** Called with a snapshot that nobody asked for: see BuildReply. */
  rebuilt: (built: BuiltSnapshot) => void;
  idle_ms?: number | undefined;
};

/** Builds in a thread of its own, one build at a time. `stopping` ends a build: a million reviews take long. */
export function createBuilder(options: BuilderOptions): Build {
  const { stopping, log, rebuilt, idle_ms = IDLE_MS } = options;
  let worker: Worker | null = null;
  let waiting: ((result: BuildResult) => void) | null = null;
  /** A thread that failed is followed by one that builds everything anew. */
  let ended_idle = false;
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
    ended_idle = true;
    // What it handed over and is replaced by now: nothing else would ask for a collection for hours.
    setTimeout(() => Bun.gc(true), idle_ms / 30).unref();
  };
  const fail = (result: BuildResult) => {
    endThread();
    ended_idle = false;
    settle(result);
  };
  const receive = ({ data }: MessageEvent<BuildReply>) => {
    if ("error" in data) return fail(data);
    if ("rebuilt" in data) return rebuilt(data.rebuilt);
    if ("snapshot" in data) return settle(data);
    if (data.unsaved) log.debug("analyses_not_kept", { error: data.unsaved });
    if (data.may_end && !waiting) idle = setTimeout(endIdle, idle_ms).unref();
    // The arrays of the snapshot before are freed when this thread, too, has no use for them: beside the requests.
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
      const before = !worker && ended_idle ? request.before : null;
      worker ??= openThread();
      worker.postMessage({ ...request, before });
    });
}
