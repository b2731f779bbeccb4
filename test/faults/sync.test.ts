import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../src/store/connection/open-store.ts";
import { DATABASES, newFolder, newSqliteDatabase, newSqliteStore } from "../databases.ts";
import { freePort } from "../free-port.ts";
import { repeats } from "../length.ts";
import { openFilesOf } from "../open-files.ts";
import { openRandom } from "../random.ts";
import { SEED } from "../seed.ts";
import { CLI, runCandor, runHere, startCandor } from "../server-process.ts";
import { authority, byId, certificate, entry, storedEntries } from "../sync/world.ts";
import { openReceiver, type Receiver } from "../websub/receiver.ts";

const KILLS = repeats(2, 30);
const random = openRandom(SEED);

let server: Receiver;
beforeAll(async () => {
  server = await openReceiver(certificate);
});
afterAll(() => server.close());
beforeEach(() => server.reset());

const envFor = (database: string, more: Record<string, string> = {}) => ({
  DATABASE_URL: database,
  SYNC_ALLOWED_HOSTS: `localhost:${server.port}`,
  SYNC_GONE_SECONDS: "1",
  NODE_EXTRA_CA_CERTS: authority.ca_path,
  ...more,
});
const url = (path = "/reviews") => `https://localhost:${server.port}${path}`;
const entriesIn = async (database: string) => {
  const store = await openStore(database);
  return storedEntries(store).finally(() => store.close());
};

describe.each(DATABASES)("sync on $dialect", ({ dialect, newDatabase }) => {
  test("killed at any moment and run again, the store equals the source", async () => {
    const database = await newDatabase();
    const env = envFor(database);
    const rows = new Map(Array.from({ length: 200 }, (_, id) => [id, entry(id)]));
    server.onGet((response) => void response.end(JSON.stringify(byId(rows.values()))));
    await runHere(env, ["sync", "add", "url", "site", url(), "--complete", "--verified-by", "operator"]);
    const started = performance.now();
    expect((await runCandor(env, ["sync"])).code).toBe(0);
    const whole_ms = performance.now() - started;
    for (let kill = 0; kill < KILLS; kill += 1) {
      for (let at = 0; at < 15; at += 1) rows.set(at, entry(at, `Text ${kill} of review ${at}, as it is now.`));
      rows.delete(199 - kill);
      const child = Bun.spawn([...CLI, "sync"], {
        env: { PATH: process.env.PATH ?? "", ...env },
        stdio: ["ignore", "ignore", "ignore"],
      });
      await Bun.sleep(whole_ms * (0.3 + 0.7 * random()));
      child.kill("SIGKILL");
      await child.exited;
    }
    expect((await runCandor(env, ["sync"])).code).toBe(0);
    await Bun.sleep(1100);
    expect((await runCandor(env, ["sync"])).code).toBe(0);
    expect(await entriesIn(database)).toEqual(byId(rows.values()));
    expect((await runCandor(env, ["sync"])).output).toBe("site: nothing new\n");
  });

  test("a secret is in no output, log, table, backup or metric, whatever the server does with it", async () => {
    const canary = "canary-7c1f0a9be2";
    const database = await newDatabase();
    const folder = newFolder();
    const file = join(folder, "secret");
    writeFileSync(file, `Bearer ${canary}\n`);
    chmodSync(file, 0o600);
    const env = envFor(database, { SYNC_SECRET_KEY_FILE: file, TMPDIR: folder });
    const header = { ETag: `"${canary}"`, "Last-Modified": canary, "Retry-After": "100" };
    const answers: Parameters<Receiver["onGet"]>[0][] = [
      (response, { headers }) => void response.writeHead(401, header).end(JSON.stringify(headers)),
      (response, { headers }) => void response.writeHead(200, header).end(`<p>${headers.authorization}</p>`),
      (response, { headers }) => void response.end(JSON.stringify([{ ...entry(1), text: headers.authorization }])),
      (response) => void response.writeHead(302, { Location: `/${canary}` }).end(canary),
      (response) => void response.writeHead(302, { Location: `http://${canary}.example.net/` }).end(canary),
      (response) => void response.writeHead(429, header).end(canary),
      (response) => void response.writeHead(200, header).end(JSON.stringify([entry(1)])),
    ];
    let said = (await runHere(env, ["sync", "add", "url", "site", url(), "--header", "Authorization=KEY"])).output;
    let tables = "";
    for (const answer of answers) {
      server.onGet(answer);
      said += (await runCandor(env, ["sync"])).output;
      tables += await dump(database);
    }
    said += (await runHere(env, ["sync", "status", "--json"])).output;
    expect(server.gets().at(-1)?.headers.authorization).toBe(`Bearer ${canary}`);
    said += (await runHere({ ...env, SYNC_SECRET_KEY: `Bearer ${canary}` }, ["settings"])).output;
    const port = freePort();
    const serving = await startCandor({
      ...env,
      METRICS_PORT: String(port),
      LOG_LEVEL: "debug",
      SYNC_NEWS_SECONDS: "1",
    });
    await Bun.sleep(2500);
    said += await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    said += serving.output();
    await serving.stop();
    tables += await dump(database);
    if (dialect === "SQLite") {
      said += (await runHere(env, ["backup", join(folder, "backup.db")])).output;
      said += readFileSync(join(folder, "backup.db"), "latin1");
    }
    expect(said).toContain("candor_sync_state");
    expect(tables).toContain("Review number 1 of the clinic");
    expect(said.includes(canary)).toBe(false);
    expect(tables.includes(canary)).toBe(false);
    // Nothing of an answer stays on the disk.
    expect(readdirSync(folder).filter((name) => name.startsWith("candor-sync-"))).toEqual([]);
  });

  test("one run at a time over all processes", async () => {
    const database = await newDatabase();
    const env = envFor(database);
    let [open, most] = [0, 0];
    server.onGet((response) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        response.end(JSON.stringify([entry(1)]));
      }, 300);
    });
    await runHere(env, ["sync", "add", "url", "site", url()]);
    const runs = await Promise.all(Array.from({ length: 4 }, () => runCandor(env, ["sync"])));
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(runs.filter(({ output }) => output.startsWith("site: imported")).length).toBe(1);
    expect(most).toBe(1);
  });

  test("a server reads a folder by itself, and stops quickly while a source hangs", async () => {
    const folder = join(newFolder(), "inbox");
    mkdirSync(folder);
    const env = envFor(await newDatabase(), { SYNC_FOLDER_SECONDS: "1" });
    server.onGet(() => {}); // never answers
    await runHere(env, ["sync", "add", "folder", "desk", folder, "--verified-by", "operator"]);
    await runHere(env, ["sync", "add", "url", "hangs", url()]);
    await using serving = await startCandor(env);
    writeFileSync(join(folder, "desk.csv"), "rating,date,author,text\n5,2026-01-02,Ann Bee,Arrived by itself.\n");
    await serving.until("/reviews.json", (body) => body.includes("Arrived by itself."));
    const stopping = performance.now();
    expect(await serving.stop()).toBe(0);
    expect(performance.now() - stopping).toBeLessThan(serving.scaled(6000));
  });
});

