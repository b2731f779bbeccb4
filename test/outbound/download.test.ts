import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from "bun:test";
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from "node:net";
import { join } from "node:path";
import { createServer, type Server, type TLSSocket } from "node:tls";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { DOWNLOAD_LIMITS, openDownloads } from "../../src/outbound/download.ts";
import { newFolder } from "../databases.ts";
import { openAuthority } from "../websub/authority.ts";

const OK = "HTTP/1.1 200 OK\r\n";
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const LIMITS = { connect_ms: 5000, whole_ms: 20_000, packed_bytes: 1 << 20, unpacked_bytes: 4 << 20, chunks: 1000 };

const authority = openAuthority();
let server: Server;
let answer: (socket: TLSSocket) => void;
beforeAll(async () => {
  server = createServer({ ...authority.issue(["localhost"]) }, (socket) => {
    socket.on("error", () => {});
    socket.once("data", () => answer(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());

/** Sends `before` and then `unit` as long as the other side reads. */
const flood =
  (before: string, unit: string) =>
  (socket: TLSSocket): void => {
    const bytes = Buffer.from(unit.repeat(Math.ceil(65_536 / unit.length)));
    const pump = () => {
      while (!socket.destroyed && socket.write(bytes));
      if (!socket.destroyed) socket.once("drain", pump);
    };
    socket.write(before);
    pump();
  };

function open(from: TcpServer = server) {
  const { port } = from.address() as AddressInfo; // of a TCP server
  const guard = { ports: [port], allowed: [`localhost:${port}`], own_host: "candor.example" };
  const downloads = openDownloads({ guard, resolve: async () => ["127.0.0.1"], ca: authority.ca }, LIMITS);
  return { downloads, to: { host: "localhost", port, target: "/", domain: "localhost" } };
}

async function download(forbidden: string[] = [], stopping = new AbortController().signal, from?: TcpServer) {
  const { downloads, to } = open(from);
  const file = join(newFolder(), "answer");
  const done = await downloads.get({ to, headers: {}, file, forbidden, stopping });
  downloads.close();
  return { done, file };
}

test.each([
  ["a header without an end", flood(`${OK}X: `, "a"), ["malformed", "reset"]],
  ["headers without an end", flood(OK, "X: y\r\n"), ["malformed", "reset"]],
  ["early hints without an end", flood("", "HTTP/1.1 103 Early Hints\r\n\r\n"), ["malformed", "reset"]],
  ["empty lines without an end", flood("", "\r\n"), ["malformed", "reset"]],
  ["a chunk extension without an end", flood(`${CHUNKED}4;`, "a"), ["cut_off"]],
  ["trailers without an end", flood(`${CHUNKED}2\r\n[]\r\n0\r\n`, "X: y\r\n"), ["cut_off"]],
  ["another protocol", flood("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", "a"), ["malformed"]],
  [
    "another protocol, and then nothing",
    (socket: TLSSocket) => void socket.write("HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"),
    ["malformed"],
  ],
  ["a body without an end", flood(`${OK}\r\n`, "a"), ["too_large"]],
  ["chunks of one byte", flood(CHUNKED, "1\r\na\r\n"), ["too_large"]],
  ["a body that was compressed twice", flood(`${OK}Content-Encoding: gzip, gzip\r\n\r\n`, "a"), ["encoding"]],
])("%s ends the download", async (_, hostile, reasons) => {
  answer = hostile;
  const { done } = await download();
  expect(done.kind === "none" ? reasons : done).toContain(done.kind === "none" ? done.reason : "");
});

test("what unpacks to too much ends the download, and a thousand chunks do not", async () => {
  const bomb = gzipSync(Buffer.alloc(5 << 20));
  answer = (socket) =>
    void socket.write(
      Buffer.concat([Buffer.from(`${OK}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`), bomb]),
    );
  expect((await download()).done).toEqual({ kind: "none", reason: "too_large" });
  answer = (socket) => void socket.write(`${CHUNKED}${"1\r\na\r\n".repeat(990)}0\r\n\r\n`);
  const { done, file } = await download();
  expect(done).toMatchObject({ kind: "answer", status: 200, saved: { bytes: 990, sha256: sha256("a".repeat(990)) } });
  expect(readFileSync(file, "utf8")).toBe("a".repeat(990));
});

test.each([
  ["", (body: Buffer) => body],
  ["identity", (body: Buffer) => body],
  ["GZIP", gzipSync],
  ["x-gzip", gzipSync],
  ["deflate", deflateSync],
  [" br ", brotliCompressSync],
])("a body with the encoding %p is unpacked into a file for this user alone", async (encoding, pack) => {
  const packed = pack(Buffer.from("[]"));
  const head = `${OK}Content-Encoding: ${encoding}\r\nContent-Length: ${packed.length}\r\n\r\n`;
  answer = (socket) => void socket.write(Buffer.concat([Buffer.from(head), packed]));
  const { done, file } = await download();
  expect(done).toMatchObject({ kind: "answer", status: 200, saved: { bytes: 2, sha256: sha256("[]") } });
  expect([readFileSync(file, "utf8"), statSync(file).mode & 0o777]).toEqual(["[]", 0o600]);
});

test("a forbidden text is found wherever the body is cut, and its end is not saved", async () => {
  const forbidden = ["a-secret"];
  for (const parts of [["[a-secret]"], ["[a-secre", "t]"], ["[a", "-secret]"], [..."[a-secret]"]]) {
    const chunks = parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`);
    answer = async (socket) => {
      socket.write(CHUNKED);
      for (const chunk of chunks) await new Promise((resolve) => socket.write(chunk, resolve));
      socket.write("0\r\n\r\n");
    };
    const { done, file } = await download(forbidden);
    expect([parts, done]).toEqual([parts, { kind: "none", reason: "forbidden" }]);
    expect(readFileSync(file, "utf8")).not.toContain("a-secret");
    expect((await download(["x", ...forbidden])).done).toEqual({ kind: "none", reason: "forbidden" });
    expect((await download(["another-secret"])).done).toMatchObject({ kind: "answer", saved: { bytes: 10 } });
  }
});

test("the body of another status is not read, even if it is cut off", async () => {
  answer = (socket) => socket.end("HTTP/1.1 404 Not Found\r\nContent-Length: 100\r\n\r\nshort");
  expect((await download()).done).toMatchObject({ kind: "answer", status: 404, saved: null });
});

test("a connection ends with its download", async () => {
  const { downloads, to } = open();
  const file = join(newFolder(), "answer");
  const { signal } = new AbortController();
  for (const [head, bytes] of [
    ["HTTP/1.1 404 Not Found\r\nContent-Length: 100\r\n\r\n", null],
    [`${OK}Content-Length: 2\r\n\r\n`, 2],
  ] as const) {
    const closed = Promise.withResolvers<void>();
    answer = (socket) => {
      socket.on("close", closed.resolve);
      socket.write(`${head}[]`);
    };
    const done = await downloads.get({ to, headers: {}, file, forbidden: [], stopping: signal });
    expect(done.kind === "answer" && (done.saved?.bytes ?? null)).toBe(bytes);
    await closed.promise;
  }
  downloads.close();
});

test("a body of exactly the limit is saved, and one byte more is not", async () => {
  const reasonFor = async (bytes: number) => {
    answer = (socket) => void socket.write(`${OK}Content-Length: ${bytes}\r\n\r\n${"a".repeat(bytes)}`);
    const { done } = await download();
    return done.kind === "none" ? done.reason : done.saved?.bytes;
  };
  expect([await reasonFor(LIMITS.packed_bytes), await reasonFor(LIMITS.packed_bytes + 1)]).toEqual([
    LIMITS.packed_bytes,
    "too_large",
  ]);
});

test("a download ends when the process stops, before the answer and in its body", async () => {
  for (const sent of ["", OK, `${CHUNKED}1\r\na\r\n`]) {
    const process_end = new AbortController();
    answer = (socket) => void socket.write(sent, () => process_end.abort());
    expect((await download([], process_end.signal)).done).toEqual({ kind: "none", reason: "stopped" });
  }
  expect((await download([], AbortSignal.abort())).done).toEqual({ kind: "none", reason: "stopped" });
});

describe("by a clock that the test sets", () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  test("a server may take longer to answer than to connect, but not longer than the whole", async () => {
    answer = (socket) => {
      jest.advanceTimersByTime(LIMITS.connect_ms + 1);
      socket.write(`${OK}Content-Length: 2\r\n\r\n[]`);
    };
    expect((await download()).done).toMatchObject({ kind: "answer", saved: { bytes: 2 } });
    expect(jest.getTimerCount()).toBe(0);
    for (const sent of [OK, `${CHUNKED}1\r\na\r\n`]) {
      answer = (socket) => void socket.write(sent, () => void jest.advanceTimersByTime(LIMITS.whole_ms));
      expect((await download()).done).toEqual({ kind: "none", reason: "timeout" });
    }
    expect(jest.getTimerCount()).toBe(0);
  });

  test("a server that does not finish to connect ends the download", async () => {
    const silent = createTcpServer(() => void jest.advanceTimersByTime(LIMITS.connect_ms));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    expect((await download([], undefined, silent)).done).toEqual({ kind: "none", reason: "timeout" });
    silent.close();
  });
});

test("a download takes at most a minute, 32 MiB and 256 MiB unpacked, as docs/sync.md says", () => {
  expect(DOWNLOAD_LIMITS).toEqual({
    connect_ms: 10_000,
    whole_ms: 60_000,
    packed_bytes: 33_554_432,
    unpacked_bytes: 268_435_456,
    chunks: 1_000_000,
  });
});
