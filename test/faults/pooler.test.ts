import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../databases.ts";
import { freePort } from "../free-port.ts";
import { type Cluster, startCluster } from "../postgres.ts";
import { runCandor, startCandor } from "../server-process.ts";
import { until } from "./serving.ts";

const PGBOUNCER = Bun.which("pgbouncer");
if (!PGBOUNCER) console.warn("NOT CHECKED: a pooler in front of PostgreSQL (pgbouncer is not installed)");

const CLINIC = join(import.meta.dir, "../commands/fixtures/clinic.yaml");

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

/** pgbouncer in front of a new database. */
async function startPooler(database: string, pool_mode: "transaction" | "session") {
  await cluster.create(database);
  const folder = newFolder();
  chmodSync(folder, 0o755);
  const port = freePort();
  writeFileSync(join(folder, "users.txt"), '"candor" "candor"\n');
  const target = new URL(cluster.url(database)).port;
  const lines = [
    "[databases]",
    `${database} = host=127.0.0.1 port=${target} dbname=${database}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "auth_type = plain",
    `auth_file = ${folder}/users.txt`,
    `pool_mode = ${pool_mode}`,
    "default_pool_size = 30",
    "unix_socket_dir =",
  ];
  writeFileSync(join(folder, "pgbouncer.ini"), `${lines.join("\n")}\n`);
  const user = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const child = Bun.spawn([PGBOUNCER ?? "", ...user, join(folder, "pgbouncer.ini")], {
    stdio: ["ignore", "ignore", "ignore"],
  });
  await until(() =>
    Bun.connect({ hostname: "127.0.0.1", port, socket: { data() {} } }).then(
      (socket) => {
        socket.end();
        return true;
      },
      () => false,
    ),
  );
  return {
    DATABASE_URL: `postgres://candor:candor@127.0.0.1:${port}/${database}`,
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await child.exited;
    },
  };
}

test.skipIf(!PGBOUNCER)(
  "a pooler in transaction mode works, or is refused in one line that says what to use",
  async () => {
    await using pooler = await startPooler("by_transaction", "transaction");
    const env = { DATABASE_URL: pooler.DATABASE_URL };
    const { code, output } = await runCandor(env, ["business", CLINIC]);
    if (code === 0) {
      await using server = await startCandor(env); // a pooler that follows prepared statements
      expect((await server.get("/reviews.json")).status).toBe(200);
      return;
    }
    expect(code).toBe(1);
    expect(output).toMatch(
      /^candor: .*: a pooler in transaction mode is in between: use pgbouncer 1\.21 or newer .*\n$/,
    );
    expect(await runCandor(env, ["serve", "--demo"])).toEqual({ code, output, error: output });
  },
);

test.skipIf(!PGBOUNCER)("a pooler in session mode works", async () => {
  await using pooler = await startPooler("by_session", "session");
  await using server = await startCandor({ DATABASE_URL: pooler.DATABASE_URL }, ["--demo"]);
  expect((await server.get("/reviews.json")).status).toBe(200);
});

test("too many clients are reported as that", async () => {
  await cluster.create("crowded");
  const sql = new Bun.SQL(cluster.url("crowded"), { max: 1 });
  await sql.unsafe("CREATE ROLE crowd LOGIN PASSWORD 'crowd' CONNECTION LIMIT 1");
  await sql.unsafe("GRANT ALL ON SCHEMA public TO crowd");
  const DATABASE_URL = cluster.url("crowded").replace("candor:candor", "crowd:crowd");
  const holder = new Bun.SQL(DATABASE_URL, { max: 1 });
  await holder.unsafe("SELECT 1");
  const { code, output } = await runCandor({ DATABASE_URL }, ["status"]);
  expect(code).toBe(1);
  expect(output).toMatch(/^candor: .*PostgreSQL has too many clients: raise its max_connections.*\n$/);
  await holder.close();
  await sql.close();
});
