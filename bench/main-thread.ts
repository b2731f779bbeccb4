/**
 * The time that the main thread of a browser needs for a page of the demonstration at 360 px, beside a page of one word.
 * The processor time of the thread hardly depends on what else runs. The last column is measured by the clock at a
 * quarter of the speed, as on a slow phone, so it is only right on a quiet machine.
 *
 *   bun bench/main-thread.ts [loads of each page, 9] [path, /] [address of another server, to compare with it]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBrowser } from "../test/browser/browser.ts";
import { BUN, freePort, untilAnswers } from "./process.ts";

const [loads = "9", path = "/", other] = process.argv.slice(2);
const SLOW = 4;
const SETTLED_MS = 1000;
const PARTS = ["TaskDuration", "LayoutDuration", "RecalcStyleDuration", "ScriptDuration"] as const;

const folder = mkdtempSync(join(tmpdir(), "candor-bench-"));
const PORT = String(await freePort());
const server = Bun.spawn([BUN, join(import.meta.dir, "../src/cli.ts"), "serve", "--demo"], {
  env: { ...process.env, PORT, DATABASE_URL: `sqlite:${folder}/candor.db`, LOG_LEVEL: "warn" },
  stdout: "ignore",
  stderr: "inherit",
});
const base = `http://127.0.0.1:${PORT}`;
await untilAnswers(`${base}/readyz`);
const browser = await openBrowser();

/** Milliseconds of each part until the page is at rest. */
async function load(url: string, rate: number): Promise<number[]> {
  const context = await browser.newContext({ viewport: { width: 360, height: 780 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: rate === 1 ? "threadTicks" : "timeTicks" });
  await session.send("Emulation.setCPUThrottlingRate", { rate });
  await page.goto(url, { waitUntil: "load" });
  await page.waitForTimeout(SETTLED_MS);
  const { metrics } = await session.send("Performance.getMetrics");
  await context.close();
  return PARTS.map((part) => (metrics.find(({ name }) => name === part)?.value ?? 0) * 1000);
}

const pages = [`${base}/healthz`, base + path, ...(other === undefined ? [] : [other + path])];
const runs = pages.map((url) => ({ url, full: [] as number[][], slow: [] as number[] }));
// In turns, so that the machine is as busy for one page as for the other.
for (let i = 0; i < Number(loads); i += 1) {
  for (const { url, full, slow } of runs) {
    full.push(await load(url, 1));
    slow.push((await load(url, SLOW))[0] ?? 0);
  }
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
console.log(`page · processor ms: all, ${PARTS.slice(1).join(", ")} · ms by the clock at 1/${SLOW} of the speed`);
for (const { url, full, slow } of runs) {
  const parts = PARTS.map((_, i) => median(full.map((run) => run[i] ?? 0)).toFixed(1));
  console.log(`${url.replace(base, "")} · ${parts.join(", ")} · ${median(slow).toFixed(0)}`);
}
await browser.close();
server.kill();
await server.exited;
rmSync(folder, { recursive: true });
