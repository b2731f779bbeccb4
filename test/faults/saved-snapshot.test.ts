import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { openStore, sqlitePath } from "../../src/store/connection/open-store.ts";
import { SAVED_MAGIC, savedPath } from "../../src/store/connection/saved-path.ts";
import { DATABASES, newFolder } from "../databases.ts";
import { repeats } from "../length.ts";
import { openRandom } from "../random.ts";
import { SEED } from "../seed.ts";
import { BASE_URL, runHere, type ServerProcess, startCandor } from "../server-process.ts";
import { until } from "./serving.ts";

const KILLS = repeats(2, 60);
const REVIEWS = 100;

function writeReviews(first: number, count: number, words: string): string {
  const path = join(newFolder(), "reviews.ndjson");
  const lines = Array.from({ length: count }, (_, at) =>
    JSON.stringify({
      id: String(first + at).padStart(26, "0"),
      source: "google",
      author: "Maria S.",
      rating: 5,
      date: "2026-01-02",
      text: `${words} number ${first + at}: the plan was explained and it worked.`,
      verification: { method: "platform_account", verified_at: "2026-01-03T00:00:00Z" },
    }),
  );
  writeFileSync(path, lines.join("\n"));
  return path;
}

async function openInstallation(DATABASE_URL: string) {
  const STATE_FOLDER = join(newFolder(), "state");
  const env = { DATABASE_URL, STATE_FOLDER, LOG_LEVEL: "debug" };
  const saved = savedPath(sqlitePath(DATABASE_URL), STATE_FOLDER) ?? "";
  const run = async (...args: string[]) => expect(await runHere(env, args)).toMatchObject({ code: 0 });
  await run("import", writeReviews(0, REVIEWS, "Quillfeather"));
  return { env, saved, run };
}

const events = (server: ServerProcess, event: string) => server.events().filter((line) => line.event === event);
const untilSaved = (server: ServerProcess): Promise<void> => until(() => events(server, "snapshot_saved").length > 0);

const PATHS = [
  "/",
  "/reviews.json",
  "/insights.json",
  "/api/feed.json",
  "/feed.xml",
  "/api/changes.json",
  "/developers",
  "/sitemap.xml",
  "/api/reviews/search?query=number%2059&limit=3",
  "/api/reviews/stats?group_by=month",
  "/api/reviews/since/2026-01-01",
  `/api/reviews/${"7".padStart(26, "0")}`,
];

async function readAll(server: ServerProcess): Promise<(string | null)[]> {
  const read = PATHS.map(async (path) => {
    const answer = await server.get(path);
    const body = new Bun.CryptoHasher("sha256").update(await answer.arrayBuffer()).digest("hex");
    return [path, answer.status, answer.headers.get("etag"), answer.headers.get("last-modified"), body].join(" ");
  });
  return Promise.all(read);
}

/** A server that answers /readyz at once served what was saved; "listening" is logged after its first build. */
async function untilReady(env: Record<string, string>): Promise<{ status: number; total: number | null }> {
  await using server = await startCandor(env);
  const { status } = await server.get("/readyz");
  const total = status === 200 ? ((await (await server.get("/reviews.json")).json()) as { total: number }).total : null;
  return { status, total };
}

