import { openStore } from "../store/connection/open-store.ts";
import { importDemo } from "./import-demo.ts";

/** The thread that loads the demonstration. It has its own connection. */
export type DemoRequest = { database_url: string; at: number };
export type DemoReply = { failed: string | null };

declare const self: Worker;

async function load({ database_url, at }: DemoRequest): Promise<DemoReply> {
  await using opened = new AsyncDisposableStack();
  const store = await openStore(database_url, { connections: 1, busy_timeout_ms: 5000, existing: true });
  opened.defer(() => store.close());
  await importDemo(store, () => new Date(at));
  return { failed: null };
}

self.onmessage = ({ data }: MessageEvent<DemoRequest>) => {
  load(data)
    .catch((error): DemoReply => ({ failed: error instanceof Error ? error.message : String(error) }))
    .then((reply) => self.postMessage(reply));
};
