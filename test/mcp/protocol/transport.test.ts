import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Agent, request as httpRequest } from "node:http";
import { connect } from "node:net";
import { openSession, request, send, sendModern, startEndpoint, testSnapshot } from "../endpoint.ts";

let endpoint: ReturnType<typeof startEndpoint>;
let session: Record<string, string>;
beforeAll(async () => {
  endpoint = startEndpoint(await testSnapshot());
  session = await openSession(endpoint.url);
});
afterAll(() => endpoint.stop());

describe("methods", () => {
  test.each(["GET", "PUT", "PATCH", "HEAD"])("%s is 405 with Allow, before any session check", async (method) => {
    const answer = await fetch(endpoint.url, { method, headers: { Accept: "text/event-stream" } });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST, DELETE, OPTIONS"]);
  });

  test("a preflight is 204 and names every header of the protocol", async () => {
    const answer = await fetch(endpoint.url, {
      method: "OPTIONS",
      headers: { Origin: "http://localhost:3000", "Access-Control-Request-Method": "POST" },
    });
    expect([answer.status, await answer.text()]).toEqual([204, ""]);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-allow-methods")).toBe("POST, DELETE, OPTIONS");
    expect(answer.headers.get("access-control-allow-headers")?.split(", ")).toEqual([
      "Content-Type",
      "Accept",
      "Authorization",
      "Mcp-Session-Id",
      "MCP-Protocol-Version",
      "Mcp-Method",
      "Mcp-Name",
      "Last-Event-ID",
    ]);
  });

  test("a page of any origin may read an answer and its session id", async () => {
    const { headers } = await send(endpoint.url, request("ping"), session);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-expose-headers")).toContain("Mcp-Session-Id");
  });
});

/** Without Content-Length. */
const streamed = (text: string) =>
  fetch(endpoint.url, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...session },
    body: new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text));
        controller.close();
      },
    }),
  });

describe("content", () => {
  test.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""])(
    "of type %p is 415",
    async (type) => {
      const answer = await send(endpoint.url, request("ping"), { ...session, "Content-Type": type });
      expect([answer.status, answer.body.error.code]).toEqual([415, -32600]);
    },
  );

  test("may name its character set", async () => {
    const answer = await send(endpoint.url, request("ping"), {
      ...session,
      "Content-Type": "Application/JSON ; charset=utf-8",
    });
    expect(answer.status).toBe(200);
  });

  test("over 256 KB is 413, with or without Content-Length", async () => {
    const padded = (bytes: number) => {
      const empty = JSON.stringify(request("ping", { pad: "" }));
      return JSON.stringify(request("ping", { pad: "x".repeat(bytes - empty.length) }));
    };
    expect((await send(endpoint.url, padded(262_144), session)).status).toBe(200);
    expect((await send(endpoint.url, padded(262_145), session)).status).toBe(413);
    expect((await streamed(padded(262_144))).status).toBe(200);
    expect((await streamed(padded(262_145))).status).toBe(413);
  });
});

test("a byte order mark is ignored, with and without Content-Length", async () => {
  const body = `\ufeff${JSON.stringify(request("ping"))}`;
  expect((await send(endpoint.url, body, session)).status).toBe(200);
  expect((await streamed(body)).status).toBe(200);
});

describe("Accept", () => {
  const accepting = (accept: string | null) =>
    fetch(endpoint.url, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...session, ...(accept === null ? {} : { Accept: accept }) },
      body: JSON.stringify(request("ping")),
    });

  test.each([
    null,
    "*/*",
    "application/json",
    "application/*",
    "text/event-stream, application/json",
    "text/event-stream;q=1, */*;q=0.1",
    "application/json;q=0.001",
  ])("%p gets JSON", async (accept) => {
    const answer = await accepting(accept);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/json"]);
  });

  test.each(["text/event-stream", "text/event-stream, application/json;q=0", "TEXT/*"])(
    "%p gets a stream of one event",
    async (accept) => {
      const answer = await accepting(accept);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
      expect(answer.headers.get("x-accel-buffering")).toBe("no");
      expect(await answer.text()).toBe('event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n');
    },
  );

  test.each(["text/html", "image/*", "application/json;q=0", "application/json; q=0.000", "*/*;q=0.0"])(
    "%p is 406",
    async (accept) => {
      expect((await accepting(accept)).status).toBe(406);
    },
  );
});