describe.each(DATABASES)("a saved snapshot on $dialect", ({ dialect, newDatabase }) => {
  test("gives the same bytes after a restart, without a build, and changes go on from it", async () => {
    const { env, saved, run } = await openInstallation(await newDatabase());
    const first = await startCandor(env);
    const before = await readAll(first);
    await untilSaved(first);
    first.signal("SIGKILL");
    await first.exited;
    expect(readdirSync(dirname(saved)).filter((name) => name.startsWith(basename(saved)))).toEqual([basename(saved)]);
    await using second = await startCandor(env);
    expect(await readAll(second)).toEqual(before);
    expect(events(second, "snapshot_loaded")).toMatchObject([{ dataset_version: 1, reviews: REVIEWS }]);
    expect(events(second, "snapshot")).toEqual([]);
    await run("import", writeReviews(REVIEWS, 5, "Thistledown"));
    await second.until("/reviews.json", (body) => body.includes("Thistledown"));
    const changed = await readAll(second);
    expect(await second.stop()).toBe(0);
    const [away] = [await startCandor({ ...env, STATE_FOLDER: newFolder(), BASE_URL })];
    if (dialect === "PostgreSQL") expect(events(away, "snapshot_loaded")).toEqual([]);
    expect(await readAll(away)).toEqual(changed);
    await away.stop();
  });

  test("is served while what was added since is built, and not after anything else", async () => {
    const { env, saved, run } = await openInstallation(await newDatabase());
    const first = await startCandor(env);
    await untilSaved(first);
    await first.stop();
    await run("import", writeReviews(REVIEWS, 5, "Thistledown"));
    await using second = await startCandor(env);
    expect(events(second, "snapshot_loaded")).toMatchObject([{ reviews: REVIEWS }]);
    expect(events(second, "snapshot")).toMatchObject([{ reviews: REVIEWS + 5 }]);
    await untilSaved(second);
    await second.stop();
    await run("erase", "7".padStart(26, "0"), "--reason", "erased_on_request");
    expect(existsSync(saved)).toBe(false);
    await using third = await startCandor(env);
    expect(events(third, "snapshot_loaded")).toEqual([]);
    expect((await third.get(`/api/reviews/${"7".padStart(26, "0")}`)).status).toBe(410);
  });

  test("of before an erasure is not served and is deleted before the first answer, if the command could not reach it", async () => {
    const { env, saved, run } = await openInstallation(await newDatabase());
    const first = await startCandor(env);
    await untilSaved(first);
    await first.stop();
    const old = readFileSync(saved);
    await run("erase", "7".padStart(26, "0"), "--reason", "erased_on_request");
    writeFileSync(saved, old, { mode: 0o600 });
    await using server = await startCandor(env);
    expect(events(server, "saved_snapshot_ignored")).toMatchObject([
      { reason: "more than additions was committed since" },
    ]);
    const [ignored, built] = ["saved_snapshot_ignored", "snapshot"].map((name) =>
      server.events().findIndex(({ event }) => event === name),
    );
    expect(ignored).toBeLessThan(built ?? 0);
    await untilSaved(server);
    expect(readFileSync(saved, "latin1").toLowerCase()).not.toContain("quillfeather number 7:");
  });

  test("of a running server is deleted by it when another machine erases, before it builds", async () => {
    if (dialect !== "PostgreSQL") return; // SQLite has one machine
    const { env, saved } = await openInstallation(await newDatabase());
    await using server = await startCandor(env);
    await untilSaved(server);
    const elsewhere = { ...env, STATE_FOLDER: newFolder() };
    const id = "7".padStart(26, "0");
    expect(await runHere(elsewhere, ["erase", id, "--reason", "erased_on_request"])).toMatchObject({ code: 0 });
    await until(() => !existsSync(saved));
    await server.until(`/api/reviews/${id}`, (_, { status }) => status === 410);
  });

  test("is written again soon after an edit and after an erasure, or when the server stops, without the old words", async () => {
    const { env, saved, run } = await openInstallation(await newDatabase());
    const id = "7".padStart(26, "0");
    const steps = [
      { args: ["erase", id, "--reason", "erased_on_request"], old: "quillfeather number 7:", waits: true },
      { args: ["import", writeReviews(9, 1, "Foxglove")], old: "quillfeather number 9:", waits: false },
    ];
    let server = await startCandor(env);
    await untilSaved(server);
    for (const { args, old, waits } of steps) {
      const builds = events(server, "snapshot").length;
      const saves = events(server, "snapshot_saved").length;
      await run(...args);
      await until(() => events(server, "snapshot").length > builds);
      if (waits) await until(() => events(server, "snapshot_saved").length > saves);
      const served = await readAll(server);
      expect(await server.stop()).toBe(0);
      expect(readFileSync(saved, "latin1").toLowerCase()).not.toContain(old);
      server = await startCandor(env);
      expect([old, events(server, "snapshot_loaded").length, events(server, "snapshot")]).toEqual([old, 1, []]);
      expect(await readAll(server)).toEqual(served);
    }
    await server.stop();
  });

  test(`kill -9 while it is written, ${KILLS} times: the next start serves all or builds, and nothing is left`, async () => {
    const { env, saved } = await openInstallation(await newDatabase());
    const random = openRandom(SEED);
    let [loaded, written] = [0, 0];
    for (let kill = 0; kill < KILLS; kill += 1) {
      // Then this server writes one, too.
      if (random() < 0.8) rmSync(saved, { force: true });
      const server = await startCandor(env);
      loaded += events(server, "snapshot_loaded").length;
      const answer = (await (await server.get("/reviews.json")).json()) as { total: number };
      expect([SEED, answer.total]).toEqual([SEED, REVIEWS]);
      expect(events(server, "saved_snapshot_ignored")).toEqual([]);
      const writing = () =>
        existsSync(dirname(saved)) && readdirSync(dirname(saved)).some((name) => name.includes(".saving-"));
      if (!existsSync(saved)) await until(() => writing() || existsSync(saved));
      await Bun.sleep(random() * 60);
      server.signal("SIGKILL");
      await server.exited;
      if (writing()) written += 1;
    }
    console.log(`${KILLS} kills, ${written} of them while it was written, ${loaded} starts with a saved snapshot`);
    rmSync(saved, { force: true });
    await using last = await startCandor(env);
    await untilSaved(last);
    expect(readdirSync(dirname(saved)).filter((name) => name.includes(".saving-"))).toEqual([]);
  });

  test("two servers that start, save and are killed beside each other serve the same", async () => {
    if (dialect !== "PostgreSQL") return; // a SQLite file has one server
    const { env } = await openInstallation(await newDatabase());
    const [one, two] = await Promise.all([startCandor(env), startCandor(env)]);
    const before = await readAll(one);
    expect(await readAll(two)).toEqual(before);
    await Promise.all([untilSaved(one), untilSaved(two)]);
    for (const server of [one, two]) server.signal("SIGKILL");
    await Promise.all([one.exited, two.exited]);
    const [three, four] = await Promise.all([startCandor(env), startCandor(env)]);
    for (const server of [three, four]) {
      expect(events(server, "snapshot_loaded")).toHaveLength(1);
      expect(await readAll(server)).toEqual(before);
      await server.stop();
    }
  });
});

