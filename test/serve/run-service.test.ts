import { expect, test } from "bun:test";
import { openStore } from "../../src/store/connection/open-store.ts";
import { newSqliteDatabase } from "../databases.ts";
import { until } from "../faults/serving.ts";
import { freePort } from "../free-port.ts";
import { bumpDataset, insertRows, reviewRow } from "../rows.ts";
import { runCandor, startCandor } from "../server-process.ts";

const statuses = (get: (path: string) => Promise<Response>, paths: readonly string[]) =>
  Promise.all(paths.map(async (path) => (await get(path)).status));
const PATHS = ["/healthz", "/readyz", "/reviews.json", "/mcp", "/"];

test("a worker answers only whether it is alive, and its metrics count its builds", async () => {
  const DATABASE_URL = newSqliteDatabase();
  const port = String(freePort());
  const env = { DATABASE_URL, ROLE: "worker", METRICS_PORT: port, LOG_LEVL: "debug" };
  await using server = await startCandor(env);
  expect(await statuses(server.get, PATHS)).toEqual([200, 200, 404, 404, 404]);
  const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const text = await metrics();
  expect(text).toContain("\ncandor_snapshot_builds_total 1\n");
  expect(text).toContain("\ncandor_snapshot_builds_failed_total 0\n");
  expect(text).toContain('candor_http_requests_total{route="/healthz",method="GET",status="200"} 1');
  const store = await openStore(DATABASE_URL);
  await insertRows(store, [reviewRow(1)]);
  await bumpDataset(store);
  await store.close();
  await until(() => server.events().filter(({ event }) => event === "snapshot").length === 2);
  expect(await metrics()).toContain("\ncandor_snapshot_builds_total 2\n");
  expect(server.events().find(({ event }) => event === "setting_unknown")).toMatchObject({
    name: "LOG_LEVL",
    did_you_mean: "LOG_LEVEL",
  });
  expect(server.output()).not.toContain("Stop with Ctrl-C.");
  server.signal("SIGHUP");
  expect(await server.exited).toBe(0);
  expect(server.events().at(-1)).toMatchObject({ event: "stopping", signal: "SIGHUP" });
});

test("a demonstration greets, answers everything, and is refused without --demo", async () => {
  const env = { DATABASE_URL: newSqliteDatabase() };
  const server = await startCandor(env, ["--demo"]);
  expect(await statuses(server.get, PATHS)).toEqual([200, 200, 200, 405, 200]);
  expect(server.output()).toContain("Serving the demonstration clinic");
  expect(await server.stop()).toBe(0);
  expect(await runCandor(env, ["serve"])).toMatchObject({
    code: 1,
    output: expect.stringContaining("candor serve --demo shows a demonstration"),
  });
  // Before it listens, or else the port would be the fault.
  using other = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const refused = await runCandor({ ...env, HOST: "127.0.0.1", PORT: String(other.port) }, ["serve"]);
  expect([refused.code, refused.output]).toEqual([
    1,
    expect.stringContaining("is a demonstration with made-up reviews"),
  ]);
});
