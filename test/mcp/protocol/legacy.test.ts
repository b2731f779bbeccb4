import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openSession, request, send, startEndpoint, testSnapshot } from "../endpoint.ts";
import { errorFaults, type Revision, replyFaults } from "../schema.ts";

let endpoint: ReturnType<typeof startEndpoint>;
beforeAll(async () => {
  endpoint = startEndpoint(await testSnapshot());
});
afterAll(() => endpoint.stop());

const initialize = (protocolVersion: unknown, id: unknown = 1) =>
  request("initialize", { protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "1" } }, id);
const call = async (method: string, params?: object, version = "2025-06-18") =>
  send(endpoint.url, request(method, params), await openSession(endpoint.url, version));

const LEGACY = ["2025-03-26", "2025-06-18", "2025-11-25"] as const;

describe("initialize", () => {
  test.each(LEGACY)("echoes %s and issues a session id", async (version) => {
    const answer = await send(endpoint.url, initialize(version, "init"));
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.headers.get("mcp-session-id")).toMatch(/^[\x21-\x7e]{40,100}$/);
    expect(answer.body.id).toBe("init");
    expect(answer.body.result.protocolVersion).toBe(version);
    expect(answer.body.result.capabilities).toEqual({ tools: {}, resources: {}, prompts: {}, completions: {} });
    expect(answer.body.result.serverInfo.name).toBe("localhost/reviews");
    expect(replyFaults(version, answer.body, "InitializeResult")).toEqual([]);
  });

  test.each(["2024-11-05", "2099-01-01", "latest", ""])("answers 2025-11-25 to version %p", async (version) => {
    const answer = await send(endpoint.url, initialize(version));
    expect(answer.body.result.protocolVersion).toBe("2025-11-25");
  });

  test("ignores a session id and a version header sent with it", async () => {
    const answer = await send(endpoint.url, initialize("2025-06-18"), {
      "Mcp-Session-Id": "nonsense",
      "MCP-Protocol-Version": "2026-07-28",
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("mcp-session-id")).not.toBe("nonsense");
  });

  test("without a version is an error and issues no session id", async () => {
    const answer = await send(endpoint.url, initialize(undefined));
    expect(answer.body.error.code).toBe(-32602);
    expect(answer.headers.get("mcp-session-id")).toBeNull();
  });
});

