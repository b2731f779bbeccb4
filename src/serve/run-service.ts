import { randomBytes } from "node:crypto";
import { createPageProblems, pageRoutes } from "../http/pages/page-routes.ts";
import { createProblems } from "../http/problems.ts";
import { readRoutes, reviewInsightsRoute } from "../http/routes.ts";
import { startServer } from "../http/server.ts";
import { areRulesOutdated } from "../import/run/outdated-rules.ts";
import { createLog, describeError, hidePasswords, type Log, logConsole } from "../log.ts";
import type { Kind } from "../model/demonstration.ts";
import type { RespondProblem } from "../model/wire/problem.ts";
import type { Route } from "../model/wire/route.ts";
import { messageOf, OperatorError } from "../operator-error.ts";
import { createEngines } from "../publish/engines.ts";
import { startRefresh } from "../publish/refresh.ts";
import { createReviewAnalysis } from "../publish/review-insights.ts";
import { readSecretKeys } from "../secret-key.ts";
import { findStrangeSettings, parseSettings, type Settings, syncSecrets } from "../settings.ts";
import { type Current, createCurrent } from "../snapshot/current.ts";
import { openStore, refuseMemory } from "../store/connection/open-store.ts";
import { refuseToPublish } from "../store/dataset/demonstration-refusal.ts";
import { isUnused, readKind } from "../store/dataset/kind.ts";
import type { Store } from "../store/store.ts";
import type { Terminal } from "../terminal/command.ts";
import { untilStopped } from "../terminal/until-stopped.ts";
import { announceTo } from "../websub/announce.ts";
import { openHub } from "../websub/hub.ts";
import { claimDatabase, NOTHING_STORED } from "./claim-database.ts";
import { chooseDemoDatabase, importDemoInThread, loadDemo } from "./demo.ts";
import { greet } from "./greet.ts";
import { hubReads } from "./hub-reads.ts";
import { startMcp } from "./mcp.ts";
import type { Metrics } from "./metrics.ts";
import { startSaving } from "./saved-snapshot.ts";
import { startBackups } from "./start-backups.ts";
import { startDays, startForgetting } from "./start-forgetting.ts";
import { startJudging } from "./start-judging.ts";
import { startSync } from "./start-sync.ts";
import { startUpkeep } from "./start-upkeep.ts";

/** A port that is in use or needs root is something the operator can fix. */
function listen<T>(host: string, port: number, setting: "" | "METRICS_", start: () => T): T {
  try {
    return start();
  } catch (error) {
    const cause = messageOf(error);
    throw new OperatorError(`cannot listen on ${host}:${port} (${cause}): set ${setting}HOST and ${setting}PORT`, 1, {
      cause: error,
    });
  }
}

type Reads = { current: Current; base_url: string; respondProblem: RespondProblem };

function createReads(context: Reads): Route[] {
  const { insightsOf, evidenceOf } = createReviewAnalysis(createEngines());
  return [...readRoutes(context), reviewInsightsRoute(context, insightsOf), ...pageRoutes({ ...context, evidenceOf })];
}

/** The only routes of a worker process, so that its operator can see that it is alive. */
const isHealth = ({ path }: Route): boolean => path === "/healthz" || path === "/readyz";

type Http = { settings: Settings; routes: Route[]; respondProblem: RespondProblem; log: Log };

/** Listens on the public port, and on the metrics port if it is set. */
async function startHttp(opened: AsyncDisposableStack, http: Http, metrics: Metrics | null) {
  const { HOST, PORT, METRICS_HOST, METRICS_PORT } = http.settings;
  // A monotonic clock: if the system clock is set back, clients must not be locked out.
  const now = () => performance.now();
  const server = listen(HOST, PORT, "", () => startServer({ ...http, observe: metrics?.observe, now }));
  opened.defer(() => server.stop());
  if (metrics && METRICS_PORT !== null) {
    const { startMetrics } = await import("./metrics.ts");
    const exporter = listen(METRICS_HOST, METRICS_PORT, "METRICS_", () =>
      startMetrics(METRICS_HOST, METRICS_PORT, metrics),
    );
    opened.defer(() => exporter.stop());
  }
  return server;
}

/**
 * Without its thread the store sees no changes and saves nothing, so the process exits and a supervisor restarts it.
 */
const openServedStore = (
  { DATABASE_URL, DATABASE_MUST_EXIST, STATE_FOLDER }: Settings,
  kind: Kind,
  log: Log,
): Promise<Store> =>
  openStore(DATABASE_URL, {
    thread: true,
    kind,
    state_folder: STATE_FOLDER,
    existing: DATABASE_MUST_EXIST === "true" && kind === "business",
    notice: (line) => log.warn("invented_removed", { reason: line }),
    busy_timeout_ms: 5000,
    fileEvent: (event, fields) => log.warn(event, fields),
    threadDied: (error) => {
      log.error("database_thread_died", { error: error.message });
      process.exit(1);
    },
  });

/** An unexpected error ends the process with one log line, and a supervisor restarts it. */
function logCrash(log: Log): void {
  for (const event of ["uncaughtException", "unhandledRejection"]) {
    process.on(event, (error: unknown) => {
      log.error("crashed", describeError(error));
      process.exit(1);
    });
  }
}

