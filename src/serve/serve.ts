import { randomBytes } from "node:crypto";
import { readBody } from "../http/body.ts";
import { COMMON_HEADERS } from "../http/headers.ts";
import { openPageProblems, pageRoutes } from "../http/pages/routes.ts";
import { openProblems } from "../http/problems.ts";
import { type ReadContext, readRoutes, reviewInsightsRoute } from "../http/routes.ts";
import { startServer } from "../http/server.ts";
import { type Log, openLog } from "../log.ts";
import type { Route } from "../model/route.ts";
import { OperatorError } from "../operator-error.ts";
import { evidenceOf, reviewInsights } from "../publish/insights.ts";
import { startRefresh } from "../publish/refresh.ts";
import { openSecretKeys } from "../secret-key.ts";
import { parseSettings, type Settings } from "../settings.ts";
import { openCurrent } from "../snapshot/current.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { openStore } from "../store/open.ts";
import { lockServer } from "../store/server-lock.ts";
import type { Store } from "../store/store.ts";
import type { Terminal } from "../terminal/command.ts";
import { openHub } from "../websub/hub.ts";
import { loadDemo } from "./demo.ts";
import { startMcp } from "./mcp.ts";
import { openMetrics, startMetrics } from "./metrics.ts";

/** When the process is told to stop, and by what; a second signal ends it at once. */
function untilSignal(): { told: Promise<string>; signal: AbortSignal } {
  const stopping = new AbortController();
  const told = new Promise<string>((resolve) => {
    const hear = (signal: string) => {
      if (stopping.signal.aborted) process.exit(1);
      stopping.abort();
      resolve(signal);
    };
    process.on("SIGTERM", hear);
    process.on("SIGINT", hear);
  });
  return { told, signal: stopping.signal };
}

function greet(terminal: Terminal, { BASE_URL }: Settings, snapshot: Snapshot | null): void {
  const demo = snapshot?.profile?.demonstration === true;
  const empty = snapshot?.reviews.count === 0;
  terminal.out(
    [
      demo ? "Serving the demonstration clinic: a made-up business with made-up reviews.\n" : "",
      `  Pages        ${BASE_URL}/`,
      `  Reviews      ${BASE_URL}/reviews.json`,
      `  Insights     ${BASE_URL}/insights.json`,
      `  Search       ${BASE_URL}/api/reviews/search?min_rating=4&query=knee`,
      `  Feeds        ${BASE_URL}/api/feed.json and ${BASE_URL}/feed.xml`,
      `  For agents   ${BASE_URL}/mcp`,
      `  Developers   ${BASE_URL}/developers`,
      "",
      ...(empty
        ? [
            "No review is published yet: candor import FILE in another terminal brings some in, --demo made-up ones.",
            "",
          ]
        : []),
      "Stop with Ctrl-C.",
      "",
    ].join("\n"),
  );
}

/** A port that is taken, or one that needs root, is the operator's to mend. */
function listen<T>(host: string, port: number, setting: "PORT" | "METRICS_PORT", start: () => T): T {
  try {
    return start();
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`cannot listen on ${host}:${port} (${cause}): set HOST and ${setting}`, 1, {
      cause: error,
    });
  }
}

const everyRead = (read: ReadContext): Route[] => [
  ...readRoutes(read),
  reviewInsightsRoute(read, reviewInsights),
  ...pageRoutes({ ...read, evidenceOf }),
];

/** All that a worker answers: it delivers, and whoever runs it can see that it lives. */
const isHealth = ({ path }: Route): boolean => path === "/healthz" || path === "/readyz";

/** Without its thread the store sees no change and saves nothing: the process exits, so that a supervisor restarts it. */
const openServedStore = (url: string, log: Log): Promise<Store> =>
  openStore(url, {
    thread: true,
    busy_timeout_ms: 5000,
    threadDied: (error) => {
      log.error("database_thread_died", { error: error.message });
      process.exit(1);
    },
  });

/** Runs the service until it is told to stop; answers the exit code. */
export async function serve(terminal: Terminal, options: { demo: boolean }): Promise<number> {
  const settings = parseSettings(terminal.env);
  const log = openLog(settings.LOG_LEVEL);
  const stop = untilSignal();
  // Also when the start fails half-way: nothing may stay that keeps the process.
  await using opened = new AsyncDisposableStack();
  const store = await openServedStore(settings.DATABASE_URL, log);
  opened.defer(() => store.close());
  const lock = lockServer(settings.DATABASE_URL);
  opened.defer(() => lock.release());
  if (options.demo) await loadDemo(store, terminal.now);

  const current = openCurrent();
  const base_url = settings.BASE_URL;
  const respondProblem = openPageProblems({ current, base_url, respondProblem: openProblems(base_url) });
  const read = { current, base_url, respondProblem };
  const metrics = settings.METRICS_PORT === null ? null : openMetrics({ current, now: Date.now });
  const secret_keys = openSecretKeys(settings);
  const shared = { settings, secret_keys, store, now: terminal.now, log };
  const handed = { random: randomBytes, snapshot: current.get, readBody, headers: COMMON_HEADERS };
  const hub = openHub({ ...shared, ...handed, observe: metrics?.observeHub });
  opened.defer(() => hub.close());
  const mcp = await startMcp({ ...shared, current });
  opened.defer(() => mcp.stop());
  const reads = everyRead(read);
  const { HOST, PORT, METRICS_PORT } = settings;
  const server = listen(HOST, PORT, "PORT", () =>
    startServer({
      settings,
      observe: metrics?.observe,
      routes: settings.ROLE === "worker" ? reads.filter(isHealth) : [...reads, ...hub.routes, ...mcp.routes],
      respondProblem,
      log,
      now: () => performance.now(), // monotonic: a clock that is set back must not lock a client out
    }),
  );
  opened.defer(() => server.stop());
  if (metrics && METRICS_PORT !== null) {
    const exporter = listen(HOST, METRICS_PORT, "METRICS_PORT", () =>
      startMetrics(HOST, METRICS_PORT, metrics.registry),
    );
    opened.defer(() => exporter.stop());
  }
  const request = { database_url: settings.DATABASE_URL, base_url };
  const refresh = await startRefresh(
    { store, current, request, log, stopping: stop.signal },
    async (_snapshot, build_ms) => {
      metrics?.snapshotBuilt(build_ms);
      hub.worker.wake();
    },
  );
  if (settings.ROLE !== "web") hub.worker.start();
  log.info("listening", { host: settings.HOST, port: server.port, base_url });
  if (terminal.interactive || options.demo) greet(terminal, settings, current.get());

  const signal = await stop.told;
  log.info("stopping", { signal });
  await Promise.all([server.stop(), refresh.ended, hub.worker.stop()]);
  return 0;
}
