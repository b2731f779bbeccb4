/**
 * Server CPU per request, one core each, in one run: Candor, nginx with the same bytes and the same headers, and a
 * Fastify server on Node. Rate limits are off. nginx is Debian's nginx-light; without it the ratios are left out.
 *
 * The client sends its next request as soon as it has an answer. nginx is faster than the client, so it goes to sleep
 * and wakes up between requests, which costs CPU. A slower server does not sleep, but pays for waking the client. Other
 * kinds of load therefore give other ratios (all reviews in gzip: 2.1 to 2.5 at a fixed rate).
 *
 *   bun bench/documents.ts [requests per case and round, 10000]
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BUN, cpuSeconds, freePort, loadFromOtherCore, onCore, residentMegabytes, untilAnswers } from "./process.ts";

const REQUESTS = Number(process.argv[2] ?? 10_000);
const ROUNDS = 4;
/** Rounds of warm-up before a case. With fewer, the runtimes are still compiling. */
const WARM_UP = 4;
const ROOT = join(import.meta.dir, "..");
const folder = mkdtempSync(join(tmpdir(), "candor-bench-"));
chmodSync(folder, 0o755); // nginx may run as another user

type Server = { name: "Candor" | "nginx" | "Fastify"; port: number; pid: number };
const spawned: { kill(): void; exited: Promise<number> }[] = [];

function start(command: string[], env: Record<string, string> = {}) {
  const child = Bun.spawn(onCore(0, command), { env: { ...process.env, ...env }, stdout: "ignore", stderr: "inherit" });
  spawned.push(child);
  return child;
}

async function startCandor(): Promise<Server & { start_ms: number }> {
  const port = await freePort();
  const started = performance.now();
  const child = start([BUN, join(ROOT, "src/cli.ts"), "serve", "--demo"], {
    PORT: String(port),
    DATABASE_URL: `sqlite:${folder}/candor.db`,
    RATE_LIMIT_READ: "off",
    RATE_LIMIT_MCP: "off",
    RATE_LIMIT_MCP_ADDRESS: "off",
    RATE_LIMIT_HUB: "off",
    LOG_LEVEL: "warn",
  });
  await untilAnswers(`http://127.0.0.1:${port}/readyz`);
  return { name: "Candor", port, pid: child.pid, start_ms: performance.now() - started };
}

/** Headers that nginx sets itself. */
const SET_BY_NGINX = new Set(["content-type", "content-length", "content-encoding", "date", "etag", "last-modified"]);

async function startNginx(like: Headers): Promise<Server | null> {
  const nginx = Bun.which("nginx", { PATH: `${process.env.PATH}:/usr/sbin` });
  if (!nginx) return null;
  const port = await freePort();
  mkdirSync(join(folder, "nginx"), { recursive: true });
  const headers = [...like].filter(([name]) => !SET_BY_NGINX.has(name));
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; master_process off; worker_processes 1; pid ${folder}/pid; error_log stderr crit;
${process.getuid?.() === 0 ? "user root;" : ""}
events { worker_connections 256; }
http {
  access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 1000000; gzip_static on;
  open_file_cache max=100; types { application/json json; }
  client_body_temp_path ${folder}/nginx; proxy_temp_path ${folder}/nginx; fastcgi_temp_path ${folder}/nginx;
  uwsgi_temp_path ${folder}/nginx; scgi_temp_path ${folder}/nginx;
  server { listen 127.0.0.1:${port}; root ${folder}/www;
    ${headers.map(([name, value]) => `add_header ${name} '${value}';`).join(" ")} }
}`,
  );
  const child = start([nginx, "-e", "stderr", "-c", join(folder, "nginx.conf")]);
  await untilAnswers(`http://127.0.0.1:${port}/reviews.json`);
  return { name: "nginx", port, pid: child.pid };
}

async function startFastify(): Promise<Server> {
  const port = await freePort();
  const child = start(["node", join(ROOT, "bench/fastify.mjs"), String(port), `${folder}/www`]);
  await untilAnswers(`http://127.0.0.1:${port}/reviews.json`);
  return { name: "Fastify", port, pid: child.pid };
}

const FEED = "/api/feed.json";
const ALL = "/reviews.json";

type Case = {
  title: string;
  path: string;
  /** The path that nginx serves instead, if it cannot serve this one. */
  peer?: string;
  encoding?: string;
  status: 200 | 304;
  /** The bench fails above this multiple of nginx's cost. */
  most: number;
};

