/** A load generator for loopback: keep-alive connections with one request in flight on each. */
export type Load = { port: number; head: string; connections: number; requests: number };

const CRLF2 = Buffer.from("\r\n\r\n");

/** The length of the first complete answer in `buffer`, or 0. Reads Content-Length, chunked and empty bodies. */
function answerLength(buffer: Buffer, status: { code: number }): number {
  const end = buffer.indexOf(CRLF2);
  if (end < 0) return 0;
  const head = buffer.toString("latin1", 0, end);
  status.code = Number(head.slice(9, 12));
  if (status.code === 304 || status.code === 204) return end + 4;
  const length = /content-length: (\d+)/i.exec(head);
  if (length) return buffer.length >= end + 4 + Number(length[1]) ? end + 4 + Number(length[1]) : 0;
  const last = buffer.indexOf("0\r\n\r\n", end + 4);
  return last < 0 ? 0 : last + 5;
}

/** Sends `requests` requests and resolves with the number of answers by status. */
export function runLoad({ port, head, connections, requests }: Load): Promise<Map<number, number>> {
  const request = Buffer.from(head);
  const statuses = new Map<number, number>();
  let sent = 0;
  let answered = 0;
  return new Promise((resolve, reject) => {
    for (let i = 0; i < connections; i++) {
      let buffer: Buffer = Buffer.alloc(0);
      let expected = 0; // length of a large answer, which is not parsed before it is complete
      Bun.connect({
        hostname: "127.0.0.1",
        port,
        socket: {
          open(socket) {
            sent++;
            socket.write(request);
          },
          data(socket, chunk) {
            buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk]);
            if (buffer.length < expected) return;
            const status = { code: 0 };
            const length = answerLength(buffer, status);
            if (length === 0) {
              const match = /content-length: (\d+)/i.exec(buffer.toString("latin1", 0, 2000));
              expected = match ? Number(match[1]) : 0;
              return;
            }
            buffer = Buffer.alloc(0);
            expected = 0;
            statuses.set(status.code, (statuses.get(status.code) ?? 0) + 1);
            answered++;
            if (answered === requests) resolve(statuses);
            if (sent < requests) {
              sent++;
              socket.write(request);
            } else {
              socket.end();
            }
          },
          error: (_socket, error) => reject(error),
          connectError: (_socket, error) => reject(error),
        },
      });
    }
  });
}

if (import.meta.main) {
  const load: Load = JSON.parse(process.argv[2] ?? "{}");
  const started = performance.now();
  const statuses = await runLoad(load);
  console.log(JSON.stringify({ ms: performance.now() - started, statuses: Object.fromEntries(statuses) }));
}
