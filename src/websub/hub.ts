import { lookup } from "node:dns/promises";
import type { Log } from "../log.ts";
import type { Route } from "../model/route.ts";
import type { Guard } from "../outbound/guard.ts";
import { openOutbound } from "../outbound/send.ts";
import type { Settings } from "../settings.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { Store } from "../store/store.ts";
import { deliver } from "./deliver.ts";
import type { Observe } from "./in-flight.ts";
import { hubRoutes, type RequestDeps } from "./requests.ts";
import { openSecrets } from "./secrets.ts";
import type { Terms } from "./subscribe.ts";
import { shakeHands } from "./verify.ts";
import { openWorker, type Worker } from "./worker.ts";

const HUB = "/api/websub/hub";
const TOPICS = ["/feed.xml", "/api/feed.json", "/reviews.json"];

export type HubDeps = Pick<RequestDeps, "readBody" | "headers"> & {
  store: Store;
  settings: Settings;
  secret_keys: readonly string[];
  log: Log;
  now: () => Date;
  random: (bytes: number) => Uint8Array;
  snapshot: () => Snapshot | null;
  /** Told of every request that ended. */
  observe?: Observe | undefined;
  /** All addresses of a name; the system's resolver unless a test brings its own. */
  resolve?: (host: string) => Promise<string[]>;
  /** Trusted beside the system's authorities, PEM. */
  ca?: string;
};

export type Hub = { routes: Route[]; worker: Worker; close(): void };

const resolveAll = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address);

function termsOf(settings: Settings): Terms {
  const { BASE_URL, WEBSUB_LEASE_MIN, WEBSUB_LEASE_DEFAULT, WEBSUB_LEASE_MAX } = settings;
  const guard: Guard = {
    ports: settings.WEBSUB_CALLBACK_PORTS,
    allowed: settings.WEBSUB_ALLOWED_CALLBACKS,
    own_host: new URL(BASE_URL).hostname,
  };
  const lease = { min: WEBSUB_LEASE_MIN, fallback: WEBSUB_LEASE_DEFAULT, max: WEBSUB_LEASE_MAX };
  return { base_url: BASE_URL, topics: TOPICS, guard, lease };
}

/** The hub: routes that take requests, and a worker that verifies and delivers. They share the store and nothing else. */
export function openHub(deps: HubDeps): Hub {
  const { store, settings, log, now, random } = deps;
  const terms = termsOf(settings);
  const { base_url, guard } = terms;
  const outbound = openOutbound({ guard, resolve: deps.resolve ?? resolveAll, ca: deps.ca });
  const secrets = openSecrets(deps.secret_keys, random);
  const limited = settings.RATE_LIMIT_HUB !== null;
  const timeout_seconds = settings.WEBSUB_TIMEOUT_SECONDS;
  const calls = { outbound, guard, secrets, timeout_seconds, now, random, user_agent: `Candor (+${base_url})` };
  const worker = openWorker({
    store,
    log,
    now,
    snapshot: deps.snapshot,
    observe: deps.observe,
    topics: TOPICS,
    link: (topic) => `<${base_url}${topic}>; rel="self", <${base_url}${HUB}>; rel="hub"`,
    timeout_seconds,
    record: {
      owner: Buffer.from(random(12)).toString("base64url"),
      retry_seconds: settings.WEBSUB_RETRY_SECONDS,
      limited,
      random,
    },
    deliver: (to, content) => deliver(calls, to, content),
    shakeHands: (owed) => shakeHands(calls, owed),
  });
  const { readBody, headers } = deps;
  const requests = { store, log, now, random, secrets, terms, limited, readBody, headers, taken: worker.wake };
  return { routes: hubRoutes(requests, HUB), worker, close: outbound.close };
}
