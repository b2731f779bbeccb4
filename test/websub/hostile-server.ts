import type { AddressInfo, Socket } from "node:net";
import { createServer, type TLSSocket } from "node:tls";
import type { Certificate } from "./authority.ts";

type Answer = (socket: TLSSocket) => void;

/** A TLS server that confirms every subscription and answers each POST with whatever bytes it likes. */
export type HostileServer = {
  port: number;
  posts: number;
  /** Bytes it has handed to its sockets after a POST. */
  pushed: number;
  onPost(answer: Answer): void;
  /** Pushes a chunk forever, as fast as the other side reads. */
  flood(chunk: string, before?: string): Answer;
  close(): void;
};

export async function openHostileServer(certificate: Certificate, address = "127.0.0.1"): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  let answer: Answer = (socket) => void socket.write("HTTP/1.1 204 No Content\r\n\r\n");
  const take = (socket: TLSSocket, head: string) => {
    const challenge = /[?&]hub\.challenge=([\w-]+)/.exec(head)?.[1] ?? "";
    if (head.startsWith("GET ")) {
      return void socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${challenge.length}\r\n\r\n${challenge}`);
    }
    hostile.posts += 1;
    answer(socket);
  };
  const server = createServer({ ...certificate }, (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    let head = "";
    socket.on("data", (chunk: Buffer) => {
      head += chunk.toString("latin1");
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      const end = head.indexOf("\r\n\r\n");
      if (end < 0 || head.length < end + 4 + length) return;
      const whole = head;
      head = "";
      take(socket, whole);
    });
  });
  server.on("tlsClientError", () => {});
  const hostile: HostileServer = {
    port: 0,
    posts: 0,
    pushed: 0,
    onPost(next) {
      answer = next;
    },
    flood: (chunk, before = "") => {
      const bytes = Buffer.from(chunk);
      return (socket) => {
        socket.write(before);
        const pump = () => {
          let more = true;
          while (more && !socket.destroyed) {
            hostile.pushed += bytes.length;
            more = socket.write(bytes);
          }
        };
        socket.on("drain", pump);
        pump();
      };
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  // A TCP server's address is an object, never a pipe's name.
  hostile.port = (server.address() as AddressInfo).port;
  return hostile;
}
