/**
 * Measures the hub over TLS on loopback, with 500 hosts and SQLite: deliveries per second and the delay after the
 * import's commit, compared with a bare loop that sends the same POSTs without a database; the time to announce a change
 * to 100,000 subscriptions; the memory while a 50 MB topic goes to 100 subscribers.
 *
 *   bun bench/websub.ts [rounds, 3]
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog } from "../src/log.ts";
import { openOutbound } from "../src/outbound/send.ts";
import { startRefresh } from "../src/publish/refresh.ts";
import { parseSettings } from "../src/settings.ts";
import { createCurrent } from "../src/snapshot/current.ts";
import type { Document } from "../src/snapshot/snapshot.ts";
import { openStore } from "../src/store/connection/open-store.ts";
import { readDataset } from "../src/store/dataset/dataset.ts";
import { announceTopics } from "../src/store/hub/hub-topics.ts";
import type { Claimed } from "../src/store/hub/subscriptions.ts";
import type { Store } from "../src/store/store.ts";
import { tryDelivery } from "../src/websub/deliver.ts";
import { openHub } from "../src/websub/hub.ts";
import { createSecrets } from "../src/websub/subscription-secrets.ts";
import { bumpDataset, insertRows, reviewRow } from "../test/rows.ts";
import { openAuthority } from "../test/websub/authority.ts";
import { insertSubscriptions } from "../test/websub/subscriptions.ts";
import { median } from "./dataset.ts";
import { BUN, residentMegabytes } from "./process.ts";

const ROUNDS = Number(process.argv[2] ?? 3);
const HOSTS = Array.from({ length: 500 }, (_, index) => `host-${index}.hub-test.org`);
const BASE_URL = "https://reviews.hub-test.net";
const KEY = "a bench key that is long enough to use";
const IN_FLIGHT = 256;
/** Long enough that no request times out on a busy machine. */
const TIMEOUT_SECONDS = 60;

const folder = mkdtempSync(join(tmpdir(), "candor-bench-"));
const authority = openAuthority();

type Receiver = { port: number; arrivals(): Promise<number[]>; stop(): void };

async function startReceiver(): Promise<Receiver> {
  const { key, cert } = authority.issue(["*.hub-test.org"]);
  writeFileSync(join(folder, "key.pem"), key);
  writeFileSync(join(folder, "cert.pem"), cert);
  const files = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const child = Bun.spawn([BUN, join(import.meta.dir, "websub-receiver.ts"), ...files], { stdout: "pipe" });
  const reader = child.stdout.getReader();
  const port = Number(new TextDecoder().decode((await reader.read()).value));
  const arrivals = async () => {
    const answer = await fetch(`https://127.0.0.1:${port}/`, { tls: { rejectUnauthorized: false } });
    return (await answer.json()) as number[]; // what websub-receiver.ts returns
  };
  return { port, arrivals, stop: () => child.kill() };
}

const allowed = (port: number) => HOSTS.map((host) => `${host}:${port}`);
const callbacks = (port: number, count: number) =>
  Array.from({ length: count }, (_, index) => `https://${HOSTS[index % HOSTS.length]}:${port}/${index}`);
const resolve = async () => ["127.0.0.1"];
/** Of this process and its threads: on a busy machine it says more than the time on the clock. */
function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

