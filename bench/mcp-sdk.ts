/** For bench/mcp: the official SDK serves `search_reviews` over the same reviews. v2 serves both eras, v1 only sessions. */
import { randomUUID } from "node:crypto";
import { McpServer as ServerV1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { createMcpHandler, McpServer as ServerV2 } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Review } from "../src/model/review.ts";

const [, , port, reviews_url = ""] = process.argv;
const dataset = (await (await fetch(reviews_url)).json()) as { reviews: Review[] }; // our own document

const input = {
  rating: z.int().min(1).max(5).optional(),
  min_rating: z.number().min(1).max(5).optional(),
  since: z.string().optional(),
  until: z.string().optional(),
  query: z.string().max(200).optional(),
  limit: z.int().min(1).max(100).default(20),
};
const output = {
  query: z.record(z.string(), z.unknown()),
  total: z.int(),
  matched: z.int(),
  returned: z.int(),
  limit: z.int(),
  reviews: z.array(z.record(z.string(), z.unknown())),
};
const description = "Find reviews by words, stars and dates.";

function search({ rating, limit }: { rating?: number | undefined; limit: number }) {
  const found = dataset.reviews.filter((review) => rating === undefined || review.rating === rating);
  const reviews = found.slice(0, limit);
  const total = dataset.reviews.length;
  const structuredContent = {
    query: { rating },
    total,
    matched: found.length,
    returned: reviews.length,
    limit,
    reviews,
  };
  return { content: [{ type: "text" as const, text: JSON.stringify(structuredContent) }], structuredContent };
}

const v2 = createMcpHandler(() => {
  const server = new ServerV2({ name: "sdk", version: "2" });
  const config = { description, inputSchema: z.object(input), outputSchema: z.object(output) };
  server.registerTool("search_reviews", config, async (given) => search(given));
  return server;
});

const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();

async function openV1(request: Request): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    enableJsonResponse: true,
    onsessioninitialized: (id) => {
      sessions.set(id, transport);
    },
  });
  const server = new ServerV1({ name: "sdk", version: "1" });
  server.registerTool("search_reviews", { description, inputSchema: input, outputSchema: output }, async (given) =>
    search(given),
  );
  // The v1 transport's optional members do not fit exactOptionalPropertyTypes.
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  return transport.handleRequest(request);
}

Bun.serve({
  hostname: "127.0.0.1",
  port: Number(port),
  routes: {
    "/ready": () => new Response("ok"),
    "/v2": (request) => v2.fetch(request),
    "/v1": (request) =>
      sessions.get(request.headers.get("mcp-session-id") ?? "")?.handleRequest(request) ?? openV1(request),
  },
});
