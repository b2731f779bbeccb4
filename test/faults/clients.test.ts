import { afterAll, beforeAll, expect, test } from "bun:test";
import { residentMegabytes } from "../../bench/process.ts";
import { openStore } from "../../src/store/connection/open-store.ts";
import { newSqliteDatabase } from "../databases.ts";
import { repeats } from "../length.ts";
import { STALL_MS } from "../machine.ts";
import { bumpDataset, insertRows, reviewRow } from "../rows.ts";
import { type ServerProcess, startCandor } from "../server-process.ts";

const REVIEWS = 20_000;
const IDLE = repeats(1000, 5000);

let server: ServerProcess;
/** The slowest answer while nobody else is connected: what this machine can do at the moment. */
let calm_ms: number;
beforeAll(async () => {
  const DATABASE_URL = newSqliteDatabase();
  const store = await openStore(DATABASE_URL);
  const text = "Die Übungen wurden erklärt, bis ich sie alleine konnte. ".repeat(8); // not analyzed, for speed
  await insertRows(
    store,
    Array.from({ length: REVIEWS }, (_, number) => reviewRow(number, { date: "2026-01-01", text })),
  );
  await bumpDataset(store);
  await store.close();
  server = await startCandor({ DATABASE_URL });
  // The memory of the build is released within seconds; growth after that is caused by the clients.
  for (let before = Infinity; ; await Bun.sleep(500)) {
    const now = residentMegabytes(server.pid);
    if (before - now < 5) break;
    before = now;
  }
  calm_ms = await slowestAnswer();
});
afterAll(() => server[Symbol.asyncDispose]());

type Client = { received: number; write(text: string): void; close(): void };

/** `reads: false`: the client never reads its response, so the server's buffers fill. */
async function connect(hello: string, reads = true): Promise<Client> {
  const client = { received: 0 };
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port: Number(new URL(server.url).port),
    socket: {
      open(opened) {
        if (!reads) opened.pause();
        if (hello !== "") opened.write(hello);
      },
      data(_, chunk) {
        client.received += chunk.length;
      },
    },
  });
  return Object.assign(client, { write: (text: string) => void socket.write(text), close: () => socket.terminate() });
}

const connectMany = (count: number, hello: string, reads = true): Promise<Client[]> =>
  Promise.all(Array.from({ length: count }, () => connect(hello, reads)));

/** The time of the slowest of a few requests from another client. */
async function slowestAnswer(): Promise<number> {
  let slowest = 0;
  for (let i = 0; i < 20; i++) {
    const started = performance.now();
    const response = await fetch(`${server.url}/api/feed.json`);
    expect(response.status).toBe(200);
    await response.arrayBuffer();
    slowest = Math.max(slowest, performance.now() - started);
  }
  return slowest;
}

test(`${IDLE} idle connections need little memory and block nobody`, async () => {
  const before = residentMegabytes(server.pid);
  const idle = await connectMany(IDLE, "");
  expect(await slowestAnswer()).toBeLessThan(calm_ms * 20 + STALL_MS);
  expect(residentMegabytes(server.pid) - before).toBeLessThan(20 + IDLE / 50);
  for (const client of idle) client.close();
});

test("headers that arrive byte by byte block nobody and do not accumulate", async () => {
  const before = residentMegabytes(server.pid);
  const slow = await connectMany(300, "GET /reviews.json HTTP/1.1\r\nHost: localhost\r\n");
  for (let round = 0; round < 10; round++) {
    for (const client of slow) client.write(`X-Drip-${round}: ${"a".repeat(round)}\r\n`);
    await Bun.sleep(50);
  }
  expect(await slowestAnswer()).toBeLessThan(calm_ms * 20 + STALL_MS);
  expect(residentMegabytes(server.pid) - before).toBeLessThan(40);
  expect(slow.every(({ received }) => received === 0)).toBe(true);
  for (const client of slow) client.close();
});

for (const path of ["/reviews.json", "/api/reviews/since/2000-01-01"]) {
  test(`40 readers that never read their 19 MB of ${path} hold no copies of it`, async () => {
    const whole = await (await fetch(`${server.url}${path}`, { headers: { "Accept-Encoding": "identity" } })).bytes();
    expect(whole.length).toBeGreaterThan(15e6);
    const before = residentMegabytes(server.pid);
    const slow = await connectMany(40, `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`, false);
    await Bun.sleep(1000);
    expect(await slowestAnswer()).toBeLessThan(calm_ms * 20 + STALL_MS);
    // 40 copies would be 760 MB.
    expect(residentMegabytes(server.pid) - before).toBeLessThan(120);
    for (const client of slow) client.close();
  });
}
