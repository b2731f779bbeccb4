import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { startDemo } from "../clinic-store.ts";
import { LONG } from "../length.ts";
import { processorLimit } from "../machine.ts";
import { openSession, request, send, type Wire } from "../mcp/endpoint.ts";
import { SEED } from "../seed.ts";
import type { ServerProcess } from "../server-process.ts";
import { exchange } from "../wire/exchange.ts";
import { bodyAttacks, type Hostile, headerAttacks, mcpAttacks, urlAttacks } from "./hostile-requests.ts";

/** No request may hold the event loop longer. */
const HOLD_MS = 50;
const ERROR_BYTES = 80_000;
/** In `npm test` every third request is sent; which ones depends on the seed. */
const SHARE = 3;
const PAGES = [
  "/",
  "/reviews",
  "/reviews/{id}",
  "/insights",
  "/policy",
  "/developers",
  "/developers/errors",
  "/developers/errors.md",
  "/embed",
  "/embed/frame",
  "/es",
  "/es/reviews",
  "/es/reviews/{id}",
  "/assets/{file}",
  "/nowhere",
];
const OTHERS = ["/badge.svg", "/widget.js", "/sitemap.xml", "/llms.txt", "/healthz", "/readyz", "/api/websub/hub"];

let server: ServerProcess;
let paths: string[];
let tools: Wire[];
let sessions: Record<string, string>;
beforeAll(async () => {
  server = await startDemo();
  await server.until("/readyz", (_, { status }) => status === 200);
  const openapi: Wire = await (await server.get("/.well-known/openapi.json")).json();
  paths = [...new Set([...Object.keys(openapi.paths), ...PAGES, ...OTHERS])];
  sessions = await openSession(`${server.url}/mcp`, "2025-03-26");
  tools = (await send(`${server.url}/mcp`, request("tools/list"), sessions)).body.result.tools;
});
afterAll(() => server[Symbol.asyncDispose]());

/**
 * Processor time that the serving thread has used. Nothing else runs there, so the time that a request takes of it is how
 * long it can have held the event loop, however busy the machine is.
 */
const usedMs = (): number =>
  Number(readFileSync(`/proc/${server.pid}/task/${server.pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;

const bodyBytes = (text: string): number => text.length - Math.max(0, text.indexOf("\r\n\r\n") + 4);
const statusOf = (text: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);

async function measure({ payload }: Hostile): Promise<{ used_ms: number; text: string }> {
  const before = usedMs();
  const { text } = await exchange(server.port, payload);
  return { used_ms: usedMs() - before, text };
}

/** The faults of all of them. What was slow is tried again: a garbage collection or compilation is not the request's. */
async function attack(requests: Iterable<Hostile>): Promise<{ count: number; slowest_ms: number; faults: string[] }> {
  const faults: string[] = [];
  let [count, slowest_ms] = [0, 0];
  let place = SEED;
  for (const hostile of requests) {
    place += 1;
    if (!LONG && place % SHARE !== 0) continue;
    count += 1;
    let { used_ms, text } = await measure(hostile);
    for (let again = 0; again < 5 && used_ms > HOLD_MS / 2; again++) {
      used_ms = Math.min(used_ms, (await measure(hostile)).used_ms);
    }
    slowest_ms = Math.max(slowest_ms, used_ms);
    if (used_ms > processorLimit(HOLD_MS)) faults.push(`${hostile.name}: ${used_ms.toFixed(0)} ms`);
    const status = statusOf(text);
    if (status >= 500) faults.push(`${hostile.name}: status ${status}`);
    const small = status >= 400 || hostile.payload.startsWith("POST /mcp");
    if (small && bodyBytes(text) > ERROR_BYTES) faults.push(`${hostile.name}: ${bodyBytes(text)} bytes`);
  }
  return { count, slowest_ms, faults };
}

test.each([
  ["URLs", () => urlAttacks(paths)],
  ["bodies", () => bodyAttacks(paths)],
  [
    "headers",
    () =>
      headerAttacks([
        ["GET", "/reviews.json", null],
        ["GET", "/api/reviews/search?query=knee", null],
        ["GET", "/reviews", null],
        ["GET", "/embed/frame", null],
        ["POST", "/mcp", JSON.stringify(request("tools/list"))],
        ["POST", "/api/websub/hub", "hub.mode=subscribe"],
      ]),
  ],
  ["messages of a session", () => mcpAttacks(sessions["Mcp-Session-Id"] ?? "", tools)],
  ["messages of 2026-07-28", () => mcpAttacks("", tools)],
])("hostile %s get a small answer and hold the event loop for less than 50 ms", async (_, requests) => {
  const { count, faults, slowest_ms } = await attack(requests());
  if (LONG) console.log(`${count} requests, the slowest ${slowest_ms.toFixed(1)} ms`);
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(100);
});

/** Asks for /healthz from a process of its own, every 2 ms, until it is told to stop; resolves with the 99th percentile. */
function probe(): { stop(): Promise<number> } {
  const script = `
    const times = [];
    process.stdin.once("data", () => {
      times.sort((a, b) => a - b);
      console.log(times[Math.floor(times.length * 0.99)]);
      process.exit();
    });
    for (;;) {
      const started = performance.now();
      await (await fetch("${server.url}/healthz")).text();
      times.push(performance.now() - started);
      await Bun.sleep(2);
    }`;
  const child = Bun.spawn([process.execPath, "-e", script], { stdin: "pipe", stdout: "pipe", stderr: "inherit" });
  return {
    async stop() {
      child.stdin.write("stop");
      child.stdin.end();
      return Number(await new Response(child.stdout).text());
    },
  };
}

const isWorst = ({ name }: Hostile): boolean => /search_reviews.*(keys|shapes|NUL|nested)|message: nested/.test(name);

/** The 99th percentile of /healthz before and while one client sends the worst of the requests, and batches. */
async function besideAttack(): Promise<{ calm_ms: number; busy_ms: number }> {
  const calm = probe();
  await Bun.sleep(1500);
  const calm_ms = await calm.stop();
  const worst = [...mcpAttacks(sessions["Mcp-Session-Id"] ?? "", tools)].filter(isWorst);
  const search = { name: "search_reviews", arguments: { limit: 100 } };
  const batch = Array.from({ length: 100 }, (_, id) => request("tools/call", search, id));
  const busy = probe();
  for (const hostile of worst) {
    await exchange(server.port, hostile.payload);
    const { status, text } = await send(`${server.url}/mcp`, batch, sessions);
    expect(status).toBe(200);
    expect(text.length).toBeLessThan(512 * 1024);
  }
  return { calm_ms, busy_ms: await busy.stop() };
}

test("beside a client that sends the worst of them and batches of 100 searches, /healthz answers in 50 ms", async () => {
  // On a machine that is busy with other things both figures are high now and then: one good run of three is enough.
  const over: string[] = [];
  while (over.length < 3) {
    const { calm_ms, busy_ms } = await besideAttack();
    const figures = `p99 ${calm_ms.toFixed(1)} ms before, ${busy_ms.toFixed(1)} ms during`;
    if (LONG) console.log(figures);
    if (busy_ms < processorLimit(HOLD_MS) + 2 * calm_ms) break;
    over.push(figures);
  }
  expect(over.length < 3 ? [] : over).toEqual([]);
});