describe("messages", () => {
  test("notifications and posted responses get 202 and no body", async () => {
    const headers = await openSession(endpoint.url);
    for (const message of [
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 5 } },
      { jsonrpc: "2.0", id: 3, result: {} },
      { jsonrpc: "2.0", id: 3, error: { code: 1, message: "x" } },
    ]) {
      const answer = await send(endpoint.url, message, headers);
      expect([answer.status, answer.text]).toEqual([202, ""]);
    }
  });

  test("ping works, and an unknown method is a 200 with -32601", async () => {
    expect((await call("ping")).body.result).toEqual({});
    const unknown = await call("server/discover");
    expect([unknown.status, unknown.body.error.code]).toEqual([200, -32601]);
    expect(errorFaults("2025-06-18", unknown.body)).toEqual([]);
  });

  test.each(["constructor", "__proto__", "toString", "hasOwnProperty", ""])(
    "%p is an unknown method, tool and prompt",
    async (name) => {
      expect((await call(name)).body.error.code).toBe(-32601);
      expect((await call("tools/call", { name, arguments: {} })).body.error.code).toBe(-32602);
      expect((await call("prompts/get", { name })).body.error.code).toBe(-32602);
    },
  );

  test("an unknown tool is -32602, an unknown resource -32002 with its uri", async () => {
    expect((await call("tools/call", { name: "drop_table" })).body.error.code).toBe(-32602);
    expect((await call("tools/call", {})).body.error.code).toBe(-32602);
    const missing = await call("resources/read", { uri: "reviews://nowhere" });
    expect(missing.body.error).toEqual({
      code: -32002,
      message: "Resource not found: reviews://nowhere",
      data: { uri: "reviews://nowhere" },
    });
  });

  test.each([
    ["string", '"a\\u0000é"'],
    ["zero", "0"],
    ["negative", "-7"],
    ["big", "12345678901234567890"],
    ["empty", '""'],
  ])("the answer repeats an id (%s) exactly", async (_, id) => {
    const headers = await openSession(endpoint.url);
    const answer = await send(endpoint.url, `{"jsonrpc":"2.0","params":{"id":9},"id":${id},"method":"ping"}`, headers);
    const text = id === '"a\\u0000é"' ? '"a\\u0000é"' : id;
    expect(answer.text).toBe(`{"jsonrpc":"2.0","id":${text},"result":{}}`);
  });

  test.each(["null", "1.5", "true", "[]", "{}"])("the id %s is refused", async (id) => {
    const headers = await openSession(endpoint.url);
    const answer = await send(endpoint.url, `{"jsonrpc":"2.0","id":${id},"method":"ping"}`, headers);
    expect([answer.status, answer.body.error.code, "id" in answer.body]).toEqual([400, -32600, false]);
    expect(errorFaults("2025-11-25", answer.body)).toEqual([]);
  });

  test.each(['{"jsonrpc":"2.0","id":1', "", "nonsense", "\u0000"])("%p is a 400 with -32700", async (body) => {
    const answer = await send(endpoint.url, body, await openSession(endpoint.url));
    expect([answer.status, answer.body.error.code]).toEqual([400, -32700]);
  });

  test.each([
    "5",
    '"x"',
    "null",
    "{}",
    '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":1}',
    '{"jsonrpc":"2.0","id":1,"method":5}',
    '{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}',
  ])("%p is not a request: 400 with -32600", async (body) => {
    const answer = await send(endpoint.url, body, await openSession(endpoint.url));
    expect([answer.status, answer.body.error.code]).toEqual([400, -32600]);
  });
});

describe("results", () => {
  const RESULTS: [string, object | undefined, string][] = [
    ["ping", undefined, "EmptyResult"],
    ["tools/list", undefined, "ListToolsResult"],
    ["prompts/list", {}, "ListPromptsResult"],
    ["resources/list", {}, "ListResourcesResult"],
    ["resources/templates/list", {}, "ListResourceTemplatesResult"],
    ["resources/read", { uri: "reviews://business" }, "ReadResourceResult"],
    ["prompts/get", { name: "summarize_reviews" }, "GetPromptResult"],
    ["tools/call", { name: "search_reviews", arguments: {} }, "CallToolResult"],
    ["tools/call", { name: "search_reviews", arguments: { rating: 9 } }, "CallToolResult"],
    [
      "completion/complete",
      { ref: { type: "ref/resource", uri: "reviews://review/{id}" }, argument: { name: "id", value: "" } },
      "CompleteResult",
    ],
  ];
  const cases = LEGACY.flatMap((version) => RESULTS.map((result) => [version, ...result] as const));
  test.each(cases)("%s %s %j matches its schema", async (version: Revision, method, params, result) => {
    const answer = await call(method, params, version);
    expect(answer.body.error).toBeUndefined();
    expect(replyFaults(version, answer.body, result)).toEqual([]);
  });

  test.each(["tools/list", "prompts/list", "resources/list", "resources/templates/list"])(
    "%s is the same bytes from call to call, and a bad cursor is -32602",
    async (method) => {
      const [first, second] = [await call(method), await call(method)];
      expect(first.text).toBe(second.text);
      expect((await call(method, { cursor: "bad" })).body.error.code).toBe(-32602);
      expect((await call(method, { cursor: 5 })).body.error.code).toBe(-32602);
    },
  );

  test("members of later revisions are left out", async () => {
    const { result } = (await call("tools/list")).body;
    expect(Object.keys(result)).toEqual(["tools"]);
  });
});
