import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { startDemo } from "../clinic-store.ts";
import { newSqliteDatabase } from "../databases.ts";
import { BASE_URL, type ServerProcess, startCandor } from "../server-process.ts";

let server: ServerProcess;
beforeAll(async () => {
  server = await startDemo();
});
afterAll(() => server.stop());

const DATA = [
  "/reviews.json",
  "/api/feed.json",
  "/insights.json",
  "/feed.xml",
  "/.well-known/openapi.json",
  "/api/reviews/search?min_rating=2&query=knee",
  "/api/reviews/since/2020-01-01",
  "/api/reviews/since/2026-06-01",
];
const ALL = [...DATA, "/healthz", "/readyz", "/nowhere", "/api/reviews/search?limit=0", "/api/reviews/unknown"];

describe.each(ALL)("%s", (path) => {
  test("HEAD answers what GET answers, without the body", async () => {
    for (const headers of [{}, { "Accept-Encoding": "gzip" }, { "If-None-Match": "*" }]) {
      const get = await server.get(path, { headers });
      const head = await server.get(path, { method: "HEAD", headers });
      const body = await get.bytes();
      expect(head.status).toBe(get.status);
      expect((await head.bytes()).length).toBe(0);
      const compared = (answer: Response) =>
        Object.fromEntries([...answer.headers].filter(([name]) => name !== "date" && name !== "connection"));
      expect(compared(head)).toEqual(compared(get));
      expect(head.headers.get("date")).not.toBeNull();
      if (get.status !== 304) expect(get.headers.get("content-length")).toBe(String(body.length));
    }
  });

  test("OPTIONS is a preflight of 204, and every other method 405 with Allow, or 404 where nothing is", async () => {
    const preflight = await server.get(path, {
      method: "OPTIONS",
      headers: { Origin: "https://elsewhere.example", "Access-Control-Request-Method": "GET" },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"]) {
      const answer = await server.get(path, { method, ...(method === "TRACE" ? {} : { body: "{}" }) });
      const refusal = [answer.status, answer.headers.get("allow")];
      expect(refusal).toEqual(path === "/nowhere" ? [404, null] : [405, "GET, HEAD, OPTIONS"]);
      expect(answer.headers.get("content-type")).toBe("application/json");
    }
  });

  test("may be read by every origin, and offers no credentials", async () => {
    const answer = await server.get(path, { headers: { Origin: "https://elsewhere.example", Cookie: "a=b" } });
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    expect(answer.headers.get("access-control-expose-headers")).toContain("ETag");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(answer.headers.get("server")).toBeNull();
    await answer.bytes();
  });
});

describe.each(DATA)("%s over the wire", (path) => {
  test("answers 304 to its own ETag and date, in each encoding", async () => {
    for (const encoding of ["identity", "gzip", "br", "zstd"]) {
      const headers = { "Accept-Encoding": encoding };
      const first = await server.get(path, { headers });
      const bytes = await first.bytes();
      expect(bytes.length).toBeGreaterThan(100);
      const etag = first.headers.get("etag") ?? "";
      const modified = first.headers.get("last-modified") ?? "";
      for (const condition of [{ "If-None-Match": etag }, { "If-Modified-Since": modified }]) {
        const again = await server.get(path, { headers: { ...headers, ...condition } });
        expect(again.status).toBe(304);
        expect((await again.bytes()).length).toBe(0);
        expect(again.headers.get("etag")).toBe(etag);
        expect(again.headers.get("last-modified")).toBe(modified);
        expect(again.headers.get("content-type")).toBeNull();
        expect(again.headers.get("link")).toBe(first.headers.get("link"));
      }
    }
  });

  test("prints its own origin alone, whatever the Host header says", async () => {
    const text = await (
      await server.get(path, { headers: { Host: "evil.example", "X-Forwarded-Host": "evil.example" } })
    ).text();
    expect(text).not.toContain("evil.example");
    expect(text).toContain(BASE_URL);
  });
});

test("everything says that it is a demonstration", async () => {
  const reviews = await (await server.get("/reviews.json")).text();
  expect(reviews).toContain('"demonstration":true');
  expect(await (await server.get("/api/feed.json")).text()).toContain('"demonstration":true');
  expect(await (await server.get("/feed.xml")).text()).toContain(
    "This is a demonstration: the business and all its reviews are made up.",
  );
});

test("a second server on the same file is refused with a clear line, and the first goes on", async () => {
  const database_url = newSqliteDatabase();
  const first = await startCandor({ DATABASE_URL: database_url });
  const second = await startCandor({ DATABASE_URL: database_url }).catch((error: Error) => error.message);
  expect(second).toContain("another server already serves");
  expect((await first.get("/readyz")).status).toBe(200);
  expect(await first.stop()).toBe(0);
});

test("an empty store serves empty documents", async () => {
  const empty = await startCandor({ DATABASE_URL: newSqliteDatabase() });
  expect(await (await empty.get("/reviews.json")).json()).toMatchObject({ business: null, total: 0, reviews: [] });
  expect(await (await empty.get("/api/feed.json")).json()).toMatchObject({ items: [] });
  expect((await empty.get("/feed.xml")).status).toBe(200);
  expect(await (await empty.get("/api/reviews/search")).json()).toMatchObject({ total: 0, matched: 0, reviews: [] });
  expect(await (await empty.get("/api/reviews/since/2020-01-01")).json()).toMatchObject({ returned: 0, deleted: [] });
  await empty.stop();
});