/** The parts of `serve` that deliver, with every name resolving to loopback. */
async function startHub(port: number, count: number) {
  const database_url = `sqlite:${mkdtempSync(join(folder, "store-"))}/candor.db`;
  const settings = parseSettings({
    BASE_URL,
    DATABASE_URL: database_url,
    RATE_LIMIT_HUB: "off",
    WEBSUB_TIMEOUT_SECONDS: String(TIMEOUT_SECONDS),
    WEBSUB_ALLOWED_CALLBACKS: allowed(port).join(","),
  });
  const log = createLog("warn");
  // Watched, as the server's own: an import is noticed when the log of SQLite grows, not at the next poll.
  const store = await openStore(database_url, { thread: true, fileEvent: (event, fields) => log.warn(event, fields) });
  const current = createCurrent();
  const now = () => new Date();
  const random = randomBytes;
  const deps = {
    store,
    settings,
    log,
    now,
    random,
    resolve,
    secret_keys: [KEY],
    ca: authority.ca,
  };
  const hub = openHub({ ...deps, snapshot: current.get });
  await insertRows(
    store,
    Array.from({ length: 100 }, (_, number) => reviewRow(number)),
  );
  await bumpDataset(store);
  let swapped = { ms: 0, cpu_us: 0 };
  const stopping = new AbortController();
  const refresh = await startRefresh({
    store,
    current,
    database_url,
    kind: "business",
    base_url: BASE_URL,
    log,
    stopping: stopping.signal,
    swapped: () => {
      swapped = { ms: Date.now(), cpu_us: cpuMicroseconds() };
      hub.worker.wake();
    },
  });
  await hub.worker.runDue();
  await insertSubscriptions(store, callbacks(port, count));
  hub.worker.start();
  return {
    store,
    hub,
    current,
    /** The time, and the CPU time of this process, when the newest snapshot was swapped in. */
    swapped: () => swapped,
    async stopRefresh() {
      stopping.abort();
      await refresh.ended;
    },
    async stop() {
      stopping.abort();
      await Promise.all([refresh.ended, hub.worker.stop()]);
      hub.close();
      await store.close();
    },
  };
}

const countDue = async (store: Store) =>
  (await store.query("SELECT 1 AS one FROM subscription, topic WHERE path = topic AND delivered_seq < seq LIMIT 1"))
    .length;

/** When the last delivery was recorded. */
async function lastRecorded(store: Store): Promise<number> {
  const [row] = await store.query<{ at: string }>("SELECT max(attempted_at) AS at FROM subscription");
  return Date.parse(row?.at ?? "");
}

async function fanOut(port: number, count: number, arrivals: () => Promise<number[]>) {
  const serving = await startHub(port, count);
  await arrivals();
  await serving.store.transaction(async (tx) => {
    await insertRows(tx, [reviewRow(1000)]);
    await bumpDataset(tx);
  });
  const committed = Date.now();
  let came: number[] = [];
  while (came.length < count) {
    await Bun.sleep(100);
    came = came.concat(await arrivals());
  }
  while ((await countDue(serving.store)) > 0) await Bun.sleep(5);
  // Noticing the import and building the snapshot are not the hub's work. The lag has them.
  const swapped = serving.swapped();
  const cpu_us = (cpuMicroseconds() - swapped.cpu_us) / count;
  const seconds = ((await lastRecorded(serving.store)) - swapped.ms) / 1000;
  const document = serving.current.get()?.documents.get("/feed.xml");
  await serving.stop();
  const lags = came.map((at) => at - committed);
  if (!document) throw new Error("no feed was built");
  return { a_second: count / seconds, cpu_us, lags, document };
}

/** Sends the same POSTs with the same client and as many in flight, and without a database. */
async function bareLoop(port: number, count: number, document: Document) {
  const guard = { ports: [443], allowed: allowed(port), own_host: "reviews.hub-test.net" };
  const outbound = openOutbound({ guard, resolve, ca: authority.ca });
  const deps = {
    outbound,
    guard,
    secrets: createSecrets([KEY], randomBytes),
    user_agent: `Candor (+${BASE_URL})`,
    timeout_seconds: TIMEOUT_SECONDS,
    now: () => new Date(),
  };
  const content = { body: document.bodies.identity, content_type: document.content_type, link: document.link ?? "" };
  const list = callbacks(port, count);
  let [next, resets] = [0, 0];
  const started = performance.now();
  const used = cpuMicroseconds();
  const send = async () => {
    for (let callback = list[next++]; callback; callback = list[next++]) {
      // `tryDelivery` reads only these three members of a subscription.
      const subscription = { topic: "/feed.xml", callback, secret: null } as Claimed;
      let { outcome } = await tryDelivery(deps, subscription, content);
      // A busy machine may reset one connection. The hub tries such a delivery again, so this loop does, too.
      if (outcome.kind !== "delivered") {
        resets += 1;
        ({ outcome } = await tryDelivery(deps, subscription, content));
      }
      if (outcome.kind !== "delivered") throw new Error(`bare loop: ${JSON.stringify(outcome)}`);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, send));
  const seconds = (performance.now() - started) / 1000;
  outbound.close();
  if (resets > 0) console.log(`the bare loop sent ${resets} of ${count} deliveries again`);
  return { a_second: count / seconds, cpu_us: (cpuMicroseconds() - used) / count };
}

