/**
 * Server CPU per tools/call over HTTP, in one run: Candor and the official SDK's servers on the same runtime and core,
 * with the same search of the demonstration clinic. The load comes from the other core. Rate limits are off.
 *
 *   bun bench/mcp.ts [calls per case, 4000]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BUN, cpuSeconds, freePort, loadFromOtherCore, onCore, untilAnswers } from "./process.ts";

const CALLS = Number(process.argv[2] ?? 4000);
/** How many times less CPU than SDK v2 Candor must need, in each case. */
const AT_LEAST = 5;
const ROOT = join(import.meta.dir, "..");
const folder = mkdtempSync(join(tmpdir(), "candor-bench-"));
const spawned: { kill(): void; exited: Promise<number> }[] = [];

type Server = { name: string; port: number; pid: number; path: string };

function start(command: string[], env: Record<string, string> = {}) {
  const child = Bun.spawn(onCore(0, command), { env: { ...process.env, ...env }, stdout: "ignore", stderr: "inherit" });
  spawned.push(child);
  return child;
}

async function startCandor(): Promise<Server> {
  const port = await freePort();
  const child = start([BUN, join(ROOT, "src/cli.ts"), "serve", "--demo"], {
    PORT: String(port),
    DATABASE_URL: `sqlite:${folder}/candor.db`,
    RATE_LIMIT_READ: "off",
    RATE_LIMIT_MCP: "off",
    RATE_LIMIT_MCP_ADDRESS: "off",
    LOG_LEVEL: "warn",
  });
  await untilAnswers(`http://127.0.0.1:${port}/readyz`);
  return { name: "Candor", port, pid: child.pid, path: "/mcp" };
}

async function startSdk(candor: Server): Promise<{ port: number; pid: number }> {
  const port = await freePort();
  const reviews = `http://127.0.0.1:${candor.port}/reviews.json`;
  const child = start([BUN, join(ROOT, "bench/mcp-sdk.ts"), String(port), reviews]);
  await untilAnswers(`http://127.0.0.1:${port}/ready`);
  return { port, pid: child.pid };
}

const COMMON = {
  Host: "localhost",
  "Content-Type": "application/json",
  Accept: "application/json, text/event-stream",
};

function call(path: string, given: object, era: { session: string | null }): string {
  const stateless = era.session === null;
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { name: "search_reviews", arguments: given, ...(stateless ? { _meta } : {}) };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  const headers = {
    ...COMMON,
    ...(stateless
      ? { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "search_reviews" }
      : { "MCP-Protocol-Version": "2025-06-18", ...(era.session ? { "Mcp-Session-Id": era.session } : {}) }),
    "Content-Length": String(Buffer.byteLength(body)),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`POST ${path} HTTP/1.1`, ...lines, "", body].join("\r\n");
}

async function openSession(server: Server): Promise<string> {
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } };
  const answer = await fetch(`http://127.0.0.1:${server.port}${server.path}`, {
    method: "POST",
    headers: COMMON,
    body: JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params }),
  });
  await answer.text();
  return answer.headers.get("mcp-session-id") ?? "";
}

const load = ({ name, port }: Server, head: string, requests: number): Promise<void> =>
  loadFromOtherCore(name, { port, head, connections: 8, requests }, 200);

/** CPU microseconds per call, after a warm-up in which the runtime compiles the hot code. */
async function measure(server: Server, head: string): Promise<number> {
  await load(server, head, 3 * CALLS);
  const before = cpuSeconds(server.pid);
  await load(server, head, CALLS);
  return ((cpuSeconds(server.pid) - before) / CALLS) * 1e6;
}

async function run(): Promise<void> {
  const candor = await startCandor();
  const sdk = await startSdk(candor);
  const v2: Server = { name: "SDK v2", ...sdk, path: "/v2" };
  const v1: Server = { name: "SDK v1", ...sdk, path: "/v1" };
  let missed = 0;
  console.log(`server CPU, µs per tools/call of search_reviews (${CALLS} calls per case, 8 connections)`);
  console.log("case                              Candor    SDK v2     times    SDK v1     times");
  for (const [title, given] of [
    ["5 reviews", { rating: 5, limit: 5 }],
    ["20 reviews", { rating: 5, limit: 20 }],
  ] as const) {
    for (const era of ["2026-07-28", "2025-06-18"] as const) {
      const session = async (server: Server) => (era === "2026-07-28" ? null : await openSession(server));
      const cost = async (server: Server) =>
        measure(server, call(server.path, given, { session: await session(server) }));
      const ours = await cost(candor);
      const theirs = await cost(v2);
      const older = era === "2026-07-28" ? Number.NaN : await cost(v1);
      if (theirs / ours < AT_LEAST) missed++;
      const cell = (value: number, digits: number) => (Number.isNaN(value) ? "–" : value.toFixed(digits)).padStart(10);
      console.log(
        `${`${title}, ${era}`.padEnd(30)}${cell(ours, 0)}${cell(theirs, 0)}${cell(theirs / ours, 1)}${cell(older, 0)}${cell(older / ours, 1)}`,
      );
    }
  }
  console.log(`at least ${AT_LEAST} times less than SDK v2: ${missed === 0 ? "yes" : "no"}`);
  process.exitCode = missed > 0 ? 1 : 0;
}

try {
  await run();
} finally {
  for (const child of spawned) child.kill();
  await Promise.all(spawned.map((child) => child.exited));
  rmSync(folder, { recursive: true, force: true });
}
