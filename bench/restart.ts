/**
 * The first answer after a restart, from what the last server saved, next to a start that builds everything. Real
 * processes that are killed, SQLite. Fails if reading takes more than a fifth of a full build of the same run.
 *
 *   bun bench/restart.ts [217 10000 100000 …]
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../src/store/connection/open-store.ts";
import { saveProfile } from "../src/store/dataset/business.ts";
import { bumpDataset, insertRows, testProfile } from "../test/rows.ts";
import { benchRows } from "./dataset.ts";
import { BUN, freePort, peakMegabytes, residentMegabytes } from "./process.ts";

const CLI = join(import.meta.dir, "../src/cli.ts");
const COMPARED_FROM = 10_000;
const MOST = 0.2;
const FAR_MS = 1_200_000;

type Event = { event: string; [field: string]: unknown };

async function fillStore(url: string, count: number): Promise<void> {
  const store = await openStore(url);
  for await (const page of benchRows(count)) await store.transaction((tx) => insertRows(tx, page));
  await store.transaction(async (tx) => {
    await saveProfile(tx, testProfile(), "2026-01-01T00:00:00Z");
    await bumpDataset(tx);
  });
  await store.query("PRAGMA wal_checkpoint(TRUNCATE)");
  await store.close();
}

/** Starts a server and waits for its first answer. */
async function start(env: Record<string, string>) {
  const started = performance.now();
  const child = Bun.spawn([BUN, CLI, "serve"], { env: { ...process.env, ...env }, stdout: "ignore", stderr: "pipe" });
  const events: Event[] = [];
  const reading = (async () => {
    let rest = "";
    for await (const chunk of child.stderr.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line.startsWith("{")) events.push(JSON.parse(line));
    }
  })();
  const url = `http://127.0.0.1:${env.PORT}/api/feed.json`;
  while (!(await fetch(url).catch(() => null))?.ok) {
    if (child.exitCode !== null || performance.now() - started > FAR_MS) throw new Error("the server does not answer");
    await Bun.sleep(5);
  }
  const first_s = (performance.now() - started) / 1000;
  const until = async (event: string): Promise<Event> => {
    for (;;) {
      const found = events.find((line) => line.event === event);
      if (found) return found;
      await Bun.sleep(20);
    }
  };
  const kill = async () => {
    child.kill("SIGKILL");
    await Promise.all([child.exited, reading]);
  };
  return { first_s, pid: child.pid, until, kill };
}

async function measure(count: number): Promise<{ ratio: number; cells: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), "candor-restart-"));
  try {
    const DATABASE_URL = `sqlite:${folder}/candor.db`;
    const env = { DATABASE_URL, PORT: String(await freePort()), LOG_LEVEL: "debug", RATE_LIMIT_READ: "off" };
    await fillStore(DATABASE_URL, count);
    const first = await start(env);
    const { ms: write_ms } = await first.until("snapshot_saved");
    await first.kill();
    const second = await start(env);
    const { read_ms } = await second.until("snapshot_loaded");
    await second.until("listening");
    const [serve_mb, peak_mb] = [residentMegabytes(second.pid), peakMegabytes(second.pid)];
    await second.kill();
    const file_mb = statSync(`${folder}/candor.db.snapshot`).size / 1e6;
    rmSync(`${folder}/candor.db.snapshot`);
    const third = await start(env);
    const { build_ms } = await third.until("snapshot");
    await third.kill();
    const ratio = Number(read_ms) / Number(build_ms);
    const cells = [count, second.first_s.toFixed(2), third.first_s.toFixed(2), read_ms, build_ms, ratio.toFixed(3)];
    return {
      ratio,
      cells: [...cells, write_ms, file_mb.toFixed(1), serve_mb.toFixed(0), peak_mb.toFixed(0)].map(String),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const line = (cells: readonly string[]) => console.log(`| ${cells.join(" | ")} |`);
const HEAD = ["reviews", "first answer s", "with a build s", "read ms", "full build ms", "ratio", "write ms"];
line([...HEAD, "file MB", "serving MB", "peak MB"]);
line(Array.from({ length: HEAD.length + 3 }, () => "---:"));
const sizes = process.argv.slice(2).map(Number);
let worse = false;
for (const count of sizes.length > 0 ? sizes : [217, 10_000, 100_000]) {
  const { ratio, cells } = await measure(count);
  line(cells);
  if (count < COMPARED_FROM || ratio <= MOST) continue;
  worse = true;
  console.log(`reading takes ${ratio.toFixed(2)} of a full build, more than ${MOST}`);
}
process.exit(worse ? 1 : 0);
