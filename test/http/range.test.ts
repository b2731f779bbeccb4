import { describe, expect, test } from "bun:test";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { parseRange } from "../../src/http/range.ts";
import { reviewRow } from "../rows.ts";
import { openService, snapshotOf } from "../service.ts";

const rows = Array.from({ length: 120 }, (_, i) => reviewRow(i, { text: `Review ${i}: ${"word ".repeat(20)}` }));
const service = openService({ snapshot: await snapshotOf({ rows }) });
const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  service.ask(path, { headers, method });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe("a range", () => {
  test.each([
    ["bytes=0-9", { from: 0, to: 10 }],
    ["bytes=9-9", { from: 9, to: 10 }],
    ["Bytes= 5-", { from: 5, to: 100 }],
    ["bytes=-7", { from: 93, to: 100 }],
    ["bytes=-700", { from: 0, to: 100 }],
    ["bytes=99-5000", { from: 99, to: 100 }],
    ["bytes=100-", "unsatisfiable"],
    ["bytes=-0", "unsatisfiable"],
    ["bytes=9-3", "ignored"],
    ["bytes=0-1,4-5", "ignored"],
    ["items=0-1", "ignored"],
    ["bytes=-", "ignored"],
    ["bytes=a-b", "ignored"],
    ["bytes 0-1", "ignored"],
  ] as const)("%s of 100 bytes", (header, expected) => {
    expect(parseRange(header, 100)).toEqual(expected);
  });

  test.each(["identity", "gzip", "zstd", "br"])("is one of the representation chosen: %s", async (encoding) => {
    const whole = await get("/reviews.json", { "Accept-Encoding": encoding });
    const all = await bytesOf(whole);
    const part = await get("/reviews.json", { "Accept-Encoding": encoding, Range: "bytes=10-29" });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe(`bytes 10-29/${all.length}`);
    expect(await bytesOf(part)).toEqual(all.subarray(10, 30));
    for (const name of ["etag", "last-modified", "content-encoding", "content-type", "vary", "cache-control", "link"]) {
      expect([name, part.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
    }
    expect(whole.headers.get("accept-ranges")).toBe("bytes");
  });

  test("that begins after the end is 416 with the length, and a HEAD or another path takes none", async () => {
    const { length } = await bytesOf(await get("/api/feed.json"));
    const refused = await get("/api/feed.json", { Range: `bytes=${length}-` });
    expect([refused.status, refused.headers.get("content-range")]).toEqual([416, `bytes */${length}`]);
    expect(JSON.parse(await refused.text()).error).toBe("range_not_satisfiable");
    expect((await get("/api/feed.json", { Range: "bytes=0-1" }, "HEAD")).status).toBe(200);
    expect((await get("/api/reviews/search", { Range: "bytes=0-1" })).status).toBe(200);
  });

  test("depends on If-Range, by strong ETag, and a condition comes first", async () => {
    const etag = (await get("/feed.xml")).headers.get("etag") ?? "";
    const status = async (headers: Record<string, string>) =>
      (await get("/feed.xml", { Range: "bytes=0-1", ...headers })).status;
    expect(await status({ "If-Range": etag })).toBe(206);
    expect(await status({ "If-Range": `W/${etag}` })).toBe(200);
    expect(await status({ "If-Range": '"other"' })).toBe(200);
    expect(await status({ "If-Range": "Thu, 01 Jan 2026 00:00:00 GMT" })).toBe(200);
    expect(await status({ "If-None-Match": etag })).toBe(304);
    expect(await status({ "If-Match": '"other"' })).toBe(412);
    expect(await status({ "If-Match": '"other"', Range: "bytes=99999999-" })).toBe(412);
    expect(await status({ "If-Unmodified-Since": "Wed, 31 Dec 2025 23:59:59 GMT", Range: "bytes=99999999-" })).toBe(
      412,
    );
    expect(await status({ "If-Match": etag, Range: "bytes=99999999-" })).toBe(416);
    expect(await status({ "If-Range": '"other"', Range: "bytes=99999999-" })).toBe(200);
  });
});

describe("If-Match", () => {
  test.each(["/reviews.json", "/api/reviews/search?limit=1", "/api/reviews/stats", "/api/reviews/since/2024-02-01"])(
    "on %s is 412 unless it names the current ETag",
    async (path) => {
      const etag = (await get(path)).headers.get("etag") ?? "";
      const status = async (match: string) => (await get(path, { "If-Match": match })).status;
      expect(await status(etag)).toBe(200);
      expect(await status(`"x", ${etag}`)).toBe(200);
      expect(await status("*")).toBe(200);
      expect(await status(`"${etag.slice(1, -1)}-gzip"`)).toBe(200);
      expect(await status(`W/${etag}`)).toBe(412);
      expect(await status('"other"')).toBe(412);
      expect((await get(path, { "If-Match": '"other"', "If-None-Match": etag })).status).toBe(412);
    },
  );

  test("does not hide a 404, and If-Unmodified-Since is 412 after a change", async () => {
    expect((await get("/api/reviews/00000000000000000000000999", { "If-Match": '"x"' })).status).toBe(404);
    const since = (time: string) => get("/api/reviews/stats", { "If-Unmodified-Since": time });
    expect((await since("Thu, 01 Jan 2026 00:00:00 GMT")).status).toBe(200);
    expect((await since("Wed, 31 Dec 2025 23:59:59 GMT")).status).toBe(412);
    expect((await since("nonsense")).status).toBe(200);
  });
});

describe("an answer made per request", () => {
  const paths = ["/api/reviews/search?limit=50", "/api/reviews/since/2024-03-01", "/api/reviews/stats?group_by=month"];

  test.each(paths)("%s is compressed as the client prefers, the same bytes each time", async (path) => {
    const plain = await get(path);
    const text = await plain.text();
    for (const [accept, encoding] of [
      ["gzip, deflate, br, zstd", "zstd"],
      ["gzip, br", "gzip"],
      ["gzip;q=1, zstd;q=0.5", "gzip"],
    ] as const) {
      for (let twice = 0; twice < 2; twice++) {
        const response = await get(path, { "Accept-Encoding": accept });
        expect(response.headers.get("content-encoding")).toBe(encoding);
        expect(response.headers.get("etag")).toBe(plain.headers.get("etag")?.replace(/"$/, `-${encoding}"`) ?? "");
        expect(response.headers.get("vary")).toEndWith("Accept-Encoding");
        const bytes = await bytesOf(response);
        expect(bytes.length).toBeLessThan(text.length / 2);
        const decoded = encoding === "gzip" ? gunzipSync(bytes) : zstdDecompressSync(bytes);
        expect(decoded.toString("utf8")).toBe(text);
      }
      const not_modified = await get(path, {
        "Accept-Encoding": accept,
        "If-None-Match": plain.headers.get("etag") ?? "",
      });
      expect(not_modified.status).toBe(304);
    }
    expect((await get(path, { "Accept-Encoding": "br" })).headers.get("content-encoding")).toBeNull();
    expect(
      (await get(path, { "Accept-Encoding": "identity;q=1, gzip;q=0.5" })).headers.get("content-encoding"),
    ).toBeNull();
  });

  test("under 1 KB it is not compressed", async () => {
    const response = await get("/api/reviews/stats", { "Accept-Encoding": "gzip" });
    expect(response.headers.get("content-encoding")).toBeNull();
    expect((await response.text()).length).toBeLessThan(1024);
  });
});
