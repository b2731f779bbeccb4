/**
 * Server CPU per request, one core each, in one run: Candor, nginx serving the same bytes, and a Fastify server on Node.
 * Rate limits are off. nginx is Debian's nginx-light; without it the ratios are left out.
 *
 *   bun bench/documents.ts [requests a case and round, 10000]
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Load } from "./load.ts";
import { BUN, cpuSeconds, freePort, onCore, residentMegabytes, untilAnswers } from "./process.ts";

const REQUESTS = Number(process.argv[2] ?? 10_000);
const ROUNDS = 4;
const ROOT = join(import.meta.dir, "..");
const folder = mkdtempSync(join(tmpdir(), "candor-bench-"));
chmodSync(folder, 0o755); // nginx's worker may run as another user

type Server = { name: string; port: number; pid: number; stop(): void };
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
    RATE_LIMIT_HUB: "off",
    LOG_LEVEL: "warn",
  });
  await untilAnswers(`http://127.0.0.1:${port}/readyz`);
  return { name: "Candor", port, pid: child.pid, stop: () => child.kill(), start_ms: performance.now() - started };
}

async function startNginx(): Promise<Server | null> {
  const nginx = Bun.which("nginx", { PATH: `${process.env.PATH}:/usr/sbin` });
  if (!nginx) return null;
  const port = await freePort();
  mkdirSync(join(folder, "nginx"), { recursive: true });
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
    add_header Cache-Control "max-age=60, stale-while-revalidate=600, stale-if-error=86400";
    add_header Access-Control-Allow-Origin "*"; add_header Vary Accept-Encoding; }
}`,
  );
  const child = start([nginx, "-e", "stderr", "-c", join(folder, "nginx.conf")]);
  await untilAnswers(`http://127.0.0.1:${port}/reviews.json`);
  return { name: "nginx", port, pid: child.pid, stop: () => child.kill() };
}

async function startFastify(): Promise<Server> {
  const port = await freePort();
  const child = start(["node", join(ROOT, "bench/fastify.mjs"), String(port), `${folder}/www`]);
  await untilAnswers(`http://127.0.0.1:${port}/reviews.json`);
  return { name: "Fastify", port, pid: child.pid, stop: () => child.kill() };
}

async function load(server: Server, head: string, requests: number): Promise<Record<string, number>> {
  const work: Load = { port: server.port, head, connections: 16, requests };
  const child = Bun.spawn(onCore(1, [BUN, join(import.meta.dir, "load.ts"), JSON.stringify(work)]), { stdout: "pipe" });
  const report: { statuses: Record<string, number> } = JSON.parse(await new Response(child.stdout).text());
  return report.statuses;
}

type Side = { server: Server; head: string };

/**
 * CPU microseconds a request for each server, after a warm-up long enough for the runtimes to compile. The servers take
 * turns, so that what else the machine does meets all of them. Fails where an answer had another status than expected.
 */
async function measure(sides: Side[], status: number): Promise<number[]> {
  const used = sides.map(() => 0);
  for (const { server, head } of sides) await load(server, head, REQUESTS);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, { server, head }] of sides.entries()) {
      const before = cpuSeconds(server.pid);
      const statuses = await load(server, head, REQUESTS);
      used[i] = (used[i] ?? 0) + cpuSeconds(server.pid) - before;
      if (statuses[status] !== REQUESTS) {
        throw new Error(`${server.name}: ${JSON.stringify(statuses)}, not all ${status}`);
      }
    }
  }
  return used.map((seconds) => (seconds / REQUESTS / ROUNDS) * 1e6);
}

const request = (path: string, headers: Record<string, string> = {}) =>
  [`GET ${path} HTTP/1.1`, "Host: localhost", ...Object.entries(headers).map(([k, v]) => `${k}: ${v}`), "", ""].join(
    "\r\n",
  );

