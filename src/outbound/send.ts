import type { ClientRequest, IncomingMessage } from "node:http";
import { type Agent, request } from "node:https";
import type { Socket } from "node:net";
import { codeOf } from "../operator-error.ts";
import { type ConnectOptions, openAgent } from "./agent.ts";
import type { Callback } from "./guard.ts";
import { createResponseBudget } from "./response-budget.ts";

export type NoAnswer = "dns" | "guard" | "connect" | "tls" | "reset" | "timeout" | "malformed";

/** The response of a callback: a status, or the reason why there is none. */
export type PeerAnswer =
  | { kind: "answer"; status: number; retry_after: string | undefined; body: Uint8Array; complete: boolean }
  /**
   * `connected`: there was a TCP connection. `heard`: the other side sent something, at least a certificate that is
   * refused, so the network of this process works in both directions.
   */
  | { kind: "none"; reason: NoAnswer; connected: boolean; heard: boolean };

type Call = {
  callback: Callback;
  method: "GET" | "POST";
  /** Path and query, exactly as they are sent. */
  target: string;
  headers: Record<string, string>;
  body?: readonly Uint8Array[];
  /** The limit for the whole exchange. An idle timer would not stop a server that sends one byte at a time. */
  deadline_ms: number;
  /** How much of the response's body to read. With 0 the answer is known after the headers. */
  read_bytes: number;
};

export type Outbound = { send(call: Call): Promise<PeerAnswer>; close(): void };

const SLICE_BYTES = 65_536;
/** An unneeded body is read within these limits, so that its connection can be reused. Its slot is already free. */
const DRAIN = { bytes: 16_384, ms: 1_000, sockets: 64 } as const;

export function reasonOf(error: unknown): NoAnswer {
  const code = codeOf(error);
  if (code === "EGUARD") return "guard";
  if (code === "EDNS") return "dns";
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ETIMEDOUT)$/.test(code)) return "connect";
  if (code.startsWith("HPE_")) return "malformed";
  return /CERT|TLS|SSL|EPROTO|SIGNATURE/.test(code) ? "tls" : "reset";
}

function* slicesOf(body: readonly Uint8Array[]): Generator<Uint8Array, void> {
  for (const piece of body) {
    for (let at = 0; at < piece.length; at += SLICE_BYTES) yield piece.subarray(at, at + SLICE_BYTES);
  }
}

/** Writes slices and waits for the socket, so that 100 receivers of 50 MB do not need 100 copies in memory. */
function writeBody(outgoing: ClientRequest, body: readonly Uint8Array[]): void {
  const slices = slicesOf(body);
  let slice = slices.next();
  const pump = () => {
    while (!slice.done && !outgoing.destroyed) {
      const is_written = outgoing.write(slice.value);
      slice = slices.next();
      if (!is_written && !slice.done) {
        outgoing.once("drain", pump);
        return;
      }
    }
    outgoing.end();
  };
  pump();
}

function answerOf(incoming: IncomingMessage, chunks: Uint8Array[], complete: boolean): PeerAnswer {
  const { statusCode: status = 0, headers } = incoming;
  return { kind: "answer", status, retry_after: headers["retry-after"], body: Buffer.concat(chunks), complete };
}

function readAnswer(
  outgoing: ClientRequest,
  incoming: IncomingMessage,
  limit: number,
  done: (answer: PeerAnswer) => void,
): void {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let finished = false;
  const finish = (complete: boolean) => {
    if (finished) return;
    finished = true;
    done(answerOf(incoming, chunks, complete));
    // A connection with unread or unsent bytes cannot be reused.
    if (!complete || !outgoing.writableFinished) outgoing.destroy();
  };
  incoming.on("data", (chunk: Uint8Array) => {
    size += chunk.length;
    if (size > limit) finish(false);
    else chunks.push(chunk);
  });
  incoming.on("end", () => finish(incoming.complete));
  incoming.on("error", () => finish(false));
  incoming.on("close", () => finish(false));
}

/** Reads the rest of the response, so that its connection can be reused. Closes the connection above a limit. */
function createDrain(): (outgoing: ClientRequest, incoming: IncomingMessage) => void {
  let draining = 0;
  return (outgoing, incoming) => {
    const drop = () => void outgoing.destroy();
    incoming.on("error", drop);
    // A connection with unsent bytes cannot be reused.
    if (!outgoing.writableFinished || draining >= DRAIN.sockets) return drop();
    draining += 1;
    const timer = setTimeout(drop, DRAIN.ms);
    let size = 0;
    incoming.on("data", (chunk: Uint8Array) => {
      size += chunk.length;
      if (size > DRAIN.bytes) drop();
    });
    incoming.once("close", () => {
      draining -= 1;
      clearTimeout(timer);
    });
  };
}

