import { expect, test } from "bun:test";
import { openProblems } from "../../src/http/problems.ts";
import { startServer } from "../../src/http/server.ts";
import { openLog } from "../../src/log.ts";

test("a request is observed by its route, method and status; a method we do not serve has one label for all", async () => {
  const seen: [string, string, number][] = [];
  const server = startServer({
    settings: {
      HOST: "127.0.0.1",
      PORT: 0,
      TRUST_PROXY: 0,
      RATE_LIMIT_READ: null,
      RATE_LIMIT_MCP: null,
      RATE_LIMIT_MCP_ADDRESS: null,
      RATE_LIMIT_HUB: null,
    },
    routes: [{ path: "/thing/:id", methods: ["GET"], limit: "read", handle: () => new Response("ok") }],
    respondProblem: openProblems("http://localhost:8080"),
    log: openLog("silent"),
    now: () => 0,
    observe: (route, method, status, seconds) => {
      expect(seconds).toBeGreaterThanOrEqual(0);
      expect(seconds).toBeLessThan(10);
      seen.push([route, method, status]);
    },
  });
  for (const method of ["GET", "HEAD", "POST", "DELETE", "OPTIONS", "PUT", "PATCH", "PROPFIND"]) {
    await fetch(`http://127.0.0.1:${server.port}/thing/7`, { method });
  }
  await fetch(`http://127.0.0.1:${server.port}/elsewhere`);
  await server.stop();
  expect(seen).toEqual([
    ["/thing/:id", "GET", 200],
    ["/thing/:id", "HEAD", 200],
    ["/thing/:id", "POST", 405],
    ["/thing/:id", "DELETE", 405],
    ["/thing/:id", "OPTIONS", 204],
    ["/thing/:id", "other", 405],
    ["/thing/:id", "other", 405],
    ["/thing/:id", "other", 405],
    ["/*", "GET", 404],
  ]);
});
