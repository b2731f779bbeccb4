import { heapStats } from "bun:jsc";
import { describe, expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { acceptedEncodings } from "../../src/http/accept-encoding.ts";
import { respondParts } from "../../src/http/respond.ts";
import { reviewRow } from "../rows.ts";
import { openService, snapshotOf } from "../service.ts";

describe("Accept-Encoding", () => {
  test.each([
    ["", ["identity"]],
    ["gzip", ["gzip", "identity"]],
    ["GZip", ["gzip", "identity"]],
    ["x-gzip", ["gzip", "identity"]],
    ["gzip, deflate, br, zstd", ["zstd", "br", "gzip", "identity"]],
    ["zstd;q=0.1, br;q=0.5, gzip;q=0.9", ["gzip", "br", "zstd", "identity"]],
    ["gzip;q=0.5,br;q=0.5", ["br", "gzip", "identity"]],
    ["gzip, br;q=1, zstd;q=1.0", ["zstd", "br", "gzip", "identity"]],
    ["gzip ; q=0.5 , br ; q=1.000", ["br", "gzip", "identity"]],
    ["*", ["zstd", "br", "gzip", "identity"]],
    ["*;q=0", ["identity"]],
    ["*;q=0.5, zstd;q=0, gzip", ["gzip", "br", "identity"]],
    ["gzip;q=0", ["identity"]],
    ["gzip;q=0.000", ["identity"]],
    ["gzip;q=0.001", ["gzip", "identity"]],
    ["identity", ["identity"]],
    ["identity, gzip;q=0.9", ["identity"]],
    ["identity;q=0.5, gzip;q=0.9", ["gzip", "identity"]],
    ["identity;q=0", ["identity"]],
    ["identity;q=0, *;q=0", ["identity"]],
    ["gzip;q=1.5", ["identity"]],
    ["gzip;q=-1", ["identity"]],
    ["gzip;q=0.1234", ["identity"]],
    ["gzip;q=nonsense", ["identity"]],
    ["deflate, compress", ["identity"]],
    [",,;q=1,", ["identity"]],
  ] as const)("%p chooses %p", (header, expected) => {
    expect(acceptedEncodings(header)).toEqual([...expected]);
  });
});

describe("prepared encodings", async () => {
  const { ask } = openService({ snapshot: await snapshotOf({ rows: [1, 2, 3, 4].map((n) => reviewRow(n)) }) });
  const identity = await (await ask("/reviews.json")).text();

  test.each([
    ["gzip", gunzipSync],
    ["br", brotliDecompressSync],
    ["zstd", zstdDecompressSync],
  ] as const)("%s gives the same bytes under an ETag of its own", async (encoding, decompress) => {
    const answer = await ask("/reviews.json", { headers: { "Accept-Encoding": encoding } });
    expect(answer.headers.get("content-encoding")).toBe(encoding);
    expect(answer.headers.get("etag")).toMatch(new RegExp(`^"[\\w-]{22}-${encoding}"$`));
    expect(answer.headers.get("vary")).toBe("Accept-Encoding");
    expect(Buffer.from(decompress(await answer.bytes())).toString("utf8")).toBe(identity);
  });

  test("ever new values are answered, and only the first few are remembered", async () => {
    const padding = "x".repeat(8000);
    const askMany = async (from: number, to: number) => {
      for (let i = from; i < to; i += 1) {
        const answer = await ask("/reviews.json", { headers: { "Accept-Encoding": `${padding}-${i}, br` } });
        expect(answer.headers.get("content-encoding")).toBe("br");
      }
      Bun.gc(true);
      return heapStats().heapSize + heapStats().extraMemorySize;
    };
    const before = await askMany(0, 500);
    const after = await askMany(500, 4500);
    expect(after - before).toBeLessThan(10e6); // 32 MB if all of them were remembered
  });

  test("each encoding's ETag matches whatever encoding is asked for", async () => {
    const gzip = (await ask("/reviews.json", { headers: { "Accept-Encoding": "gzip" } })).headers.get("etag") ?? "";
    const headers = { "Accept-Encoding": "br", "If-None-Match": gzip };
    const answer = await ask("/reviews.json", { headers });
    expect(answer.status).toBe(304);
    expect(answer.headers.get("etag")).toBe(gzip.replace("-gzip", "-br"));
  });

  test("answers made per request are compressed from 1 KB on, with zstd or gzip", async () => {
    const all = "/api/reviews/since/2020-01-01";
    const plain = await ask(all);
    expect(plain.headers.get("content-encoding")).toBeNull();
    for (const [asked, used] of [
      ["gzip", "gzip"],
      ["gzip, zstd", "zstd"],
      ["br", null],
    ] as const) {
      const answer = await ask(all, { headers: { "Accept-Encoding": asked } });
      expect([asked, answer.headers.get("content-encoding")]).toEqual([asked, used]);
      const [own, bare] = [answer.headers.get("etag"), plain.headers.get("etag") ?? ""];
      expect(own).toBe(used === null ? bare : bare.replace(/"$/, `-${used}"`));
    }
    const small = await ask("/api/reviews/search?query=nowhere-to-be-found", {
      headers: { "Accept-Encoding": "gzip" },
    });
    expect(small.headers.get("content-encoding")).toBeNull();
  });
});

test("an answer made per request is compressed from 1,024 bytes to 1 MB", async () => {
  const encodingOf = (length: number) =>
    respondParts(new Request("http://localhost/", { headers: { "Accept-Encoding": "gzip" } }), {
      content_type: "text/plain",
      hash: `of ${length}`,
      changed_ms: 0,
      parts: [new Uint8Array(1000), new Uint8Array(length - 1000)],
    }).headers.get("content-encoding");
  expect([1023, 1024, 1 << 20, (1 << 20) + 1].map(encodingOf)).toEqual([null, "gzip", "gzip", null]);
});
