import { describeError, type LogLevel } from "../log.ts";
import type { Settings, SyncSecret } from "../settings.ts";
import { openStore } from "../store/connection/open-store.ts";
import type { Store } from "../store/store.ts";
import { describeRun, runSource } from "../sync/run-source.ts";
import { openSyncDeps } from "../sync/sync-deps.ts";
import { keepLedger } from "../upkeep/erasure-ledger.ts";

/** The thread that reads sources. It has its own connection, so that an import never delays requests. */
export type SyncRequest =
  | { run: string; settings: Settings; secrets: Readonly<Record<string, SyncSecret>> }
  | { stop: true };
export type SyncReply =
  | { log: Exclude<LogLevel, "silent">; event: string; fields: Record<string, unknown> }
  /** The run of this source ended. */
  | { ended: string };

declare const self: Worker;
const stopping = new AbortController();
const reply = (message: SyncReply): void => self.postMessage(message);

type Opened = { store: Store; deps: ReturnType<typeof openSyncDeps>; users: number };
let opened: Promise<Opened> | null = null;

async function open({ settings, secrets }: Extract<SyncRequest, { run: string }>): Promise<Opened> {
  const { DATABASE_URL, STATE_FOLDER } = settings;
  const opening = { connections: 2, busy_timeout_ms: 5000, existing: true, state_folder: STATE_FOLDER };
  const store = await openStore(DATABASE_URL, opening);
  const now = () => new Date();
  const ledger = {
    env: { DATABASE_URL, STATE_FOLDER },
    error: (text: string) => reply({ log: "error", event: "ledger_not_written", fields: { reason: text.trim() } }),
  };
  const keepErasures = (erased_in: Store) => keepLedger(ledger, erased_in);
  const deps = openSyncDeps({ store, settings, secrets, now, stopping: stopping.signal, keepErasures });
  return { store, deps, users: 0 };
}

/** The store is open only during a run, because its file may be replaced between runs. */
async function withDeps(request: Extract<SyncRequest, { run: string }>, work: (deps: Opened["deps"]) => Promise<void>) {
  opened ??= open(request).catch((error) => {
    opened = null;
    throw error;
  });
  const used = await opened;
  used.users += 1;
  try {
    await work(used.deps);
  } finally {
    used.users -= 1;
    if (used.users === 0) {
      opened = null;
      used.deps.close();
      await used.store.close();
    }
  }
}

async function run(request: Extract<SyncRequest, { run: string }>): Promise<void> {
  await withDeps(request, async (deps) => {
    const ended = await runSource(deps, request.run, { dry_run: false, yes: false, by_hand: false });
    const level = ended.fault ? "warn" : ended.outcome === "imported" ? "info" : "debug";
    reply({ log: level, event: "sync", fields: describeRun(ended) });
  });
}

self.onmessage = ({ data }: MessageEvent<SyncRequest>) => {
  if ("stop" in data) return stopping.abort();
  run(data)
    .catch((error) =>
      reply({ log: "error", event: "sync_failed", fields: { source: data.run, ...describeError(error) } }),
    )
    .finally(() => reply({ ended: data.run }));
};
