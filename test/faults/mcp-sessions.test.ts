import { expect, test } from "bun:test";
import { newSqliteDatabase } from "../databases.ts";
import { openSession, request, send } from "../mcp/endpoint.ts";
import { openPostgresDatabase } from "../postgres.ts";
import { startCandor } from "../server-process.ts";
import { until } from "./serving.ts";

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
});

test("a session of one server works on another, and ends there within seconds", async () => {
  const env = {
    DATABASE_URL: await openPostgresDatabase(),
    SECRET_KEY: "0123456789abcdef0123456789abcdef",
    ROLE: "web",
  };
  await using one = await startCandor(env);
  await using two = await startCandor(env);
  const session = await openSession(`${one.url}/mcp`);
  expect(await statusOf(two.url, session)).toBe(200);
  await fetch(`${one.url}/mcp`, { method: "DELETE", headers: session });
  expect(await statusOf(one.url, session)).toBe(404);
  await until(async () => (await statusOf(two.url, session)) === 404);
});