const CASES: Case[] = [
  { title: "newest feed, identity", path: FEED, status: 200, most: 3.0 },
  { title: "newest feed, gzip", path: FEED, encoding: "gzip", status: 200, most: 2.3 },
  { title: "all reviews, identity", path: ALL, status: 200, most: 3.0 },
  { title: "all reviews, gzip", path: ALL, encoding: "gzip", status: 200, most: 2.3 },
  { title: "all reviews, 304", path: ALL, status: 304, most: 3.0 },
  { title: "search by rating", path: "/api/reviews/search?rating=5", peer: FEED, status: 200, most: 8 },
  { title: "since, 30 days", path: "/api/reviews/since/2026-10-01", peer: FEED, status: 200, most: 6 },
];

const ask = (server: Server, path: string, encoding: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { "Accept-Encoding": encoding }, decompress: false });

async function requestHead(server: Server, { path, peer, encoding, status }: Case): Promise<string> {
  const lines = [`GET ${server.name === "nginx" ? (peer ?? path) : path} HTTP/1.1`, "Host: localhost"];
  if (encoding) lines.push(`Accept-Encoding: ${encoding}`);
  if (status === 304) lines.push(`If-None-Match: ${(await ask(server, path, "identity")).headers.get("etag")}`);
  return [...lines, "", ""].join("\r\n");
}

type Side = { server: Server; head: string };

const load = ({ server: { name, port }, head }: Side, status: number, requests: number): Promise<void> =>
  loadFromOtherCore(name, { port, head, connections: 16, requests }, status);

/** CPU microseconds per request. The servers take turns, so that other load on the machine affects all of them. */
async function measure(servers: Server[], test: Case): Promise<Map<Server["name"], number>> {
  const sides: Side[] = [];
  for (const server of servers) sides.push({ server, head: await requestHead(server, test) });
  for (const side of sides) await load(side, test.status, WARM_UP * REQUESTS);
  const used = new Map<Server["name"], number>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const side of sides) {
      const { name, pid } = side.server;
      const before = cpuSeconds(pid);
      await load(side, test.status, REQUESTS);
      used.set(name, (used.get(name) ?? 0) + ((cpuSeconds(pid) - before) / REQUESTS / ROUNDS) * 1e6);
    }
  }
  return used;
}

async function run(): Promise<void> {
  const { start_ms, ...candor } = await startCandor();
  mkdirSync(join(folder, "www/api"), { recursive: true });
  for (const path of [ALL, FEED]) {
    writeFileSync(join(folder, `www${path}`), await (await ask(candor, path, "identity")).bytes());
    writeFileSync(join(folder, `www${path}.gz`), await (await ask(candor, path, "gzip")).bytes());
  }
  const nginx = await startNginx((await ask(candor, ALL, "gzip")).headers);
  const fastify = await startFastify();
  let worse = 0;
  console.log(`server CPU, µs per request (${ROUNDS} rounds of ${REQUESTS} in turn, 16 connections)`);
  console.log("case                      Candor     nginx     times   at most   Fastify");
  for (const test of CASES) {
    const servers = [candor, ...(nginx ? [nginx] : []), ...(test.path === FEED ? [] : [fastify])]; // Fastify serves no feed
    const used = await measure(servers, test);
    const cost = (name: Server["name"]): number => used.get(name) ?? Number.NaN;
    const times = cost("Candor") / cost("nginx");
    if (times > test.most) worse++;
    const cells = [
      cost("Candor").toFixed(1),
      cost("nginx").toFixed(1),
      times.toFixed(2),
      test.most.toFixed(1),
      cost("Fastify").toFixed(1),
    ];
    console.log(test.title.padEnd(22) + cells.map((cell) => cell.replace("NaN", "–").padStart(10)).join(""));
  }
  console.log(
    `start to first answer: ${Math.round(start_ms)} ms (including the import of the demonstration); resident memory after the run: ${residentMegabytes(candor.pid).toFixed(0)} MB`,
  );
  if (!nginx) console.log("nginx is not installed (on Debian: apt-get install nginx-light), so there are no ratios");
  process.exitCode = worse > 0 ? 1 : 0;
}

try {
  await run();
} finally {
  for (const child of spawned) child.kill();
  await Promise.all(spawned.map((child) => child.exited));
  rmSync(folder, { recursive: true, force: true });
}
