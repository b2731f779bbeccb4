/**
 * Mixed load for a fixed time, with a change every few seconds: documents, conditional requests, search, MCP in both
 * protocol versions, and a hub that delivers each change. Prints throughput, errors, p99 and memory. Fails if a response
 * has an unexpected status or is cut, or if memory at the end is over 1.1 times that of the first fifth.
 *
 *   bun bench/soak.ts [seconds, 300] [clients, 8]
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { itemAt } from "../src/model/basics/typed-array.ts";
import { openStore } from "../src/store/connection/open-store.ts";
import type { Store } from "../src/store/store.ts";
import { bumpDataset, insertRows, reviewRow } from "../test/rows.ts";
import { openAuthority } from "../test/websub/authority.ts";
import { insertSubscriptions } from "../test/websub/subscriptions.ts";
import { BUN, freePort, residentMegabytes, untilAnswers } from "./process.ts";

const SECONDS = Number(process.argv[2] ?? 300);
const CLIENTS = Number(process.argv[3] ?? 8);
const CHANGE_MS = 3000;
const SUBSCRIBERS = 20;
const ALLOWED_GROWTH = 1.1;
const CALLBACK = "soak.hub-test.org";

type Ask = { name: string; path: string; init?: RequestInit; status: number };
const MCP_HEADERS = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
const tool = { name: "search_reviews", arguments: { rating: 5, limit: 5 } };

function mcpCall(headers: Record<string, string>, params: object): RequestInit {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  return { method: "POST", headers: { ...MCP_HEADERS, ...headers }, body };
}

const STATELESS = mcpCall(
  { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": tool.name },
  {
    ...tool,
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "soak", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  },
);

async function openSession(url: string): Promise<string> {
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "soak", version: "1" } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params });
  const answer = await fetch(`${url}/mcp`, { method: "POST", headers: MCP_HEADERS, body });
  await answer.text();
  return answer.headers.get("mcp-session-id") ?? "";
}

/** The requests that the clients send in turn. */
function asks(session: string): Ask[] {
  const gzip = { headers: { "Accept-Encoding": "gzip" } };
  const form = new URLSearchParams({ "hub.mode": "subscribe", "hub.topic": "x", "hub.callback": "http://127.0.0.1/" });
  return [
    { name: "feed", path: "/api/feed.json", status: 200 },
    { name: "reviews, gzip", path: "/reviews.json", init: gzip, status: 200 },
    { name: "any version known", path: "/reviews.json", init: { headers: { "If-None-Match": "*" } }, status: 304 },
    { name: "search", path: "/api/reviews/search?query=the&min_rating=4", status: 200 },
    { name: "since", path: "/api/reviews/since/2026-01-01", status: 200 },
    { name: "MCP, stateless", path: "/mcp", init: STATELESS, status: 200 },
    {
      name: "MCP, session",
      path: "/mcp",
      init: mcpCall({ "MCP-Protocol-Version": "2025-06-18", "Mcp-Session-Id": session }, tool),
      status: 200,
    },
    { name: "hub, refused", path: "/api/websub/hub", init: { method: "POST", body: form }, status: 400 },
  ];
}

type Window = { answers: number; wrong: number; latencies_ms: number[] };
const newWindow = (): Window => ({ answers: 0, wrong: 0, latencies_ms: [] });

async function askOn(url: string, list: readonly Ask[], offset: number, window: () => Window, until: number) {
  for (let turn = offset; Date.now() < until; turn++) {
    const { path, init, status } = itemAt(list, turn % list.length);
    const started = performance.now();
    const answer = await fetch(`${url}${path}`, init ?? {}).catch(() => null);
    await answer?.arrayBuffer();
    const now = window();
    now.latencies_ms.push(performance.now() - started);
    now.answers += 1;
    if (answer?.status !== status) now.wrong += 1;
  }
}

/** Commits what an import commits: a review among the newest, so that every topic changes. */
async function change(store: Store, number: number): Promise<void> {
  await store.transaction(async (tx) => {
    await insertRows(tx, [reviewRow(number, { date: "2026-11-01" })]);
    await bumpDataset(tx);
  });
}

