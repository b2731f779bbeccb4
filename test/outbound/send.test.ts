import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from "bun:test";
import type { AddressInfo } from "node:net";
import { createServer, type Server, type TLSSocket } from "node:tls";
import { openOutbound, reasonOf } from "../../src/outbound/send.ts";
import { freePort } from "../free-port.ts";
import { openAuthority } from "../websub/authority.ts";

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ngood";

const authority = openAuthority();
let server: Server;
let connections = 0;
/** Called for each piece of a request, with everything that its connection has sent so far. */
let answer: (socket: TLSSocket, text: string) => void;
beforeAll(async () => {
  server = createServer({ ...authority.issue(["localhost"]) }, (socket) => {
    connections += 1;
    let text = "";
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      text += bytes;
      answer(socket, text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());

type Outbound = ReturnType<typeof openOutbound>;
type Call = Parameters<Outbound["send"]>[0];

function open(options: Partial<Parameters<typeof openOutbound>[0]> = {}, port?: number) {
  const to = port ?? (server.address() as AddressInfo).port; // of a TCP server
  const guard = { ports: [to], allowed: [`localhost:${to}`], own_host: "candor.example" };
  const outbound = openOutbound({ guard, resolve: async () => ["127.0.0.1"], ca: authority.ca, ...options });
  const send = (changes: Partial<Call> = {}) =>
    outbound.send({
      callback: { host: "localhost", port: to, target: "/", domain: "localhost" },
      method: "GET",
      target: "/hook?a=1",
      headers: {},
      deadline_ms: 20_000,
      read_bytes: 100,
      ...changes,
    });
  return { send, [Symbol.dispose]: () => outbound.close() };
}

const textOf = ({ body }: { body: Uint8Array }) => Buffer.from(body).toString();

test("an answer has its status, its body and when to come back, on a connection that is kept", async () => {
  using outbound = open();
  const asked: string[] = [];
  answer = (socket, text) => {
    asked.push(text.split("\r\n", 1)[0] ?? "");
    socket.write("HTTP/1.1 503 Busy\r\nRetry-After: 7\r\nContent-Length: 4\r\n\r\nlate");
  };
  const before = connections;
  for (const times of [1, 2]) {
    const got = await outbound.send();
    expect(got).toMatchObject({ kind: "answer", status: 503, retry_after: "7", complete: true });
    expect([got.kind === "answer" && textOf(got), asked.length]).toEqual(["late", times]);
  }
  expect([asked[0], connections - before]).toEqual(["GET /hook?a=1 HTTP/1.1", 1]);
});

test("a connection that is kept ends when nothing more is sent", async () => {
  const closed = Promise.withResolvers<void>();
  answer = (socket) => {
    socket.on("close", () => closed.resolve());
    socket.write(OK);
  };
  const outbound = open();
  await outbound.send();
  outbound[Symbol.dispose]();
  await closed.promise;
});

test("a body is read up to its limit, and with a limit of 0 not at all", async () => {
  using outbound = open();
  answer = (socket) => void socket.write(OK);
  expect(await outbound.send({ read_bytes: 4 })).toMatchObject({ kind: "answer", complete: true });
  expect(await outbound.send({ read_bytes: 3 })).toMatchObject({ kind: "answer", status: 200, complete: false });
  const unread = await outbound.send({ read_bytes: 0 });
  expect(unread).toMatchObject({ kind: "answer", status: 200, complete: false });
  expect(unread.kind === "answer" && unread.body.length).toBe(0);
});

test("a connection whose answer is not read is used again, however often", async () => {
  using outbound = open();
  answer = (socket) => void socket.write(OK);
  const before = connections;
  for (let times = 0; times < 130; times += 1) {
    await outbound.send({ read_bytes: 0 });
    await Bun.sleep(0);
  }
  expect(connections - before).toBeLessThan(60);
});

test("a connection ends with an answer that is too long", async () => {
  using outbound = open();
  const closed = Promise.withResolvers<void>();
  answer = (socket) => {
    socket.on("close", () => closed.resolve());
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n${"a".repeat(101)}`);
  };
  expect(await outbound.send({ read_bytes: 100 })).toMatchObject({ kind: "answer", complete: false });
  await closed.promise;
});

test("a body that was cut off is not complete", async () => {
  using outbound = open();
  answer = (socket) => void socket.end("HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\nhalf");
  expect(await outbound.send()).toMatchObject({ kind: "answer", status: 200, complete: false });
});

test("a large body arrives whole, in its pieces", async () => {
  using outbound = open();
  const pieces = ["a", "b", "c"].map((letter) => Buffer.alloc(200_000, letter));
  let received = "";
  answer = (socket, text) => {
    received = text.slice(text.indexOf("\r\n\r\n") + 4);
    if (received.length >= 600_000) socket.write(OK);
  };
  const sent = await outbound.send({ method: "POST", body: pieces, headers: { "Content-Length": "600000" } });
  expect(sent).toMatchObject({ kind: "answer", status: 200 });
  expect(received === Buffer.concat(pieces).toString()).toBe(true);
  // Without a length, its end is sent, too.
  answer = (socket, text) => {
    if (text.endsWith("\r\n0\r\n\r\n")) socket.write(OK);
  };
  expect(await outbound.send({ method: "POST", body: pieces })).toMatchObject({ kind: "answer", status: 200 });
});

test("a kept connection that the other side has closed is no attempt: the request goes out again", async () => {
  using outbound = open();
  answer = (socket) => void socket.write(OK);
  await outbound.send();
  const before = connections;
  let closed = false;
  answer = (socket) => {
    if (closed) return void socket.write(OK);
    closed = true;
    socket.destroy();
  };
  expect(await outbound.send()).toMatchObject({ kind: "answer", status: 200 });
  expect([closed, connections - before]).toEqual([true, 1]);
});

test("a server that closes or switches protocols gives no answer, and one that says nothing has a deadline", async () => {
  using outbound = open();
  const reasonFor = async (hostile: typeof answer, deadline_ms?: number) => {
    answer = hostile;
    const got = await outbound.send(deadline_ms === undefined ? {} : { deadline_ms });
    return got.kind === "none" ? [got.reason, got.connected] : got;
  };
  expect(await reasonFor((socket) => void socket.destroy())).toEqual(["reset", true]);
  const upgrade = "HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n";
  expect(await reasonFor((socket) => void socket.write(upgrade))).toEqual(["malformed", true]);
  expect(await reasonFor(() => {}, 300)).toEqual(["timeout", true]);
});

describe("by a clock that the test sets", () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  test("a body that nobody reads may go on for a second, and 16 KB", async () => {
    using outbound = open();
    const bodies = [() => void jest.advanceTimersByTime(1000), (socket: TLSSocket) => socket.write("a".repeat(16_385))];
    for (const more of bodies) {
      const closed = Promise.withResolvers<void>();
      answer = (socket) => {
        socket.on("close", () => closed.resolve());
        socket.write("HTTP/1.1 200 OK\r\nContent-Length: 20000\r\n\r\n");
      };
      let socket: TLSSocket | undefined;
      server.once("secureConnection", (opened) => {
        socket = opened;
      });
      expect(await outbound.send({ read_bytes: 0 })).toMatchObject({ kind: "answer", status: 200 });
      if (socket) more(socket);
      await closed.promise;
    }
    expect(jest.getTimerCount()).toBe(0);
  });

  test("at its deadline an answer is what has come of it, and its connection ends, as that of no answer does", async () => {
    for (const [sent, signs, kind] of [
      ["HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\nhalf", 2, "answer"],
      ["HTTP/1.1", 1, "none"],
    ] as const) {
      // The first sign of the server is its connection, the second its answer.
      let left: number = signs;
      const connected = () => {
        left -= 1;
        if (left === 0) setImmediate(() => void jest.advanceTimersByTime(20_000));
      };
      using outbound = open({ connected });
      const closed = Promise.withResolvers<void>();
      server.once("connection", (socket) => socket.on("close", () => closed.resolve()));
      answer = (socket) => void socket.write(sent);
      expect((await outbound.send()).kind).toBe(kind);
      await closed.promise;
    }
  });

  test("an answer stops the clock of its deadline", async () => {
    using outbound = open();
    answer = (socket) => void socket.end(OK.replace("\r\n", "\r\nConnection: close\r\n"));
    expect(await outbound.send()).toMatchObject({ kind: "answer", complete: true });
    expect(jest.getTimerCount()).toBe(0);
  });
});

test("where there is no connection, the reason says why", async () => {
  const reasonFor = async (options: Parameters<typeof open>[0], port?: number) => {
    using outbound = open(options, port);
    const got = await outbound.send();
    return got.kind === "none" ? [got.reason, got.connected] : got;
  };
  expect(await reasonFor({ resolve: () => Promise.reject(new Error("away")) })).toEqual(["dns", false]);
  expect(await reasonFor({ guard: { ports: [], allowed: [], own_host: "candor.example" } })).toEqual(["guard", false]);
  expect(await reasonFor({}, freePort())).toEqual(["connect", false]);
});

test.each([
  ["EGUARD", "guard"],
  ["EDNS", "dns"],
  ["ECONNREFUSED", "connect"],
  ["EHOSTUNREACH", "connect"],
  ["ENETUNREACH", "connect"],
  ["ETIMEDOUT", "connect"],
  ["HPE_INVALID_CONSTANT", "malformed"],
  ["CERT_HAS_EXPIRED", "tls"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "tls"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "tls"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "tls"],
  ["ECONNRESET", "reset"],
  ["", "reset"],
])("the error %s is %s", (code, reason) => {
  expect(reasonOf(Object.assign(new Error("x"), { code })) as string).toBe(reason);
});
