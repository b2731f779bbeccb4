import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { closeSync, openSync, statSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { startClinic } from "../clinic-store.ts";
import { newFolder } from "../databases.ts";
import { runCandor, startCandor } from "../server-process.ts";
import { until } from "./serving.ts";
import { mountSmallDisk } from "./tmpfs.ts";

/** `count` reviews of about `words` words each, in our own format. */
function writeReviews(folder: string, count: number, words = 8): string {
  const path = join(folder, `reviews-${count}.ndjson`);
  const lines = Array.from({ length: count }, (_, number) =>
    JSON.stringify({
      id: number.toString(10).padStart(26, "0"),
      source: "google",
      author: "Maria S.",
      rating: 5,
      date: "2026-01-02",
      text: `Nummer ${number} ${"war geduldig und sehr freundlich ".repeat(words)}`, // not analyzed, for speed
      verification: { method: "platform_account", verified_at: "2026-01-03T00:00:00Z" },
    }),
  );
  writeFileSync(path, lines.join("\n"));
  return path;
}

const total = async (url: string): Promise<number> =>
  ((await (await fetch(`${url}/reviews.json`)).json()) as { total: number }).total; // our own document

async function untilTotal(url: string, expected: number): Promise<void> {
  await until(async () => (await total(url)) === expected);
}

/** How long the slowest of 20 reads over one second took. */
async function timeReads(url: string): Promise<number> {
  let slowest = 0;
  for (let read = 0; read < 20; read++) {
    const started = performance.now();
    expect(await total(url)).toBe(217);
    slowest = Math.max(slowest, performance.now() - started);
    await Bun.sleep(50);
  }
  return slowest;
}

test("while another process locks the database, reads continue and an import waits", async () => {
  const folder = newFolder();
  const env = { DATABASE_URL: `sqlite:${folder}/candor.db` };
  await using server = await startClinic(env);
  const before_ms = await timeReads(server.url);
  const holder = new Database(join(folder, "candor.db"));
  holder.run("PRAGMA busy_timeout = 5000"); // the server may be saving its analyses
  holder.run("BEGIN IMMEDIATE");
  const importing = runCandor(env, ["import", writeReviews(folder, 3)]);
  let imported = false;
  void importing.then(() => {
    imported = true;
  });
  const during_ms = await timeReads(server.url);
  expect(imported).toBe(false);
  // A read that waited for the lock would take the 5 s of its timeout.
  expect(during_ms).toBeLessThan(before_ms * 20 + 4500);
  holder.run("ROLLBACK");
  holder.close();
  expect(await importing).toMatchObject({ code: 0 });
  await untilTotal(server.url, 220);
});

test("a server starts while another process locks the database", async () => {
  const folder = newFolder();
  const env = { DATABASE_URL: `sqlite:${folder}/candor.db` };
  await (await startClinic(env)).stop();
  const holder = new Database(join(folder, "candor.db"));
  holder.run("PRAGMA busy_timeout = 5000"); // the server may be saving its analyses
  holder.run("BEGIN IMMEDIATE");
  await using server = await startCandor(env);
  expect(await total(server.url)).toBe(217);
  holder.close();
});

test("a file that is not a database is refused with one line", async () => {
  const path = join(newFolder(), "candor.db");
  writeFileSync(path, "This is not a database. ".repeat(1000));
  expect(await runCandor({ DATABASE_URL: `sqlite:${path}` }, ["serve"])).toMatchObject({
    code: 1,
    output: `candor: the database sqlite:${path} cannot be used (file is not a database): the database is damaged: restore the last backup\n`,
  });
});

test("a database that was truncated or overwritten is refused with one line", async () => {
  const harm: ((path: string) => void)[] = [
    (path) => truncateSync(path, statSync(path).size >> 1),
    (path) => {
      const file = openSync(path, "r+");
      writeSync(file, Buffer.alloc(statSync(path).size - 8192, 0x5a), 0, null, 8192);
      closeSync(file);
    },
  ];
  for (const damage of harm) {
    const path = join(newFolder(), "candor.db");
    const env = { DATABASE_URL: `sqlite:${path}` };
    await (await startClinic(env)).stop();
    damage(path);
    const { code, output } = await runCandor({ ...env, LOG_LEVEL: "error" }, ["serve"]);
    expect(code).toBe(1);
    expect(output).toMatch(/^candor: .*restore the last backup.*\n$/);
  }
});

test("a second server on one SQLite file is refused, and the first keeps serving", async () => {
  const env = { DATABASE_URL: `sqlite:${newFolder()}/candor.db` };
  await using first = await startClinic(env);
  const second = await runCandor(env, ["serve"]);
  expect(second.code).toBe(1);
  expect(second.output).toMatch(/^candor: another server already serves .*: stop it first, or use PostgreSQL.*\n$/);
  expect(await total(first.url)).toBe(217);
  first.signal("SIGKILL");
  await first.exited;
  await using next = await startCandor(env);
  expect(await total(next.url)).toBe(217);
});

test("a port that is in use is refused with one line", async () => {
  await using first = await startCandor({ DATABASE_URL: `sqlite:${newFolder()}/candor.db` });
  const PORT = new URL(first.url).port;
  const second = await runCandor({ DATABASE_URL: `sqlite:${newFolder()}/candor.db`, PORT }, ["serve"]);
  expect(second.code).toBe(1);
  expect(second.output).toMatch(/^candor: cannot listen on 127\.0\.0\.1:\d+ \(.*\): set HOST and PORT\n$/);
  const third = await runCandor({ DATABASE_URL: `sqlite:${newFolder()}/candor.db`, PORT: "0", METRICS_PORT: PORT }, [
    "serve",
  ]);
  expect(third.code).toBe(1);
  expect(third.output).toMatch(
    /^candor: cannot listen on 127\.0\.0\.1:\d+ \(.*\): set METRICS_HOST and METRICS_PORT\n$/,
  );
});

test("on a full disk an import says so and changes nothing, and the server keeps serving", async () => {
  using disk = mountSmallDisk(4);
  if (!disk) return;
  const env = { DATABASE_URL: `sqlite:${disk.folder}/candor.db` };
  await using server = await startClinic(env);
  const etag = (await fetch(`${server.url}/reviews.json`)).headers.get("etag");
  const result = await runCandor(env, ["import", writeReviews(newFolder(), 6000)]);
  expect(result.code).toBe(1);
  expect(result.output).toMatch(/^candor: the disk is full: free some space and try again \(.*\)\n$/);
  await Bun.sleep(1000); // long enough for a poll to have noticed a change
  expect((await fetch(`${server.url}/reviews.json`)).headers.get("etag")).toBe(etag);
  expect(await server.stop()).toBe(0);
  await using again = await startCandor(env);
  expect(await total(again.url)).toBe(217);
});

test("on a read-only disk every command says why in one line, and nothing is left behind", async () => {
  using disk = mountSmallDisk(16);
  if (!disk) return;
  const env = { DATABASE_URL: `sqlite:${disk.folder}/candor.db` };
  await (await startClinic(env)).stop();
  disk.setReadOnly();
  for (const args of [["serve"], ["status"], ["import", writeReviews(newFolder(), 3)]]) {
    const { code, output } = await runCandor(env, args);
    expect(code).toBe(1);
    expect(output).toMatch(/^candor: the database .* cannot be used .*folder can be written\n$/);
  }
  disk.setWritable();
  await using server = await startCandor(env);
  expect(await total(server.url)).toBe(217);
});