const folder = mkdtempSync(join(tmpdir(), "candor-soak-"));
const authority = openAuthority();
const { key, cert } = authority.issue([CALLBACK, "127.0.0.1"]);
writeFileSync(join(folder, "key.pem"), key);
writeFileSync(join(folder, "cert.pem"), cert);
const receiver = Bun.spawn(
  [BUN, join(import.meta.dir, "websub-receiver.ts"), join(folder, "key.pem"), join(folder, "cert.pem")],
  { stdout: "pipe", stderr: "inherit" },
);
const firstLine = await receiver.stdout.getReader().read();
const receiver_port = Number(new TextDecoder().decode(firstLine.value));

const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const DATABASE_URL = `sqlite:${folder}/candor.db`;
const server = Bun.spawn([BUN, join(import.meta.dir, "../src/cli.ts"), "serve", "--demo"], {
  env: {
    ...process.env,
    PORT: String(port),
    DATABASE_URL,
    NODE_EXTRA_CA_CERTS: authority.ca_path,
    WEBSUB_ALLOWED_CALLBACKS: `127.0.0.1:${receiver_port}`,
    RATE_LIMIT_READ: "off",
    RATE_LIMIT_MCP: "off",
    RATE_LIMIT_MCP_ADDRESS: "off",
    RATE_LIMIT_HUB: "off",
    LOG_LEVEL: "warn",
  },
  stdout: "ignore",
  stderr: "inherit",
});

try {
  await untilAnswers(`${url}/readyz`);
  const store = await openStore(DATABASE_URL);
  const callbacks = Array.from({ length: SUBSCRIBERS }, (_, i) => `https://127.0.0.1:${receiver_port}/soak/${i}`);
  await insertSubscriptions(store, callbacks);
  const until = Date.now() + SECONDS * 1000;
  let window = newWindow();
  const list = asks(await openSession(url));
  const clients = Array.from({ length: CLIENTS }, (_, i) => askOn(url, list, i, () => window, until));
  let number = 0;
  const changes = setInterval(() => void change(store, number++), CHANGE_MS);
  const memory: number[] = [];
  let wrong = 0;
  console.log("second  answers/s  wrong   p99 ms  memory MB");
  const step_ms = Math.max(2000, (SECONDS * 1000) / 20);
  for (let started = Date.now(); Date.now() < until; ) {
    await Bun.sleep(Math.min(step_ms, Math.max(0, until - Date.now())));
    const done = window;
    window = newWindow();
    const seconds = (Date.now() - started) / 1000;
    started = Date.now();
    wrong += done.wrong;
    memory.push(residentMegabytes(server.pid));
    const p99 = done.latencies_ms.sort((a, b) => a - b)[Math.floor(done.latencies_ms.length * 0.99)] ?? 0;
    const at = SECONDS - (until - Date.now()) / 1000;
    const cells = [at.toFixed(0), (done.answers / seconds).toFixed(0), String(done.wrong), p99.toFixed(1)];
    console.log(
      [cells[0]?.padStart(6), cells[1]?.padStart(11), cells[2]?.padStart(7), cells[3]?.padStart(9)].join("") +
        (memory.at(-1) ?? 0).toFixed(0).padStart(11),
    );
  }
  clearInterval(changes);
  await Promise.all(clients);
  const heard = await fetch(`https://127.0.0.1:${receiver_port}/`, { tls: { rejectUnauthorized: false } });
  const arrivals = (await heard.json()) as number[]; // what websub-receiver.ts returns
  await store.close();
  const first = Math.max(...memory.slice(0, Math.max(1, Math.floor(memory.length / 5))));
  const last = memory.at(-1) ?? 0;
  const grew = last / first;
  console.log(
    `deliveries ${arrivals.length}, wrong answers ${wrong}, memory ${grew.toFixed(2)} times that of the first fifth`,
  );
  process.exitCode = wrong > 0 || grew > ALLOWED_GROWTH || arrivals.length === 0 ? 1 : 0;
} finally {
  for (const child of [server, receiver]) child.kill();
  await Promise.all([server.exited, receiver.exited]);
  rmSync(folder, { recursive: true, force: true });
}
