import { expect, test } from "bun:test";
import { startDelayMeter } from "../../src/serve/delay-meter.ts";
import { openMetrics, startMetrics } from "../../src/serve/metrics.ts";
import { createCurrent } from "../../src/snapshot/current.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import type { Store } from "../../src/store/store.ts";
import { addSyncSource } from "../../src/store/sync/sync-sources.ts";
import { newSqliteDatabase } from "../databases.ts";

test("metrics are served on a port of their own, in Prometheus's text format", async () => {
  let now = 1_000_000_000;
  const store = await openStore(newSqliteDatabase());
  const metrics = openMetrics({ current: createCurrent(), store, now: () => now });
  metrics.observe("/reviews.json", "GET", 200, 0.0002);
  metrics.observe("/reviews.json", "GET", 304, 0.0001);
  metrics.snapshotBuilt(250);
  metrics.snapshotBuilt(700);
  metrics.buildFailed();
  now += 4000;
  const server = startMetrics("127.0.0.1", 0, metrics);
  const response = await fetch(`http://127.0.0.1:${server.port}/metrics`);
  const lines = (await response.text()).split("\n");
  expect(response.headers.get("content-type")).toStartWith("text/plain");
  for (const line of [
    'candor_http_requests_total{route="/reviews.json",method="GET",status="304"} 1',
    'candor_http_request_seconds_count{route="/reviews.json"} 2',
    'candor_snapshot_build_seconds_bucket{le="0.25"} 1',
    'candor_snapshot_build_seconds_bucket{le="1"} 2',
    "candor_snapshot_build_seconds_sum 0.95",
    "candor_snapshot_build_seconds_count 2",
    "candor_snapshot_builds_total 2",
    "candor_snapshot_builds_failed_total 1",
    "candor_snapshot_last_success_seconds 1000000",
    "candor_snapshot_age_seconds 4",
    "candor_database_up 1",
    'candor_dataset_version{of="stored"} 0',
    "candor_websub_owed 0",
    "candor_websub_oldest_owed_seconds 0",
    'candor_websub_paused{reason="key"} 0',
    'candor_websub_paused{reason="network"} 0',
    'candor_build_info{version="1.0.0"} 1',
  ]) {
    expect(lines).toContain(line);
  }
  const boundsOf = (name: string) => lines.flatMap((line) => line.match(`^${name}_bucket.*le="(.*?)"`)?.[1] ?? []);
  expect(boundsOf("candor_http_request_seconds").join(" ")).toBe(
    "0.0001 0.0005 0.001 0.005 0.01 0.05 0.1 0.5 1 5 +Inf",
  );
  expect(boundsOf("candor_snapshot_build_seconds").join(" ")).toBe("0.1 0.25 0.5 1 2.5 5 10 30 60 120 +Inf");
  const value = (name: string) => Number(lines.find((line) => line.startsWith(`${name} `))?.split(" ")[1]);
  expect(value("process_cpu_seconds_total")).toBeGreaterThan(0);
  expect(value("process_start_time_seconds")).toBeCloseTo(999_996 + 4 - process.uptime(), -2);
  expect(value("candor_event_loop_delay_seconds")).toBeGreaterThanOrEqual(0);
  expect(value("candor_resident_memory_bytes")).toBeGreaterThan(1e6);
  // Nothing is served yet: a gauge without a value is left out, not 0.
  expect(lines.filter((line) => /^candor_snapshot_reviews|of="served"/.test(line))).toEqual([]);
  expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(404);
  await server.stop();
  metrics.stop();
  await store.close();
});

test("each scrape has the processor time since the start, not that of the scrapes before it", async () => {
  const store = await openStore(newSqliteDatabase());
  const metrics = openMetrics({ current: createCurrent(), store, now: Date.now });
  await metrics.scrape();
  const { text } = await metrics.scrape();
  const { user, system } = process.cpuUsage();
  expect(Number(/^process_cpu_seconds_total (.*)$/m.exec(text)?.[1])).toBeLessThanOrEqual((user + system) / 1e6);
  metrics.stop();
  await store.close();
});

