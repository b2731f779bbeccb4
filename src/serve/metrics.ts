import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Observe } from "../http/server.ts";
import type { Current } from "../snapshot/current.ts";

/** Prometheus metrics, on a separate port. No name, address or word of a review is ever in them. */
export type Metrics = {
  observe: Observe;
  snapshotBuilt(build_ms: number): void;
  observeHub(kind: "delivery" | "handshake", topic: string, outcome: string): void;
  registry: Registry;
};

function openCounters(registers: Registry[]) {
  return {
    requests: new Counter({
      name: "candor_http_requests_total",
      help: "Requests answered, by route, method and status. A 304 is a conditional hit.",
      labelNames: ["route", "method", "status"],
      registers,
    }),
    latency: new Histogram({
      name: "candor_http_request_seconds",
      help: "Time from the start of the handler to its response.",
      labelNames: ["route"],
      buckets: [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
      registers,
    }),
    build: new Gauge({
      name: "candor_snapshot_build_seconds",
      help: "How long the last snapshot took to build.",
      registers,
    }),
    builds: new Counter({
      name: "candor_snapshot_builds_total",
      help: "Snapshots built and swapped in.",
      registers,
    }),
    hub: new Counter({
      name: "candor_websub_requests_total",
      help: "Requests of the hub to callbacks, by kind (delivery, handshake), topic and outcome.",
      labelNames: ["kind", "topic", "outcome"],
      registers,
    }),
  };
}

/** A gauge that is read when it is scraped; without a value it is left out. */
function addGauge(registers: Registry[], name: string, help: string, read: () => number | null): void {
  new Gauge({
    name,
    help,
    registers,
    collect() {
      const value = read();
      if (value === null) this.reset();
      else this.set(value);
    },
  });
}

export function openMetrics({ current, now }: { current: Current; now: () => number }): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const { requests, latency, build, builds, hub } = openCounters(registers);
  let built_at: number | null = null;
  const gauge = (name: string, help: string, read: () => number | null) => addGauge(registers, name, help, read);
  gauge("candor_snapshot_age_seconds", "Time since the served snapshot was built.", () =>
    built_at === null ? null : (now() - built_at) / 1000,
  );
  gauge(
    "candor_snapshot_reviews",
    "Published reviews in the served snapshot.",
    () => current.get()?.reviews.count ?? null,
  );
  gauge(
    "candor_dataset_version",
    "Version of the data that is served. Every import or change adds one.",
    () => current.get()?.dataset_version ?? null,
  );
  gauge("candor_resident_memory_bytes", "Resident memory of the process.", () => process.memoryUsage.rss());
  return {
    registry,
    observe(route, method, status, seconds) {
      requests.inc({ route, method, status });
      latency.observe({ route }, seconds);
    },
    observeHub: (kind, topic, outcome) => hub.inc({ kind, topic, outcome }),
    snapshotBuilt(build_ms) {
      built_at = now();
      build.set(build_ms / 1000);
      builds.inc();
    },
  };
}

export function startMetrics(host: string, port: number, registry: Registry): { port: number; stop(): Promise<void> } {
  const server = Bun.serve({
    hostname: host,
    port,
    routes: {
      "/metrics": async () =>
        new Response(await registry.metrics(), { headers: { "Content-Type": registry.contentType } }),
    },
    fetch: () => new Response("metrics are at /metrics\n", { status: 404 }),
  });
  return { port: server.port ?? port, stop: () => server.stop(true) };
}
