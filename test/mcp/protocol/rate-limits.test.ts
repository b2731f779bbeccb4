import { expect, test } from "bun:test";
import { openSession, request, send, sendModern, startEndpoint, testSnapshot } from "../endpoint.ts";

const snapshot = await testSnapshot();
const ping = (url: string, headers: Record<string, string>) => send(url, request("ping"), headers);

test("each session has its own limit, although both come from one address", async () => {
  await using endpoint = open({ session_limit: 2, address_limit: 1000 });
  const [first, second] = [await openSession(endpoint.url), await openSession(endpoint.url)];
  expect([(await ping(endpoint.url, first)).status, (await ping(endpoint.url, first)).status]).toEqual([200, 200]);
  const over = await ping(endpoint.url, first);
  expect([over.status, over.headers.get("ratelimit-policy")]).toEqual([429, '"mcp";q=2;w=60']);
  expect((await ping(endpoint.url, second)).status).toBe(200);
  const notified = await send(endpoint.url, { jsonrpc: "2.0", method: "notifications/initialized" }, second);
  expect([notified.status, (await ping(endpoint.url, second)).status]).toEqual([202, 429]);
});

test("what has no session counts by address: initialize, all of 2026-07-28, and ids that are not ours", async () => {
  await using endpoint = open({ session_limit: 1000, address_limit: 4 });
  const session = await openSession(endpoint.url);
  expect((await sendModern(endpoint.url, "tools/list")).status).toBe(200);
  expect((await ping(endpoint.url, { ...session, "Mcp-Session-Id": "made-up" })).status).toBe(404);
  expect((await ping(endpoint.url, session)).status).toBe(200);
  const over = await sendModern(endpoint.url, "tools/list");
  expect([over.status, over.headers.get("ratelimit-policy")]).toEqual([429, '"mcp_address";q=4;w=60']);
  expect((await ping(endpoint.url, session)).status).toBe(429);
});

test("a batch counts its messages against the address too", async () => {
  await using endpoint = open({ address_limit: 10 });
  const session = await openSession(endpoint.url, "2025-03-26");
  const pings = (count: number) => Array.from({ length: count }, (_, id) => request("ping", undefined, id));
  expect((await send(endpoint.url, pings(6), session)).status).toBe(200);
  expect((await send(endpoint.url, pings(6), session)).status).toBe(429);
  expect((await send(endpoint.url, pings(2), session)).status).toBe(200);
});

function open(limits: { session_limit?: number; address_limit?: number }) {
  const endpoint = startEndpoint(snapshot, limits);
  return { ...endpoint, [Symbol.asyncDispose]: endpoint.stop };
}
