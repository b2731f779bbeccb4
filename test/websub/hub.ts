import { randomBytes } from "node:crypto";
import { createProblems } from "../../src/http/problems.ts";
import { buildHandlers, type Handler } from "../../src/http/server.ts";
import { createLog } from "../../src/log.ts";
import { parseSettings } from "../../src/settings.ts";
import type { Snapshot } from "../../src/snapshot/snapshot.ts";
import { openStore, sqlitePath } from "../../src/store/connection/open-store.ts";
import { readSnapshotSource } from "../../src/store/dataset/snapshot-source.ts";
import type { Store } from "../../src/store/store.ts";
import { type Hub, openHub } from "../../src/websub/hub.ts";
import { buildOf } from "../build.ts";
import { placeSqliteStore } from "../databases.ts";
import { bumpDataset, insertRows, reviewRow } from "../rows.ts";

export const BASE_URL = "https://reviews.hub-test.net";
export const FEED = `${BASE_URL}/feed.xml`;
const SECRET_KEY = "a test key that is long enough to use";

type Form = Record<string, string> | string;

/** A hub in this process on a real store, with its own clock. Names resolve as `addresses` says. */
export type TestHub = {
  hub: Hub;
  store: Store;
  clock: { ms: number };
  logs: string[];
  /** How each request of this hub to a callback ended. */
  outcomes: string[];
  handlers: Map<string, Handler>;
  /** What the resolver returns, by host; 127.0.0.1 for any other. */
  addresses: Map<string, string[]>;
  snapshot(): Snapshot | null;
  /** Stores a new review and publishes it: every topic changes. */
  importReview(): Promise<Snapshot>;
  /** Publishes what is stored, as a server does after a start or a change. */
  refresh(): Promise<Snapshot>;
  post(form: Form, headers?: Record<string, string>, address?: string): Promise<Response>;
  subscribe(callback: string, more?: Record<string, string>): Promise<string>;
  status(url: string): Promise<string>;
  run(): Promise<void>;
  /** Publishes a new review and delivers it to every subscriber. */
  importAndRun(): Promise<void>;
  /** Removes every subscription and request. */
  clear(): Promise<void>;
  advance(seconds: number): Promise<void>;
  close(): Promise<void>;
};

/** A short timeout, for receivers that hang, and longer than a busy machine stalls. */
export const IMPATIENT = { WEBSUB_TIMEOUT_SECONDS: "3" };

export type Options = {
  database: string;
  ca?: string;
  env?: Record<string, string>;
  allowed?: string[];
  clock?: { ms: number };
  /** Uses the database's clock as the server does, instead of this test's. */
  database_clock?: boolean;
  first_review?: number;
};

let reviews = 0;

export async function openTestHub(options: Options): Promise<TestHub> {
  if (sqlitePath(options.database) !== null) await placeSqliteStore(options.database);
  const store = await openStore(options.database, { thread: false });
  const clock = options.clock ?? { ms: Date.parse("2026-03-01T12:00:00Z") };
  const settings = parseSettings({
    BASE_URL,
    SECRET_KEY,
    DATABASE_URL: options.database,
    RATE_LIMIT_HUB: "off",
    WEBSUB_TIMEOUT_SECONDS: "5",
    WEBSUB_ALLOWED_CALLBACKS: (options.allowed ?? []).join(","),
    ...options.env,
  });
  let snapshot: Snapshot | null = null;
  const logs: string[] = [];
  const log = createLog("debug", (line) => void logs.push(line));
  const outcomes: string[] = [];
  const addresses = new Map<string, string[]>();
  const hub = openHub({
    store,
    settings,
    secret_keys: settings.SECRET_KEY,
    log,
    now: () => new Date(clock.ms),
    random: randomBytes,
    snapshot: () => snapshot,
    observe: (kind, _topic, outcome) => void outcomes.push(`${kind} ${outcome}`),
    resolve: async (host) => addresses.get(host) ?? ["127.0.0.1"],
    ...(options.ca ? { ca: options.ca } : {}),
    ...(options.database_clock ? {} : { clock: async () => clock.ms }),
  });
  const respondProblem = createProblems(BASE_URL);
  const handlers = buildHandlers({ settings, routes: hub.routes, respondProblem, log, now: () => clock.ms });
  const call = async (path: string, request: Request, params: Record<string, string>, address = "192.0.2.1") => {
    const handle = handlers.get(path);
    if (!handle) throw new Error(`no route ${path}`);
    return handle(Object.assign(request, { params }), { address });
  };
  const refresh = async () => {
    snapshot = await readSnapshotSource(store, (source, _analyses, _since, changes) =>
      buildOf(source, { base_url: BASE_URL, changes }),
    );
    return snapshot;
  };
  const test: TestHub = {
    hub,
    store,
    clock,
    logs,
    outcomes,
    handlers,
    addresses,
    snapshot: () => snapshot,
    refresh,
    async importReview() {
      reviews += 1;
      await store.transaction(async (tx) => {
        await insertRows(tx, [reviewRow(reviews)]);
        await bumpDataset(tx);
      });
      return refresh();
    },
    async importAndRun() {
      await test.importReview();
      await test.run();
    },
    async clear() {
      await store.query("DELETE FROM subscription");
      await store.query("DELETE FROM handshake");
    },
    post: (form, headers = {}, address) =>
      call(
        "/api/websub/hub",
        new Request(`${BASE_URL}/api/websub/hub`, {
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
          body: typeof form === "string" ? form : new URLSearchParams(form).toString(),
        }),
        {},
        address,
      ),
    async subscribe(callback, more = {}) {
      const answer = await test.post({ "hub.mode": "subscribe", "hub.topic": FEED, "hub.callback": callback, ...more });
      const body = await answer.text();
      if (answer.status !== 202) throw new Error(`${answer.status}: ${body}`);
      await hub.worker.runDue();
      return body.split("status: ")[1]?.trim() ?? "";
    },
    async status(url) {
      const token = url.split("/").at(-1) ?? "";
      return (await call("/api/websub/status/:token", new Request(url), { token })).text();
    },
    run: () => hub.worker.runDue(),
    async advance(seconds) {
      clock.ms += seconds * 1000;
      await hub.worker.runDue();
    },
    async close() {
      await hub.worker.stop();
      hub.close();
      await store.close();
    },
  };
  await test.importAndRun();
  return test;
}
