import { expect, test } from "bun:test";
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../src/store/connection/open-store.ts";
import { startClinic } from "../clinic-store.ts";
import { newFolder } from "../databases.ts";
import { runCandor, runHere, type ServerProcess } from "../server-process.ts";
import { importReview, until } from "./serving.ts";

function writeReview(number: number): string {
  const path = join(newFolder(), "one.ndjson");
  const verification = { method: "platform_account", verified_at: "2026-11-02T00:00:00Z" };
  const id = String(number).padStart(26, "0");
  const text = "They called me back the same day.";
  writeFileSync(path, JSON.stringify({ id, source: "google", rating: 4, date: "2026-11-01", text, verification }));
  return path;
}

const totalIs = (total: number) => (body: string) => (JSON.parse(body) as { total: number }).total === total; // our own document

const subscribe = ({ url }: ServerProcess): Promise<Response> =>
  fetch(`${url}/api/websub/hub`, {
    method: "POST",
    body: new URLSearchParams({
      "hub.mode": "subscribe",
      "hub.topic": "https://reviews.example/feed.xml",
      "hub.callback": "https://example.net/callback",
    }),
  });

/** A server that serves 219 reviews, two of them in its write-ahead log, and a backup with 217. */
async function prepare() {
  const folder = newFolder();
  const path = join(folder, "candor.db");
  const backup = join(folder, "backup.db");
  const env = { DATABASE_URL: `sqlite:${path}` };
  const server = await startClinic(env);
  expect(await runHere(env, ["backup", backup])).toMatchObject({ code: 0 });
  const store = await openStore(env.DATABASE_URL);
  for (let review = 0; review < 2; review += 1) await importReview(store);
  await store.close();
  await server.until("/reviews.json", totalIs(219));
  return { folder, path, backup, env, server };
}
const eventsOf = (server: ServerProcess) => server.events().map(({ event }) => event);

const REPLACEMENTS: [how: string, replace: (path: string, backup: string) => void][] = [
  ["a rename over it", (path, backup) => renameSync(backup, path)],
  [
    "a rename over it, after the files beside it were removed",
    (path, backup) => {
      for (const suffix of ["-wal", "-shm"]) rmSync(`${path}${suffix}`);
      renameSync(backup, path);
    },
  ],
  ["a copy over it in place", (path, backup) => copyFileSync(backup, path)],
  [
    "a copy in place, after the files beside it were removed",
    (path, backup) => {
      for (const suffix of ["-wal", "-shm"]) rmSync(`${path}${suffix}`);
      copyFileSync(backup, path);
    },
  ],
];

for (const [how, replace] of REPLACEMENTS) {
  test(`a SQLite file replaced by ${how} is noticed within 2 s and served, whole, and takes changes`, async () => {
    const { path, backup, env, server } = await prepare();
    await using _ = server;
    replace(path, backup);
    const replaced = performance.now();
    await until(() => eventsOf(server).includes("database_file_changed"));
    expect(performance.now() - replaced).toBeLessThan(server.scaled(2000));
    await server.until("/reviews.json", totalIs(217));
    expect(await runHere(env, ["import", writeReview(3)])).toMatchObject({ code: 0 });
    await server.until("/reviews.json", totalIs(218));
    expect((await subscribe(server)).status).toBe(202);
    expect(await server.stop()).toBe(0);
    const store = await openStore(env.DATABASE_URL);
    expect(await store.query("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
    expect(await store.query("SELECT count(*) AS stored FROM review WHERE state = 'published'")).toEqual([
      { stored: 218 },
    ]);
    await store.close();
  });
}

test("while the SQLite file is gone no request is accepted into it, reads go on, and it is used when it is back", async () => {
  const { path, backup, server } = await prepare();
  await using _ = server;
  rmSync(path);
  // Not one request is accepted from the first on, noticed or not.
  for (let request = 0; request < 20; request += 1) {
    expect((await subscribe(server)).status).toBe(503);
    await Bun.sleep(50);
  }
  expect((await server.get("/reviews.json")).status).toBe(200);
  expect((await server.get("/readyz")).status).toBe(200);
  expect(existsSync(path)).toBe(false);
  await until(() => eventsOf(server).includes("database_refused"));
  copyFileSync(backup, path);
  await server.until("/reviews.json", totalIs(217));
  expect((await subscribe(server)).status).toBe(202);
  expect(eventsOf(server).filter((event) => event === "database_reopened")).toHaveLength(1);
});

test("a new time on the file changes nothing: what is in its log stays", async () => {
  const { folder, path, server, env } = await prepare();
  await using _ = server;
  utimesSync(path, new Date(), new Date());
  await until(() => eventsOf(server).includes("database_reopened"));
  expect(await runHere(env, ["import", writeReview(3)])).toMatchObject({ code: 0 });
  await server.until("/reviews.json", totalIs(220));
  expect(readdirSync(folder).filter((name) => name.includes("lost"))).toEqual([]);
});

test("a file that is overwritten with something else is refused until a whole one is there", async () => {
  const { path, backup, server } = await prepare();
  await using _ = server;
  writeFileSync(path, "this is not a database ".repeat(1000));
  await until(() => eventsOf(server).includes("database_refused"));
  expect((await subscribe(server)).status).toBe(503);
  expect((await server.get("/reviews.json")).status).toBe(200);
  copyFileSync(backup, path);
  await server.until("/reviews.json", totalIs(217));
});

test("many imports, with their checkpoints, are never taken for a change of the file", async () => {
  const { env, server } = await prepare();
  await using _ = server;
  const path = join(newFolder(), "many.ndjson");
  const lines = Array.from({ length: 3000 }, (_, number) =>
    JSON.stringify({
      id: String(1000 + number).padStart(26, "0"),
      source: "google",
      rating: 5,
      date: "2026-01-02",
      text: `Nummer ${number} ${"war geduldig und sehr freundlich ".repeat(14)}`, // not analyzed, for speed
      verification: { method: "platform_account", verified_at: "2026-01-03T00:00:00Z" },
    }),
  );
  writeFileSync(path, lines.join("\n"));
  const importing = runCandor(env, ["import", path]);
  for (let request = 0; request < 40; request += 1) {
    expect((await subscribe(server)).status).toBe(202);
    await Bun.sleep(20);
  }
  expect(await importing).toMatchObject({ code: 0 });
  const erased = await runHere(env, ["erase", String(1001).padStart(26, "0"), "--reason", "legal"]);
  expect(erased).toMatchObject({ code: 0 });
  await server.until("/reviews.json", totalIs(3218));
  expect(eventsOf(server)).not.toContain("database_file_changed");
});
