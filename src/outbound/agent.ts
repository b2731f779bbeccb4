import { Agent } from "node:https";
import { isIP, Socket } from "node:net";
import { type Guard, isAllowed, isPublicAddress } from "./guard.ts";

export type ConnectOptions = {
  guard: Guard;
  resolve: (host: string) => Promise<string[]>;
  ca?: string | undefined;
  /** Called for every TCP connection, which shows that the network of this process works. */
  connected?: (() => void) | undefined;
  /** Called when the other side has sent the first bytes of a response. */
  heard?: (() => void) | undefined;
};

const IDLE_MS = 4_000;

class Refused extends Error {
  constructor(readonly code: "EGUARD" | "EDNS") {
    super(code);
  }
}

async function checkedAddresses({ guard, resolve }: ConnectOptions, host: string, port: number): Promise<string[]> {
  const addresses = isIP(host) ? [host] : await resolve(host).catch(() => []);
  if (addresses.length === 0) throw new Refused("EDNS");
  // One private address is enough to refuse the host, because the runtime chooses which address it connects to.
  if (!isAllowed(guard, host, port) && !addresses.every(isPublicAddress)) throw new Refused("EGUARD");
  return addresses;
}

/** A connection uses only addresses from one lookup that were checked. SNI and certificate still use the name. */
export function openAgent(options: ConnectOptions, keepAlive: boolean): Agent {
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
        options.connected?.();
        const peer = socket.remoteAddress ?? "";
        if (!isAllowed(options.guard, host, port) && !isPublicAddress(peer)) socket.destroy(new Refused("EGUARD"));
      });
      return socket;
    });
    // The type requires a stream even with an error. There is none then, and nobody reads it.
    const failed = done as ((error: Error) => void) | undefined;
    opened.then(
      (socket) => done?.(null, socket),
      (error: Error) => failed?.(error),
    );
    return undefined;
  };
  return agent;
}
