import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { memoryRevocations, openSession, request, send, startEndpoint, TEST_KEY, testSnapshot } from "../endpoint.ts";
import { errorFaults } from "../schema.ts";

let endpoint: ReturnType<typeof startEndpoint>;
beforeAll(async () => {
  endpoint = startEndpoint(await testSnapshot());
});
afterAll(() => endpoint.stop());

describe("a session", () => {
  test("is required: 400 without an id, 404 with an unknown one", async () => {
    const none = await send(endpoint.url, request("tools/list", undefined, 7));
    expect([none.status, none.body.error.code, none.body.id]).toEqual([400, -32600, 7]);
    const unknown = await send(endpoint.url, request("tools/list"), { "Mcp-Session-Id": "2025-06-18.abc.def.ghi" });
    expect([unknown.status, unknown.body.error.code]).toEqual([404, -32600]);
    expect(errorFaults("2025-06-18", unknown.body)).toEqual([]);
  });

  test("works without the version header, and refuses an unknown version", async () => {
    const { "Mcp-Session-Id": id = "" } = await openSession(endpoint.url);
    expect((await send(endpoint.url, request("ping"), { "Mcp-Session-Id": id })).status).toBe(200);
    for (const version of ["1999-01-01", "2024-11-05", "x"]) {
      const answer = await send(endpoint.url, request("ping"), {
        "Mcp-Session-Id": id,
        "MCP-Protocol-Version": version,
      });
      expect([answer.status, answer.body.error.code]).toEqual([400, -32600]);
    }
  });

  test("ends by DELETE, once", async () => {
    const headers = await openSession(endpoint.url);
    const end = () => fetch(endpoint.url, { method: "DELETE", headers });
    const ended = await end();
    expect([ended.status, await ended.text()]).toEqual([204, ""]);
    expect((await end()).status).toBe(404);
    expect((await send(endpoint.url, request("ping"), headers)).status).toBe(404);
    expect((await fetch(endpoint.url, { method: "DELETE" })).status).toBe(400);
  });

  test("survives a restart and works on every server that still lists its key", async () => {
    const snapshot = await testSnapshot();
    const headers = await openSession(endpoint.url);
    const statusOn = async (keys: string[]) => {
      const other = startEndpoint(snapshot, { keys });
      const answer = await send(other.url, request("ping"), headers);
      await other.stop();
      return answer.status;
    };
    expect(await statusOn([TEST_KEY])).toBe(200);
    expect(await statusOn(["n".repeat(32), TEST_KEY])).toBe(200);
    expect(await statusOn(["n".repeat(32)])).toBe(404);
  });

  test("that ends on one server ends on the others that share the set", async () => {
    const snapshot = await testSnapshot();
    const revocations = memoryRevocations();
    const [one, two] = [startEndpoint(snapshot, { revocations }), startEndpoint(snapshot, { revocations })];
    const headers = await openSession(one.url);
    await fetch(one.url, { method: "DELETE", headers });
    expect((await send(two.url, request("ping"), headers)).status).toBe(404);
    await Promise.all([one.stop(), two.stop()]);
  });

  test("expires at its maximum age", async () => {
    let now = new Date("2026-01-01T00:00:00Z");
    const timed = startEndpoint(await testSnapshot(), { max_age_seconds: 60, now: () => now });
    const headers = await openSession(timed.url);
    now = new Date("2026-01-01T00:00:59Z");
    expect((await send(timed.url, request("ping"), headers)).status).toBe(200);
    now = new Date("2026-01-01T00:01:00Z");
    expect((await send(timed.url, request("ping"), headers)).status).toBe(404);
    await timed.stop();
  });

  test("cannot be forged: any changed character is refused", async () => {
    const { "Mcp-Session-Id": id = "" } = await openSession(endpoint.url);
    expect((await send(endpoint.url, request("ping"), { "Mcp-Session-Id": id })).status).toBe(200);
    for (let at = 0; at < id.length; at += 3) {
      const changed = id.slice(0, at) + (id[at] === "A" ? "B" : "A") + id.slice(at + 1);
      expect((await send(endpoint.url, request("ping"), { "Mcp-Session-Id": changed })).status).toBe(404);
    }
  });

  test("of a version that is no longer supported is refused, even with a good signature", async () => {
    const signed = (version: string) => {
      const payload = `${version}.${Math.floor(Date.now() / 1000).toString(36)}.${"A".repeat(16)}`;
      const mac = createHmac("sha256", TEST_KEY).update(`mcp-session:${payload}`).digest().subarray(0, 16);
      return { "Mcp-Session-Id": `${payload}.${mac.toString("base64url")}` };
    };
    expect((await send(endpoint.url, request("ping"), signed("2025-06-18"))).status).toBe(200);
    expect((await send(endpoint.url, request("ping"), signed("2024-11-05"))).status).toBe(404);
  });

  test("that ends is kept in the set until it would have expired", async () => {
    const added: Date[] = [];
    const revocations = {
      has: () => false,
      add: async (_: string, expires_at: Date) => {
        added.push(expires_at);
      },
    };
    const now = () => new Date("2026-01-01T00:00:00Z");
    const timed = startEndpoint(await testSnapshot(), { max_age_seconds: 60, now, revocations });
    await fetch(timed.url, { method: "DELETE", headers: await openSession(timed.url) });
    expect(added).toEqual([new Date("2026-01-01T00:01:00Z")]);
    await timed.stop();
  });
});