/** The settings. For a demonstration, with its own database. */
async function readServeSettings(terminal: Terminal, kind: Kind): Promise<{ settings: Settings; log: Log }> {
  const given = parseSettings(terminal.env);
  const log = createLog(given.LOG_LEVEL);
  for (const { name, origin, suggestion } of findStrangeSettings(terminal.env, terminal.origins)) {
    log.warn("setting_unknown", { name, from: origin, ...(suggestion ? { did_you_mean: suggestion } : {}) });
  }
  refuseMemory(given.DATABASE_URL);
  if (kind === "business") return { settings: given, log };
  const DATABASE_URL = await chooseDemoDatabase(terminal);
  log.info("demonstration", { database: hidePasswords(DATABASE_URL, DATABASE_URL) });
  return { settings: { ...given, DATABASE_URL }, log };
}

/** Loads the demonstration if needed. Without --demo, a demonstration is refused before anything is served. */
async function prepareStore(store: Store, kind: Kind, settings: Settings, terminal: Terminal): Promise<void> {
  if (kind === "demonstration")
    await loadDemo(store, terminal.now, () => importDemoInThread(settings.DATABASE_URL, terminal.now));
  else if ((await readKind(store)) === "demonstration") {
    throw refuseToPublish(settings.DATABASE_URL, "candor serve --demo");
  }
}

/** The store of this server alone, with the demonstration in it if that is wanted. */
async function claimStore(
  opened: AsyncDisposableStack,
  terminal: Terminal,
  { settings, kind, log }: { settings: Settings; kind: Kind; log: Log },
): Promise<Store> {
  const lock = claimDatabase(settings, kind);
  opened.defer(() => lock.release());
  const store = await openServedStore(settings, kind, log);
  opened.defer(() => store.close());
  await prepareStore(store, kind, settings, terminal);
  return store;
}

type Metered = { settings: Settings; store: Store; current: Current; log: Log };

/** The daily checks, and the metrics if they have a port. */
async function startMeters(
  opened: AsyncDisposableStack,
  terminal: Terminal,
  { settings, store, current, log }: Metered,
): Promise<Metrics | null> {
  const upkeep = startUpkeep({ ...terminal, env: { ...terminal.env, DATABASE_URL: settings.DATABASE_URL } }, log);
  opened.defer(() => upkeep.stop());
  if (settings.ROLE !== "web") {
    const forgetting = startForgetting({ store, now: terminal.now }, log);
    opened.defer(() => forgetting.stop());
    const days = startDays({ store, now: terminal.now }, log);
    opened.defer(() => days.stop());
  }
  if (settings.METRICS_PORT === null) return null;
  // Loaded only here: without them a server takes less memory and starts sooner.
  const { openMetrics } = await import("./metrics.ts");
  const metrics = openMetrics({ current, store, now: Date.now, upkeep: { settings, checked: upkeep.checked } });
  opened.defer(() => metrics.stop());
  return metrics;
}

/** Runs the service until it is told to stop. Returns the exit code. */
export async function serve(terminal: Terminal, options: { demo: boolean }): Promise<number> {
  const kind = options.demo ? "demonstration" : "business";
  const { settings, log } = await readServeSettings(terminal, kind);
  const { BASE_URL: base_url, DATABASE_URL: database_url, ROLE } = settings;
  const { received, stopping } = untilStopped(terminal.env);
  logCrash(log);
  // Also when the start fails halfway, nothing may keep the process alive.
  await using opened = new AsyncDisposableStack();
  const printed = logConsole(log);
  opened.defer(() => printed.release());
  const store = await claimStore(opened, terminal, { settings, kind, log });
  const current = createCurrent();
  const saved = await startSaving({ settings, kind, store, current, log });
  const metrics = await startMeters(opened, terminal, { settings, store, current, log });
  const shared = { settings, secret_keys: readSecretKeys(settings), store, now: terminal.now, log };
  const hub = openHub({
    ...shared,
    ...hubReads({ current, base_url, kind }),
    random: randomBytes,
    observe: metrics?.observeHub,
  });
  opened.defer(() => hub.close());
  const mcp = await startMcp({ ...shared, current });
  opened.defer(() => mcp.stop());
  const respondProblem = createPageProblems({ current, base_url, respondProblem: createProblems(base_url) });
  const reads = createReads({ current, base_url, respondProblem });
  const routes = ROLE === "worker" ? reads.filter(isHealth) : [...reads, ...hub.routes, ...mcp.routes];
  const server = await startHttp(opened, { settings, routes, respondProblem, log }, metrics);
  const judging = startJudging({
    database_url,
    state_folder: settings.STATE_FOLDER,
    log,
    isDue: () => areRulesOutdated({ store, now: terminal.now }),
  });
  const swapped = (build_ms: number) => {
    metrics?.snapshotBuilt(build_ms);
    saved.swapped();
    hub.worker.wake();
    void judging.check();
  };
  const heard = {
    changed: saved.changed,
    announce: announceTo(store, log),
    swapped,
    failed: metrics?.buildFailed,
  };
  const refresh = await startRefresh({ store, current, database_url, base_url, kind, log, stopping, ...heard });
  if (ROLE !== "web") hub.worker.start();
  const after = judging.check();
  const sync = kind === "business" ? startSync({ ...shared, secrets: syncSecrets(terminal.env), after }) : null;
  const backups = kind === "business" ? startBackups(settings, log, terminal.now) : null;
  log.info("listening", { host: settings.HOST, port: server.port, base_url });
  // If the database cannot be reached at this moment, the refresh says so.
  if (kind === "business" && (await isUnused(store).catch(() => false))) log.warn("nothing_stored", NOTHING_STORED);
  if (terminal.interactive || options.demo) greet(terminal, settings, current.get());

  const signal = await received;
  log.info("stopping", { signal });
  judging.stop();
  await Promise.all([server.stop(), refresh.ended, hub.worker.stop(), sync?.stop(), backups?.stop(), saved.stop()]);
  return 0;
}
