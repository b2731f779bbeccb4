import { errorLine } from "../../log.ts";
import type { SaveReply, SaveRequest } from "./save-worker.ts";

/** Writes in a thread that ends afterwards. */
export function writeInThread(request: SaveRequest): { reply: Promise<SaveReply>; end(): void } {
  const { promise, resolve } = Promise.withResolvers<SaveReply>();
  const worker = new Worker(new URL("./save-worker.ts", import.meta.url).href);
  worker.onmessage = ({ data }: MessageEvent<SaveReply>) => resolve(data);
  worker.onerror = (event) => resolve({ failed: errorLine(event.message) });
  worker.addEventListener("close", () => resolve({ failed: "the thread stopped without an error" }));
  worker.unref();
  worker.postMessage(request);
  const end = () => {
    worker.terminate();
    resolve({ failed: "stopped" });
  };
  return { reply: promise, end };
}
