import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openStore } from "../../src/store/connection/open-store.ts";
import type { Store } from "../../src/store/store.ts";
import { newSqliteDatabase } from "../databases.ts";
import { processorLimit } from "../machine.ts";
import { type ServerProcess, startCandor } from "../server-process.ts";
import { openAuthority } from "../websub/authority.ts";
import { type HostileServer, openHostileServer } from "../websub/hostile-server.ts";
import { insertSubscriptions } from "../websub/subscriptions.ts";
import { importReview, until } from "./serving.ts";

const ADDRESSES = Array.from({ length: 8 }, (_, index) => `127.0.0.${index + 1}`);
const authority = openAuthority();
const certificate = authority.issue(ADDRESSES);
const MEASURED_MS = 3000;

const FLOODS: [string, string][] = [
  ["103 responses", "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n".repeat(1000)],
  ["100 responses", "HTTP/1.1 100 Continue\r\n\r\n".repeat(4000)],
  ["empty lines", "\r\n".repeat(32_768)],
  ["headers", `HTTP/1.1 200 OK\r\n${"X-A: b\r\n".repeat(8192)}`],
];

/** Resident memory, in MB. */
async function residentMb(pid: number): Promise<number> {
  const text = await Bun.file(`/proc/${pid}/status`).text();
  return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1000;
}

/** The 99th percentile of /healthz, one request after another, in ms. */
async function healthP99(serving: ServerProcess, during_ms: number): Promise<number> {
  const taken: number[] = [];
  const end = performance.now() + during_ms;
  while (performance.now() < end) {
    const started = performance.now();
    await (await serving.get("/healthz")).text();
    taken.push(performance.now() - started);
    await Bun.sleep(5);
  }
  taken.sort((a, b) => a - b);
  return taken[Math.floor(taken.length * 0.99)] ?? 0;
}

describe.each([1, 8])("%d subscribers that answer every delivery with endless", (count) => {
  let store: Store;
  let serving: ServerProcess;
  let hostile: HostileServer[];
  beforeAll(async () => {
    const database = newSqliteDatabase();
    store = await openStore(database);
    await importReview(store);
    hostile = await Promise.all(ADDRESSES.slice(0, count).map((address) => openHostileServer(certificate, address)));
    serving = await startCandor({
      BASE_URL: "https://reviews.hub-test.net",
      DATABASE_URL: database,
      WEBSUB_RETRY_SECONDS: "1,1",
      NODE_EXTRA_CA_CERTS: authority.ca_path,
      WEBSUB_ALLOWED_CALLBACKS: hostile.map(({ port }, index) => `${ADDRESSES[index]}:${port}`).join(","),
    });
  });
  afterAll(async () => {
    await serving.stop();
    for (const server of hostile) server.close();
    await store.close();
  });

  test.each(FLOODS)("%s delay nobody and take no memory", async (_name, chunk) => {
    await store.query("DELETE FROM subscription");
    for (const server of hostile) {
      server.posts = 0;
      server.pushed = 0;
      server.onPost(server.flood(chunk));
    }
    await insertSubscriptions(
      store,
      hostile.map(({ port }, index) => `https://${ADDRESSES[index]}:${port}/`),
    );
    const quiet_ms = await healthP99(serving, 500);
    const before_mb = await residentMb(serving.pid);
    await importReview(store);
    await until(() => hostile.every(({ posts }) => posts > 0));
    const busy_ms = await healthP99(serving, MEASURED_MS);
    const grown_mb = (await residentMb(serving.pid)) - before_mb;
    console.log(
      `/healthz p99 ${quiet_ms.toFixed(1)} ms before, ${busy_ms.toFixed(1)} ms during; ${grown_mb.toFixed(0)} MB`,
    );
    // A busy machine is measured against itself.
    expect(busy_ms).toBeLessThan(Math.max(processorLimit(50), quiet_ms * 5));
    expect(grown_mb).toBeLessThan(150);
    for (const { pushed, posts } of hostile) expect(pushed / posts).toBeLessThan(20e6);
    // Three failures, as for any other server that does not acknowledge.
    await until(async () => (await store.query("SELECT id FROM subscription")).length === 0);
    expect(Math.max(...hostile.map(({ posts }) => posts))).toBe(3);
  });
});
