import { expect, test } from "bun:test";
import { createProblems } from "../../src/http/problems.ts";
import { type HttpOptions, startServer } from "../../src/http/server.ts";
import { createLog } from "../../src/log.ts";
import type { Route } from "../../src/model/wire/route.ts";

const LIMITS = { RATE_LIMIT_READ: null, RATE_LIMIT_MCP: null, RATE_LIMIT_MCP_ADDRESS: null, RATE_LIMIT_HUB: null };

function start({
  settings,
  ...more
}: { settings?: Partial<HttpOptions["settings"]> } & Partial<Omit<HttpOptions, "settings">>) {
  const server = startServer({
    settings: { HOST: "127.0.0.1", PORT: 0, TRUST_PROXY: 0, ...LIMITS, ...settings },
    routes: [{ path: "/thing/:id", methods: ["GET"], limit: "read", handle: () => new Response("ok") }],
    respondProblem: createProblems("http://localhost:8080"),
    log: createLog("silent"),
    now: () => 0,
    ...more,
  });
  const ask = (init: RequestInit = {}, path = "/thing/7") => fetch(`http://127.0.0.1:${server.port}${path}`, init);
  return { ask, stop: server.stop, port: server.port };
}

test("a request is observed by its route, method and status; a method we do not serve has one label for all", async () => {
  const seen: [string, string, number][] = [];
  const { ask, stop } = start({
    observe: (route, method, status, seconds) => {
      expect(seconds).toBeGreaterThanOrEqual(0);
      expect(seconds).toBeLessThan(10);
      seen.push([route, method, status]);
    },
  });
  for (const method of ["GET", "HEAD", "POST", "DELETE", "OPTIONS", "PUT", "PATCH", "PROPFIND"]) await ask({ method });
  await ask({}, "/elsewhere");
  await stop();
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

test.each([
  ["read", { RATE_LIMIT_READ: 1 }],
  ["mcp", { RATE_LIMIT_MCP_ADDRESS: 1 }],
  ["hub", { RATE_LIMIT_HUB: 1 }],
] as const)("where only the limit of %s is on, each client has its own", async (limit, limits) => {
  const routes: Route[] = [{ path: "/thing/:id", methods: ["GET"], limit, handle: () => new Response("ok") }];
  const { ask, stop } = start({ settings: { TRUST_PROXY: 1, ...limits }, routes });
  const statusFor = async (address: string) => (await ask({ headers: { "X-Forwarded-For": address } })).status;
  expect([await statusFor("192.0.2.1"), await statusFor("192.0.2.2"), await statusFor("192.0.2.1")]).toEqual([
    200, 200, 429,
  ]);
  await stop();
});

test("a response has a date, and closes its connection only while the server stops", async () => {
  const answer = Promise.withResolvers<Response>();
  const asked = Promise.withResolvers<void>();
  const late: Route = {
    path: "/late",
    methods: ["GET"],
    limit: null,
    handle: () => {
      asked.resolve();
      return answer.promise;
    },
  };
  const now: Route = { path: "/now", methods: ["GET"], limit: null, handle: () => new Response("ok") };
  const { ask, stop } = start({ routes: [late, now] });
  for (const method of ["GET", "HEAD"]) {
    const { status, headers } = await ask({ method }, "/now");
    expect([status, headers.has("date"), headers.get("connection")]).toEqual([200, true, null]);
  }
  const answered = ask({}, "/late");
  await asked.promise;
  const stopped = stop();
  answer.resolve(new Response("ok"));
  expect((await answered).headers.get("connection")).toBe("close");
  await stopped;
});

test("a port that is taken is refused, and a fault outside of every route is logged and answered 500", async () => {
  const lines: string[] = [];
  const log = createLog("error", (line) => void lines.push(line));
  const observe = () => {
    throw new Error("no room for another label");
  };
  const { ask, stop, port } = start({ log, observe });
  expect(() => start({ settings: { PORT: port } })).toThrow();
  expect((await ask()).status).toBe(500);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: "server_error", error: "Error: no room for another label" },
  ]);
  await stop();
});
