/**
 * The cost of more reviews: import, first snapshot, answers, and a change while the old snapshot is served. Real
 * processes, SQLite. Fails if time or memory grows faster than the number of reviews.
 *
 *   bun bench/growth.ts [1000 10000 100000 …]
 */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { benchRows, median } from "./dataset.ts";
import { BUN, freePort, peakMegabytes, residentMegabytes, restartPeak, untilAnswers } from "./process.ts";

const CLI = join(import.meta.dir, "../src/cli.ts");
const PROFILE = join(import.meta.dir, "../examples/demo-clinic/business.yaml");
/** Below this size, the cost of starting hides the cost per review. */
const COMPARED_FROM = 10_000;
const TOLERANCE = 1.3;

type Figures = {
  reviews: number;
  import_s: number;
  import_mb: number;
  database_mb: number;
  start_s: number;
  build_mb: number;
  serve_mb: number;
  document_mb: number;
  feed_ms: number;
  search_ms: number;
  change_s: number;
  change_mb: number;
};

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
  return { seconds: (performance.now() - started) / 1000, mb: (child.resourceUsage()?.maxRSS ?? 0) / 2 ** 20 };
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

/** Imports one more review while the old snapshot is served: the time until it is served, and the peak memory. */
async function measureChange(env: Record<string, string>, folder: string, server: { url: string; pid: number }) {
  const path = join(folder, "one.ndjson");
  const review = {
    id: "Z".repeat(26),
    date: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
    rating: 5,
    text: "Newest of all.",
    author: "Ana B.",
  };
  writeFileSync(path, renderReview(review));
  const before = (await fetch(`${server.url}/api/feed.json`)).headers.get("etag");
  restartPeak(server.pid);
  await runCommand(env, "import", path);
  const started = performance.now();
  while ((await fetch(`${server.url}/api/feed.json`)).headers.get("etag") === before) await Bun.sleep(50);
  return { change_s: (performance.now() - started) / 1000, change_mb: peakMegabytes(server.pid) };
}

async function measure(count: number): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), "candor-growth-"));
  const port = await freePort();
  const env = {
    DATABASE_URL: `sqlite:${folder}/candor.db`,
    PORT: String(port),
    LOG_LEVEL: "warn",
    RATE_LIMIT_READ: "off",
  };
  const url = `http://127.0.0.1:${port}`;
  let server: Bun.Subprocess | undefined;
  try {
    // The demonstration's own profile is refused for any other data.
    const profile = join(folder, "business.yaml");
    writeFileSync(profile, readFileSync(PROFILE, "utf8").replace("demonstration: true\n", ""));
    await runCommand(env, "business", profile);
    await writeReviews(join(folder, "reviews.ndjson"), count);
    const imported = await runCommand(env, "import", join(folder, "reviews.ndjson"));
    const started = performance.now();
    server = Bun.spawn([BUN, CLI, "serve"], { env: { ...process.env, ...env }, stdout: "ignore", stderr: "inherit" });
    await untilAnswers(`${url}/readyz`, 600_000);
    const start_s = (performance.now() - started) / 1000;
    const build_mb = peakMegabytes(server.pid);
    const feed_ms = await timeOf(`${url}/api/feed.json`, 50);
    const search_ms = await timeOf(`${url}/api/reviews/search?query=therapist&min_rating=4`, 50);
    const length = (await fetch(`${url}/reviews.json`, { method: "HEAD", headers: { "Accept-Encoding": "identity" } }))
      .headers;
    await Bun.sleep(3000); // until the build's memory is back with the system
    const serve_mb = residentMegabytes(server.pid);
    return {
      reviews: count,
      import_s: imported.seconds,
      import_mb: imported.mb,
      database_mb: statSync(join(folder, "candor.db")).size / 1e6,
      start_s,
      build_mb,
      serve_mb,
      document_mb: Number(length.get("content-length")) / 1e6,
      feed_ms,
      search_ms,
      ...(await measureChange(env, folder, { url, pid: server.pid })),
    };
  } finally {
    server?.kill();
    await server?.exited;
    rmSync(folder, { recursive: true, force: true });
  }
}

const COLUMNS: [keyof Figures, string, number][] = [
  ["reviews", "reviews", 0],
  ["import_s", "import s", 1],
  ["import_mb", "MB", 0],
  ["database_mb", "database MB", 0],
  ["start_s", "start s", 1],
  ["build_mb", "peak MB", 0],
  ["serve_mb", "serving MB", 0],
  ["document_mb", "/reviews.json MB", 1],
  ["feed_ms", "feed ms", 2],
  ["search_ms", "search ms", 2],
  ["change_s", "change shows s", 1],
  ["change_mb", "peak MB", 0],
];

const sizes = process.argv.slice(2).map(Number);
const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
console.log(line(COLUMNS.map(([, title]) => title)));
console.log(line(COLUMNS.map(() => "---:")));
let before: Figures | undefined;
let worse = 0;
for (const size of sizes.length > 0 ? sizes : [1000, 10_000, 100_000]) {
  const figures = await measure(size);
  console.log(
    line(
      COLUMNS.map(([name, , digits]) =>
        figures[name].toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits }),
      ),
    ),
  );
  if (before && before.reviews >= COMPARED_FROM) {
    const times = (figures.reviews / before.reviews) * TOLERANCE;
    for (const name of ["import_s", "start_s", "build_mb", "serve_mb", "change_s", "change_mb"] as const) {
      if (figures[name] <= before[name] * times) continue;
      worse += 1;
      console.log(
        `${name} grew ${(figures[name] / before[name]).toFixed(1)} times for ${(figures.reviews / before.reviews).toFixed(1)} times the reviews`,
      );
    }
  }
  before = figures;
}
process.exit(worse > 0 ? 1 : 0);
