/** A TLS subscriber for benchmarks, in a separate process: acknowledges every POST and records when it arrived. */
import { readFileSync } from "node:fs";

const [key = "", cert = ""] = process.argv.slice(2);
let arrivals: number[] = [];

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  tls: { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") },
  maxRequestBodySize: 1 << 30,
  idleTimeout: 0,
  async fetch(request) {
    if (request.method === "GET") {
      const answer = Response.json(arrivals);
      arrivals = [];
      return answer;
    }
    // Read and dropped, so that this process does not hold the bodies of a hundred deliveries.
    if (request.body) for await (const _chunk of request.body);
    arrivals.push(Date.now());
    return new Response(null, { status: 204 });
  },
});
console.log(server.port);
