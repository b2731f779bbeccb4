import { describe, expect, test } from "bun:test";
import { connect } from "node:net";
import { openStore } from "../../src/store/connection/open-store.ts";
import { startClinic } from "../clinic-store.ts";
import { newSqliteDatabase } from "../databases.ts";
import { bumpDataset, insertRows, reviewRow } from "../rows.ts";
import { startCandor } from "../server-process.ts";

const closed = (socket: ReturnType<typeof connect>) =>
  new Promise<void>((resolve) => socket.once("close", () => resolve()));

describe("SIGTERM", () => {
  test("ends an idle server at once, connections that are kept alive or not", async () => {
    const server = await startCandor({ DATABASE_URL: newSqliteDatabase() });
    const kept = connect(server.port, "127.0.0.1");
    kept.on("error", () => {});
    const ended = closed(kept);
    kept.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    await new Promise((resolve) => kept.once("data", resolve));
    const started = performance.now();
    expect(await server.stop()).toBe(0);
    expect(performance.now() - started).toBeLessThan(server.scaled(10_000));
    await ended;
    expect(server.events().map(({ event }) => event)).toContain("stopping");
  });

  test("lets an answer under way come whole, takes no new request, and cuts a reader that stopped reading", async () => {
    const url = newSqliteDatabase();
    const store = await openStore(url);
    await insertRows(
      store,
      Array.from({ length: 8000 }, (_, n) => reviewRow(n, { text: "膝 ".repeat(500), language: "zh" })), // not analyzed
    );
    await bumpDataset(store);
    await store.close();
    const server = await startCandor({ DATABASE_URL: url });
    const open = () => {
      const socket = connect(server.port, "127.0.0.1");
      socket.on("error", () => {});
      socket.write("GET /api/reviews/since/2000-01-01 HTTP/1.1\r\nHost: x\r\n\r\n");
      return socket;
    };
    const stuck = open();
    stuck.once("data", () => stuck.pause());
    const slow = open();
    const ended = closed(slow);
    const chunks: Buffer[] = [];
    slow.on("data", (chunk) => chunks.push(Buffer.from(chunk)));
    await new Promise((resolve) => slow.once("data", resolve));
    slow.pause();
    const started = performance.now();
    server.signal("SIGTERM");
    const answers = () =>
      server.get("/healthz").then(
        () => true,
        () => false,
      );
    while (await answers()) await Bun.sleep(20);
    slow.resume();
    expect(await server.exited).toBe(0);
    expect(performance.now() - started).toBeLessThan(server.scaled(10_000));
    await ended;
    stuck.destroy();
    const text = Buffer.concat(chunks).toString("latin1");
    expect(text.length).toBeGreaterThan(16_000_000);
    expect(text).toEndWith("\r\n0\r\n\r\n");
    expect(text.slice(-80).replace(/\r\n[0-9a-f]+\r\n/g, "")).toEndWith('"moved":[]}\r\n');
  });

  test("does not wait for a snapshot that is being built", async () => {
    const url = newSqliteDatabase();
    const server = await startCandor({ DATABASE_URL: url });
    const store = await openStore(url);
    await insertRows(
      store,
      Array.from({ length: 6000 }, (_, n) => reviewRow(n, { text: `${n} ${"knee ".repeat(100)}` })),
    );
    await bumpDataset(store);
    await store.close();
    await Bun.sleep(1000);
    const started = performance.now();
    expect(await server.stop()).toBe(0);
    expect(performance.now() - started).toBeLessThan(server.scaled(1500));
    expect(server.events().filter(({ event }) => event === "snapshot")).toHaveLength(1);
  });

  test("twice ends it at once", async () => {
    const server = await startCandor({ DATABASE_URL: newSqliteDatabase() });
    const socket = connect(server.port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write("GET /healthz HTTP/1.1\r\nHost:");
    await Bun.sleep(100);
    server.signal("SIGTERM");
    while (!server.events().some(({ event }) => event === "stopping")) await Bun.sleep(10);
    await Bun.sleep(600); // sooner, two signals are one
    server.signal("SIGTERM");
    // It would wait for the request, and then end with 0.
    expect(await server.exited).toBe(1);
  });
});

test("SIGKILL leaves a file that the next server opens", async () => {
  const url = newSqliteDatabase();
  const server = await startClinic({ DATABASE_URL: url });
  const before = await (await server.get("/reviews.json")).text();
  server.signal("SIGKILL");
  await server.exited;
  const next = await startCandor({ DATABASE_URL: url });
  expect(await (await next.get("/reviews.json")).text()).toBe(before);
  await next.stop();
});
