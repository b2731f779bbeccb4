import { createHash } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from "node:http";
import { request } from "node:https";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { type ConnectOptions, openAgent } from "./agent.ts";
import type { Callback } from "./guard.ts";
import { type NoAnswer, reasonOf, watchSocket } from "./send.ts";

type DownloadCall = {
  to: Callback;
  headers: Record<string, string>;
  /** The file for the body of a 200. It is created for this user only. */
  file: string;
  /** The body must not contain any of these. */
  forbidden: readonly string[];
  stopping: AbortSignal;
};

export type Download =
  /** `saved` is null if the status is not 200. The body is not read then. */
  | { kind: "answer"; status: number; headers: IncomingHttpHeaders; saved: { sha256: string; bytes: number } | null }
  | { kind: "none"; reason: NoAnswer | "too_large" | "cut_off" | "encoding" | "forbidden" | "stopped" };

type Limits = { connect_ms: number; whole_ms: number; packed_bytes: number; unpacked_bytes: number; chunks: number };
/** A compressed response of 32 MiB contains about 300,000 reviews. */
export const DOWNLOAD_LIMITS: Limits = {
  connect_ms: 10_000,
  whole_ms: 60_000,
  packed_bytes: 32 * 1024 * 1024,
  unpacked_bytes: 256 * 1024 * 1024,
  // Each chunk costs 3 µs, however small it is: 32 MiB in chunks of one byte would take 90 s (measured).
  chunks: 1_000_000,
};

class Refused extends Error {
  constructor(readonly reason: "too_large" | "cut_off" | "encoding" | "forbidden") {
    super(reason);
  }
}

function countTo(limit: number, most_chunks: number): Transform {
  let [size, chunks] = [0, 0];
  return new Transform({
    transform(chunk: Uint8Array, _, done) {
      size += chunk.length;
      chunks += 1;
      done(size > limit || chunks > most_chunks ? new Refused("too_large") : null, chunk);
    },
  });
}

/** RFC 9110 §8.4. Null if the body is not compressed. */
function unpacker(encoding: string | undefined): Transform | null {
  const name = (encoding ?? "identity").trim().toLowerCase();
  if (name === "identity" || name === "") return null;
  if (name === "gzip" || name === "x-gzip") return createGunzip();
  if (name === "deflate") return createInflate();
  if (name === "br") return createBrotliDecompress();
  throw new Refused("encoding");
}

/** Returns a function that says whether the bytes so far contain a forbidden text, even one split over two chunks. */
function createSearch(forbidden: readonly string[]): (chunk: Uint8Array) => boolean {
  const wanted = forbidden.map((text) => Buffer.from(text, "latin1"));
  const overlap = Math.max(...wanted.map(({ length }) => length - 1));
  let tail = Buffer.alloc(0);
  return (chunk) => {
    if (wanted.length === 0) return false;
    const bytes = Buffer.concat([tail, chunk]);
    tail = bytes.subarray(Math.max(0, bytes.length - overlap));
    return wanted.some((text) => bytes.includes(text));
  };
}

async function writeBody(source: Readable, { file, forbidden }: DownloadCall) {
  const hash = createHash("sha256");
  const search = createSearch(forbidden);
  const descriptor = openSync(file, "wx", 0o600);
  let bytes = 0;
  try {
    for await (const chunk of source) {
      if (search(chunk)) throw new Refused("forbidden");
      hash.update(chunk);
      writeSync(descriptor, chunk);
      bytes += chunk.length;
    }
  } finally {
    closeSync(descriptor);
  }
  return { sha256: hash.digest("hex"), bytes };
}

async function saveBody(incoming: IncomingMessage, call: DownloadCall, limits: Limits) {
  const unpack = unpacker(incoming.headers["content-encoding"]);
  const packed = countTo(limits.packed_bytes, limits.chunks);
  const unpacked = countTo(limits.unpacked_bytes, limits.chunks);
  const piped = unpack ? pipeline(incoming, packed, unpack, unpacked) : pipeline(incoming, packed, unpacked);
  const [saved] = await Promise.all([writeBody(unpacked, call), piped]);
  if (!incoming.complete) throw new Refused("cut_off");
  return saved;
}

/** The reason why a body was not saved. Broken compression usually means that the body was cut off. */
const bodyFault = (error: unknown): Download => ({
  kind: "none",
  reason: error instanceof Refused ? error.reason : "cut_off",
});

/** Ends the request if connecting or the whole request takes too long, or if the process stops. */
function limitTime(outgoing: ClientRequest, { stopping }: DownloadCall, limits: Limits) {
  let ended: "timeout" | "stopped" | null = null;
  const end = (reason: "timeout" | "stopped") => () => {
    ended ??= reason;
    outgoing.destroy(new Error(reason));
  };
  const stop = end("stopped");
  const whole = setTimeout(end("timeout"), limits.whole_ms);
  const connecting = setTimeout(end("timeout"), limits.connect_ms);
  stopping.addEventListener("abort", stop, { once: true });
  if (stopping.aborted) stop();
  return {
    connected: () => clearTimeout(connecting),
    reason: () => ended,
    [Symbol.dispose]() {
      clearTimeout(whole);
      clearTimeout(connecting);
      stopping.removeEventListener("abort", stop);
    },
  };
}

export type Downloads = { get(call: DownloadCall): Promise<Download>; close(): void };

/** Sends GET requests to checked addresses and saves the responses in files. One connection per request. */
export function openDownloads(options: ConnectOptions, limits: Limits = DOWNLOAD_LIMITS): Downloads {
  const agent = openAgent(options, false);
  async function get(call: DownloadCall): Promise<Download> {
    const { host, port, target } = call.to;
    const { promise, resolve } = Promise.withResolvers<IncomingMessage | NoAnswer>();
    const outgoing = request({
      agent,
      host: host.replace(/^\[(.*)\]$/, "$1"),
      port,
      method: "GET",
      path: target,
      headers: call.headers,
    });
    using time = limitTime(outgoing, call, limits);
    // Twice the limit, to leave room for the framing of chunks. The body itself is counted again.
    outgoing.on("socket", (socket) => {
      watchSocket(outgoing, socket, () => outgoing.destroy(), 2 * limits.packed_bytes);
      socket.once("secureConnect", time.connected);
    });
    outgoing.on("response", resolve);
    outgoing.on("error", (error) => resolve(reasonOf(error)));
    outgoing.on("close", () => resolve("malformed"));
    outgoing.end();
    try {
      const incoming = await promise;
      if (typeof incoming === "string") return { kind: "none", reason: time.reason() ?? incoming };
      time.connected();
      const { statusCode: status = 0, headers } = incoming;
      incoming.on("error", () => {}); // also seen by the pipeline, if the body is read
      if (status !== 200) return { kind: "answer", status, headers, saved: null };
      const saved = await saveBody(incoming, call, limits).catch(bodyFault);
      if ("kind" in saved) return time.reason() === null ? saved : { kind: "none", reason: time.reason() ?? "timeout" };
      return { kind: "answer", status, headers, saved };
    } finally {
      outgoing.destroy();
    }
  }
  return { get, close: () => agent.destroy() };
}
