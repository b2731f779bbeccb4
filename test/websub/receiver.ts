import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Certificate } from "./authority.ts";

export type Received = {
  method: string;
  /** Path and query exactly as they arrived. */
  target: string;
  headers: IncomingMessage["headers"];
  raw_headers: string[];
  body: Buffer;
  query: URLSearchParams;
};
type Answer = (response: ServerResponse, received: Received) => void;

/** A real TLS subscriber on loopback. It records the requests it gets and answers as `onGet` and `onPost` say. */
export type Receiver = {
  port: number;
  requests: Received[];
  connections: number;
  gets(): Received[];
  posts(): Received[];
  onGet(answer: Answer): void;
  onPost(answer: Answer): void;
  /** Back to the start: no requests, every challenge echoed, every delivery acknowledged. */
  reset(): void;
  close(): void;
};

/** What a good subscriber does: echo the challenge, acknowledge the delivery. */
export const echo: Answer = (response, { query }) => void response.end(query.get("hub.challenge") ?? "");
export const thank: Answer = (response) => void response.writeHead(204).end();
export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end();
/** Never answers. */
export const hang: Answer = () => {};

export async function openReceiver(certificate: Certificate, addresses = ["127.0.0.1"]): Promise<Receiver> {
  let get: Answer = echo;
  let post: Answer = thank;
  const sockets = new Set<Socket>();
  const receiver: Omit<Receiver, "port"> & { port: number } = {
    port: 0,
    requests: [],
    connections: 0,
    gets: () => receiver.requests.filter(({ method }) => method === "GET"),
    posts: () => receiver.requests.filter(({ method }) => method === "POST"),
    onGet(answer) {
      get = answer;
    },
    onPost(answer) {
      post = answer;
    },
    reset() {
      receiver.requests.length = 0;
      get = echo;
      post = thank;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      for (const server of servers) server.close();
    },
  };
  const take = (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const target = request.url ?? "";
      const received: Received = {
        method: request.method ?? "",
        target,
        headers: request.headers,
        raw_headers: request.rawHeaders,
        body: Buffer.concat(chunks),
        query: new URLSearchParams(target.split("?").slice(1).join("?")),
      };
      receiver.requests.push(received);
      (received.method === "GET" ? get : post)(response, received);
    });
  };
  const servers = addresses.map(() => createServer({ ...certificate }, take));
  for (const [index, server] of servers.entries()) {
    server.on("connection", (socket: Socket) => {
      receiver.connections += 1;
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => sockets.delete(socket));
    });
    server.on("tlsClientError", () => {});
    await new Promise<void>((resolve) => server.listen(receiver.port, addresses[index], resolve));
    // A TCP server's address is an object, never a pipe's name.
    receiver.port = (server.address() as AddressInfo).port;
  }
  return receiver;
}