test("a torn file, a foreign one, a link, one of another address and one of other rules are ignored with a warning", async () => {
  const { env, saved } = await openInstallation(`sqlite:${join(newFolder(), "candor.db")}`);
  const first = await startCandor(env);
  await untilSaved(first);
  await first.stop();
  const whole = readFileSync(saved);
  const reason = async (given: Record<string, string> = {}) => {
    await using server = await startCandor({ ...env, ...given });
    expect((await server.get("/reviews.json")).status).toBe(200);
    await server.stop();
    return events(server, "saved_snapshot_ignored").map((line) => line.reason);
  };
  expect(await reason({ BASE_URL: "https://other.example" })).toEqual(["it is of another BASE_URL"]);
  writeFileSync(saved, whole, { mode: 0o600 });
  truncateSync(saved, whole.length - 100);
  expect(await reason()).toEqual(["it is not complete"]);
  // A server without a file that it may use saves one when it stops.
  expect(await reason()).toEqual([]);
  const other = Buffer.from(whole.toString("latin1").replace(/"rules":[0-8]/, '"rules":9'), "latin1");
  writeFileSync(saved, other, { mode: 0o600 });
  expect(await reason()).toEqual(["it is of another version of the rules"]);
  const elsewhere = join(newFolder(), "target");
  writeFileSync(elsewhere, whole, { mode: 0o600 });
  rmSync(saved);
  symlinkSync(elsewhere, saved);
  expect(await reason()).toEqual(["it is a link"]);
  expect(readFileSync(elsewhere).equals(whole)).toBe(true);
});

test("a copy that a person made under its name stays, and the server says so and works", async () => {
  const { env, saved } = await openInstallation(`sqlite:${join(newFolder(), "candor.db")}`);
  writeFileSync(saved, "my own copy of the database", { mode: 0o600 });
  await using server = await startCandor(env);
  await until(() => events(server, "snapshot_not_saved").length > 0);
  expect(readFileSync(saved, "utf8")).toBe("my own copy of the database");
  expect(SAVED_MAGIC).toBe("CANDOR-SNAPSHOT\n");
});

test("a restore on SQLite deletes it, and the restored data is served", async () => {
  const database = join(newFolder(), "candor.db");
  const { env, saved, run } = await openInstallation(`sqlite:${database}`);
  await run("backup", `${database}.backup`);
  await run("import", writeReviews(REVIEWS, 5, "Thistledown"));
  const first = await startCandor(env);
  await untilSaved(first);
  await first.stop();
  await run("restore", `${database}.backup`, "--yes");
  expect(existsSync(saved)).toBe(false);
  expect(await untilReady(env)).toEqual({ status: 200, total: REVIEWS });
});

test("a backup that is copied over the database by hand is served, and nothing of what was saved", async () => {
  const database = join(newFolder(), "candor.db");
  const { env, run } = await openInstallation(`sqlite:${database}`);
  await run("backup", `${database}.backup`);
  await run("import", writeReviews(REVIEWS, 5, "Thistledown"));
  const first = await startCandor(env);
  await untilSaved(first);
  await first.stop();
  for (const end of ["-wal", "-shm"]) expect(existsSync(`${database}${end}`)).toBe(false);
  writeFileSync(database, readFileSync(`${database}.backup`));
  await using second = await startCandor(env);
  expect(events(second, "saved_snapshot_ignored")).toHaveLength(1);
  expect(((await (await second.get("/reviews.json")).json()) as { total: number }).total).toBe(REVIEWS);
});

test("it is served only by the same database: another one at the same path is not shown the old reviews", async () => {
  const database = join(newFolder(), "candor.db");
  const { env } = await openInstallation(`sqlite:${database}`);
  const first = await startCandor(env);
  await untilSaved(first);
  await first.stop();
  const other = join(newFolder(), "candor.db");
  const store = await openStore(`sqlite:${other}`);
  await store.close();
  writeFileSync(database, readFileSync(other));
  await using second = await startCandor(env);
  expect(events(second, "saved_snapshot_ignored")).toMatchObject([{ reason: "it is of another database" }]);
  expect(((await (await second.get("/reviews.json")).json()) as { total: number }).total).toBe(0);
});
