/**
 * The cost of more reviews: import, first snapshot, answers, and changes of one and of a hundred reviews and of the
 * profile next to a build of everything. Real processes, SQLite or PostgreSQL. Fails if time or memory grows faster than
 * the number of reviews, or if a change shows too late.
 *
 *   bun bench/growth.ts [--postgres] [217 10000 100000 …]
 */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../src/store/connection/open-store.ts";
import { bumpDataset, readDataset } from "../src/store/dataset/dataset.ts";
import type { Store } from "../src/store/store.ts";
import { openPostgresDatabase } from "../test/postgres.ts";
import { benchRows, median } from "./dataset.ts";
import { type Figures, HEAD, overLimits, renderFigures } from "./growth-figures.ts";
import { BUN, freePort, peakMegabytes, residentMegabytes, restartPeak, untilAnswers } from "./process.ts";
import { costOf, watchLock } from "./profile-change.ts";
import { changeCpu, measureQuiet } from "./quiet.ts";

const CLI = join(import.meta.dir, "../src/cli.ts");
const PROFILE = join(import.meta.dir, "../examples/demo-clinic/business.yaml");
/** Below this size, the cost of starting hides the cost per review. */
const COMPARED_FROM = 10_000;
const TOLERANCE = 1.3;
const postgres = process.argv.includes("--postgres");

type Review = { id: string; date: string; rating: number; text: string | null; author: string };

const renderReview = ({ id, date, rating, text, author }: Review): string =>
  JSON.stringify({
    id,
    author,
    rating,
    date,
    text,
    language: "en",
    published_at: `${date}T17:00:00Z`,
    updated_at: `${date}T17:00:00Z`,
    source: "google",
    verification: { method: "platform_account", verified_at: `${date}T17:00:00Z` },
  });

async function writeReviews(path: string, count: number): Promise<void> {
  const file = openSync(path, "w");
  for await (const page of benchRows(count)) writeSync(file, `${page.map(renderReview).join("\n")}\n`);
  closeSync(file);
}

async function runCommand(env: Record<string, string>, ...args: string[]) {
  const started = performance.now();
  const child = Bun.spawn([BUN, CLI, ...args], {
    env: { ...process.env, ...env },
    stdout: "ignore",
    stderr: "inherit",
  });
  if ((await child.exited) !== 0) throw new Error(`candor ${args[0]} failed`);
  const used = child.resourceUsage();
  const cpu_s = Number(used?.cpuTime.total ?? 0) / 1e6;
  return { seconds: (performance.now() - started) / 1000, mb: (used?.maxRSS ?? 0) / 2 ** 20, cpu_s };
}

async function timeOf(url: string, times: number): Promise<number> {
  const samples: number[] = [];
  for (let i = 0; i < times; i++) {
    const started = performance.now();
    await (await fetch(url)).arrayBuffer();
    samples.push(performance.now() - started);
  }
  return median(samples);
}

type Before = Pick<Figures, "reviews" | "serve_mb">;
type Server = { url: string; pid: number; store: Store; builds: number[] };

/** Each build is a line in the log. */
async function collectBuilds(lines: ReadableStream<Uint8Array>, builds: number[]): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of lines) {
    const all = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = all.pop() ?? "";
    for (const line of all) {
      if (line.includes('"event":"snapshot"')) builds.push(JSON.parse(line).build_ms / 1000);
      else if (!line.includes('"level":"info"')) console.error(line);
    }
  }
}

const etagOf = async (url: string) => (await fetch(`${url}/api/feed.json`)).headers.get("etag");

/** Newer than all others, so that the feed shows them. */
function newReviews(count: number, first: number): string {
  const date = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const reviews = Array.from({ length: count }, (_, i) => ({
    id: `Z${String(first + i).padStart(25, "0")}`,
    date,
    rating: 5,
    text: `Newest of all, number ${first + i}.`,
    author: "Ana B.",
  }));
  return reviews.map(renderReview).join("\n");
}

/** Imports reviews while the old snapshot is served: the seconds from the commit until they are served. */
async function measureChange(env: Record<string, string>, folder: string, server: Server, reviews: string) {
  const path = join(folder, "new.ndjson");
  writeFileSync(path, reviews);
  const before = { etag: await etagOf(server.url), version: (await readDataset(server.store)).version };
  const imported = runCommand(env, "import", path);
  while ((await readDataset(server.store)).version === before.version) await Bun.sleep(5);
  const committed = performance.now();
  while ((await etagOf(server.url)) === before.etag) await Bun.sleep(5);
  const seconds = (performance.now() - committed) / 1000;
  await imported;
  return seconds;
}

/** The median of some changes of one review, and of some of a hundred; the memory that they took on top. */
async function measureChanges(env: Record<string, string>, folder: string, server: Server, figures: Before) {
  const { pid } = server;
  restartPeak(pid);
  const seconds: Record<number, number[]> = { 1: [], 100: [] };
  const cpu: number[] = [];
  let first = 0;
  const change = async (count: number) => {
    const shown_s = await measureChange(env, folder, server, newReviews(count, first));
    first += count;
    seconds[count]?.push(shown_s);
  };
  for (const count of [1, 1, 1, 100, 100, 100]) cpu.push(await changeCpu(pid, () => change(count)));
  const shown = {
    change_1_s: median(seconds[1] ?? []),
    change_100_s: median(seconds[100] ?? []),
    change_mb: peakMegabytes(pid) - figures.serve_mb,
    change_cpu_s: median(cpu),
  };
  return { ...shown, ...(await measureQuiet(figures.reviews, pid, () => change(1))) };
}

