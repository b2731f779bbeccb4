import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { ObserveResponse } from "../http/server.ts";
import { findOutdated } from "../import/run/outdated-rules.ts";
import type { Current } from "../snapshot/current.ts";
import { createClock } from "../store/connection/clock.ts";
import { readDataset } from "../store/dataset/dataset.ts";
import { type HubBacklog, readHubBacklog } from "../store/hub/hub-health.ts";
import { countWaitingRows } from "../store/reviews/waiting-rows.ts";
import type { Store } from "../store/store.ts";
import { readSyncSources, SYNC_STATES, type SyncSource } from "../store/sync/sync-sources.ts";
import { VERSION } from "../version.ts";
import { startDelayMeter } from "./delay-meter.ts";
import { addUpkeepMetrics } from "./upkeep-metrics.ts";

/** Prometheus metrics, on a separate port. They never contain names, addresses or words of reviews. */
export type Metrics = {
  observe: ObserveResponse;
  snapshotBuilt(build_ms: number): void;
  buildFailed(): void;
  observeHub(kind: "delivery" | "handshake", topic: string, outcome: string): void;
  /** All metrics in Prometheus's text format. */
  scrape(): Promise<{ text: string; content_type: string }>;
  stop(): void;
};

export type MetricsOptions = {
  current: Current;
  store: Store;
  now: () => number;
  /** The disk, the backups, the certificate and the daily checks. */
  upkeep?: Parameters<typeof addUpkeepMetrics>[2] | undefined;
};

/** What the database says when the metrics are scraped. Null if it does not answer. */
type Stored = {
  version: number;
  backlog: HubBacklog;
  sources: SyncSource[];
  /** What waits for the owner, by kind. */
  waiting: Map<string, number>;
  /** What is stored was judged by the rules of another version. */
  outdated: boolean;
} | null;

const STORE_TIMEOUT_MS = 2000;
/** The table of reviews may be locked while the rest answers. */
const WAITING_TIMEOUT_MS = 300;

/** One read at a time: while a read waits for a database that does not answer, further scrapes start no more reads. */
function createStoredReader(store: Store, now: () => number): () => Promise<Stored> {
  let reading: Promise<Stored> | null = null;
  const clock = createClock(store.dialect, () => new Date(now()));
  let counting: Promise<Map<string, number>> | null = null;
  const countWaiting = () => {
    counting ??= countWaitingRows(store, now()).finally(() => {
      counting = null;
    });
    return Promise.race([counting, Bun.sleep(WAITING_TIMEOUT_MS).then(() => new Map<string, number>())]);
  };
  const read = async (): Promise<Stored> => {
    const { version } = await readDataset(store);
    const [backlog, sources] = [await readHubBacklog(store, await clock(store)), await readSyncSources(store)];
    const outdated = (await findOutdated(store)) === "rules";
    return { version, backlog, sources, waiting: await countWaiting(), outdated };
  };
  return () => {
    // The reason is in the log. Here only the failure counts.
    reading ??= read()
      .catch(() => null)
      .finally(() => {
        reading = null;
      });
    return Promise.race([reading, Bun.sleep(STORE_TIMEOUT_MS).then(() => null)]);
  };
}

type AddGauge = (name: string, help: string, read: () => number | null) => void;

/** A gauge that is read at each scrape. It is left out while it has no value. */
const gaugesOf =
  (registry: Registry): AddGauge =>
  (name, help, read) => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const value = read();
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  };

function addProcessMetrics(registry: Registry, now: () => number): void {
  const started_seconds = now() / 1000 - process.uptime();
  const gauge = gaugesOf(registry);
  gauge("candor_resident_memory_bytes", "Resident memory of the process.", () => process.memoryUsage.rss());
  gauge("process_start_time_seconds", "Start of the process, as Unix time.", () => started_seconds);
  new Counter({
    name: "process_cpu_seconds_total",
    help: "Processor time of the process and its threads.",
    registers: [registry],
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  new Gauge({
    name: "candor_build_info",
    help: "Always 1; the label is the version of the program.",
    labelNames: ["version"],
    registers: [registry],
  }).set({ version: VERSION }, 1);
}

function addHubMetrics(registry: Registry, stored: () => Stored): void {
  const gauge = gaugesOf(registry);
  const backlog = () => stored()?.backlog;
  gauge("candor_websub_owed", "Subscriptions that do not have the newest version yet.", () => backlog()?.owed ?? null);
  gauge(
    "candor_websub_oldest_owed_seconds",
    "Age of the oldest change that a subscription still lacks; 0 if none.",
    () => backlog()?.oldest_owed_seconds ?? null,
  );
  new Gauge({
    name: "candor_websub_paused",
    help: "1 while deliveries are paused: key, SECRET_KEY cannot open a subscriber's secret; network, no callback can be reached.",
    labelNames: ["reason"],
    registers: [registry],
    collect() {
      const paused = backlog()?.paused;
      if (!paused) return this.reset();
      this.set({ reason: "key" }, paused.key > 0 ? 1 : 0);
      this.set({ reason: "network" }, paused.network > 0 ? 1 : 0);
    },
  });
}

/** Sources have the names that the owner gave them. `sources` is null while the database does not answer. */
function addSyncMetrics(registry: Registry, sources: () => readonly SyncSource[] | null): void {
  const gauge = (name: string, help: string, labels: string[], set: (of: Gauge, source: SyncSource) => void) => {
    new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [registry],
      collect() {
        this.reset();
        for (const source of sources() ?? []) set(this, source);
      },
    });
  };
  gauge("candor_sync_last_success_seconds", "When a source was last read, as Unix time.", ["source"], (of, source) => {
    if (source.last_success !== null) of.set({ source: source.name }, Date.parse(source.last_success) / 1000);
  });
  gauge("candor_sync_next_run_seconds", "When a source is read next, as Unix time.", ["source"], (of, source) => {
    if (source.state !== "off") of.set({ source: source.name }, Date.parse(source.next_run) / 1000);
  });
  gauge("candor_sync_failures", "Runs of a source that failed, since the last success.", ["source"], (of, source) =>
    of.set({ source: source.name }, source.failures),
  );
  const help = "1 for the state of a source: ready, late, needs_decision or off.";
  gauge("candor_sync_state", help, ["source", "state"], (of, source) => {
    for (const state of SYNC_STATES) of.set({ source: source.name, state }, source.state === state ? 1 : 0);
  });
}

