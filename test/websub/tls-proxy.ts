import { createServer } from "node:https";
import type { AddressInfo } from "node:net";

/** The TLS proxy that docs/websub.md requires in front of a receiver. */
export async function openProxy(certificate: { key: string; cert: string }, to: () => number) {
  const server = createServer(certificate, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) if (name !== "host") headers.set(name, String(value));
    const { method = "GET", url } = request;
    const body = method === "POST" ? { body: Buffer.concat(chunks) } : {};
    const answer = await fetch(`http://127.0.0.1:${to()}${url}`, { method, headers, ...body });
    response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }; // an object for TCP
}
