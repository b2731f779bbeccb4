import { lookup } from "node:dns/promises";
import type { ImportDeps } from "../import/run/run.ts";
import { openDownloads } from "../outbound/download.ts";
import type { Guard } from "../outbound/guard.ts";
import type { Settings, SyncSecret } from "../settings.ts";
import { type Clock, createClock } from "../store/connection/clock.ts";
import type { Store } from "../store/store.ts";
import type { SyncDeps } from "./run-types.ts";

export type SyncOptions = {
  store: Store;
  settings: Settings;
  secrets: Readonly<Record<string, SyncSecret>>;
  now: () => Date;
  stopping: AbortSignal;
  random?: () => number;
  engineFor?: ImportDeps["engineFor"];
  keepErasures?: SyncDeps["keepErasures"];
  /** The clock for claims and waits. The default is the database's on PostgreSQL, and `now` on SQLite. */
  clock?: Clock;
  /** All addresses of a name; the default is the system's resolver. */
  resolve?: (host: string) => Promise<string[]>;
  /** Trusted in addition to the system's authorities, PEM. */
  ca?: string;
  sleep?: SyncDeps["fetching"]["sleep"];
};

/** URLs of sources follow the same rules as callbacks of the hub. */
export const guardOf = (settings: Settings): Guard => ({
  ports: settings.WEBSUB_CALLBACK_PORTS,
  allowed: settings.SYNC_ALLOWED_HOSTS,
  own_host: new URL(settings.BASE_URL).hostname,
});

const resolveAll = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address);

function sleepUntil(ms: number, stopping: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stopping.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    stopping.addEventListener("abort", end, { once: true });
    if (stopping.aborted) end();
  });
}

/** Runs one piece of work at a time. */
function createQueue(): SyncDeps["exclusive"] {
  let tail: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = tail.then(work);
    tail = run.catch(() => {}); // the caller sees the failure; the queue continues
    return run;
  };
}

export function openSyncDeps(options: SyncOptions): SyncDeps & { close(): void } {
  const { store, settings, secrets, now, stopping, engineFor, keepErasures } = options;
  const guard = guardOf(settings);
  const downloads = openDownloads({ guard, resolve: options.resolve ?? resolveAll, ca: options.ca });
  return {
    store,
    settings,
    secrets,
    clock: options.clock ?? createClock(store.dialect, now),
    fetching: {
      downloads,
      guard,
      random: options.random ?? Math.random,
      now,
      sleep: options.sleep ?? sleepUntil,
      stopping,
    },
    exclusive: createQueue(),
    ...(engineFor ? { engineFor } : {}),
    ...(keepErasures ? { keepErasures } : {}),
    close: downloads.close,
  };
}
