import type { ClientRequest, IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import { isIP, Socket } from "node:net";
import { type Callback, type Guard, isAllowed, isPublicAddress } from "./guard.ts";

type NoAnswer = "dns" | "guard" | "connect" | "tls" | "reset" | "timeout" | "malformed";

/** What a callback answered: a status, or the reason why there is none. */
export type Answer =
  | { kind: "answer"; status: number; retry_after: string | undefined; body: Uint8Array; complete: boolean }
  | { kind: "none"; reason: NoAnswer };

type Call = {
  callback: Callback;
  method: "GET" | "POST";
  /** Path and query, exactly as they are sent. */
  target: string;
  headers: Record<string, string>;
  body?: Uint8Array;
  /** For the whole exchange: an idle timer would not stop a server that sends one byte at a time. */
  deadline_ms: number;
  /** How much of the answer's body is read before the connection is dropped. */
  read_bytes: number;
};

export type Outbound = { send(call: Call): Promise<Answer>; close(): void };

type Options = {
  guard: Guard;
  resolve: (host: string) => Promise<string[]>;
  ca?: string | undefined;
};

const IDLE_MS = 4_000;
const SLICE_BYTES = 65_536;

class Refused extends Error {
  constructor(readonly code: "EGUARD" | "EDNS") {
    super(code);
  }
}

function reasonOf(error: unknown): NoAnswer {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "EGUARD") return "guard";
  if (code === "EDNS") return "dns";
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ETIMEDOUT)$/.test(code)) return "connect";
  if (code.startsWith("HPE_")) return "malformed";
  return /CERT|TLS|SSL|EPROTO|SIGNATURE/.test(code) ? "tls" : "reset";
}

async function checkedAddresses({ guard, resolve }: Options, host: string, port: number): Promise<string[]> {
  const addresses = isIP(host) ? [host] : await resolve(host).catch(() => []);
  if (addresses.length === 0) throw new Refused("EDNS");
  // One private address refuses the host: the runtime chooses which of the addresses it connects to.
  if (!isAllowed(guard, host, port) && !addresses.every(isPublicAddress)) throw new Refused("EGUARD");
  return addresses;
}

/** A connection uses only addresses that were checked: one lookup, pinned. SNI and certificate still use the name. */
function openAgent(options: Options, keepAlive: boolean): Agent {
  const agent = new Agent({
    keepAlive,
    maxFreeSockets: 2,
    timeout: IDLE_MS,
    ...(options.ca ? { ca: options.ca } : {}),
  });
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (to, done) => {
    const host = String(to.host);
    const port = Number(to.port);
    const opened = checkedAddresses(options, host, port).then((addresses) => {
      const found = addresses.map((address) => ({ address, family: isIP(address) }));
      const socket = connect({ ...to, lookup: (_host, _asked, answer) => answer(null, found) });
      if (!(socket instanceof Socket)) throw new Refused("EGUARD");
      socket.once("connect", () => {
        const peer = socket.remoteAddress ?? "";
        if (!isAllowed(options.guard, host, port) && !isPublicAddress(peer)) socket.destroy(new Refused("EGUARD"));
      });
      return socket;
    });
    // The type requires a stream even with an error, where none exists and none is read.
    const failed = done as ((error: Error) => void) | undefined;
    opened.then(
      (socket) => done?.(null, socket),
      (error: Error) => failed?.(error),
    );
    return undefined;
  };
  return agent;
}

/** Writes slices and waits for the socket: 100 receivers of 50 MB must not mean 100 copies in memory. */
function writeBody(outgoing: ClientRequest, body: Uint8Array): void {
  let offset = 0;
  const pump = () => {
    while (offset < body.length && !outgoing.destroyed) {
      const slice = body.subarray(offset, offset + SLICE_BYTES);
      offset += slice.length;
      if (!outgoing.write(slice) && offset < body.length) {
        outgoing.once("drain", pump);
        return;
      }
    }
    outgoing.end();
  };
  pump();
}

function readAnswer(incoming: IncomingMessage, limit: number, done: (answer: Answer) => void): void {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let finished = false;
  const finish = (complete: boolean) => {
    if (finished) return;
    finished = true;
    done({
      kind: "answer",
      status: incoming.statusCode ?? 0,
      retry_after: incoming.headers["retry-after"],
      body: Buffer.concat(chunks),
      complete,
    });
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

export function openOutbound(options: Options): Outbound {
  const kept = openAgent(options, true);
  const fresh = openAgent(options, false);

  const exchange = (call: Call, agent: Agent, expired: AbortSignal): Promise<Answer | "stale"> =>
    new Promise((resolve) => {
      const { host, port } = call.callback;
      const outgoing = request({
        agent,
        host: host.replace(/^\[(.*)\]$/, "$1"),
        port,
        method: call.method,
        path: call.target,
        headers: call.headers,
      });
      const settle = (answer: Answer | "stale") => {
        resolve(answer);
        expired.removeEventListener("abort", expire);
        // A connection with unread bytes cannot be reused.
        if (answer === "stale" || answer.kind === "none" || !answer.complete || !outgoing.writableFinished) {
          outgoing.destroy();
        }
      };
      let reading: IncomingMessage | null = null;
      const expire = () => {
        if (reading) reading.destroy();
        else settle({ kind: "none", reason: "timeout" });
      };
      expired.addEventListener("abort", expire, { once: true });
      outgoing.on("response", (incoming) => {
        reading = incoming;
        readAnswer(incoming, call.read_bytes, settle);
      });
      outgoing.on("error", (error) => {
        // The other side closed this idle connection just before we reused it, so this was not an attempt.
        const stale = outgoing.reusedSocket && reading === null && reasonOf(error) === "reset";
        if (reading === null) settle(stale ? "stale" : { kind: "none", reason: reasonOf(error) });
      });
      if (call.body) writeBody(outgoing, call.body);
      else outgoing.end();
    });

  return {
    async send(call) {
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), call.deadline_ms);
      const first = await exchange(call, kept, deadline.signal);
      const answer = first === "stale" ? await exchange(call, fresh, deadline.signal) : first;
      clearTimeout(timer);
      return answer === "stale" ? { kind: "none", reason: "reset" } : answer;
    },
    close() {
      kept.destroy();
      fresh.destroy();
    },
  };
}
