import { describe, expect, test } from "bun:test";
import { reviewRow } from "../rows.ts";
import { openService, snapshotOf } from "../service.ts";

const snapshot = await snapshotOf({
  rows: [reviewRow(1, { changed_at: "2026-03-01T10:00:00.750Z" }), reviewRow(2)],
});
const { ask } = openService({ snapshot });

const PATHS = [
  "/reviews.json",
  "/reviews.csv",
  "/api/feed.json",
  "/feed.xml",
  "/api/reviews/search?rating=5",
  "/api/reviews/since/2024-01-01",
  `/api/reviews/${"1".padStart(26, "0")}`,
];
const LAST_MODIFIED = "Sun, 01 Mar 2026 10:00:00 GMT";
const CACHE_CONTROL = "max-age=60, stale-while-revalidate=600, stale-if-error=86400";

describe.each(PATHS)("a conditional GET of %s", async (path) => {
  const plain = await ask(path);
  const etag = plain.headers.get("etag") ?? "";
  const status = async (headers: Record<string, string>) => (await ask(path, { headers })).status;

  test("carries a strong ETag, Last-Modified in whole seconds, Cache-Control and Vary", () => {
    expect(plain.status).toBe(200);
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    expect(plain.headers.get("last-modified")).toBe(LAST_MODIFIED);
    expect(plain.headers.get("cache-control")).toBe(CACHE_CONTROL);
    // The search is also served as CSV.
    expect(plain.headers.get("vary")).toBe(path.includes("/search") ? "Accept, Accept-Encoding" : "Accept-Encoding");
  });

  test("a 304 is empty, has every validator and no Content-Type", async () => {
    const answer = await ask(path, { headers: { "If-None-Match": etag } });
    expect(answer.status).toBe(304);
    expect(await answer.text()).toBe("");
    expect(answer.headers.get("content-type")).toBeNull();
    expect(answer.headers.get("content-encoding")).toBeNull();
    for (const name of ["etag", "last-modified", "cache-control", "vary", "link", "access-control-allow-origin"]) {
      expect(answer.headers.get(name)).toBe(plain.headers.get(name));
    }
  });

  test("If-None-Match takes lists, weak tags and the star", async () => {
    for (const value of [
      "*",
      " * ",
      `W/${etag}`,
      `"other", ${etag}`,
      `"a, b",W/"c" , ${etag}`,
      `${etag.slice(0, -1)}-gzip"`,
      `${etag.slice(0, -1)}-br"`,
      `W/${etag.slice(0, -1)}-zstd"`,
    ]) {
      expect({ value, status: await status({ "If-None-Match": value }) }).toEqual({ value, status: 304 });
    }
    for (const value of ['"other"', 'W/"other"', "", '""', `${etag.slice(0, -1)}-lzma"`, etag.slice(1, -1), '"*"']) {
      expect({ value, status: await status({ "If-None-Match": value }) }).toEqual({ value, status: 200 });
    }
  });

  test("If-Modified-Since counts to the second, in each of the three formats of HTTP", async () => {
    for (const [value, expected] of [
      [LAST_MODIFIED, 304],
      ["Sun, 01 Mar 2026 10:00:01 GMT", 304],
      ["Sunday, 01-Mar-26 10:00:00 GMT", 304],
      ["Sun Mar  1 10:00:00 2026", 304],
      ["Sun, 01 Mar 2026 09:59:59 GMT", 200],
      ["Sunday, 01-Mar-26 09:59:59 GMT", 200],
      ["Sun Mar  1 09:59:59 2026", 200],
      ["Sunday, 01-Mar-99 10:00:00 GMT", 200],
    ] as const) {
      expect({ value, status: await status({ "If-Modified-Since": value }) }).toEqual({ value, status: expected });
    }
  });

  test("a date in any other format, or none, is ignored", async () => {
    for (const value of [
      "2030-01-01T00:00:00Z",
      "2030-01-01",
      "Tue, 01 Jan 2030 00:00:00 +0000",
      "Tue, 01 Jan 2030 00:00:00",
      "01 Jan 2030 00:00:00 GMT",
      "Tue, 99 Jan 2030 00:00:00 GMT",
      "Tue, 01 Jan 2030 25:00:00 GMT",
      "Mon, 31 Feb 2028 00:00:00 GMT",
      "Tue, 01 Jan 2030 24:00:00 GMT",
      "Mon, 01 Jan 2030 00:00:00 GMT",
      "1893456000",
      "tomorrow",
      "",
    ]) {
      expect({ value, status: await status({ "If-Modified-Since": value }) }).toEqual({ value, status: 200 });
    }
  });

  test("If-None-Match wins over If-Modified-Since, whichever way", async () => {
    const early = "Sat, 01 Jan 2000 00:00:00 GMT";
    const late = "Tue, 01 Jan 2030 00:00:00 GMT";
    expect(await status({ "If-None-Match": '"other"', "If-Modified-Since": late })).toBe(200);
    expect(await status({ "If-None-Match": etag, "If-Modified-Since": early })).toBe(304);
  });

  test("Authorization and Accept change nothing", async () => {
    const answer = await ask(path, { headers: { Authorization: "Bearer x", Accept: "text/html" } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("etag")).toBe(etag);
  });
});

test("topics name themselves and their hub in one Link header, and other answers carry none", async () => {
  const link = async (path: string) => (await ask(path)).headers.get("link");
  const hub = '<https://reviews.example/api/websub/hub>; rel="hub"';
  expect(await link("/reviews.json")).toBe(`<https://reviews.example/reviews.json>; rel="self", ${hub}`);
  expect(await link("/api/feed.json")).toBe(`<https://reviews.example/api/feed.json>; rel="self", ${hub}`);
  expect(await link("/feed.xml")).toBe(`<https://reviews.example/feed.xml>; rel="self", ${hub}`);
  expect(await link("/api/reviews/search")).toBeNull();
});

test("JSON and Atom have their exact types, without parameters", async () => {
  const type = async (path: string) => (await ask(path)).headers.get("content-type");
  expect(await type("/reviews.json")).toBe("application/json");
  expect(await type("/api/feed.json")).toBe("application/json");
  expect(await type("/api/reviews/search")).toBe("application/json");
  expect(await type("/api/reviews/since/2026-01-01")).toBe("application/json");
  expect(await type("/nowhere")).toBe("application/json");
  expect(await type("/feed.xml")).toBe("application/atom+xml");
});

test("a stored time to come is never sent as later than now, on documents, reviews and searches", async () => {
  const row = reviewRow(1, { changed_at: "2090-01-01T00:00:00Z" });
  const { ask } = openService({ snapshot: await snapshotOf({ rows: [row] }) });
  for (const path of [
    "/reviews.json",
    "/feed.xml",
    `/api/reviews/${row.id}`,
    "/api/reviews/search",
    "/api/reviews/since/2000-01-01",
  ]) {
    const answer = await ask(path);
    expect(answer.status).toBe(200);
    expect(Date.parse(answer.headers.get("last-modified") ?? "")).toBeLessThanOrEqual(Date.now());
    const again = await ask(path, { headers: { "If-None-Match": answer.headers.get("etag") ?? "" } });
    expect(again.status).toBe(304);
    expect(Date.parse(again.headers.get("last-modified") ?? "")).toBeLessThanOrEqual(Date.now());
  }
});