async function announceTo(count: number): Promise<number> {
  const store = await openStore(`sqlite:${mkdtempSync(join(folder, "store-"))}/candor.db`, { thread: true });
  await announceTopics(store, 1, new Map([["/feed.xml", "hash-0"]]));
  await insertSubscriptions(store, callbacks(443, count));
  const times: number[] = [];
  for (let change = 1; change <= 21; change++) {
    const started = performance.now();
    await announceTopics(store, change + 1, new Map([["/feed.xml", `hash-${change}`]]));
    times.push(performance.now() - started);
  }
  await store.close();
  return median(times);
}

/** Resident memory in MB, before and at most, while `count` subscribers get a body of `bytes`. */
async function memoryOf(port: number, count: number, bytes: number, arrivals: () => Promise<number[]>) {
  const serving = await startHub(port, count);
  // The body below is not in the database: a refresh would put back what is.
  await serving.stopRefresh();
  await bumpDataset(serving.store);
  const { version, commit_id } = await readDataset(serving.store);
  await arrivals();
  const snapshot = serving.current.get();
  if (!snapshot) throw new Error("no snapshot was built");
  const body = new Uint8Array(randomBytes(bytes));
  const feed = { content_type: "application/atom+xml", hash: `large-${bytes}`, changed_at: BASE_URL, link: null };
  const documents = new Map(snapshot.documents).set("/feed.xml", { ...feed, bodies: { identity: [body] } });
  const before = residentMegabytes(process.pid);
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, residentMegabytes(process.pid));
  }, 20);
  const started = performance.now();
  serving.current.swap({ ...snapshot, dataset_version: version, commit_id, documents });
  serving.hub.worker.wake();
  let came = 0;
  while (came < count) {
    await Bun.sleep(100);
    came += (await arrivals()).length;
  }
  clearInterval(watch);
  const seconds = (performance.now() - started) / 1000;
  await serving.stop();
  return { before, most, seconds };
}

async function run(receiver: Receiver): Promise<void> {
  const resident = [residentMegabytes(process.pid)];
  for (const count of [1000, 10_000]) {
    const ours: number[] = [];
    const bare: number[] = [];
    const cpu: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
    let lags: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const result = await fanOut(receiver.port, count, receiver.arrivals);
      ours.push(result.a_second);
      lags = lags.concat(result.lags);
      const loop = await bareLoop(receiver.port, count, result.document);
      bare.push(loop.a_second);
      cpu.ours.push(result.cpu_us);
      cpu.bare.push(loop.cpu_us);
    }
    const ratio = median(ours) / median(bare);
    resident.push(residentMegabytes(process.pid));
    console.log(
      `${count} subscribers: ${median(ours).toFixed(0)} deliveries/s (bare loop ${median(bare).toFixed(0)}, ratio ${ratio.toFixed(2)}), ` +
        `lag from the commit p50 ${percentile(lags, 0.5)} ms, p99 ${percentile(lags, 0.99)} ms, ` +
        `CPU per delivery ${median(cpu.ours).toFixed(0)} µs (bare loop ${median(cpu.bare).toFixed(0)} µs)`,
    );
    if (ratio < 0.9) process.exitCode = 1;
  }
  console.log(
    `resident memory before, after 1,000, after 10,000: ${resident.map((mb) => mb.toFixed(0)).join(", ")} MB`,
  );
  const announce_ms = await announceTo(100_000);
  console.log(`announcing to 100000 subscriptions: ${announce_ms.toFixed(2)} ms (median of 21)`);
  if (announce_ms > 5) process.exitCode = 1;
  const memory = await memoryOf(receiver.port, 100, 50e6, receiver.arrivals);
  console.log(
    `50 MB to 100 subscribers: ${memory.seconds.toFixed(1)} s, resident memory ${memory.before.toFixed(0)} MB before, ${memory.most.toFixed(0)} MB at most`,
  );
}

const receiver = await startReceiver();
try {
  await run(receiver);
} finally {
  receiver.stop();
  rmSync(folder, { recursive: true });
}
