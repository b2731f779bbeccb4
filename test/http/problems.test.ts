import { describe, expect, test } from "bun:test";
import { problem } from "../../src/model/wire/problem.ts";
import { reviewRow } from "../rows.ts";
import { openService, snapshotOf } from "../service.ts";

const ERASED = "2".padStart(26, "0");
const snapshot = await snapshotOf({
  rows: [reviewRow(1)],
  tombstones: [
    {
      id: ERASED,
      date: "2025-01-01",
      deleted_at: "2026-01-01T00:00:00Z",
      reason: "erased_on_request",
      changed_at: "2026-01-01T00:00:00Z",
    },
  ],
});
const { ask } = openService({ snapshot });
const refusal = async (path: string, init: RequestInit = {}) => {
  const answer = await ask(path, init);
  return { answer, body: problem.parse(await answer.json()) };
};

describe("a problem", () => {
  test("has the members of RFC 9457 as application/json, is not cached and may be read across origins", async () => {
    const { answer, body } = await refusal("/nowhere?x=1");
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(body).toEqual({
      type: "https://reviews.example/developers/errors#not_found",
      title: "Not found",
      status: 404,
      error: "not_found",
      detail: "nothing is served at this path",
      instance: "/nowhere",
    });
  });

  test("404 for a review that never was, 410 for one that was removed", async () => {
    expect((await refusal(`/api/reviews/${"9".padStart(26, "0")}`)).body).toMatchObject({
      status: 404,
      error: "not_found",
    });
    for (const id of ["short", "%00", "..", "constructor", "x".repeat(5000)]) {
      expect((await refusal(`/api/reviews/${id}`)).body).toMatchObject({ status: 404 });
    }
    expect((await refusal(`/api/reviews/${ERASED}`)).body).toMatchObject({
      status: 410,
      error: "gone",
      title: "Removed",
      detail: "this review was removed",
    });
  });

  test.each(["2026-02-30", "2026-2-1", "yesterday", "0", "2026-01-01T00:00:00Z", "%00", "x".repeat(3000)])(
    "400 with issues for the date %s",
    async (date) => {
      const { body } = await refusal(`/api/reviews/since/${date}`);
      expect(body).toMatchObject({ status: 400, error: "invalid_date" });
      expect(body.issues).toHaveLength(1);
      expect(body.issues?.[0]).toMatchObject({ path: ["date"], code: "invalid_date" });
      expect(body.issues?.[0]?.received).toBe(date.slice(0, 100));
    },
  );

  test.each(["POST", "PUT", "PATCH", "DELETE", "PROPFIND"])("405 with Allow for %s on every path", async (method) => {
    for (const path of ["/reviews.json", "/api/reviews/search", "/api/reviews/since/2026-01-01", "/healthz"]) {
      const { answer, body } = await refusal(path, { method });
      expect(answer.status).toBe(405);
      expect(answer.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
      expect(body).toMatchObject({ error: "method_not_allowed", instance: path });
    }
  });

  test.each(["GET", "POST", "PUT", "PATCH", "DELETE", "PROPFIND", "OPTIONS"])(
    "404 without Allow for %s where nothing is, whatever the body",
    async (method) => {
      for (const path of ["/nowhere", "/api", "/api/nothing/here", "/reviews.json/more"]) {
        const { answer, body } = await refusal(path, { method, headers: { "Content-Length": "9000" } });
        expect(answer.status).toBe(404);
        expect(answer.headers.get("allow")).toBeNull();
        expect(body).toMatchObject({ error: "not_found", instance: path });
      }
    },
  );

  test("a browser's preflight for an unknown path succeeds, so that the script sees the 404", async () => {
    const headers = { Origin: "https://elsewhere.example", "Access-Control-Request-Method": "GET" };
    const answer = await ask("/nowhere", { method: "OPTIONS", headers });
    expect([answer.status, answer.headers.get("allow")]).toEqual([204, null]);
    expect(answer.headers.get("access-control-allow-methods")).toBe("GET, HEAD, OPTIONS");
    const { Origin } = headers;
    expect((await ask("/nowhere", { method: "OPTIONS", headers: { Origin } })).status).toBe(404);
  });

  test("413 for a read that announces a body of more than 8 KB; a smaller one is ignored", async () => {
    const announce = (bytes: number) => ask("/reviews.json", { headers: { "Content-Length": String(bytes) } });
    expect((await announce(8193)).status).toBe(413);
    expect(await (await announce(8193)).json()).toMatchObject({
      status: 413,
      error: "content_too_large",
      detail: "a read takes no body",
    });
    expect((await announce(8192)).status).toBe(200);
  });

  test("414 for a URL over 8 KB on any path, and never below it", async () => {
    const fill = (length: number) => "a".repeat(length - "http://localhost/api/reviews/search?query=".length);
    expect((await refusal(`/api/reviews/search?query=${fill(8192)}`)).answer.status).toBe(400);
    expect((await refusal(`/api/reviews/search?query=${fill(8193)}`)).body).toMatchObject({ error: "uri_too_long" });
    const { answer, body } = await refusal(`/${"a".repeat(10_000)}`);
    expect([answer.status, body.instance]).toEqual([414, `/${"a".repeat(499)}`]);
    expect((await ask(`/reviews.json?${"a".repeat(10_000)}`, { method: "OPTIONS" })).status).toBe(414);
  });
});

describe("an error in the service", async () => {
  const fail = (handle: () => Response | Promise<Response>) =>
    openService({ snapshot, routes: [{ path: "/broken", methods: ["GET"], limit: null, handle }] });

  test.each([
    [
      "thrown",
      () => {
        throw new Error("SELECT secret FROM /etc/passwd");
      },
    ],
    ["rejected", () => Promise.reject(new Error("SELECT secret FROM /etc/passwd"))],
  ] as const)("%s is 500 with an id that is also in the log, and shows nothing of its cause", async (_, handle) => {
    const service = fail(handle);
    const answer = await service.ask("/broken");
    expect(answer.status).toBe(500);
    const text = await answer.text();
    expect(text).not.toContain("secret");
    expect(text).not.toContain(".ts");
    const body = problem.parse(JSON.parse(text));
    expect(body).toMatchObject({ error: "internal_error", title: "Internal error", instance: "/broken" });
    expect(body.id).toMatch(/^[0-9a-f-]{36}$/);
    const logged = JSON.parse(service.lines.at(-1) ?? "{}");
    expect(logged).toMatchObject({ level: "error", event: "request_failed", id: body.id, method: "GET" });
    expect(logged.error).toBe("Error: SELECT secret FROM /etc/passwd");
  });
});

describe("before the first snapshot", () => {
  const starting = openService({ snapshot: null });

  test("data is 503 with Retry-After, health is up, readiness is not", async () => {
    for (const path of ["/reviews.json", "/feed.xml", "/api/reviews/search?limit=500", "/api/reviews/x"]) {
      const answer = await starting.ask(path);
      expect(answer.status).toBe(503);
      expect(answer.headers.get("retry-after")).toBe("1");
      expect(problem.parse(await answer.json())).toMatchObject({ error: "not_ready" });
    }
    expect(await (await starting.ask("/healthz")).json()).toEqual({ status: "ok" });
    const ready = await starting.ask("/readyz");
    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual({ status: "starting" });
    starting.current.swap(snapshot);
    expect((await starting.ask("/readyz")).status).toBe(200);
    expect((await starting.ask("/reviews.json")).status).toBe(200);
  });
});

test("OPTIONS is a 204 preflight that allows what the path takes", async () => {
  const answer = await ask("/reviews.json", { method: "OPTIONS" });
  expect(answer.status).toBe(204);
  expect(await answer.text()).toBe("");
  expect(answer.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  expect(answer.headers.get("access-control-allow-methods")).toBe("GET, HEAD, OPTIONS");
  expect(answer.headers.get("access-control-allow-headers")).toContain("If-None-Match");
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
});

test("a page of another origin may read the headers it needs", async () => {
  expect((await ask("/reviews.json")).headers.get("access-control-expose-headers")).toBe(
    "ETag, Last-Modified, Link, Retry-After, RateLimit, RateLimit-Policy, Mcp-Session-Id, Candor-Sequence, Candor-History",
  );
});
