import type { Log } from "../log.ts";
import { describeFailure } from "./build-failure.ts";
import type { BuildReply, BuildRequest } from "./build-worker.ts";

export type BuildResult = Exclude<BuildReply, { done: true }>;
export type Build = (request: BuildRequest) => Promise<BuildResult>;

/** Up to here the thread stays, with the analyses it remembers; above, its memory is freed after each build. */
const KEEP_REVIEWS = 20_000;

/** Builds in a thread of its own, one build at a time. `stopping` ends a build: a million reviews take long. */
export function openBuilder(stopping: AbortSignal, log: Log): Build {
  let worker: Worker | null = null;
  let waiting: ((result: BuildResult) => void) | null = null;
  let reviews = 0;
  const settle = (result: BuildResult) => {
    waiting?.(result);
    waiting = null;
  };
  const endThread = () => {
    worker?.terminate();
    worker = null;
  };
  const fail = (result: BuildResult) => {
    endThread();
    settle(result);
  };
  const receive = ({ data }: MessageEvent<BuildReply>) => {
    if ("error" in data) return fail(data);
    if ("snapshot" in data) {
      reviews = data.snapshot.reviews.count;
      return settle(data);
    }
    if (data.unsaved) log.debug("analyses_not_kept", { error: data.unsaved });
    if (reviews > KEEP_REVIEWS && !waiting) endThread();
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
      waiting = resolve;
      worker ??= openThread();
      worker.postMessage(request);
    });
}
