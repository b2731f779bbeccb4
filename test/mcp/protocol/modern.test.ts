import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { MODERN_META, request, send, sendModern, startEndpoint, testSnapshot, type Wire } from "../endpoint.ts";
import { errorFaults, replyFaults } from "../schema.ts";

let endpoint: ReturnType<typeof startEndpoint>;
beforeAll(async () => {
  endpoint = startEndpoint(await testSnapshot());
});
afterAll(() => endpoint.stop());

const modern = (method: string, params?: Wire, changes?: Record<string, string>) =>
  sendModern(endpoint.url, method, params, changes);

const expectError = (answer: { status: number; body: Wire }, status: number, code: number) => {
  expect([answer.status, answer.body.error?.code, answer.body.id]).toEqual([status, code, 1]);
  expect(errorFaults("2026-07-28", answer.body)).toEqual([]);
};

describe("a 2026-07-28 request", () => {
  const RESULTS: [string, object, string, number | null][] = [
    ["server/discover", {}, "DiscoverResult", 60_000],
    ["tools/list", {}, "ListToolsResult", 3_600_000],
    ["prompts/list", {}, "ListPromptsResult", 3_600_000],
    ["resources/list", {}, "ListResourcesResult", 3_600_000],
    ["resources/templates/list", {}, "ListResourceTemplatesResult", 3_600_000],
    ["resources/read", { uri: "reviews://business" }, "ReadResourceResult", 60_000],
    [
      "prompts/get",
      { name: "compare_aspects", arguments: { first: "care", second: "billing" } },
      "GetPromptResult",
      null,
    ],
    ["tools/call", { name: "get_business", arguments: {} }, "CallToolResult", null],
    ["tools/call", { name: "get_business", arguments: { x: 1 } }, "CallToolResult", null],
    [
      "completion/complete",
      { ref: { type: "ref/resource", uri: "reviews://review/{id}" }, argument: { name: "id", value: "0" } },
      "CompleteResult",
      null,
    ],
  ];
  test.each(RESULTS)(
    "%s %j is complete, names the server and matches its schema",
    async (method, params, result, ttl) => {
      const answer = await modern(method, params);
      expect(answer.status).toBe(200);
      expect(replyFaults("2026-07-28", answer.body, result)).toEqual([]);
      expect(answer.body.result.resultType).toBe("complete");
      expect(answer.body.result._meta["io.modelcontextprotocol/serverInfo"].version).toBe("1.0.0");
      expect([answer.body.result.ttlMs ?? null, answer.body.result.cacheScope ?? null]).toEqual([ttl, ttl && "public"]);
    },
  );

  test("needs no session, gets none, and may carry any session id", async () => {
    for (const headers of [{}, { "Mcp-Session-Id": "anything" }]) {
      const answer = await modern("tools/list", {}, headers);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("mcp-session-id")).toBeNull();
    }
  });

  test("discovers the one stateless revision, and a refusal lists the same", async () => {
    const { result } = (await modern("server/discover")).body;
    expect(result.supportedVersions).toEqual(["2026-07-28"]);
    expect(result.capabilities).toEqual({ tools: {}, resources: {}, prompts: {}, completions: {} });
    expect(result.instructions.length).toBeLessThan(2048);
    const meta = { ...MODERN_META, "io.modelcontextprotocol/protocolVersion": "2027-01-01" };
    const refused = await modern("tools/list", { _meta: meta }, { "MCP-Protocol-Version": "2027-01-01" });
    expectError(refused, 400, -32022);
    expect(refused.body.error.data).toEqual({ supported: ["2026-07-28"], requested: "2027-01-01" });
  });

  test.each([
    ["without its version header", { "MCP-Protocol-Version": "" }],
    ["with another version header", { "MCP-Protocol-Version": "2025-11-25" }],
    ["without Mcp-Method", { "Mcp-Method": "" }],
    ["with another Mcp-Method", { "Mcp-Method": "tools/list" }],
    ["with Mcp-Method in other letters", { "Mcp-Method": "Tools/Call" }],
    ["without Mcp-Name", { "Mcp-Name": "" }],
    ["with another Mcp-Name", { "Mcp-Name": "get_summary" }],
    ["with a broken Mcp-Name", { "Mcp-Name": "=?base64?***?=" }],
  ])("%s is 400 with -32020", async (_, changes) => {
    expectError(await modern("tools/call", { name: "get_business", arguments: {} }, changes), 400, -32020);
  });

  test("may have a base64 Mcp-Name", async () => {
    const name = `=?base64?${Buffer.from("get_business").toString("base64")}?=`;
    expect((await modern("tools/call", { name: "get_business" }, { "Mcp-Name": name })).status).toBe(200);
    const uri = "reviews://review/é";
    const encoded = `=?base64?${Buffer.from(uri).toString("base64")}?=`;
    const missing = await modern("resources/read", { uri }, { "Mcp-Name": encoded });
    expectError(missing, 200, -32602);
    expect(missing.body.error.data).toEqual({ uri });
  });

  test("without _meta, its version or the client's capabilities is 400 with -32602", async () => {
    const { "io.modelcontextprotocol/clientCapabilities": _, ...no_capabilities } = MODERN_META;
    const { "io.modelcontextprotocol/protocolVersion": __, ...no_version } = MODERN_META;
    for (const meta of [undefined, no_capabilities, no_version, "x"]) {
      expectError(await modern("tools/list", { _meta: meta }), 400, -32602);
    }
  });

  test("needs no clientInfo", async () => {
    const { "io.modelcontextprotocol/clientInfo": _, ...anonymous } = MODERN_META;
    expect((await modern("tools/list", { _meta: anonymous })).status).toBe(200);
  });

  test.each([
    "ping",
    "initialize",
    "logging/setLevel",
    "resources/subscribe",
    "resources/unsubscribe",
    "subscriptions/listen",
    "constructor",
    "nope",
  ])("for %s is 404 with -32601", async (method) => expectError(await modern(method), 404, -32601));

  test("for an unknown tool, prompt or cursor is -32602", async () => {
    expectError(await modern("tools/call", { name: "nope" }), 200, -32602);
    expectError(await modern("prompts/get", { name: "nope" }), 200, -32602);
    expectError(await modern("tools/list", { cursor: "nope" }), 200, -32602);
  });

  test("is the only message in its body, and responses are refused", async () => {
    const headers = { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/list" };
    expect((await send(endpoint.url, [request("tools/list", { _meta: MODERN_META })], headers)).status).toBe(400);
    const response = await send(endpoint.url, { jsonrpc: "2.0", id: 1, result: {} }, headers);
    expect([response.status, response.body.error.message]).toEqual([
      400,
      "2026-07-28 has no requests to clients, so clients must not send responses",
    ]);
    const notification = { jsonrpc: "2.0", method: "notifications/cancelled", params: { _meta: MODERN_META } };
    const answer = await send(endpoint.url, notification, headers);
    expect([answer.status, answer.text]).toEqual([202, ""]);
  });
});

describe("the era", () => {
  test("is modern if the header says 2026-07-28 or later, so a request without _meta fails", async () => {
    for (const version of ["2026-07-28", "2031-01-01"]) {
      const answer = await send(endpoint.url, request("tools/list"), { "MCP-Protocol-Version": version });
      expectError(answer, 400, -32602);
    }
  });
});
