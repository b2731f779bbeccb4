import { lookup } from "node:dns/promises";
import type { Log } from "../log.ts";
import type { Route } from "../model/wire/route.ts";
import type { Guard } from "../outbound/guard.ts";
import { openOutbound } from "../outbound/send.ts";
import type { Settings } from "../settings.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { type Clock, createClock } from "../store/connection/clock.ts";
import type { Store } from "../store/store.ts";
import { createNetwork } from "./network.ts";
import type { ObserveRequest } from "./outbox.ts";
import { renderStatusText } from "./request-status.ts";
import { hubRoutes } from "./requests.ts";
import type { StatusDeps } from "./status-requests.ts";
import type { RequestRules } from "./subscribe.ts";
import { createSecrets } from "./subscription-secrets.ts";
import { openWorker, type Worker } from "./worker.ts";

export type HubDeps = {
  store: Store;
  settings: Settings;
  secret_keys: readonly string[];
  log: Log;
  now: () => Date;
  random: (bytes: number) => Uint8Array;
  snapshot: () => Snapshot | null;
  observe?: ObserveRequest | undefined;
  /** All addresses of a name. The default is the system's resolver. Tests pass their own. */
  resolve?: (host: string) => Promise<string[]>;
  /** A PEM certificate that is trusted in addition to the system's authorities. */
  ca?: string;
  /** The page of a status URL. Without it, that form is plain text. */
  renderStatusPage?: StatusDeps["renderStatusPage"];
  /** The clock for claims, leases and waits. The default is the database's on PostgreSQL, and `now` on SQLite. */
  clock?: Clock;
};

export type Hub = { routes: Route[]; worker: Worker; close(): void };

const resolveAll = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address);

const plainPage: StatusDeps["renderStatusPage"] = (status) => ({ markup: renderStatusText(status), headers: {} });

function rulesOf(settings: Settings): RequestRules {
  const { BASE_URL, WEBSUB_LEASE_MIN, WEBSUB_LEASE_DEFAULT, WEBSUB_LEASE_MAX } = settings;
  const guard: Guard = {
    ports: settings.WEBSUB_CALLBACK_PORTS,
    allowed: settings.WEBSUB_ALLOWED_CALLBACKS,
    own_host: new URL(BASE_URL).hostname,
  };
  const lease = { min: WEBSUB_LEASE_MIN, fallback: WEBSUB_LEASE_DEFAULT, max: WEBSUB_LEASE_MAX };
  return { base_url: BASE_URL, guard, lease };
}

/** The hub: routes that accept requests, and a worker that verifies and delivers. They share only the store. */
export function openHub(deps: HubDeps): Hub {
  const { store, settings, log, now, random, snapshot, observe } = deps;
  const rules = rulesOf(settings);
  const { base_url, guard } = rules;
  const clock = deps.clock ?? createClock(store.dialect, now);
  const network = createNetwork(now);
  const { resolve = resolveAll, ca } = deps;
  const outbound = openOutbound({ guard, resolve, ca, connected: network.connected, heard: network.heard });
  const secrets = createSecrets(deps.secret_keys, random);
  const limited = settings.RATE_LIMIT_HUB !== null;
  const worker = openWorker({
    store,
    log,
    now,
    clock,
    network,
    random,
    snapshot,
    observe,
    outbound,
    guard,
    secrets,
    base_url,
    user_agent: `Candor (+${base_url})`,
    timeout_seconds: settings.WEBSUB_TIMEOUT_SECONDS,
    record: {
      owner: Buffer.from(random(12)).toString("base64url"),
      retry_seconds: settings.WEBSUB_RETRY_SECONDS,
      limited,
      random,
    },
  });
  const { renderStatusPage = plainPage } = deps;
  const requests = { store, log, clock, random, secrets, rules, limited, wakeWorker: worker.wake, renderStatusPage };
  return { routes: hubRoutes(requests), worker, close: outbound.close };
}
