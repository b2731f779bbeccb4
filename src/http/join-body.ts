import { resolveObjectURL } from "node:buffer";
import type { Body } from "../snapshot/body.ts";

/**
 * Joins a body into one Blob that all responses share. Its own thread does it, because the copy would block the server
 * for 0.4 ms per MB. An object URL passes the Blob without a copy; a message would copy it in this thread (both
 * measured). The thread costs 20 ms of CPU and ends after one body, because it would keep the body in memory.
 */
export function joinBody(body: Body): Promise<Blob> {
  const thread = new Worker(new URL("./join-worker.ts", import.meta.url).href, { smol: true });
  thread.unref();
  const joined = new Promise<Blob>((resolve, reject) => {
    thread.onmessage = ({ data }: MessageEvent<string>) => {
      const blob = resolveObjectURL(data);
      URL.revokeObjectURL(data);
      if (blob) resolve(blob);
      else reject(new Error("the thread that joins a large body returned nothing"));
    };
    thread.onerror = (event) => reject(new Error(`a large body could not be joined: ${event.message}`));
    thread.addEventListener("close", () => reject(new Error("the thread that joins a large body ended early")));
  });
  thread.postMessage(body);
  return joined.finally(() => thread.terminate());
}
