import { expect, test } from "bun:test";
import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore, sqlitePath } from "../../src/store/connection/open-store.ts";
import type { Store } from "../../src/store/store.ts";
import { startClinic } from "../clinic-store.ts";
import { DATABASES, newFolder } from "../databases.ts";
import { openPostgresDatabase } from "../postgres.ts";
import { runHere, type ServerProcess, startCandor } from "../server-process.ts";
import { until } from "./serving.ts";

const TABLES = [
  "dataset",
  "dataset_commit",
  "business",
  "review",
  "review_revision",
  "tombstone",
  "topic",
  "topic_change",
  "change_log",
  "review_change",
];

/** What pg_dump and pg_restore do, in one transaction: embedded PostgreSQL comes without them. */
async function dump(store: Store): Promise<void> {
  await store.query("DROP SCHEMA IF EXISTS saved CASCADE");
  await store.query("CREATE SCHEMA saved");
  for (const table of TABLES) await store.query(`CREATE TABLE saved.${table} AS SELECT * FROM ${table}`);
}
async function restore(store: Store, then: string[] = []): Promise<void> {
  await store.transaction(async (tx) => {
    await tx.query(`TRUNCATE ${TABLES.join(", ")} CASCADE`);
    for (const table of TABLES) await tx.query(`INSERT INTO ${table} SELECT * FROM saved.${table}`);
    for (const statement of then) await tx.query(statement);
  });
}

function writeReview(number: number, text: string): string {
  const path = join(newFolder(), "one.ndjson");
  const verification = { method: "platform_account", verified_at: "2026-11-02T00:00:00Z" };
  const id = String(number).padStart(26, "0");
  writeFileSync(path, JSON.stringify({ id, source: "google", rating: 4, date: "2026-11-01", text, verification }));
  return path;
}

const totalIs = (total: number) => (body: string) => (JSON.parse(body) as { total: number }).total === total; // our own document
const idOf = async ({ url }: ServerProcess): Promise<string> => {
  const answer = (await (await fetch(`${url}/reviews.json`)).json()) as { reviews: { id: string }[] };
  return answer.reviews[0]?.id ?? "";
};

test("a restore under running servers is served, and an erasure after it, though the version went down", async () => {
  const env = { DATABASE_URL: await openPostgresDatabase() };
  await using server = await startClinic(env);
  const store = await openStore(env.DATABASE_URL);
  await dump(store);
  for (const number of [1, 2, 3]) await runHere(env, ["import", writeReview(number, "They called me back.")]);
  await server.until("/reviews.json", totalIs(220));
  await restore(store);
  await server.until("/reviews.json", totalIs(217));
  expect(server.events().filter(({ event }) => event === "database_restored")).toHaveLength(1);
  const id = await idOf(server);
  expect(await runHere(env, ["erase", id, "--reason", "legal"])).toMatchObject({ code: 0 });
  await server.until(`/api/reviews/${id}`, (_, { status }) => status === 410);
  await store.close();
});

test("a restore followed by as many changes as were lost is noticed", async () => {
  const env = { DATABASE_URL: await openPostgresDatabase() };
  await using server = await startClinic(env);
  const store = await openStore(env.DATABASE_URL);
  await dump(store);
  await runHere(env, ["import", writeReview(1, "Lost by the restore.")]);
  await server.until("/reviews.json", totalIs(218));
  // The same version as before, with other data.
  await restore(store, [
    "DELETE FROM review WHERE id IN (SELECT id FROM review ORDER BY id LIMIT 2)",
    "UPDATE dataset SET version = version + 1, commit_id = 'another' WHERE id = 1",
  ]);
  await server.until("/reviews.json", totalIs(215));
  await store.close();
});

/** Keeps the state of the database, as somebody does with a copy of the file or pg_dump; `put` brings it back. */
async function keepState(database: string): Promise<{ put(): Promise<void> }> {
  const file = sqlitePath(database);
  const work = async (change: (store: Store) => Promise<void>) => {
    const store = await openStore(database);
    await change(store);
    await store.close();
  };
  if (file === null) {
    await work(dump);
    return { put: () => work((store) => restore(store)) };
  }
  await work(async (store) => void (await store.query("PRAGMA wal_checkpoint(TRUNCATE)")));
  copyFileSync(file, `${file}.copy`);
  return {
    async put() {
      for (const beside of ["-wal", "-shm"]) rmSync(file + beside, { force: true });
      copyFileSync(`${file}.copy`, file);
    },
  };
}

test.each(DATABASES)("a restore while no server runs begins a new history on $dialect", async ({ newDatabase }) => {
  const env = { DATABASE_URL: await newDatabase(), STATE_FOLDER: newFolder(), LOG_LEVEL: "debug" };
  await runHere(env, ["import", writeReview(1, "They called me back.")]);
  const kept = await keepState(env.DATABASE_URL);
  await runHere(env, ["import", writeReview(2, "Lost by the restore.")]);
  const served = async () => {
    const server = await startCandor(env);
    const { headers } = await server.get("/api/changes.json");
    const place = { history: headers.get("candor-history"), sequence: headers.get("candor-sequence") };
    const after = (asked: typeof place) =>
      server.get(`/api/changes.json?after=${asked.sequence}&history=${asked.history}`);
    return { server, place, after };
  };
  const first = await served();
  await until(() => first.server.events().some(({ event }) => event === "snapshot_saved"));
  await first.server.stop();
  await kept.put();
  await runHere(env, ["import", writeReview(3, "Written after it.")]);
  const second = await served();
  expect(second.place.history).not.toBe(first.place.history);
  expect((await second.after(first.place)).status).toBe(410);
  expect((await second.after(second.place)).status).toBe(200);
  await second.server.stop();
  const third = await served();
  expect(third.place).toEqual(second.place);
  await third.server.stop();
});
