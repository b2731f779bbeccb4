import { describe, expect, test } from "bun:test";
import { respondDocument } from "../../src/http/respond.ts";
import type { Document } from "../../src/snapshot/snapshot.ts";
import { reviewRow } from "../rows.ts";
import { openService, snapshotOf } from "../service.ts";

const rows = Array.from({ length: 1000 }, (_, n) => reviewRow(n, { text: `${n} ${"knee ".repeat(60)}` }));
const { ask } = openService({ snapshot: await snapshotOf({ rows }) });
const PATH = "/api/reviews/since/2020-01-01";

test("a large answer made of slices is whole, and says its length before it begins", async () => {
  const answer = await ask(PATH);
  const bytes = await answer.bytes();
  expect(bytes.length).toBeGreaterThan(600_000);
  expect(answer.headers.get("content-length")).toBe(String(bytes.length));
  expect(JSON.parse(new TextDecoder().decode(bytes)).returned).toBe(1000);
});

test("HEAD of it says the same and carries nothing", async () => {
  const get = await ask(PATH);
  const head = await ask(PATH, { method: "HEAD" });
  expect([...head.headers].sort()).toEqual([...get.headers].sort());
  expect(head.body).toBeNull();
});

test("a thousand readers of the whole history who stop reading hold no copies of it", async () => {
  Bun.gc(true);
  const before = process.memoryUsage().rss;
  const held = [];
  for (let i = 0; i < 1000; i += 1) {
    const reader = (await ask(PATH)).body?.getReader();
    await reader?.read();
    held.push(reader);
  }
  // 1,000 copies of these 640 KB would be 640 MB.
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  expect(held).toHaveLength(1000);
});

describe("a large document", () => {
  const body = new Uint8Array(64 << 20);
  for (let at = 0; at < body.length; at += 4096) body[at] = at / 4096;
  const documentOf = (identity: Uint8Array<ArrayBuffer>): Document => ({
    content_type: "application/json",
    hash: "hash",
    changed_at: "2026-01-01T00:00:00Z",
    link: null,
    bodies: { identity, gzip: new Uint8Array(1000) },
  });
  const large = documentOf(body);
  const get = (document: Document, headers: Record<string, string> = {}, method = "GET") =>
    respondDocument(new Request("http://localhost/reviews.json", { method, headers }), document);

  test("is sent whole, with its validators", async () => {
    const answer = get(large);
    expect(answer.headers.get("etag")).toBe('"hash"');
    expect(Buffer.compare(await answer.bytes(), body)).toBe(0);
    expect(get(large, { "If-None-Match": '"hash"' }).status).toBe(304);
  });

  test("says its length on HEAD, over the wire, too", async () => {
    await using server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: (request) => respondDocument(request, large),
    });
    const head = await fetch(server.url, { method: "HEAD", headers: { "Accept-Encoding": "identity" } });
    expect(head.headers.get("content-length")).toBe(String(64 << 20));
    const answer = await fetch(server.url, { headers: { "Accept-Encoding": "identity" } });
    expect((await answer.bytes()).length).toBe(64 << 20);
  });

  test("keeps a small encoding in one piece, with its length", async () => {
    await using server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: (request) => respondDocument(request, large),
    });
    const answer = await fetch(server.url, { headers: { "Accept-Encoding": "gzip" }, decompress: false });
    expect(answer.headers.get("content-length")).toBe("1000");
  });

  test("is not copied by its first response", async () => {
    const cost = (work: () => unknown): number => {
      const before = process.cpuUsage();
      work();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    const copy_ms = cost(() => new Blob([body]));
    const response_ms = cost(() => get(documentOf(body)));
    expect(response_ms).toBeLessThan(1 + copy_ms / 4);
  });

  test("lets other work run between its pieces", async () => {
    let turns = 0;
    let done = false;
    const turn = () => {
      turns += 1;
      if (!done) setImmediate(turn);
    };
    turn();
    let pieces = 0;
    for await (const piece of get(large).body ?? []) pieces += piece.length > 0 ? 1 : 0;
    done = true;
    expect(pieces).toBe(256);
    expect(turns).toBeGreaterThan(200);
  });

  test("is not copied for readers that stop reading", async () => {
    await using server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: (request) => respondDocument(request, large),
    });
    Bun.gc(true);
    const before = process.memoryUsage().rss;
    const slow = await Promise.all(
      Array.from({ length: 20 }, () =>
        Bun.connect({
          hostname: "127.0.0.1",
          port: Number(server.url.port),
          socket: {
            open(socket) {
              socket.pause();
              socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
            },
            data() {},
          },
        }),
      ),
    );
    await Bun.sleep(500);
    // 20 copies would be 1,340 MB.
    expect(process.memoryUsage().rss - before).toBeLessThan(100e6);
    for (const socket of slow) socket.terminate();
    await server.stop(true);
  });
});
