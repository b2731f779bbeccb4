import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  memoryRevocations,
  openSession,
  request,
  send,
  startEndpoint,
  TEST_KEY,
  testSnapshot,
  type Wire,
} from "../endpoint.ts";
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
  test.each(LEGACY)("echoes %s and gives a session id", async (version) => {
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

  test("ignores a session id and a version header that come with it", async () => {
    const answer = await send(endpoint.url, initialize("2025-06-18"), {
      "Mcp-Session-Id": "nonsense",
      "MCP-Protocol-Version": "2026-07-28",
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("mcp-session-id")).not.toBe("nonsense");
  });

  test("without a version is an error and makes no session", async () => {
    const answer = await send(endpoint.url, initialize(undefined));
    expect(answer.body.error.code).toBe(-32602);
    expect(answer.headers.get("mcp-session-id")).toBeNull();
  });
});

describe("a session", () => {
  test("is needed: 400 without its id, 404 with an unknown one", async () => {
    const none = await send(endpoint.url, request("tools/list", undefined, 7));
    expect([none.status, none.body.error.code, none.body.id]).toEqual([400, -32600, 7]);
    const unknown = await send(endpoint.url, request("tools/list"), { "Mcp-Session-Id": "2025-06-18.abc.def.ghi" });
    expect([unknown.status, unknown.body.error.code]).toEqual([404, -32600]);
    expect(errorFaults("2025-06-18", unknown.body)).toEqual([]);
  });

  test("goes on after its version header is left out, and refuses one that does not exist", async () => {
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

  test("survives a restart and works on every server with the key, and with an old key still named", async () => {
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

  test("ended on one server is ended on the others that share the set", async () => {
    const snapshot = await testSnapshot();
    const revocations = memoryRevocations();
    const [one, two] = [startEndpoint(snapshot, { revocations }), startEndpoint(snapshot, { revocations })];
    const headers = await openSession(one.url);
    await fetch(one.url, { method: "DELETE", headers });
    expect((await send(two.url, request("ping"), headers)).status).toBe(404);
    await Promise.all([one.stop(), two.stop()]);
  });

  test("expires after its time", async () => {
    let now = new Date("2026-01-01T00:00:00Z");
    const timed = startEndpoint(await testSnapshot(), { idle_seconds: 60, now: () => now });
    const headers = await openSession(timed.url);
    now = new Date("2026-01-01T00:00:59Z");
    expect((await send(timed.url, request("ping"), headers)).status).toBe(200);
    now = new Date("2026-01-01T00:01:00Z");
    expect((await send(timed.url, request("ping"), headers)).status).toBe(404);
    await timed.stop();
  });

  test("cannot be forged: any changed character is refused", async () => {
    const { "Mcp-Session-Id": id = "" } = await openSession(endpoint.url);
    for (let at = 0; at < id.length; at += 3) {
      const changed = id.slice(0, at) + (id[at] === "A" ? "B" : "A") + id.slice(at + 1);
      expect((await send(endpoint.url, request("ping"), { "Mcp-Session-Id": changed })).status).toBe(404);
    }
  });
});

describe("messages", () => {
  test("notifications and posted responses get 202 and nothing", async () => {
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
    "%p is no method and no tool",
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
  ])("an id that is a %s comes back exactly", async (_, id) => {
    const headers = await openSession(endpoint.url);
    const answer = await send(endpoint.url, `{"jsonrpc":"2.0","params":{"id":9},"id":${id},"method":"ping"}`, headers);
    const text = id === '"a\\u0000é"' ? '"a\\u0000é"' : id;
    expect(answer.text).toBe(`{"jsonrpc":"2.0","id":${text},"result":{}}`);
  });

  test.each(["null", "1.5", "true", "[]", "{}"])("an id that is %s is refused", async (id) => {
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
  ])("%p is no request: 400 with -32600", async (body) => {
    const answer = await send(endpoint.url, body, await openSession(endpoint.url));
    expect([answer.status, answer.body.error.code]).toEqual([400, -32600]);
  });
});

describe("batches", () => {
  const batch = async (items: unknown[], version = "2025-03-26") =>
    send(endpoint.url, items, await openSession(endpoint.url, version));

  test("work on 2025-03-26, answering requests alone, in order", async () => {
    const answer = await batch([
      request("ping", undefined, 1),
      { jsonrpc: "2.0", method: "notifications/initialized" },
      request("nope", undefined, "two"),
      5,
      initialize("2025-03-26", 3),
    ]);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual([
      { jsonrpc: "2.0", id: 1, result: {} },
      { jsonrpc: "2.0", id: "two", error: { code: -32601, message: "Method not found: nope" } },
      { jsonrpc: "2.0", error: { code: -32600, message: "a message must be a JSON object" } },
      { jsonrpc: "2.0", id: 3, error: { code: -32600, message: "initialize must not be part of a batch" } },
    ]);
  });

  test("of notifications alone get 202", async () => {
    const answer = await batch([{ jsonrpc: "2.0", method: "notifications/initialized" }]);
    expect([answer.status, answer.text]).toEqual([202, ""]);
  });

  test.each(["2025-06-18", "2025-11-25"])("do not exist on %s", async (version) => {
    const answer = await batch([request("ping")], version);
    expect([answer.status, answer.body.error.code]).toEqual([400, -32600]);
  });

  test("are neither empty nor longer than 100", async () => {
    expect((await batch([])).status).toBe(400);
    const many = (count: number) => Array.from({ length: count }, (_, id) => request("ping", undefined, id));
    expect((await batch(many(100))).body.length).toBe(100);
    expect((await batch(many(101))).status).toBe(400);
  });

  test("that cancel their own request answer within a second", async () => {
    const started = performance.now();
    const answer = await batch([
      request("tools/call", { name: "search_reviews", arguments: {} }, 9),
      { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 9 } },
    ]);
    expect(performance.now() - started).toBeLessThan(1000);
    expect(answer.body.map(({ id }: Wire) => id)).toEqual([9]);
  });
});

describe("what is offered", () => {
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
  test.each(cases)("%s %s %j is as its schema says", async (version: Revision, method, params, result) => {
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

  test("nothing of another revision is in an answer", async () => {
    const { result } = (await call("tools/list")).body;
    expect(Object.keys(result)).toEqual(["tools"]);
  });
});
