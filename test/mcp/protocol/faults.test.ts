import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { buildFixtureCatalog } from "../../conformance/fixture-catalog.ts";
import { FAST } from "../../length.ts";
import {
  MODERN_META,
  openSession,
  request,
  send,
  sendModern,
  startCatalog,
  startEndpoint,
  testSnapshot,
} from "../endpoint.ts";

const logged: string[] = [];
let endpoint: ReturnType<typeof startEndpoint>;
beforeAll(async () => {
  endpoint = startEndpoint(await testSnapshot(), { lines: logged });
});
afterAll(() => endpoint.stop());

const isAlive = async () => (await sendModern(endpoint.url, "tools/call", { name: "get_business" })).status === 200;

describe("a request", () => {
  test.each([
    ["arrays", "[", "]"],
    ["objects", '{"a":', "}"],
  ])("nested 20,000 deep in %s is refused", async (_, open, close) => {
    const deep = `${open.repeat(20_000)}1${close.repeat(20_000)}`;
    const session = await openSession(endpoint.url);
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_reviews","arguments":{"query":${deep}}}}`;
    const answer = await send(endpoint.url, body, session);
    const error = { code: -32600, message: "a message must be nested at most 64 levels deep" };
    expect([answer.status, answer.body.error]).toEqual([400, error]);
    expect((await send(endpoint.url, deep, session)).body.error).toEqual(error);
    expect(await isAlive()).toBe(true);
  });

  test("with __proto__ as an argument changes no prototype", async () => {
    const session = await openSession(endpoint.url);
    const body =
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_reviews","arguments":{"__proto__":{"rating":1}}}}';
    const answer = await send(endpoint.url, body, session);
    expect(answer.body.result.content[0].text).toStartWith("__proto__ is not an argument of this tool");
    expect(({} as Record<string, unknown>).rating).toBeUndefined();
  });

  test("that hangs up in mid-body or arrives slowly does not block others", async () => {
    const open = () =>
      new Promise<Socket>((resolve) => {
        const socket = connect(endpoint.port, "127.0.0.1", () => resolve(socket));
        socket.on("error", () => {});
      });
    const head =
      "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{";
    const slow = await open();
    slow.write(head);
    for (let i = 0; i < 20; i++) {
      const socket = await open();
      socket.write(head);
      socket.destroy();
    }
    expect(await isAlive()).toBe(true);
    slow.destroy();
    await Bun.sleep(100);
    expect(logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });

  test("whose client hangs up before the answer does not block others", async () => {
    const body = JSON.stringify(request("tools/call", { name: "search_reviews", _meta: MODERN_META }));
    for (let i = 0; i < 20; i++) {
      const socket = connect(endpoint.port, "127.0.0.1");
      socket.on("error", () => {});
      socket.write(
        `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: search_reviews\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        () => socket.destroy(),
      );
    }
    expect(await isAlive()).toBe(true);
  });

  test("that hits an internal fault is -32603 with an incident id that is in the log, and no details", async () => {
    const lines: string[] = [];
    const catalog = buildFixtureCatalog();
    const failing = {
      ...catalog,
      tools: new Map([
        [
          "broken",
          () => {
            throw new Error("secret path /etc/passwd");
          },
        ],
        ["broken_later", () => Promise.reject(new Error("secret path /etc/passwd"))],
      ]),
    };
    const broken = startCatalog(failing, { lines, random: (bytes: number) => Buffer.alloc(bytes, 7) });
    for (const name of ["broken", "broken_later"]) {
      const answer = await sendModern(broken.url, "tools/call", { name });
      expect([answer.status, answer.body.error]).toEqual([
        500,
        { code: -32603, message: "Internal error; the server's log has the details under incident 070707070707" },
      ]);
    }
    expect(lines.filter((line) => line.includes('"incident":"070707070707"')).length).toBe(2);
    await broken.stop();
  });
});

test.skipIf(FAST)("10,000 sessions take no memory, because no table holds them", async () => {
  const initialize = request("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "t", version: "1" },
  });
  const headers = { "Content-Type": "application/json" };
  const burst = async (count: number) => {
    for (let i = 0; i < count; i += 50) {
      await Promise.all(
        Array.from({ length: 50 }, async () => {
          const response = await fetch(endpoint.url, { method: "POST", headers, body: JSON.stringify(initialize) });
          await response.text();
        }),
      );
    }
    Bun.gc(true);
    return process.memoryUsage().heapUsed;
  };
  const before = await burst(2000);
  const after = await burst(10_000);
  // A table would hold 10,000 ids of 70 characters: 700 KB, plus its entries.
  expect(after - before).toBeLessThan(500_000);
});