/** Counts the bytes of one response on its socket before the parser sees them. `exceeded` ends the exchange. */
export function watchSocket(outgoing: ClientRequest, socket: Socket, exceeded: () => void, body_bytes?: number): void {
  const count = createResponseBudget(body_bytes);
  const check = (chunk: Uint8Array) => {
    const over = count(chunk);
    if (over === null) return;
    socket.off("data", check);
    // The chunk may begin with the status, which still counts, so the parser gets it first.
    if (over === "body") return queueMicrotask(exceeded);
    exceeded();
    // The parser still gets these bytes, although the socket is destroyed. Zeros make it stop at the first byte.
    chunk.fill(0);
  };
  socket.prependListener("data", check);
  outgoing.once("close", () => socket.off("data", check));
}

type Exchange = {
  agent: Agent;
  /** Aborts at the deadline. */
  expired: AbortSignal;
  drain: ReturnType<typeof createDrain>;
  connected: () => void;
  heard: () => void;
};

const open = ({ callback: { host, port }, method, target, headers }: Call, agent: Agent): ClientRequest =>
  request({ agent, host: host.replace(/^\[(.*)\]$/, "$1"), port, method, path: target, headers });

/** One request on one connection. "stale": the other side had closed the kept connection. */
function exchange(call: Call, { agent, expired, drain, ...on }: Exchange): Promise<PeerAnswer | "stale"> {
  const { promise, resolve } = Promise.withResolvers<PeerAnswer | "stale">();
  const outgoing = open(call, agent);
  let connected = false;
  let heard = false;
  let reading: IncomingMessage | null = null;
  const settle = (answer: PeerAnswer | "stale") => {
    resolve(answer);
    expired.removeEventListener("abort", expire);
  };
  const fail = (reason: NoAnswer) => {
    settle({ kind: "none", reason, connected, heard: heard || reason === "tls" || reason === "malformed" });
    outgoing.destroy();
  };
  const expire = () => {
    if (reading) reading.destroy();
    else fail("timeout");
  };
  expired.addEventListener("abort", expire, { once: true });
  outgoing.on("socket", (socket) => {
    connected = !socket.connecting;
    if (socket.connecting) {
      socket.once("connect", () => {
        connected = true;
      });
    }
    socket.once("data", () => {
      heard = true;
    });
    watchSocket(outgoing, socket, () => (reading ? reading.destroy() : fail("malformed")));
  });
  outgoing.on("response", (incoming) => {
    reading = incoming;
    on.connected();
    on.heard();
    if (call.read_bytes > 0) return readAnswer(outgoing, incoming, call.read_bytes, settle);
    settle(answerOf(incoming, [], false));
    drain(outgoing, incoming);
  });
  outgoing.on("error", (error) => {
    if (reading) return;
    // The other side closed this idle connection just before we reused it, so this does not count as an attempt.
    if (outgoing.reusedSocket && reasonOf(error) === "reset") settle("stale");
    else fail(reasonOf(error));
  });
  // After an unexpected 101 (Switching Protocols), there is neither a response nor an error.
  outgoing.on("close", () => {
    if (!reading) fail("malformed");
  });
  if (call.body) writeBody(outgoing, call.body);
  else outgoing.end();
  if (expired.aborted) expire();
  return promise;
}

export function openOutbound(options: ConnectOptions): Outbound {
  const kept = openAgent(options, true);
  const fresh = openAgent(options, false);
  const drain = createDrain();
  const on = { connected: () => options.connected?.(), heard: () => options.heard?.() };
  return {
    async send(call) {
      const deadline = new AbortController();
      const expired = deadline.signal;
      const timer = setTimeout(() => deadline.abort(), call.deadline_ms);
      const first = await exchange(call, { agent: kept, expired, drain, ...on });
      const answer = first === "stale" ? await exchange(call, { agent: fresh, expired, drain, ...on }) : first;
      clearTimeout(timer);
      return answer === "stale" ? { kind: "none", reason: "reset", connected: true, heard: false } : answer;
    },
    close() {
      kept.destroy();
      fresh.destroy();
    },
  };
}
