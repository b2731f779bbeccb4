import { describe, expect, test } from "bun:test";
import { respondDocument, respondRanges } from "../../src/http/respond.ts";
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

const sharedBytes = (length: number): Uint8Array => new Uint8Array(new SharedArrayBuffer(length));

const documentOf = (identity: Uint8Array[], gzip: Uint8Array = new Uint8Array(1000), zstd = gzip): Document => ({
  content_type: "application/json",
  hash: "hash",
  changed_at: "2026-01-01T00:00:00Z",
  link: null,
  bodies: { identity, gzip: [gzip], zstd: [zstd] },
});

const get = async (document: Document, headers: Record<string, string> = {}, method = "GET") =>
  respondDocument(new Request("http://localhost/reviews.json", { method, headers }), document);

const cpuMs = (work: () => unknown): number => {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
};

describe("a large document", () => {
  const body = sharedBytes(64 << 20);
  for (let at = 0; at < body.length; at += 4096) body[at] = at / 4096;
  const pieces = [body.subarray(0, 1_000_000), body.subarray(1_000_000)];
  const large = documentOf(pieces);
  const serve = (document: Document) =>
    Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: (request) => respondRanges(request, document, () => new Response(null, { status: 416 })),
    });

  test("is sent whole, with its validators", async () => {
    const answer = await get(large);
    expect(answer.headers.get("etag")).toBe('"hash"');
    expect(Buffer.compare(await answer.bytes(), body)).toBe(0);
    expect((await get(large, { "If-None-Match": '"hash"' })).status).toBe(304);
    expect(answer.headers.get("accept-ranges")).toBeNull();
  });

  test("says its length over the wire, in each encoding, on GET, HEAD and for a range", async () => {
    const document = documentOf(pieces, body.subarray(0, 5_000_000), body.subarray(0, 6_000_000));
    await using server = serve(document);
    for (const [encoding, bytes] of [
      ["identity", 67_108_864],
      ["gzip", 5_000_000],
      ["zstd", 6_000_000],
    ] as const) {
      for (const [method, range, status, length] of [
        ["HEAD", {}, 200, bytes],
        ["GET", {}, 200, bytes],
        ["HEAD", {}, 200, bytes],
        ["GET", { Range: "bytes=999990-4999999" }, 206, 4_000_010],
        ["GET", { Range: "bytes=4999999-" }, 206, bytes - 4_999_999],
      ] as const) {
        const headers = { "Accept-Encoding": encoding, ...range };
        const answer = await fetch(server.url, { method, headers, decompress: false });
        const got = await answer.bytes();
        const said = [answer.status, answer.headers.get("content-length"), answer.headers.get("transfer-encoding")];
        expect([encoding, method, ...said]).toEqual([encoding, method, status, String(length), null]);
        expect(answer.headers.get("content-type")).toBe("application/json");
        const from = answer.status === 206 ? Number(/\d+/.exec(answer.headers.get("content-range") ?? "")) : 0;
        if (method === "GET") expect(Buffer.compare(got, body.subarray(from, from + length))).toBe(0);
      }
    }
  });

  test("is joined once for all who ask at the same time, and for all who come later", async () => {
    const document = documentOf(pieces);
    const before = process.memoryUsage().rss;
    const answers = await Promise.all(Array.from({ length: 10 }, () => get(document)));
    answers.push(await get(document, { Range: "bytes=5-" }));
    expect(process.memoryUsage().rss - before).toBeLessThan(200e6); // 11 copies would be 738 MB
    expect(answers.map(({ status }) => status)).toEqual(Array(11).fill(200));
    expect(respondDocument(new Request("http://localhost/reviews.json"), document)).toBeInstanceOf(Response);
  });

  test("keeps a small encoding in one piece, with its length", async () => {
    await using server = serve(large);
    const answer = await fetch(server.url, { headers: { "Accept-Encoding": "gzip" }, decompress: false });
    expect(answer.headers.get("content-length")).toBe("1000");
  });

  test("is not copied in this thread by its first response", async () => {
    const copy_ms = cpuMs(() => new Blob([body]));
    let answer: Response | Promise<Response> | undefined;
    const response_ms = cpuMs(() => {
      answer = respondDocument(new Request("http://localhost/reviews.json"), documentOf([body]));
    });
    expect(response_ms).toBeLessThan(2 + copy_ms / 4);
    expect((await (await answer)?.bytes())?.length).toBe(67_108_864);
  });

  test("is not copied for readers that stop reading", async () => {
    await using server = serve(large);
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

describe("a document that is too large to be copied", () => {
  // One piece again and again: what counts is the length.
  const piece = sharedBytes(1 << 20);
  const giant = documentOf(Array.from({ length: 257 }, () => piece));

  test("is streamed, and other work runs between its pieces", async () => {
    let turns = 0;
    let done = false;
    const turn = () => {
      turns += 1;
      if (!done) setImmediate(turn);
    };
    turn();
    let pieces = 0;
    for await (const part of (await get(giant)).body ?? []) pieces += part.length > 0 ? 1 : 0;
    done = true;
    expect(pieces).toBe(1028);
    expect(turns).toBeGreaterThan(800);
  });

  test("says its length on HEAD, and not on GET", async () => {
    await using server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: (request) => respondDocument(request, giant),
    });
    const headers = { "Accept-Encoding": "identity" };
    const head = await fetch(server.url, { method: "HEAD", headers });
    expect(head.headers.get("content-length")).toBe("269484032");
    const answer = await fetch(server.url, { headers });
    expect(answer.headers.get("content-length")).toBeNull();
    await answer.body?.cancel();
  });
});