/** The seconds of the build that follows a change. */
async function buildAfter({ builds }: Server, change: () => Promise<unknown>): Promise<number> {
  const known = builds.length;
  await change();
  while (builds.length === known) await Bun.sleep(50);
  return builds.at(-1) ?? Number.NaN;
}

function measureProfile(env: Record<string, string>, path: string, server: Server): Promise<number> {
  writeFileSync(path, readFileSync(path, "utf8").replace(/^name: .*/m, "name: Another Clinic"));
  return buildAfter(server, () => runCommand(env, "business", path));
}

/** Other names of a technician and a service, which many texts have: their reviews change, too. */
async function measureNames(env: Record<string, string>, path: string, server: Server, file: string) {
  const profile = readFileSync(path, "utf8").replace("aliases: [Priya,", "aliases: [Priya, back, week, first,");
  writeFileSync(path, profile);
  const lock = postgres ? null : watchLock(file);
  let command_cpu_s = 0;
  const { times, cpu_s } = await costOf(server.pid, () =>
    buildAfter(server, async () => {
      command_cpu_s = (await runCommand(env, "business", path)).cpu_s;
    }),
  );
  const lock_s = (await lock?.end()) ?? Number.NaN;
  return { names_times: times, names_cpu_s: command_cpu_s + cpu_s, names_lock_s: lock_s };
}

/** A commit whose time is not a later one says nothing about what changed: everything is built anew. */
async function measureFull(server: Server): Promise<number> {
  const { store } = server;
  const { changed_at } = await readDataset(store);
  return buildAfter(server, () => store.transaction((tx) => bumpDataset(tx, store.dialect, changed_at)));
}

async function startServer(env: Record<string, string>, store: Store) {
  const started = performance.now();
  const child = Bun.spawn([BUN, CLI, "serve"], { env: { ...process.env, ...env }, stdout: "ignore", stderr: "pipe" });
  const builds: number[] = [];
  const reading = collectBuilds(child.stderr, builds);
  const url = `http://127.0.0.1:${env.PORT}`;
  await untilAnswers(`${url}/readyz`, 600_000);
  return {
    start_s: (performance.now() - started) / 1000,
    server: { url, pid: child.pid, store, builds },
    async [Symbol.asyncDispose]() {
      child.kill();
      await Promise.all([child.exited, reading]);
    },
  };
}

async function measure(count: number): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), "candor-growth-"));
  const file = join(folder, "candor.db");
  const DATABASE_URL = postgres ? await openPostgresDatabase() : `sqlite:${file}`;
  const env = {
    DATABASE_URL,
    PORT: String(await freePort()),
    LOG_LEVEL: "info",
    RATE_LIMIT_READ: "off",
    ...(postgres ? { SECRET_KEY: "0".repeat(64) } : {}),
  };
  try {
    // The demonstration's own profile is refused for any other data.
    const profile = join(folder, "business.yaml");
    writeFileSync(profile, readFileSync(PROFILE, "utf8").replace("demonstration: true\n", ""));
    await runCommand(env, "business", profile);
    await writeReviews(join(folder, "reviews.ndjson"), count);
    const imported = await runCommand(env, "import", join(folder, "reviews.ndjson"));
    const store = await openStore(DATABASE_URL);
    await using started = await startServer(env, store);
    const { server, start_s } = started;
    const { url, pid } = server;
    const build_mb = peakMegabytes(pid);
    const feed_ms = await timeOf(`${url}/api/feed.json`, 50);
    const search_ms = await timeOf(`${url}/api/reviews/search?query=therapist&min_rating=4`, 50);
    const whole = { method: "HEAD", headers: { "Accept-Encoding": "identity" } };
    const length = (await fetch(`${url}/reviews.json`, whole)).headers.get("content-length");
    await Bun.sleep(3000); // until the build's memory is back with the system
    const serve_mb = residentMegabytes(pid);
    const changes = await measureChanges(env, folder, server, { reviews: count, serve_mb });
    const delta_search_ms = await timeOf(`${url}/api/reviews/search?query=therapist&min_rating=4`, 50);
    const figures = {
      reviews: count,
      import_s: imported.seconds,
      import_mb: imported.mb,
      database_mb: postgres ? 0 : statSync(file).size / 1e6,
      start_s,
      build_mb,
      serve_mb,
      document_mb: Number(length) / 1e6,
      feed_ms,
      search_ms,
      delta_search_ms,
      ...changes,
      profile_s: await measureProfile(env, profile, server),
      ...(await measureNames(env, profile, server, file)),
      full_s: await measureFull(server),
    };
    await store.close();
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const sizes = process.argv
  .slice(2)
  .filter((argument) => argument !== "--postgres")
  .map(Number);
for (const line of HEAD) console.log(line);
let before: Figures | undefined;
let worse = 0;
for (const size of sizes.length > 0 ? sizes : [217, 10_000, 100_000]) {
  const figures = await measure(size);
  console.log(renderFigures(figures));
  if (before && before.reviews >= COMPARED_FROM) {
    const times = (figures.reviews / before.reviews) * TOLERANCE;
    for (const name of ["import_s", "start_s", "build_mb", "serve_mb", "full_s"] as const) {
      if (figures[name] <= before[name] * times) continue;
      worse += 1;
      console.log(
        `${name} grew ${(figures[name] / before[name]).toFixed(1)} times for ${(figures.reviews / before.reviews).toFixed(1)} times the reviews`,
      );
    }
  }
  for (const line of overLimits(figures)) {
    worse += 1;
    console.log(line);
  }
  before = figures;
}
process.exit(worse > 0 ? 1 : 0);
