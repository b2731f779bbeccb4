import { afterAll, beforeAll, expect, test } from "bun:test";
import { newSqliteDatabase } from "../databases.ts";
import { openSession, request, send } from "../mcp/endpoint.ts";
import { type Cluster, startCluster } from "../postgres.ts";
import { startCandor } from "../server-process.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
}, 60_000);
afterAll(() => cluster.stop());

const statusOf = async (url: string, session: Record<string, string>) =>
  (await send(`${url}/mcp`, request("tools/call", { name: "get_business" }), session)).status;

test("a session survives a restart, and an ended session stays ended", async () => {
  const env = { DATABASE_URL: newSqliteDatabase() };
  const before = await startCandor(env);
  const [kept, ended] = [await openSession(`${before.url}/mcp`), await openSession(`${before.url}/mcp`)];
  expect((await fetch(`${before.url}/mcp`, { method: "DELETE", headers: ended })).status).toBe(204);
  await before.stop();
  await using after = await startCandor(env);
  expect([await statusOf(after.url, kept), await statusOf(after.url, ended)]).toEqual([200, 404]);
}, 60_000);

test("a session of one server works on another, and ends there within seconds", async () => {
  await cluster.create("mcp_sessions");
  const env = {
    DATABASE_URL: cluster.url("mcp_sessions"),
    SECRET_KEY: "0123456789abcdef0123456789abcdef",
    ROLE: "web",
  };
  await using one = await startCandor(env);
  await using two = await startCandor(env);
  const session = await openSession(`${one.url}/mcp`);
  expect(await statusOf(two.url, session)).toBe(200);
  await fetch(`${one.url}/mcp`, { method: "DELETE", headers: session });
  expect(await statusOf(one.url, session)).toBe(404);
  const deadline = Date.now() + 15_000;
  while ((await statusOf(two.url, session)) !== 404) {
    if (Date.now() > deadline) throw new Error("the other server still knows the session");
    await Bun.sleep(100);
  }
}, 60_000);
