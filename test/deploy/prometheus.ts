import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../databases.ts";
import { until } from "../faults/serving.ts";
import { ROOT } from "./image-tree.ts";

type Alert = { labels: Record<string, string>; state: "pending" | "firing" };

export type Prometheus = {
  /** Waits until the alert's expression is true for the target, or no longer is. */
  untilAlert(name: string, target: number | null, active: boolean): Promise<void>;
  activeAlerts(target: number): Promise<string[]>;
  /** How many series an expression returns. */
  query(expression: string): Promise<number>;
  stop(): Promise<void>;
};

/** A real Prometheus with the shipped rules, which looks at the metrics ports once a second. */
export async function startPrometheus(program: string, port: number, targets: number[]): Promise<Prometheus> {
  const folder = newFolder();
  const named = targets.map((target) => `"127.0.0.1:${target}"`).join(", ");
  writeFileSync(
    join(folder, "prometheus.yml"),
    `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: ["${join(ROOT, "deploy/alerts.yaml")}"]
scrape_configs: [{ job_name: candor, static_configs: [{ targets: [${named}] }] }]
`,
  );
  const child = Bun.spawn(
    [
      program,
      `--config.file=${join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdout: "ignore", stderr: "ignore" },
  );
  const ask = async <T>(path: string): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { data: T }).data; // Prometheus's own envelope
  };
  await until(() =>
    fetch(`http://127.0.0.1:${port}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const alerts = async () => (await ask<{ alerts: Alert[] }>("/api/v1/alerts")).alerts;
  const isOf =
    (target: number | null) =>
    ({ labels }: Alert) =>
      target === null ? labels.instance === undefined : labels.instance === `127.0.0.1:${target}`;
  return {
    async untilAlert(name, target, active) {
      const isActive = async () =>
        (await alerts()).filter(isOf(target)).some(({ labels }) => labels.alertname === name);
      await until(async () => (await isActive()) === active);
    },
    activeAlerts: async (target) => (await alerts()).filter(isOf(target)).map(({ labels }) => labels.alertname ?? ""),
    query: async (expression) =>
      (await ask<{ result: unknown[] }>(`/api/v1/query?query=${encodeURIComponent(expression)}`)).result.length,
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}
