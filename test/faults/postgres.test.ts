import { afterAll, beforeAll, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../src/store/connection/open-store.ts";
import { startClinic } from "../clinic-store.ts";
import { newFolder } from "../databases.ts";
import { type Cluster, startCluster } from "../postgres.ts";
import { runCandor, runHere, type ServerProcess, startCandor } from "../server-process.ts";
import { openAuthority } from "../websub/authority.ts";
import { openReceiver, thank } from "../websub/receiver.ts";
import { insertSubscriptions, readTopics } from "../websub/subscriptions.ts";
import { until } from "./serving.ts";

const SECRET_KEY = "0123456789abcdef0123456789abcdef";
const PATHS = [
  "/reviews.json",
  "/api/feed.json",
  "/feed.xml",
  "/api/reviews/search?query=the",
  "/.well-known/openapi.json",
];

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

async function newDatabase(name: string) {
  await cluster.create(name);
  return { DATABASE_URL: cluster.url(name), SECRET_KEY, ROLE: "web" };
}

function writeReview(number: number): string {
  const path = join(newFolder(), "one.ndjson");
  const review = {
    id: String(number).padStart(26, "0"),
    source: "google",
    rating: 4,
    date: "2026-11-01",
    text: "They called me back the same day.",
    verification: { method: "platform_account", verified_at: "2026-11-02T00:00:00Z" },
  };
  writeFileSync(path, JSON.stringify(review));
  return path;
}

const total = async ({ url }: ServerProcess): Promise<number> =>
  ((await (await fetch(`${url}/reviews.json`)).json()) as { total: number }).total; // our own document

const untilTotal = (server: ServerProcess, expected: number): Promise<void> =>
  until(async () => (await total(server)) === expected);

test("three servers on one PostgreSQL give the same bytes and tags, and a change reaches each within 2 s", async () => {
  const env = await newDatabase("three");
  await using first = await startClinic(env);
  await using second = await startCandor(env);
  await using third = await startCandor(env);
  const servers = [first, second, third];
  const delays_ms: number[] = [];
  for (let number = 1; number <= 3; number++) {
    expect(await runHere(env, ["import", writeReview(number)])).toMatchObject({ code: 0 });
    const started = performance.now();
    await Promise.all(servers.map((server) => untilTotal(server, 217 + number)));
    delays_ms.push(performance.now() - started);
  }
  // The best of three: three builds of 0.7 CPU seconds each share the cores (measured), so 2 s needs idle cores.
  expect(Math.min(...delays_ms)).toBeLessThan(third.scaled(2000));
  for (const path of PATHS) {
    const answers = await Promise.all(
      servers.map(async ({ url }) => {
        const response = await fetch(`${url}${path}`);
        const { etag, "last-modified": modified } = Object.fromEntries(response.headers);
        return { etag, modified, body: await response.text() };
      }),
    );
    expect(answers[0]?.etag).toMatch(/^"/);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  }
});

async function listeners(database: string): Promise<number> {
  const store = await openStore(database);
  const [row] = await store.query<{ count: number }>(
    `SELECT CAST(count(*) AS INTEGER) AS count FROM pg_stat_activity
     WHERE datname = current_database() AND query ILIKE 'LISTEN%candor_dataset%'`,
  );
  await store.close();
  return row?.count ?? 0;
}

test("with PostgreSQL down, reads continue and an import says why; when it is back, changes show again", async () => {
  const env = await newDatabase("lost");
  await using server = await startClinic(env);
  expect(await listeners(env.DATABASE_URL)).toBe(1);
  await cluster.stop();
  for (let i = 0; i < 15; i++) {
    expect(await total(server)).toBe(217);
    await Bun.sleep(100);
  }
  const refused = await runCandor(env, ["import", writeReview(2)]);
  expect(refused.code).toBe(1);
  expect(refused.output).toMatch(
    /^candor: the database postgres:\/\/candor:…@\S+ cannot be used \(.*\): PostgreSQL cannot be reached: check that it is running\n$/,
  );
  const start = await runCandor(env, ["serve"]);
  expect(start).toEqual(refused);
  expect(server.output().match(/"event":"database_away"/g)).toHaveLength(1);

  await cluster.start();
  expect(await runHere(env, ["import", writeReview(3)])).toMatchObject({ code: 0 });
  await untilTotal(server, 218);
  await until(async () => (await listeners(env.DATABASE_URL)) === 1);
  expect(await server.stop()).toBe(0);
});

test("an answer that arrives while PostgreSQL is down is recorded when it is back, and nothing is sent twice", async () => {
  const authority = openAuthority();
  const receiver = await openReceiver(authority.issue(["127.0.0.1"]));
  const env = {
    ...(await newDatabase("recording")),
    ROLE: "both",
    // A claim lasts this long and 5 s more: it must not expire during the outage.
    WEBSUB_TIMEOUT_SECONDS: "60",
    NODE_EXTRA_CA_CERTS: authority.ca_path,
    WEBSUB_ALLOWED_CALLBACKS: `127.0.0.1:${receiver.port}`,
  };
  const behind = async () => {
    const store = await openStore(env.DATABASE_URL);
    const rows = await store.query<{ behind: number }>(
      "SELECT seq - delivered_seq AS behind FROM subscription JOIN topic ON path = topic",
    );
    await store.close();
    return rows.map((row) => row.behind);
  };
  await using server = await startClinic(env);
  const store = await openStore(env.DATABASE_URL);
  await until(async () => (await readTopics(store)).length === 4);
  await insertSubscriptions(store, [`https://127.0.0.1:${receiver.port}/outage`]);
  await store.close();
  const answered = Promise.withResolvers<void>();
  receiver.onPost((response, received) => {
    response.on("finish", () => answered.resolve());
    void cluster.stop().then(() => thank(response, received));
  });
  expect(await runHere(env, ["import", writeReview(4)])).toMatchObject({ code: 0 });
  const failures = () => server.events().filter(({ event }) => event === "websub_store_failed");
  await answered.promise;
  await until(() => failures().length > 0);
  await Bun.sleep(1000); // at least one more attempt to record the answer fails
  expect(failures()).toHaveLength(1);
  await cluster.start();
  await until(async () => Bun.deepEquals(await behind(), [0]));
  expect(failures()).toHaveLength(1);
  expect(receiver.posts()).toHaveLength(1);
  receiver.close();
});