test("a scrape that has no answer yet does not keep the port open", async () => {
  const asked = Promise.withResolvers<void>();
  const scrape = () => {
    asked.resolve();
    return new Promise<never>(() => {});
  };
  const store = await openStore(newSqliteDatabase());
  const metrics = openMetrics({ current: createCurrent(), store, now: Date.now });
  const server = startMetrics("127.0.0.1", 0, { ...metrics, scrape });
  const answer = fetch(`http://127.0.0.1:${server.port}/metrics`).then(
    () => "answered",
    () => "closed",
  );
  await asked.promise;
  await server.stop();
  expect(await answer).toBe("closed");
  metrics.stop();
  await store.close();
});

test("a database that does not answer is reported as down within the time of a scrape, and asked only once", async () => {
  let asked = 0;
  const stuck: Store = {
    dialect: "sqlite",
    query: () => {
      asked += 1;
      return new Promise(() => {});
    },
    transaction: () => Promise.reject(new Error("unused")),
    view: () => Promise.reject(new Error("unused")),
    listen: async () => {},
    close: async () => {},
  };
  const metrics = openMetrics({
    current: createCurrent(),
    store: stuck,
    now: Date.now,
  });
  const texts = await Promise.all([metrics.scrape(), metrics.scrape(), metrics.scrape()]);
  metrics.stop();
  expect(asked).toBe(1);
  for (const { text } of texts) {
    expect(text).toContain("\ncandor_database_up 0\n");
    expect(text).not.toMatch(/^candor_websub_paused\{/m);
    expect(text).not.toMatch(/^candor_websub_owed \d/m);
    expect(text).not.toContain('of="stored"');
  }
});

test("the longest delay of the event loop is remembered for a minute", async () => {
  let now = 0;
  const meter = startDelayMeter(() => now);
  const pass = async (elapsed_ms: number) => {
    now += elapsed_ms;
    await Bun.sleep(120); // lets the timer fire at least once
  };
  await pass(850);
  expect(meter.longestMs()).toBe(800);
  await pass(50_050);
  now += 1;
  expect(meter.longestMs()).toBeGreaterThanOrEqual(800);
  await pass(70_000);
  await pass(11_000);
  expect(meter.longestMs()).toBeGreaterThan(60_000);
  meter.stop();
});

test("sources of reviews are shown with their last success, next run, failures and state", async () => {
  const store = await openStore(newSqliteDatabase());
  const source = { kind: "folder", config: "{}", config_hash: "", next_run: "2026-05-01T00:15:00.000Z" } as const;
  for (const name of ["desk", "new", "off"]) await addSyncSource(store, { ...source, name });
  await store.query("UPDATE sync_source SET state = 'off' WHERE name = 'off'");
  await store.query(
    "UPDATE sync_source SET state = 'late', failures = 3, last_success = '2026-05-01T00:00:00.000Z' WHERE name = 'desk'",
  );
  const metrics = openMetrics({ current: createCurrent(), store, now: Date.now });
  const { text } = await metrics.scrape();
  expect(text.split("\n").filter((line) => line.startsWith("candor_sync_"))).toEqual([
    'candor_sync_last_success_seconds{source="desk"} 1777593600',
    'candor_sync_next_run_seconds{source="desk"} 1777594500',
    'candor_sync_next_run_seconds{source="new"} 1777594500',
    'candor_sync_failures{source="desk"} 3',
    'candor_sync_failures{source="new"} 0',
    'candor_sync_failures{source="off"} 0',
    'candor_sync_state{source="desk",state="ready"} 0',
    'candor_sync_state{source="desk",state="late"} 1',
    'candor_sync_state{source="desk",state="needs_decision"} 0',
    'candor_sync_state{source="desk",state="off"} 0',
    'candor_sync_state{source="new",state="ready"} 1',
    'candor_sync_state{source="new",state="late"} 0',
    'candor_sync_state{source="new",state="needs_decision"} 0',
    'candor_sync_state{source="new",state="off"} 0',
    'candor_sync_state{source="off",state="ready"} 0',
    'candor_sync_state{source="off",state="late"} 0',
    'candor_sync_state{source="off",state="needs_decision"} 0',
    'candor_sync_state{source="off",state="off"} 1',
  ]);
  await store.query("DELETE FROM sync_source");
  const without = (await metrics.scrape()).text;
  expect([/^candor_sync_/m.test(without), without.includes('{of="stored"}')]).toEqual([false, true]);
  await store.close();
  expect((await metrics.scrape()).text).not.toContain('{of="stored"}');
  metrics.stop();
});