test("a secret file that others may read is refused, and without its secret no request is made", async () => {
  const database = await newSqliteStore();
  const file = join(newFolder(), "secret");
  writeFileSync(file, "Bearer x-1234567\n");
  chmodSync(file, 0o640);
  const env = envFor(database);
  await runHere(env, ["sync", "add", "url", "site", url(), "--header", "X-Key=ONE"]);
  expect(await runCandor(env, ["sync"])).toMatchObject({
    code: 1,
    error: expect.stringContaining("neither SYNC_SECRET_ONE nor SYNC_SECRET_ONE_FILE is set"),
  });
  const loose = await runCandor({ ...env, SYNC_SECRET_ONE_FILE: file }, ["sync"]);
  expect(loose).toMatchObject({ code: 1, error: expect.stringContaining("run chmod 600 on it") });
  const broken = await runCandor({ ...env, SYNC_SECRET_ONE: "a\r\nX-Injected: 1" }, ["sync"]);
  expect(broken).toMatchObject({ code: 1, error: expect.stringContaining("cannot be a header") });
  expect(server.requests.length).toBe(0);
});

test("without a source, a server makes no connection", async () => {
  await using serving = await startCandor(envFor(newSqliteDatabase(), { SYNC_NEWS_SECONDS: "1" }));
  for (const until = performance.now() + 3000; performance.now() < until; await Bun.sleep(20)) {
    expect(outgoing(serving.pid, serving.port)).toEqual([]);
  }
});

/** The words of every table. */
async function dump(database: string): Promise<string> {
  const store = await openStore(database);
  const names = await store.query<{ name: string }>(
    store.dialect === "sqlite"
      ? "SELECT name FROM sqlite_master WHERE type = 'table'"
      : "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  let text = "";
  for (const { name } of names) text += JSON.stringify(await store.query(`SELECT * FROM ${name}`));
  await store.close();
  return text;
}

/** The TCP sockets of a process that it did not accept: their local port is not the one that it listens on. */
function outgoing(pid: number, port: number): string[] {
  const inodes = openFilesOf(pid).flatMap((file) => /^socket:\[(\d+)\]$/.exec(file)?.[1] ?? []);
  return ["tcp", "tcp6"].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, "utf8")
      .split("\n")
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local = "", , state = "", , , , , , inode = ""]) => {
        const local_port = Number.parseInt(local.split(":")[1] ?? "0", 16);
        return inodes.includes(inode) && state !== "0A" && local_port !== port;
      })
      .map(([, , remote = ""]) => remote),
  );
}