async function run(): Promise<void> {
  const candor = await startCandor();
  const get = (path: string, headers = {}) => fetch(`http://127.0.0.1:${candor.port}${path}`, { headers });
  mkdirSync(join(folder, "www/api"), { recursive: true });
  for (const path of ["reviews.json", "api/feed.json"]) {
    const body = Buffer.from(await (await get(`/${path}`)).arrayBuffer());
    writeFileSync(join(folder, "www", path), body);
    writeFileSync(join(folder, "www", `${path}.gz`), gzipSync(body, { level: 9 }));
  }
  const nginx = await startNginx();
  const fastify = await startFastify();
  const etags = new Map<Server, string>();
  for (const server of [candor, nginx, fastify]) {
    if (!server) continue;
    const answer = await fetch(`http://127.0.0.1:${server.port}/reviews.json`, {
      headers: { "Accept-Encoding": "identity" },
    });
    etags.set(server, answer.headers.get("etag") ?? "");
  }
  const none = (server: Server) => ({ "If-None-Match": etags.get(server) ?? "" });
  const feed = "/api/feed.json";
  const cases: {
    title: string;
    path: string;
    headers(server: Server): Record<string, string>;
    status: number;
    peer: string;
    most: number;
  }[] = [
    { title: "newest feed, identity", path: feed, headers: () => ({}), status: 200, peer: feed, most: 3.0 },
    {
      title: "newest feed, gzip",
      path: feed,
      headers: () => ({ "Accept-Encoding": "gzip" }),
      status: 200,
      peer: feed,
      most: 2.3,
    },
    {
      title: "all reviews, identity",
      path: "/reviews.json",
      headers: () => ({}),
      status: 200,
      peer: "/reviews.json",
      most: 3.0,
    },
    {
      title: "all reviews, gzip",
      path: "/reviews.json",
      headers: () => ({ "Accept-Encoding": "gzip" }),
      status: 200,
      peer: "/reviews.json",
      most: 2.3,
    },
    { title: "all reviews, 304", path: "/reviews.json", headers: none, status: 304, peer: "/reviews.json", most: 3.0 },
    {
      title: "search by rating",
      path: "/api/reviews/search?rating=5",
      headers: () => ({}),
      status: 200,
      peer: feed,
      most: 8,
    },
    {
      title: "since, 30 days",
      path: "/api/reviews/since/2026-10-01",
      headers: () => ({}),
      status: 200,
      peer: feed,
      most: 6,
    },
  ];
  let worse = 0;
  console.log(`server CPU, µs a request (${REQUESTS} requests a case, ${ROUNDS} rounds in turn, 16 connections)`);
  console.log("case                      Candor     nginx     times   at most   Fastify");
  for (const { title, path, headers, status, peer, most } of cases) {
    const sides: Side[] = [{ server: candor, head: request(path, headers(candor)) }];
    if (nginx) sides.push({ server: nginx, head: request(peer, headers(nginx)) });
    if (path !== feed) sides.push({ server: fastify, head: request(path, headers(fastify)) });
    const used = await measure(sides, status);
    const usedBy = (server: Server | null) => used[sides.findIndex((side) => side.server === server)] ?? Number.NaN;
    const [ours, theirs, other] = [usedBy(candor), usedBy(nginx), usedBy(fastify)];
    const times = ours / theirs;
    if (times > most) worse++;
    const cell = (value: number, digits: number, width: number) =>
      (Number.isNaN(value) ? "–" : value.toFixed(digits)).padStart(width);
    console.log(
      `${title.padEnd(22)}${cell(ours, 1, 10)}${cell(theirs, 1, 10)}${cell(times, 2, 10)}${cell(most, 1, 10)}${cell(other, 1, 10)}`,
    );
  }
  console.log(
    `start to first answer: ${Math.round(candor.start_ms)} ms (with the import of the demonstration); resident memory after the run: ${residentMegabytes(candor.pid).toFixed(0)} MB`,
  );
  if (!nginx) console.log("nginx is not installed here (Debian: nginx-light): the ratios are left out");
  process.exitCode = worse > 0 ? 1 : 0;
}

try {
  await run();
} finally {
  for (const child of spawned) child.kill();
  await Promise.all(spawned.map((child) => child.exited));
  rmSync(folder, { recursive: true, force: true });
}
