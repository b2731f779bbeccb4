import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { ClientRequest } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { newSqliteDatabase } from "../databases.ts";
import { STALL_MS } from "../machine.ts";
import { openAuthority } from "./authority.ts";
import { type HostileServer, openHostileServer } from "./hostile-server.ts";
import { openTestHub, type TestHub } from "./hub.ts";

const HOST = "hostile.hub-test.org";
const authority = openAuthority();
const certificate = authority.issue([HOST]);
const OK = "HTTP/1.1 200 OK\r\n";

describe("a server that answers a delivery with", () => {
  let hostile: HostileServer;
  let hub: TestHub;
  let status_url: string;
  beforeEach(async () => {
    hostile = await openHostileServer(certificate);
    const allowed = [`${HOST}:${hostile.port}`];
    const env = { WEBSUB_TIMEOUT_SECONDS: "60" };
    hub = await openTestHub({ database: newSqliteDatabase(), ca: authority.ca, allowed, env });
    status_url = await hub.subscribe(`https://${HOST}:${hostile.port}/`);
  });
  afterEach(async () => {
    hub.hub.close();
    await hub.close();
    hostile.close();
  });
  const deliver = async () => {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const started = performance.now();
    await hub.importAndRun();
    delay.disable();
    return { ms: performance.now() - started, stalled_ms: delay.max / 1e6 };
  };

  test.each([
    ["endless 103 responses", "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n".repeat(1000), ""],
    ["endless 100 responses", "HTTP/1.1 100 Continue\r\n\r\n".repeat(4000), ""],
    ["endless empty lines", "\r\n".repeat(32_768), ""],
    ["endless headers", "X-A: b\r\n".repeat(8192), OK],
    ["one endless header", "b".repeat(65_536), `${OK}X-A: `],
    ["an endless status line", "b".repeat(65_536), "HTTP/1.1 200 "],
    ["103 responses with long headers", `HTTP/1.1 103 A\r\nX-A: ${"b".repeat(12_000)}\r\n\r\n`, ""],
  ])("%s has failed at once, long before the deadline", async (_name, chunk, before) => {
    hostile.onPost(hostile.flood(chunk, before));
    const { ms, stalled_ms } = await deliver();
    expect(ms).toBeLessThan(40_000);
    expect(hostile.posts).toBe(1);
    // The sockets' own buffers take some MB at once.
    expect(hostile.pushed).toBeLessThan(30e6);
    expect(stalled_ms).toBeLessThan(2000 + STALL_MS);
    expect(await hub.status(status_url)).toContain("failures_in_a_row: 1\nlast_error: no answer: malformed\n");
  });

  test("endless informational responses has not kept the parser busy with them", async () => {
    let parsed = 0;
    const emit = ClientRequest.prototype.emit;
    ClientRequest.prototype.emit = function (this: ClientRequest, ...event: unknown[]) {
      if (event[0] === "information") parsed += 1;
      return Reflect.apply(emit, this, event);
    };
    hostile.onPost(hostile.flood("HTTP/1.1 100 Continue\r\n\r\n".repeat(4000)));
    await deliver();
    ClientRequest.prototype.emit = emit;
    expect(parsed).toBeLessThanOrEqual(16);
  });

  test("101 has failed at once", async () => {
    hostile.onPost((socket) => void socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n\r\n"));
    expect((await deliver()).ms).toBeLessThan(20_000);
    expect(await hub.status(status_url)).toContain("failures_in_a_row: 1\n");
  });

  test("16 informational responses before a 200 has acknowledged", async () => {
    const hints = "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(16);
    hostile.onPost((socket) => void socket.write(`${hints}${OK}Content-Length: 0\r\n\r\n`));
    await deliver();
    expect(await hub.status(status_url)).toContain("failures_in_a_row: 0\n");
  });

  test.each([
    ["a body that never ends", "Content-Length: 10\r\n\r\nhalf"],
    ["a body of chunks that never ends", "Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n"],
    ["a chunk whose extension never ends", "Transfer-Encoding: chunked\r\n\r\n4;a"],
  ])("200 and %s has acknowledged at the end of the headers", async (_name, rest) => {
    const closed = Promise.withResolvers<void>();
    hostile.onPost((socket) => {
      socket.on("close", () => closed.resolve());
      socket.write(`${OK}${rest}`);
    });
    expect((await deliver()).ms).toBeLessThan(20_000);
    expect(await hub.status(status_url)).toContain("failures_in_a_row: 0\n");
    // The connection is dropped a second later, not at the deadline.
    await closed.promise;
  });

  test.each([
    ["bytes", "b".repeat(65_536), `${OK}Content-Length: 99999999999\r\n\r\n`],
    ["chunks of one byte", "1\r\nb\r\n".repeat(10_000), `${OK}Transfer-Encoding: chunked\r\n\r\n`],
    ["bytes after the end", "b".repeat(65_536), `${OK}Content-Length: 1\r\n\r\n`],
  ])("200 and endless %s has acknowledged, and the connection is dropped", async (_name, chunk, before) => {
    const closed = Promise.withResolvers<void>();
    hostile.onPost((socket) => {
      socket.on("close", () => closed.resolve());
      hostile.flood(chunk, before)(socket);
    });
    await deliver();
    await closed.promise;
    expect(hostile.pushed).toBeLessThan(30e6);
    expect(await hub.status(status_url)).toContain("failures_in_a_row: 0\n");
  });

  test("a small body keeps its connection", async () => {
    const sockets = new Set<object>();
    hostile.onPost((socket) => {
      sockets.add(socket);
      socket.write(`${OK}Content-Length: 1000\r\n\r\n${"b".repeat(1000)}`);
    });
    for (let change = 0; change < 5; change++) await deliver();
    expect(hostile.posts).toBe(5);
    expect(sockets.size).toBeLessThan(4);
  });
});
