import { expect, test } from "bun:test";
import { openMetrics, startMetrics } from "../../src/serve/metrics.ts";
import { openCurrent } from "../../src/snapshot/current.ts";

test("metrics are served on a port of their own, in Prometheus's text format", async () => {
  let now = 1_000_000;
  const metrics = openMetrics({ current: openCurrent(), now: () => now });
  metrics.observe("/reviews.json", "GET", 200, 0.0002);
  metrics.observe("/reviews.json", "GET", 304, 0.0001);
  metrics.snapshotBuilt(250);
  now += 4000;
  const server = startMetrics("127.0.0.1", 0, metrics.registry);
  const response = await fetch(`http://127.0.0.1:${server.port}/metrics`);
  const text = await response.text();
  expect(response.headers.get("content-type")).toStartWith("text/plain");
  expect(text).toContain('candor_http_requests_total{route="/reviews.json",method="GET",status="304"} 1');
  expect(text).toContain('candor_http_request_seconds_count{route="/reviews.json"} 2');
  expect(text).toContain("candor_snapshot_build_seconds 0.25");
  expect(text).toContain("candor_snapshot_age_seconds 4");
  expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(404);
  await server.stop();
});
