import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fault } from "../../src/model/finding.ts";
import { openMetrics, startMetrics } from "../../src/serve/metrics.ts";
import { parseSettings } from "../../src/settings.ts";
import { createCurrent } from "../../src/snapshot/current.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { bumpDataset as commitDataset } from "../../src/store/dataset/dataset.ts";
import type { Store } from "../../src/store/store.ts";
import { addSyncSource } from "../../src/store/sync/sync-sources.ts";
import { startClinic } from "../clinic-store.ts";
import { newSqliteDatabase } from "../databases.ts";
import { until } from "../faults/serving.ts";
import { mountSmallDisk } from "../faults/tmpfs.ts";
import { freePort } from "../free-port.ts";
import { type Cluster, startCluster } from "../postgres.ts";
import { bumpDataset, insertRows, reviewRow } from "../rows.ts";
import { CLI, type ServerProcess, startCandor } from "../server-process.ts";
import { openAuthority } from "../websub/authority.ts";
import { openReceiver } from "../websub/receiver.ts";
import { insertSubscriptions } from "../websub/subscriptions.ts";
import { ROOT } from "./image-tree.ts";
import { type Prometheus, startPrometheus } from "./prometheus.ts";
import { findTool } from "./tools.ts";

const PROMETHEUS = findTool("prometheus", "prometheus");
const PROMTOOL = findTool("promtool", "prometheus");
const RULES = join(ROOT, "deploy/alerts.yaml");
const rules = Bun.YAML.parse(readFileSync(RULES, "utf8")) as { groups: { rules: { alert: string }[] }[] }; // our own file
const ALERTS = rules.groups.flatMap((group) => group.rules.map(({ alert }) => alert));
const DASHBOARD: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(
  readFileSync(join(ROOT, "deploy/grafana.json"), "utf8"),
);
test("docs/operations.md says for every alert what to do, and names no other", () => {
  const page = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
  expect(Array.from(page.matchAll(/^\| `(Candor\w+)` \| .+ \| .+ \|$/gm), ([, name]) => name)).toEqual(ALERTS);
});

test.skipIf(!PROMTOOL)("promtool accepts the rules", () => {
  const checked = Bun.spawnSync([PROMTOOL ?? "", "check", "rules", RULES]);
  expect([checked.exitCode, checked.stdout.toString()]).toEqual([0, expect.stringContaining("18 rules found")]);
});

test.skipIf(!PROMTOOL)("an alert waits as long as its rule says, and its summary names what is wrong", () => {
  const tested = Bun.spawnSync([PROMTOOL ?? "", "test", "rules", join(ROOT, "test/deploy/alert-rules.yaml")]);
  expect([tested.exitCode, tested.stdout.toString()]).toEqual([0, expect.stringContaining("SUCCESS")]);
});