function addDatasetMetrics(registry: Registry, stored: () => Stored, { current }: MetricsOptions): void {
  const gauge = gaugesOf(registry);
  gauge("candor_database_up", "1 if the database answered this scrape.", () => (stored() ? 1 : 0));
  gauge("candor_rules_outdated", "1 until everything stored is judged by this version's rules.", () => {
    const read = stored();
    return read && (read.outdated ? 1 : 0);
  });
  gauge(
    "candor_snapshot_reviews",
    "Published reviews in the served snapshot.",
    () => current.get()?.reviews.count ?? null,
  );
  new Gauge({
    name: "candor_dataset_version",
    help: "Version of the data that is stored and that is served. Every import or change adds one.",
    labelNames: ["of"],
    registers: [registry],
    collect() {
      this.reset();
      const versions = { stored: stored()?.version, served: current.get()?.dataset_version };
      for (const [of, version] of Object.entries(versions)) if (version !== undefined) this.set({ of }, version);
    },
  });
  new Gauge({
    name: "candor_waiting",
    help: "What waits for a decision of the owner, by kind; candor waiting lists it.",
    labelNames: ["kind"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [kind, count] of stored()?.waiting ?? []) this.set({ kind }, count);
    },
  });
}

/** The counters and histograms, and the functions that update them. */
function addEvents(registry: Registry, now: () => number) {
  const registers = [registry];
  const requests = new Counter({
    name: "candor_http_requests_total",
    help: "Requests answered, by route, method and status. A 304 is a conditional hit.",
    labelNames: ["route", "method", "status"],
    registers,
  });
  const latency = new Histogram({
    name: "candor_http_request_seconds",
    help: "Time from the start of the handler to its response.",
    labelNames: ["route"],
    buckets: [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers,
  });
  const build = new Histogram({
    name: "candor_snapshot_build_seconds",
    help: "How long snapshots took to build.",
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
    registers,
  });
  const [builds, failed] = [
    new Counter({ name: "candor_snapshot_builds_total", help: "Snapshots built and swapped in.", registers }),
    new Counter({ name: "candor_snapshot_builds_failed_total", help: "Builds that failed.", registers }),
  ];
  const hub = new Counter({
    name: "candor_websub_requests_total",
    help: "Requests of the hub to callbacks, by kind (delivery, handshake), topic and outcome.",
    labelNames: ["kind", "topic", "outcome"],
    registers,
  });
  let built_at: number | null = null;
  const gauge = gaugesOf(registry);
  gauge("candor_snapshot_age_seconds", "Time since the served snapshot was built.", () =>
    built_at === null ? null : (now() - built_at) / 1000,
  );
  gauge("candor_snapshot_last_success_seconds", "When the served snapshot was built, as Unix time.", () =>
    built_at === null ? null : built_at / 1000,
  );
  const events: Pick<Metrics, "observe" | "observeHub" | "snapshotBuilt" | "buildFailed"> = {
    observe(route, method, status, seconds) {
      requests.inc({ route, method, status });
      latency.observe({ route }, seconds);
    },
    observeHub: (kind, topic, outcome) => hub.inc({ kind, topic, outcome }),
    snapshotBuilt(build_ms) {
      built_at = now();
      build.observe(build_ms / 1000);
      builds.inc();
    },
    buildFailed: () => failed.inc(),
  };
  return events;
}

export function openMetrics(options: MetricsOptions): Metrics {
  const registry = new Registry();
  const readStored = createStoredReader(options.store, options.now);
  const delays = startDelayMeter();
  let latest: Stored = null;
  const events = addEvents(registry, options.now);
  addDatasetMetrics(registry, () => latest, options);
  addHubMetrics(registry, () => latest);
  addSyncMetrics(registry, () => latest?.sources ?? null);
  addProcessMetrics(registry, options.now);
  if (options.upkeep) addUpkeepMetrics(registry, gaugesOf(registry), options.upkeep);
  gaugesOf(registry)(
    "candor_event_loop_delay_seconds",
    "The longest that the event loop was late in the last minute.",
    () => delays.longestMs() / 1000,
  );
  return {
    ...events,
    async scrape() {
      latest = await readStored();
      return { text: await registry.metrics(), content_type: registry.contentType };
    },
    stop: () => delays.stop(),
  };
}

export function startMetrics(host: string, port: number, metrics: Metrics): { port: number; stop(): Promise<void> } {
  const server = Bun.serve({
    hostname: host,
    port,
    routes: {
      "/metrics": async () => {
        const { text, content_type } = await metrics.scrape();
        return new Response(text, { headers: { "Content-Type": content_type } });
      },
    },
    fetch: () => new Response("metrics are at /metrics\n", { status: 404 }),
  });
  return { port: server.port ?? port, stop: () => server.stop(true) };
}
