import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createEngines } from "../../src/publish/engines.ts";
import { parseSettings, type SyncSecret } from "../../src/settings.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import type { Store } from "../../src/store/store.ts";
import { addSyncSource, readSyncSource, type SyncSource } from "../../src/store/sync/sync-sources.ts";
import { hashConfig, type SyncConfig } from "../../src/sync/config.ts";
import { runSource } from "../../src/sync/run-source.ts";
import type { RunOptions, SourceRun } from "../../src/sync/run-types.ts";
import { openSyncDeps } from "../../src/sync/sync-deps.ts";
import { newFolder } from "../databases.ts";
import { openAuthority } from "../websub/authority.ts";

export const authority = openAuthority();
export const certificate = authority.issue(["localhost", "other.test", "127.0.0.1"]);

const NOTHING = { format: null, verified_by: "operator", complete: false } as const;

/** Sources in this process on a real store, with their own clock. Waits take no real time. */
export type World = {
  store: Store;
  clock: { ms: number };
  /** How long each wait was, in ms. */
  waits: number[];
  addUrl(name: string, url: string, more?: Partial<Extract<SyncConfig, { kind: "url" }>["config"]>): Promise<void>;
  addFolder(name: string, more?: Partial<Extract<SyncConfig, { kind: "folder" }>["config"]>): Promise<string>;
  run(name: string, options?: Partial<RunOptions>): Promise<SourceRun>;
  source(name: string): Promise<SyncSource>;
  advance(seconds: number): void;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

export type WorldOptions = {
  database: string;
  ports?: number[];
  env?: Record<string, string>;
  secrets?: Record<string, SyncSecret>;
  /** Called after everything was read and before it is stored, if something is new. */
  beforeCommit?: () => void;
  clock?: { ms: number };
  stopping?: AbortSignal;
};

export async function openWorld({
  database,
  ports = [],
  env = {},
  secrets = {},
  ...given
}: WorldOptions): Promise<World> {
  const store = await openStore(database);
  const clock = given.clock ?? { ms: Date.parse("2026-05-01T12:00:00Z") };
  const waits: number[] = [];
  const allowed = ports.flatMap((port) => [`localhost:${port}`, `other.test:${port}`]);
  const settings = parseSettings({
    DATABASE_URL: database,
    BASE_URL: "https://mirror.example.net",
    SYNC_ALLOWED_HOSTS: allowed.join(","),
    ...env,
  });
  const deps = openSyncDeps({
    store,
    settings,
    secrets,
    now: () => new Date(clock.ms),
    clock: async () => clock.ms,
    stopping: given.stopping ?? new AbortController().signal,
    random: () => 0.5,
    resolve: async () => ["127.0.0.1"],
    ca: authority.ca,
    ...(given.beforeCommit ? { engineFor: watchedEngines(given.beforeCommit) } : {}),
    sleep: async (ms) => {
      waits.push(ms);
      clock.ms += ms;
    },
  });
  const add = async (name: string, source: SyncConfig) => {
    const next_run = new Date(clock.ms).toISOString();
    const row = {
      name,
      kind: source.kind,
      config: JSON.stringify(source.config),
      config_hash: hashConfig(source),
      next_run,
    };
    if (!(await addSyncSource(store, row))) throw new Error(`${name} exists`);
  };
  const close = async () => {
    deps.close();
    await store.close();
  };
  return {
    store,
    clock,
    waits,
    addUrl: (name, url, more = {}) =>
      add(name, { kind: "url", config: { url, header: null, every_seconds: null, ...NOTHING, ...more } }),
    async addFolder(name, more = {}) {
      const path = join(newFolder(), name);
      mkdirSync(path);
      await add(name, { kind: "folder", config: { path, ...NOTHING, ...more } });
      return path;
    },
    run: (name, options = {}) => runSource(deps, name, { dry_run: false, yes: false, by_hand: true, ...options }),
    async source(name) {
      const row = await readSyncSource(store, name);
      if (!row) throw new Error(`there is no source ${name}`);
      return row;
    },
    advance(seconds) {
      clock.ms += seconds * 1000;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** An import asks for its engine just before it stores. */
function watchedEngines(asked: () => void): ReturnType<typeof createEngines> {
  const engines = createEngines();
  return (profile) => {
    asked();
    return engines(profile);
  };
}

/** A review in a generic JSON document. */
export type Entry = { id: string; rating: number; date: string; author: string; text: string };

export const entry = (
  number: number,
  text = `Review number ${number} of the clinic, with words of its own.`,
): Entry => ({
  id: `r-${number}`,
  rating: 1 + (number % 5),
  date: `2026-0${1 + (number % 4)}-${String(1 + (number % 28)).padStart(2, "0")}`,
  author: `Person ${number}`,
  text,
});

/** What is stored, as the entries of a document, by id. */
export async function storedEntries(store: Store): Promise<Entry[]> {
  const rows = await store.query<Entry & { author: string }>(
    "SELECT source_id AS id, rating, date, author, text FROM review ORDER BY source_id",
  );
  return rows.map(({ id, rating, date, text }) => ({ id, rating, date, author: `Person ${id.slice(2)}`, text }));
}

export const byId = (entries: Iterable<Entry>): Entry[] => [...entries].sort((a, b) => (a.id < b.id ? -1 : 1));
