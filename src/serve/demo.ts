import { existsSync } from "node:fs";
import { errorLine } from "../log.ts";
import { parseSettings } from "../settings.ts";
import { findTrace } from "../store/connection/database-place.ts";
import { openStore, sqlitePath } from "../store/connection/open-store.ts";
import { isUnused, markDemonstration, readKind } from "../store/dataset/kind.ts";
import { countReviews } from "../store/reviews/reviews.ts";
import type { Store } from "../store/store.ts";
import type { Terminal } from "../terminal/command.ts";
import type { DemoReply, DemoRequest } from "./demo-worker.ts";
import { importDemo } from "./import-demo.ts";

/** The demonstration has its own database, apart from every other store. */
const DEMO_DATABASE = "sqlite:./data/demo.db";

/** True if the database does not exist yet, is empty, or is a demonstration. */
async function canBeDemonstration(url: string, notice: (line: string) => void): Promise<boolean> {
  const path = sqlitePath(url);
  if (path !== null && !existsSync(path)) return findTrace(path, "business") === null;
  const store = await openStore(url, { kind: "demonstration", connections: 1, busy_timeout_ms: 5000, notice });
  try {
    return (await readKind(store)) === "demonstration" || (await isUnused(store));
  } finally {
    await store.close();
  }
}

/**
 * The database of the demonstration: its own, or the one in DATABASE_URL if that comes from the environment itself and
 * the database contains nothing else. A file of settings names the owner's database, which the demonstration never
 * touches.
 */
export async function chooseDemoDatabase({ env, origins = {}, error }: Terminal): Promise<string> {
  const { DATABASE_URL } = parseSettings(env);
  const from_environment = Boolean(env.DATABASE_URL) && origins.DATABASE_URL === undefined;
  if (!from_environment) return DEMO_DATABASE;
  const usable = await canBeDemonstration(DATABASE_URL, (line) => error(`candor: ${line}\n`));
  return usable ? DATABASE_URL : DEMO_DATABASE;
}

/** Imports the made-up clinic in a thread that ends: the memory of an import, 70 MB, is free again before the first build (measured). */
export async function importDemoInThread(database_url: string, now: Terminal["now"]): Promise<void> {
  const worker = new Worker(new URL("./demo-worker.ts", import.meta.url).href);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const fail = (reason: string) => reject(new Error(`the demonstration was not loaded: ${reason}`));
  worker.onmessage = ({ data: { failed } }: MessageEvent<DemoReply>) => (failed === null ? resolve() : fail(failed));
  worker.onerror = (event) => fail(errorLine(event.message));
  worker.addEventListener("close", () => fail("the thread stopped without an error"));
  worker.postMessage({ database_url, at: now().getTime() } satisfies DemoRequest);
  try {
    await promise;
  } finally {
    worker.terminate();
  }
}

/**
 * Marks an unused store as a demonstration, then loads the made-up clinic. If loading is interrupted, the store is
 * marked, and the next load completes it. Returns false if it was loaded before. Refuses a store with anything else in
 * it.
 */
export async function loadDemo(
  store: Store,
  now: Terminal["now"],
  load = () => importDemo(store, now),
): Promise<boolean> {
  if ((await readKind(store)) !== "demonstration") await markDemonstration(store, now);
  const { published, held } = await countReviews(store);
  if (Object.values(held).reduce((sum, count) => sum + count, published) > 0) return false;
  await load();
  return true;
}