describe.skipIf(!PROMETHEUS)("what breaks makes its alert's expression true in a real Prometheus", () => {
  const [watched, starting, pausing, restarting] = [freePort(), freePort(), freePort(), freePort()];
  const authority = openAuthority();
  let cluster: Cluster;
  let prometheus: Prometheus;
  let server: ServerProcess;
  let database_url: string;
  let receiver: Awaited<ReturnType<typeof openReceiver>>;

  const sees = (name: string, target: number | null) => prometheus.untilAlert(name, target, true);
  const inDatabase = async (work: (store: Store) => Promise<unknown>) => {
    const store = await openStore(database_url);
    await work(store).finally(() => store.close());
  };

  beforeAll(async () => {
    cluster = await startCluster();
    await cluster.create("watched");
    database_url = cluster.url("watched");
    receiver = await openReceiver(authority.issue(["127.0.0.1"]));
    receiver.onPost((response) => response.writeHead(500).end());
    const env = {
      DATABASE_URL: database_url,
      METRICS_PORT: String(watched),
      NODE_EXTRA_CA_CERTS: authority.ca_path,
      WEBSUB_ALLOWED_CALLBACKS: `127.0.0.1:${receiver.port}`,
      WEBSUB_RETRY_SECONDS: "3600,3600",
    };
    server = await startClinic(env);
    prometheus = await startPrometheus(PROMETHEUS ?? "", freePort(), [watched, starting, pausing, restarting]);
  });
  afterAll(async () => {
    await prometheus.stop();
    await server.stop();
    receiver.close();
    await cluster.stop();
  });

  test("nothing: no alert is active", async () => {
    await until(async () => (await prometheus.query("candor_database_up == 1")) === 1);
    await Bun.sleep(3000);
    expect(await prometheus.activeAlerts(watched)).toEqual([]);
  });

  test("a dashboard's expression returns something, or is about something that has not happened", async () => {
    const expressions = DASHBOARD.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    expect(expressions.length).toBeGreaterThan(15);
    const text = await (await fetch(`http://127.0.0.1:${watched}/metrics`)).text();
    const known = new Set(Array.from(text.matchAll(/^# TYPE (\w+)/gm), ([, name]) => name));
    for (const expression of expressions) {
      await prometheus.query(expression); // fails on a syntax error
      const [metric = ""] = /(candor|process)_\w+/.exec(expression) ?? [];
      expect([expression, known.has(metric.replace(/_bucket$/, ""))]).toEqual([expression, true]);
    }
  });

  test("the event loop stands still for 1.5 s", async () => {
    process.kill(server.pid, "SIGSTOP");
    await Bun.sleep(1500);
    process.kill(server.pid, "SIGCONT");
    await sees("CandorEventLoopBlocked", watched);
  });

  test("a subscriber has not got a change of two hours ago", async () => {
    await inDatabase(async (store) => {
      await insertSubscriptions(store, [`https://127.0.0.1:${receiver.port}/owed`]);
      await insertRows(store, [reviewRow(1, { date: "2026-11-14" })]);
      await commitDataset(store, "sqlite", new Date().toISOString()); // a change of today: nobody has waited for an hour
    });
    await until(async () => receiver.posts().length > 0);
    expect(await prometheus.query("candor_websub_oldest_owed_seconds > 3600")).toBe(0);
    await inDatabase((store) =>
      store.query("UPDATE topic_change SET changed_at = $1", [new Date(Date.now() - 7_200_000).toISOString()]),
    );
    await sees("CandorSubscribersOwed", null);
    expect(await prometheus.query("candor_websub_owed == 1")).toBe(1);
  });

  test("snapshots cannot be built, because a column is gone", async () => {
    await inDatabase(async (store) => {
      await store.query("ALTER TABLE review RENAME COLUMN title TO lost");
      await bumpDataset(store);
    });
    await sees("CandorBuildsFailing", watched);
    await sees("CandorSnapshotBehind", watched);
    await inDatabase((store) => store.query("ALTER TABLE review RENAME COLUMN lost TO title"));
    await prometheus.untilAlert("CandorSnapshotBehind", watched, false);
  });

  test("the database is down, and the hub answers 503", async () => {
    await cluster.stop();
    await sees("CandorDatabaseDown", watched);
    const form = new URLSearchParams({
      "hub.mode": "subscribe",
      "hub.topic": "https://reviews.example/feed.xml",
      "hub.callback": `https://127.0.0.1:${receiver.port}/new`,
    });
    const asking = setInterval(() => void fetch(`${server.url}/api/websub/hub`, { method: "POST", body: form }), 200);
    await sees("CandorErrors", watched).finally(() => clearInterval(asking));
    await cluster.start();
    await prometheus.untilAlert("CandorDatabaseDown", watched, false);
  });

  test("a server starts, and the reviews are locked", async () => {
    const env = {
      ...process.env,
      DATABASE_URL: database_url,
      METRICS_PORT: String(starting),
      PORT: "0",
      SECRET_KEY: "k".repeat(32),
    };
    await inDatabase((store) =>
      store.transaction(async (tx) => {
        await tx.query("LOCK TABLE review IN ACCESS EXCLUSIVE MODE");
        const child = Bun.spawn([...CLI, "serve"], { env, stdout: "ignore", stderr: "ignore" });
        await sees("CandorNothingServed", starting).finally(async () => {
          child.kill("SIGKILL");
          await child.exited;
        });
      }),
    );
  });

  test("the hub has paused its deliveries", async () => {
    const store = await openStore(newSqliteDatabase());
    await insertSubscriptions(store, ["https://subscriber.example.org/callback"]);
    await store.query("UPDATE subscription SET paused = 'network'");
    const metrics = openMetrics({ current: createCurrent(), store, now: Date.now });
    const exporter = startMetrics("127.0.0.1", pausing, metrics);
    await sees("CandorDeliveriesPaused", pausing).finally(() => exporter.stop());
    metrics.stop();
    await store.close();
  });

  test("a source of reviews cannot be read, needs a decision, or is not read", async () => {
    const store = await openStore(newSqliteDatabase());
    for (const state of ["late", "needs_decision"]) {
      const source = {
        name: state,
        kind: "url",
        config: "{}",
        config_hash: "",
        next_run: "2026-01-01T00:00:00Z",
      } as const;
      await addSyncSource(store, source);
      await store.query("UPDATE sync_source SET state = $1 WHERE name = $1", [state]);
    }
    const metrics = openMetrics({ current: createCurrent(), store, now: Date.now });
    const exporter = startMetrics("127.0.0.1", pausing, metrics);
    await Promise.all([
      sees("CandorSyncLate", null),
      sees("CandorSyncNeedsDecision", null),
      sees("CandorSyncNotRead", null),
    ]).finally(() => exporter.stop());
    metrics.stop();
    await store.close();
  });

  test("the disk is almost full, there is no backup, the certificate ends, a check found a fault, rules wait", async () => {
    using disk = mountSmallDisk(16);
    if (!disk) return;
    const url = `sqlite:${disk.folder}/candor.db`;
    const store = await openStore(url);
    await store.query("UPDATE judged_rules SET rules = 0");
    const settings = parseSettings({ DATABASE_URL: url, BACKUP_FOLDER: `${disk.folder}/backups` });
    const checked = () => ({ findings: [fault("disk", "is full", "free some space")], certificate_days: 3 });
    const metrics = openMetrics({ current: createCurrent(), store, now: Date.now, upkeep: { settings, checked } });
    const exporter = startMetrics("127.0.0.1", pausing, metrics);
    await Promise.all([
      sees("CandorDiskAlmostFull", pausing),
      sees("CandorBackupLate", pausing),
      sees("CandorCertificateEnds", pausing),
      sees("CandorFaults", pausing),
      sees("CandorRulesOutdated", pausing),
    ]).finally(() => exporter.stop());
    metrics.stop();
    await store.close();
  });

  test("a server starts again and again", async () => {
    const env = { DATABASE_URL: newSqliteDatabase(), METRICS_PORT: String(restarting) };
    for (let i = 0; i < 4; i++) {
      const again = await startCandor(env);
      const scraped = `changes(process_start_time_seconds{instance="127.0.0.1:${restarting}"}[15m]) >= ${i}`;
      await until(async () => (await prometheus.query(scraped)) === 1);
      await again.stop();
    }
    await sees("CandorRestarting", restarting);
  });

  test("the server is gone", async () => {
    await server.stop();
    await sees("CandorDown", watched);
  });
});

test("every alert has a test above that makes it active", () => {
  const source = readFileSync(import.meta.path, "utf8");
  expect(new Set(Array.from(source.matchAll(/\bsees\("(\w+)"/g), ([, name]) => name))).toEqual(new Set(ALERTS));
});