/** Raw, because fetch does not allow a Host header. */
function rawStatus(port: number, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify(request("initialize", { protocolVersion: "2025-06-18" }));
    const lines = Object.entries({
      "Content-Type": "application/json",
      "Content-Length": String(body.length),
      ...headers,
    });
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(
        `POST /mcp HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`,
      );
    });
    socket.once("data", (data) => {
      resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(data.toString())?.[1]));
      socket.destroy();
    });
    socket.once("error", reject);
  });
}

describe("DNS rebinding", () => {
  test.each([
    ["localhost:8080", undefined, 200],
    ["127.0.0.1", undefined, 200],
    ["[::1]:8080", "http://localhost:5173", 200],
    ["localhost", "https://127.0.0.1:9", 200],
    ["evil.example", undefined, 403],
    ["localhost.evil.example", undefined, 403],
    ["localhost", "https://evil.example", 403],
    ["localhost", "http://localhost.evil.example", 403],
    ["localhost", "null", 403],
    ["localhost", "file://localhost", 403],
    ["127.0.0.1.evil.example", undefined, 403],
  ])("Host %s with Origin %s is %d while BASE_URL is a loopback address", async (Host, Origin, status) => {
    expect(await rawStatus(endpoint.port, { Host, ...(Origin ? { Origin } : {}) })).toBe(status);
  });

  test("a public BASE_URL accepts every origin", async () => {
    const base_url = "https://reviews.example.com";
    const open = startEndpoint(await testSnapshot({ base_url }), { base_url });
    expect(await rawStatus(open.port, { Host: "reviews.example.com", Origin: "https://anywhere.example" })).toBe(200);
    await open.stop();
  });
});

test("50 requests of each era alternate on one connection", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ports = new Set<number | undefined>();
  const modern_headers = {
    "MCP-Protocol-Version": "2026-07-28",
    "Mcp-Method": "tools/call",
    "Mcp-Name": "get_business",
  };
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const post = (headers: Record<string, string>, body: object) =>
    new Promise<{ id: unknown; stateless: boolean; session: unknown }>((resolve, reject) => {
      const sent = httpRequest(
        endpoint.url,
        { method: "POST", agent, headers: { "Content-Type": "application/json", ...headers } },
        (response) => {
          ports.add(response.socket.localPort);
          let text = "";
          response.on("data", (chunk) => {
            text += chunk;
          });
          response.on("end", () => {
            const { id, result } = JSON.parse(text);
            resolve({ id, stateless: result.resultType === "complete", session: response.headers["mcp-session-id"] });
          });
        },
      );
      sent.on("error", reject);
      sent.end(JSON.stringify(body));
    });
  for (let i = 0; i < 50; i++) {
    const params = { name: "get_business", arguments: {} };
    expect(await post(session, request("tools/call", params, `l${i}`))).toEqual({
      id: `l${i}`,
      stateless: false,
      session: undefined,
    });
    expect(await post(modern_headers, request("tools/call", { ...params, _meta }, `m${i}`))).toEqual({
      id: `m${i}`,
      stateless: true,
      session: undefined,
    });
  }
  expect(ports.size).toBe(1);
  agent.destroy();
});

test("before the first snapshot the lists answer, and data is a 503", async () => {
  const starting = startEndpoint(null);
  expect((await sendModern(starting.url, "tools/list")).status).toBe(200);
  const discovered = await sendModern(starting.url, "server/discover");
  expect([discovered.status, discovered.body.result.instructions.includes("made up")]).toEqual([200, false]);
  const answer = await sendModern(starting.url, "tools/call", { name: "get_business" });
  expect([answer.status, answer.body.error.code]).toEqual([503, -32603]);
  expect((await sendModern(starting.url, "resources/read", { uri: "reviews://business" })).status).toBe(503);
  await starting.stop();
});
